"""Block loops of the formats with 4-bit codebook indices. Knows no tensor.

Layouts and codebooks are those of llama.cpp's ggml/src/ggml-common.h; MXFP4 is defined by the OCP
Microscaling Formats (MX) Specification v1.0. In each group of 32 values (NVFP4: 16), nibble byte i
holds value i in its low half and value i + half a group in its high half.
"""

import numpy as np
from numpy.typing import NDArray

from engine.quants.block_loops import block_loop, half_at

_IQ4_VALUES = np.array(
    [-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113], dtype=np.float32
)
# Twice the E2M1 values, which makes them integers.
_E2M1_VALUES = np.array([0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12], dtype=np.float32)
# Half of each E8M0 scale, 2^(e - 127), to match the doubled values.
_MXFP4_SCALES = np.ldexp(np.float32(1), np.arange(256) - 128)


def _half_e4m3() -> NDArray[np.float32]:
    """Half of each E4M3 scale. The sign bit is ignored, and 0x7F (NaN in E4M3) is 0."""
    exponents, fractions = np.arange(256) >> 3 & 15, np.arange(256) & 7
    normal = np.ldexp((8 + fractions).astype(np.float32), exponents - 11)
    values = np.where(exponents == 0, np.ldexp(fractions.astype(np.float32), -10), normal)
    values[0x7F] = 0
    return values.astype(np.float32)


_NVFP4_SCALES = _half_e4m3()


@block_loop
def iq4_nl(blocks, values):
    """Bytes: d float16, 16 nibble bytes. Value = d · codebook[q]."""
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = half_at(block, 0)
        for i in range(16):
            out[i] = d * _IQ4_VALUES[block[2 + i] & 15]
            out[i + 16] = d * _IQ4_VALUES[block[2 + i] >> 4]


@block_loop
def iq4_xs(blocks, values):
    """Bytes: d float16, 2 + 4 scale bytes, 128 nibble bytes: 256 values.

    Each 32 values have a 6-bit scale with an offset of 32: its high 2 bits are field g of the first
    two scale bytes (lowest bits first), its low 4 bits nibble g of the other four (low half first).
    Value = d · scale · codebook[q].
    """
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = half_at(block, 0)
        for group in range(8):
            high = block[2 + group // 4] >> 2 * (group % 4) & 3
            low = block[4 + group // 2] >> 4 * (group % 2) & 15
            scale = d * np.float32(np.int32((low | high << 4) - 32))
            nibbles, first = 8 + 16 * group, 32 * group
            for i in range(16):
                out[first + i] = scale * _IQ4_VALUES[block[nibbles + i] & 15]
                out[first + i + 16] = scale * _IQ4_VALUES[block[nibbles + i] >> 4]


@block_loop
def mxfp4(blocks, values):
    """Bytes: e, an E8M0 scale; 16 nibble bytes. Value = 2^(e - 127) · E2M1 value q."""
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = _MXFP4_SCALES[block[0]]
        for i in range(16):
            out[i] = d * _E2M1_VALUES[block[1 + i] & 15]
            out[i + 16] = d * _E2M1_VALUES[block[1 + i] >> 4]


@block_loop
def nvfp4(blocks, values):
    """Bytes: 4 unsigned E4M3 scales, one per 16 values; 32 nibble bytes. 64 values.

    Value = scale · E2M1 value q.
    """
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        for group in range(4):
            d = _NVFP4_SCALES[block[group]]
            nibbles, first = 4 + 8 * group, 16 * group
            for i in range(8):
                out[first + i] = d * _E2M1_VALUES[block[nibbles + i] & 15]
                out[first + i + 8] = d * _E2M1_VALUES[block[nibbles + i] >> 4]
