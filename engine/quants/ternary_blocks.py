"""Block loops of the ternary formats, with values -d, 0 and d. Knows no tensor.

Layouts are those of llama.cpp's ggml/src/ggml-common.h; blocks have 256 values.
"""

import numpy as np

from engine.quants.block_loops import block_loop, half_at


@block_loop
def _set_digits(block, begin, count, digits, d, out):
    """Unpack base-3 digits of bytes begin … begin + count - 1: all first digits, then all second.

    A byte is ceil(256 · f) for the base-3 fraction f = 0.q₀q₁…: times 3 carries out a digit.
    """
    for n in range(digits):
        for i in range(count):
            rest = np.int64(block[begin + i]) * 3**n & 255
            out[n * count + i] = d * np.float32((3 * rest >> 8) - 1)


@block_loop
def tq1_0(blocks, values):
    """Bytes: 32, then 16, of five digits each, 4 of four digits, d float16.

    Value = d · (q - 1).
    """
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = half_at(block, 52)
        _set_digits(block, 0, 32, 5, d, out[:160])
        _set_digits(block, 32, 16, 5, d, out[160:240])
        _set_digits(block, 48, 4, 4, d, out[240:])


@block_loop
def tq2_0(blocks, values):
    """Bytes: 64 of four 2-bit values 32 apart, d float16. Value = d · (q - 1)."""
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = half_at(block, 64)
        for i in range(256):
            q = block[i // 128 * 32 + i % 32] >> 2 * (i // 32 % 4) & 3
            out[i] = d * np.float32(np.int32(q) - 1)
