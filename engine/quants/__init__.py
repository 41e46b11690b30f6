"""Block formats of quantized weights."""
