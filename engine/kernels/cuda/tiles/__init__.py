"""A tile's bytes in registers: codes, scales, values."""
