"""Block loops of the formats whose codes index a grid of 4 or 8 values. Knows no tensor.

Layouts are those of llama.cpp's ggml/src/ggml-common.h; blocks have 256 values. A grid entry has 8
values, or 4 for IQ3_XXS and IQ3_S. Signs are one bit per value, lowest bit first, set where the
value is negative. Formats with seven sign bits per eight values derive the eighth by even parity.
"""

import numpy as np

from engine.gguf.types import GGMLType
from engine.quants.block_loops import block_loop, half_at, half_to_float
from engine.quants.grids import grid_entries

_DELTA = np.float32(0.125)


@block_loop
def _word(block, offset):
    """The little-endian uint16 at byte `offset` of a block, as int64."""
    return np.int64(block[offset]) | np.int64(block[offset + 1]) << 8


@block_loop
def _eighth_sign(signs):
    """Eight sign bits from seven, by even parity."""
    parity = signs ^ signs >> 4
    parity ^= parity >> 2
    return signs | (parity ^ parity >> 1) << 7 & 128


@block_loop
def _set_signed(out, entry, scale, signs):
    """out = scale · entry, negated where the sign bit is set."""
    for i in range(len(out)):
        value = scale * np.float32(entry[i])
        out[i] = -value if signs >> i & 1 else value


@block_loop
def _set_shifted(out, entry, scale, delta):
    """out = scale · (entry + delta)."""
    for i in range(len(out)):
        out[i] = scale * (np.float32(entry[i]) + delta)


@block_loop
def _iq1_s(blocks, values, grid):
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = half_at(block, 0)
        for group in range(8):
            high = _word(block, 34 + 2 * group)
            scale = d * np.float32(2 * (high >> 12 & 7) + 1)
            delta = -_DELTA if high & 0x8000 else _DELTA
            for part in range(4):
                place = 4 * group + part
                index = block[2 + place] | (high >> 3 * part & 7) << 8
                _set_shifted(out[8 * place : 8 * place + 8], grid[index], scale, delta)


@block_loop
def _iq1_m(blocks, values, grid):
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        bits = 0
        for i in range(4):
            bits |= _word(block, 48 + 2 * i) >> 12 << 4 * i
        d = half_to_float(np.uint16(bits))
        for place in range(32):
            half = place // 2
            scale = _word(block, 48 + half // 4 * 2) >> 3 * (half % 4) & 7
            high = block[32 + half] >> 4 * (place % 2)
            delta = -_DELTA if high & 8 else _DELTA
            index = block[place] | (high & 7) << 8
            entry = grid[index]
            _set_shifted(
                out[8 * place : 8 * place + 8], entry, d * np.float32(2 * scale + 1), delta
            )


@block_loop
def _iq2_xxs(blocks, values, grid):
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = half_at(block, 0)
        for group in range(8):
            indices = 2 + 8 * group
            packed = _word(block, indices + 4) | _word(block, indices + 6) << 16
            scale = d * (np.float32(0.5) + np.float32(packed >> 28)) * np.float32(0.25)
            for part in range(4):
                first = 32 * group + 8 * part
                signs = _eighth_sign(packed >> 7 * part & 127)
                _set_signed(out[first : first + 8], grid[block[indices + part]], scale, signs)


@block_loop
def _iq2_xs(blocks, values, grid):
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = half_at(block, 0)
        for place in range(32):
            code = block[66 + place // 4] >> 4 * (place // 2 % 2) & 15
            scale = d * (np.float32(0.5) + np.float32(code)) * np.float32(0.25)
            packed = _word(block, 2 + 2 * place)
            signs = _eighth_sign(packed >> 9)
            _set_signed(out[8 * place : 8 * place + 8], grid[packed & 511], scale, signs)


@block_loop
def _iq2_s(blocks, values, grid):
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = half_at(block, 0)
        for place in range(32):
            code = block[74 + place // 4] >> 4 * (place // 2 % 2) & 15
            scale = d * (np.float32(0.5) + np.float32(code)) * np.float32(0.25)
            high = block[66 + place // 4] >> 2 * (place % 4) & 3
            entry = grid[block[2 + place] | high << 8]
            _set_signed(out[8 * place : 8 * place + 8], entry, scale, block[34 + place])


@block_loop
def _iq3_xxs(blocks, values, grid):
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = half_at(block, 0)
        for group in range(8):
            at = 66 + 4 * group
            packed = _word(block, at) | _word(block, at + 2) << 16
            scale = d * (np.float32(0.5) + np.float32(packed >> 28)) * np.float32(0.5)
            for part in range(8):
                first = 32 * group + 4 * part
                signs = _eighth_sign(packed >> 7 * (part // 2) & 127) >> 4 * (part % 2)
                entry = grid[block[2 + 8 * group + part]]
                _set_signed(out[first : first + 4], entry, scale, signs)


@block_loop
def _iq3_s(blocks, values, grid):
    for b in range(len(blocks)):
        block, out = blocks[b], values[b]
        d = half_at(block, 0)
        for place in range(64):
            code = block[106 + place // 16] >> 4 * (place // 8 % 2) & 15
            scale = d * np.float32(2 * np.int64(code) + 1)
            index = block[2 + place] | (block[66 + place // 8] >> place % 8 & 1) << 8
            signs = block[74 + place // 2] >> 4 * (place % 2)
            _set_signed(out[4 * place : 4 * place + 4], grid[index], scale, signs)


def iq1_s(blocks, values):
    """Bytes: d float16, 32 index bytes, 8 words.

    A word has, lowest bits first, 3 high bits of each of four indices, the 3-bit scale s of its 32
    values and the sign of their delta. Value = d · (2 s + 1) · (grid value ± 1/8).
    """
    _iq1_s(blocks, values, grid_entries(GGMLType.IQ1_S))


def iq1_m(blocks, values):
    """Bytes: 32 index bytes, 32 nibbles (3 high index bits, sign of the delta), 4 words.

    A word has four 3-bit scales of 16 values each and, at the top, 4 bits of d. Values as in IQ1_S.
    """
    _iq1_m(blocks, values, grid_entries(GGMLType.IQ1_M))


def iq2_xxs(blocks, values):
    """Bytes: d float16, then per 32 values 4 index bytes and a uint32: four times 7 signs, 4-bit s.

    Value = ± d · (s + 1/2) / 4 · grid value.
    """
    _iq2_xxs(blocks, values, grid_entries(GGMLType.IQ2_XXS))


def iq2_xs(blocks, values):
    """Bytes: d float16, 32 words (9-bit index, 7 signs), 8 scale bytes, a nibble s per 16 values.

    Values as in IQ2_XXS.
    """
    _iq2_xs(blocks, values, grid_entries(GGMLType.IQ2_XS))


def iq2_s(blocks, values):
    """Bytes: d float16, 32 index bytes, 32 sign bytes, 2 high bits per index, 8 scale bytes.

    Scales and values as in IQ2_XS.
    """
    _iq2_s(blocks, values, grid_entries(GGMLType.IQ2_S))


def iq3_xxs(blocks, values):
    """Bytes: d float16, 64 index bytes, 8 uint32: four times 7 signs, 4-bit s.

    Value = ± d · (s + 1/2) / 2 · grid value.
    """
    _iq3_xxs(blocks, values, grid_entries(GGMLType.IQ3_XXS))


def iq3_s(blocks, values):
    """Bytes: d float16, 64 index bytes, 8 bytes of ninth index bits, 32 sign bytes, 4 scale bytes.

    A scale is a nibble s per 32 values. Value = ± d · (2 s + 1) · grid value.
    """
    _iq3_s(blocks, values, grid_entries(GGMLType.IQ3_S))
