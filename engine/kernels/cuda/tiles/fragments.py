"""Words of a tile in registers: wide loads, unpacking to bytes, and the integer mma instructions.

Tensors are [32 * num_warps], one element per thread: element i belongs to lane i % 32. Inline
assembly has a twin in plain Triton, for the interpreter.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.launching.interpreted import INTERPRETED
from engine.kernels.cuda.tiles.codebook import look_up
from engine.kernels.cuda.tiles.exchange import exchange
from engine.kernels.cuda.tiles.formats import (
    code_bits,
    code_offset,
    codebook,
    entry_len,
    has_deltas,
    high_offset,
)
from engine.kernels.cuda.tiles.grid_fragments import load_entries, unpack_entries


@triton.jit
def load_words(base, offset, COUNT: tl.constexpr, ONCE: tl.constexpr):
    """COUNT (1, 2 or 4) int32 words from word `offset` on, as a tuple.

    ONCE: nothing else in the step reads them, so they bypass L1. Not through the read-only path:
    the assembler would move such loads after the wait for the kernel before, which they are meant
    to overlap.
    """
    if INTERPRETED:
        words = ()
        for i in tl.static_range(COUNT):
            words = words + (tl.load(base + offset + i),)
        return words
    elif COUNT == 4:
        return tl.inline_asm_elementwise(
            "ld.global.L1::no_allocate.v4.u32 {$0,$1,$2,$3}, [$4];"
            if ONCE
            else "ld.global.v4.u32 {$0,$1,$2,$3}, [$4];",
            "=r,=r,=r,=r,l",
            [(base + offset).to(tl.int64)],
            dtype=(tl.int32, tl.int32, tl.int32, tl.int32),
            is_pure=True,
            pack=1,
        )
    elif COUNT == 2:
        return tl.inline_asm_elementwise(
            "ld.global.L1::no_allocate.v2.u32 {$0,$1}, [$2];"
            if ONCE
            else "ld.global.v2.u32 {$0,$1}, [$2];",
            "=r,=r,l",
            [(base + offset).to(tl.int64)],
            dtype=(tl.int32, tl.int32),
            is_pure=True,
            pack=1,
        )
    else:
        return (tl.load(base + offset),)


@triton.jit
def load_pair(base, pair, lane, K: tl.constexpr, TYPE: tl.constexpr):
    """A lane's words of a pair: (CODES words, HIGH words)."""
    if entry_len(TYPE) > 0:
        WORDS: tl.constexpr = 1 if has_deltas(TYPE) else 2
        words = load_words(base, (pair * 32 + lane) * WORDS, WORDS, True)
        return load_entries(base, pair, lane, words, K, TYPE)
    else:
        return _load_codes(base, pair, lane, K, TYPE)


@triton.jit
def _load_codes(base, pair, lane, K: tl.constexpr, TYPE: tl.constexpr):
    BITS: tl.constexpr = code_bits(TYPE)
    HIGH: tl.constexpr = high_offset(TYPE, K) // 4
    if BITS == 8:
        codes = load_words(base, pair * 256 + lane * 4, 4, True)
        codes = codes + load_words(base, pair * 256 + 128 + lane * 4, 4, True)
    elif BITS >= 4:
        codes = load_words(base, pair * 128 + lane * 4, 4, True)
    else:
        codes = load_words(base, pair * 64 + lane * 2, 2, True)
    if BITS == 6:
        high = load_words(base, HIGH + pair * 64 + lane * 2, 2, True)
    elif BITS == 5 or BITS == 3:
        high = load_words(base, HIGH + pair * 32 + lane, 1, True)
    else:
        high = ()
    return codes, high


@triton.jit
def _bytes_of(word, SIGNED: tl.constexpr):
    """The four bytes of word [32 W], as int32 [W, 8, 4, 4] (warp, r, q, byte)."""
    shifts = tl.arange(0, 4) * 8
    values = (word[:, None] >> shifts[None, :]) & 255
    if SIGNED:
        values = tl.where(values > 127, values - 256, values)
    return tl.reshape(values, (word.shape[0] // 32, 8, 4, 4))


@triton.jit
def _dot_twin(a, b, SIGNED: tl.constexpr):
    """The dots over the 16 columns of a fragment word: [W, 8 rows, 8 columns]."""
    wa = _bytes_of(a, SIGNED)
    wb = _bytes_of(b, True)
    product = wa[:, :, None, :, :] * wb[:, None, :, :, :]
    return tl.sum(tl.sum(product, 4), 3)


@triton.jit
def _spread(c):
    """c [W, 8, 8] in the accumulator layout: columns 2q and 2q + 1 of row r, two [32 W]."""
    even, odd = tl.split(tl.reshape(c, (c.shape[0], 8, 4, 2)))
    return tl.reshape(even, (c.shape[0] * 32,)), tl.reshape(odd, (c.shape[0] * 32,))


@triton.jit
def zeros4(like):
    """Four int32 zeros of the shape of `like`: an empty accumulator."""
    zero = tl.zeros_like(like)
    return zero, zero, zero, zero


@triton.jit
def mma32(a, b0, b1, c, SIGNED: tl.constexpr):
    """c + integer dots over 32 columns: 16 rows of weights × 8 rows of activations.

    a and b0, b1: the words of operands A and B of mma.m16n8k32 (PTX ISA). c and the result are four
    int32: rows r and r + 8, each with the activation rows 2q and 2q + 1.
    """
    if INTERPRETED:
        c0, c1 = _spread(_dot_twin(a[0], b0, SIGNED) + _dot_twin(a[2], b1, SIGNED))
        c2, c3 = _spread(_dot_twin(a[1], b0, SIGNED) + _dot_twin(a[3], b1, SIGNED))
        return c[0] + c0, c[1] + c1, c[2] + c2, c[3] + c3
    else:
        return tl.inline_asm_elementwise(
            "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
            "{$0,$1,$2,$3}, {$4,$5,$6,$7}, {$8,$9}, {$10,$11,$12,$13};"
            if SIGNED
            else "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 "
            "{$0,$1,$2,$3}, {$4,$5,$6,$7}, {$8,$9}, {$10,$11,$12,$13};",
            "=r,=r,=r,=r,r,r,r,r,r,r,r,r,r,r",
            [a[0], a[1], a[2], a[3], b0, b1, c[0], c[1], c[2], c[3]],
            dtype=(tl.int32, tl.int32, tl.int32, tl.int32),
            is_pure=True,
            pack=1,
        )


@triton.jit
def mma16(a0, a1, b0, c, SIGNED: tl.constexpr):
    """As `mma32` over 16 columns: mma.m16n8k16."""
    if INTERPRETED:
        c0, c1 = _spread(_dot_twin(a0, b0, SIGNED))
        c2, c3 = _spread(_dot_twin(a1, b0, SIGNED))
        return c[0] + c0, c[1] + c1, c[2] + c2, c[3] + c3
    else:
        return tl.inline_asm_elementwise(
            "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 "
            "{$0,$1,$2,$3}, {$4,$5}, {$6}, {$7,$8,$9,$10};"
            if SIGNED
            else "mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 "
            "{$0,$1,$2,$3}, {$4,$5}, {$6}, {$7,$8,$9,$10};",
            "=r,=r,=r,=r,r,r,r,r,r,r,r",
            [a0, a1, b0, c[0], c[1], c[2], c[3]],
            dtype=(tl.int32, tl.int32, tl.int32, tl.int32),
            is_pure=True,
            pack=1,
        )


@triton.jit
def parity_sum(acc):
    """The sum of acc float32 over the two lanes of different group parity, in both lanes."""
    return acc + exchange(acc.to(tl.int32, bitcast=True), 2).to(tl.float32, bitcast=True)


@triton.jit
def _shifted(word, LEFT: tl.constexpr):
    """word << LEFT, or >> -LEFT; the caller masks bits that cross into another byte."""
    if LEFT >= 0:
        return word << LEFT
    else:
        return word >> -LEFT


@triton.jit
def _nibble_words(word, TYPE: tl.constexpr):
    """The fragment words of the low and of the high nibbles of a code word."""
    BITS: tl.constexpr = code_bits(TYPE)
    if codebook(TYPE) > 0:
        return look_up(word, codebook(TYPE))
    elif code_offset(TYPE) == 0:
        return word & 0x0F0F0F0F, (word >> 4) & 0x0F0F0F0F
    else:
        # Shift the field up by 8 - BITS, to the top of the byte.
        if BITS == 4:
            flipped = word ^ -0x77777778  # 0x88888888
            return (flipped << 4) & -0x0F0F0F10, flipped & -0x0F0F0F10  # 0xF0F0F0F0
        else:
            MASK: tl.constexpr = 0x78787878 if BITS == 5 else 0x3C3C3C3C
            return _shifted(word, 8 - BITS) & MASK, _shifted(word, 4 - BITS) & MASK


@triton.jit
def unpack_group(codes, high, H: tl.constexpr, TYPE: tl.constexpr):
    """The four fragment words of group H (0 or 1) of a pair.

    codes, high: the lane's words of the pair in the CODES and HIGH planes. The bytes are the codes
    less their offset, times `byte_factor`.
    """
    BITS: tl.constexpr = code_bits(TYPE)
    if entry_len(TYPE) > 0:
        return unpack_entries(codes, high, H, TYPE)
    elif BITS == 8:
        return codes[4 * H], codes[4 * H + 1], codes[4 * H + 2], codes[4 * H + 3]
    elif BITS >= 4:
        a0, a2 = _nibble_words(codes[2 * H], TYPE)
        a1, a3 = _nibble_words(codes[2 * H + 1], TYPE)
        words = (a0, a1, a2, a3)
        if BITS == 4:
            return words
        else:
            return _with_high_bits(words, high, H, TYPE)
    else:
        word = codes[H]
        words = ()
        for i in tl.static_range(4):
            if BITS == 3:
                words = words + (_shifted(word, 5 - 2 * i) & 0x60606060,)
            else:
                words = words + ((word >> (2 * i)) & 0x03030303,)
        if BITS == 2:
            return words
        else:
            return _with_high_bits(words, high, H, TYPE)


@triton.jit
def _with_high_bits(words, high, H: tl.constexpr, TYPE: tl.constexpr):
    """Insert the bits of the HIGH plane above the low bits."""
    BITS: tl.constexpr = code_bits(TYPE)
    result = ()
    if BITS == 6:
        flipped = high[H] ^ -0x55555556  # 0xAAAAAAAA: the sign bit of a field
        for i in tl.static_range(4):
            field = _shifted(flipped, 6 - 2 * i) & -0x3F3F3F40  # 0xC0C0C0C0
            result = result + (words[i] | field,)
        return result
    elif code_offset(TYPE) == 0:
        for i in tl.static_range(4):
            field = _shifted(high[0], 4 - (4 * H + i)) & 0x10101010
            result = result + (words[i] | field,)
        return result
    else:
        flipped = high[0] ^ -1
        for i in tl.static_range(4):
            field = _shifted(flipped, 7 - (4 * H + i)) & -0x7F7F7F80  # 0x80808080
            result = result + (words[i] | field,)
        return result
