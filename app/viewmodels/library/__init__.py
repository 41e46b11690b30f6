"""The Models page: finding models, downloading them, looking after those on this machine."""
