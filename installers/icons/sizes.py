"""The sizes that the icon is drawn in."""

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
