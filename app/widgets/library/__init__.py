"""The Models page: discover, download, keep."""
