"""Comparisons of configurations: running and exporting them."""
