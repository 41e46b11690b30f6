"""Block loops of the K formats: 256 values in groups with small integer scales. Knows no tensor.

Layouts are those of llama.cpp's ggml/src/ggml-common.h. Bytes of 2-bit fields hold four
values 32 apart, the first in the lowest bits; bytes of 4-bit fields hold two.
"""

import numpy as np

from engine.quants.block_loops import block_loop, half_at


@block_loop
def q2_k(blocks, values):
    """Bytes: 16 scale bytes, 64 of 2-bit fields, d float16, dmin float16.

    Each 16 values have a 4-bit scale (low half of a byte) and a 4-bit minimum (high half).
    Value = d · scale · q - dmin · minimum.
    """
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d, dmin = half_at(block, 80), half_at(block, 82)
        for group in range(16):
            scale = d * np.float32(np.int32(block[group] & 15))
            minimum = dmin * np.float32(np.int32(block[group] >> 4))
            fields = 16 + 32 * (group // 8) + 16 * (group % 2)
            shift = 2 * (group // 2 % 4)
            for i in range(16):
                q = block[fields + i] >> shift & 3
                out[16 * group + i] = scale * np.float32(np.int32(q)) - minimum


@block_loop
def q3_k(blocks, values):
    """Bytes: 32 of third bits, 64 of 2-bit fields, 12 scale bytes, d float16.

    Bit j of third-bit byte i belongs to value 32 j + i; where it is 0, 4 is subtracted from q.
    Each 16 values have a 6-bit scale with an offset of 32. The low 4 bits are in the first 8 scale
    bytes (groups 0-7 in the low nibbles, 8-15 in the high ones), the high 2 bits in the last 4
    (byte g % 4, field g // 4).
    Value = d · scale · q.
    """
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = half_at(block, 108)
        for group in range(16):
            low = block[96 + group % 8] >> 4 * (group // 8) & 15
            high = block[104 + group % 4] >> 2 * (group // 4) & 3
            scale = d * np.float32(np.int32((low | high << 4) - 32))
            thirds = 16 * (group % 2)
            fields = 32 + 32 * (group // 8) + thirds
            bit, shift = group // 2, 2 * (group // 2 % 4)
            for i in range(16):
                third = block[thirds + i] >> bit & 1
                q = (block[fields + i] >> shift & 3) + 4 * third - 4
                out[16 * group + i] = scale * np.float32(np.int32(q))


@block_loop
def _scale_and_minimum(block, group):
    """The 6-bit scale and minimum of a group of 32, from the 12 bytes at offset 4.

    Groups 0-3: the low 6 bits of byte g and of byte g + 4. Groups 4-7: the low 4 bits are the
    nibbles of byte g + 4, the high 2 bits the top bits of byte g - 4 and of byte g.
    """
    if group < 4:
        return block[4 + group] & 63, block[8 + group] & 63
    low = block[8 + group]
    return (
        (low & 15) | (block[group] >> 6) << 4,
        (low >> 4) | (block[4 + group] >> 6) << 4,
    )


@block_loop
def q4_k(blocks, values):
    """Bytes: d float16, dmin float16, 12 of scales and minima, 128 of 4-bit fields.

    Value = d · scale · q - dmin · minimum.
    """
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d, dmin = half_at(block, 0), half_at(block, 2)
        for group in range(8):
            six_bit_scale, six_bit_minimum = _scale_and_minimum(block, group)
            scale = d * np.float32(np.int32(six_bit_scale))
            minimum = dmin * np.float32(np.int32(six_bit_minimum))
            fields, shift = 16 + 32 * (group // 2), 4 * (group % 2)
            for i in range(32):
                q = block[fields + i] >> shift & 15
                out[32 * group + i] = scale * np.float32(np.int32(q)) - minimum


@block_loop
def q5_k(blocks, values):
    """Bytes: d, dmin float16, 12 of scales and minima, 32 of fifth bits, 128 of 4-bit fields.

    Bit j of fifth-bit byte i belongs to value 32 j + i. Value = d · scale · q - dmin · minimum.
    """
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d, dmin = half_at(block, 0), half_at(block, 2)
        for group in range(8):
            six_bit_scale, six_bit_minimum = _scale_and_minimum(block, group)
            scale = d * np.float32(np.int32(six_bit_scale))
            minimum = dmin * np.float32(np.int32(six_bit_minimum))
            fields, shift = 48 + 32 * (group // 2), 4 * (group % 2)
            for i in range(32):
                fifth = block[16 + i] >> group & 1
                q = (block[fields + i] >> shift & 15) | fifth << 4
                out[32 * group + i] = scale * np.float32(np.int32(q)) - minimum


@block_loop
def q6_k(blocks, values):
    """Bytes: 128 of 4-bit fields, 64 of 2-bit fields, 16 int8 scales, d float16.

    The two values of a byte of 4-bit fields are 64 apart. The 2-bit fields are the high bits. Each
    16 values have a scale. Value = d · scale · (q - 32).
    """
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = half_at(block, 208)
        for group in range(16):
            scale = d * np.float32(np.int8(block[192 + group]))
            half, quarter, part = group // 8, group // 2 % 4, group % 2
            lower = 64 * half + 32 * (quarter % 2) + 16 * part
            upper = 128 + 32 * half + 16 * part
            lower_shift, upper_shift = 4 * (quarter // 2), 2 * quarter
            for i in range(16):
                q = (block[lower + i] >> lower_shift & 15) | (
                    block[upper + i] >> upper_shift & 3
                ) << 4
                out[16 * group + i] = scale * np.float32(np.int32(q - 32))
