"""The sampling chain."""
