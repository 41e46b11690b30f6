"""Block loops of the float types and of the 32-value formats with one scale. Knows no tensor.

Layouts are those of llama.cpp's ggml/src/ggml-common.h. In the 4- and 5-bit formats, nibble byte i
holds value i in its low half and value i + 16 in its high half.
"""

import numpy as np

from engine.quants.block_loops import block_loop, half_at, half_to_float


def f32(blocks, values):
    """Each block is one float32."""
    values[:] = blocks.view(np.float32)


@block_loop
def f16(blocks, values):
    """Each block is one float16."""
    halves = blocks.view(np.uint16)
    for i in range(len(halves)):
        values[i, 0] = half_to_float(halves[i, 0])


@block_loop
def bf16(blocks, values):
    """Each block is one bfloat16, the upper half of a float32."""
    upper, bits = blocks.view(np.uint16), values.view(np.uint32)
    for i in range(len(upper)):
        bits[i, 0] = np.uint32(upper[i, 0]) << 16


@block_loop
def q8_0(blocks, values):
    """Bytes: d float16, 32 int8. Value = d · q."""
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = half_at(block, 0)
        for i in range(32):
            out[i] = d * np.float32(np.int8(block[2 + i]))


@block_loop
def q4_0(blocks, values):
    """Bytes: d float16, 16 nibble bytes. Value = d · (q - 8)."""
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = half_at(block, 0)
        for i in range(16):
            nibbles = block[2 + i]
            out[i] = d * np.float32(np.int32((nibbles & 15) - 8))
            out[i + 16] = d * np.float32(np.int32((nibbles >> 4) - 8))


@block_loop
def q4_1(blocks, values):
    """Bytes: d float16, m float16, 16 nibble bytes. Value = d · q + m."""
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d, m = half_at(block, 0), half_at(block, 2)
        for i in range(16):
            nibbles = block[4 + i]
            out[i] = d * np.float32(np.int32(nibbles & 15)) + m
            out[i + 16] = d * np.float32(np.int32(nibbles >> 4)) + m


@block_loop
def _fifth_bits(block, offset):
    """The 32 fifth bits at byte `offset`, that of value 0 lowest."""
    low = block[offset] | block[offset + 1] << 8
    return np.uint32(low | block[offset + 2] << 16 | block[offset + 3] << 24)


@block_loop
def q5_0(blocks, values):
    """Bytes: d float16, 4 of fifth bits, 16 nibble bytes. Value = d · (q - 16)."""
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d, fifth = half_at(block, 0), _fifth_bits(block, 2)
        for i in range(16):
            nibbles = block[6 + i]
            low = (nibbles & 15) | (fifth >> i & 1) << 4
            high = (nibbles >> 4) | (fifth >> (i + 16) & 1) << 4
            out[i] = d * np.float32(np.int32(low - 16))
            out[i + 16] = d * np.float32(np.int32(high - 16))


@block_loop
def q5_1(blocks, values):
    """Bytes: d float16, m float16, 4 of fifth bits, 16 nibble bytes. Value = d · q + m."""
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d, m, fifth = half_at(block, 0), half_at(block, 2), _fifth_bits(block, 4)
        for i in range(16):
            nibbles = block[8 + i]
            low = (nibbles & 15) | (fifth >> i & 1) << 4
            high = (nibbles >> 4) | (fifth >> (i + 16) & 1) << 4
            out[i] = d * np.float32(np.int32(low)) + m
            out[i + 16] = d * np.float32(np.int32(high)) + m
