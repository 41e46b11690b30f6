"""The bytes of a tile in registers: codes, scales, values."""
