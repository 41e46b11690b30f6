"""Loads and look-ups for tiles whose codes index the entries of a grid (engine/quants/tiles.py).

An entry has a prmt selector for each of its values: four bits, of which the lower three choose one
of eight bytes. A type's table of entries is a constant of the compiled kernel rather than an
argument; it stays in L1, which the loads of weights bypass.
"""

import numpy as np
import triton
import triton.language as tl
from numpy.typing import NDArray

from engine.gguf.types import GGMLType
from engine.kernels.cuda.launching.interpreted import INTERPRETED
from engine.kernels.cuda.tiles.exchange import exchange
from engine.kernels.cuda.tiles.formats import (
    entry_len,
    has_deltas,
    high_offset,
    index_high_bits,
    signs_offset,
)
from engine.quants.grids import grid_entries
from engine.quants.weight_types import WEIGHT_TYPES, Grid

_GRIDS = {kind: row.grid for kind, row in WEIGHT_TYPES.items() if row.grid is not None}


def _selectors(kind: GGMLType, grid: Grid) -> NDArray[np.uint32]:
    """The indices of each entry's levels, uint32; the first value's in the lowest bits."""
    numbers = np.searchsorted(grid.levels, grid_entries(kind)).astype(np.uint32)
    return np.bitwise_or.reduce(numbers << 4 * np.arange(grid.entry_len, dtype=np.uint32), axis=1)


def _levels(grid: Grid) -> tuple[int, int]:
    """The eight bytes that selectors choose from, as two int32.

    For entries of eight values, and for deltas, bit 2 of a selector is the sign.
    """
    if grid.deltas is not None:
        low, high = ([8 * level + delta for level in grid.levels] for delta in (1, -1))
    elif grid.entry_len == 8:
        low, high = ([sign * level for level in grid.levels] for sign in (1, -1))
    else:
        low, high = list(grid.levels[:4]), list(grid.levels[4:])
    pairs = [np.array([*part, 0, 0][:4], np.int8).view(np.int32) for part in (low, high)]
    return int(pairs[0][0]), int(pairs[1][0])


SELECTORS = {kind: _selectors(kind, grid) for kind, grid in _GRIDS.items()}
# Host addresses, for the interpreter only.
_ADDRESSES = tl.constexpr(
    {kind.value: words.ctypes.data for kind, words in SELECTORS.items()}
    if INTERPRETED.value
    else {}
)
_LEVELS = tl.constexpr({kind.value: _levels(grid) for kind, grid in _GRIDS.items()})
_TABLES = tl.constexpr(
    {
        kind.value: f"{{ .global .align 128 .b32 entries[{len(words)}] = "
        f"{{{','.join(map(str, words.tolist()))}}}; mov.u64 $0, entries; }}"
        for kind, words in SELECTORS.items()
    }
)


@triton.constexpr_function
def _table(kind):
    """PTX that declares a type's table and returns its address."""
    return _TABLES.value[kind]


@triton.constexpr_function
def _address(kind):
    """The address of a type's table in host memory."""
    return _ADDRESSES.value[kind]


@triton.constexpr_function
def _level_words(kind):
    """The eight levels of a type, as two int32."""
    return _LEVELS.value[kind]


@triton.constexpr_function
def _permute(kind):
    """PTX that maps four selectors to four levels."""
    low, high = _LEVELS.value[kind]
    return (
        f"{{ .reg .b32 t0, t1; mov.b32 t0, {low}; mov.b32 t1, {high}; prmt.b32 $0, t0, t1, $1; }}"
    )


@triton.constexpr_function
def _load_once(kind):
    return f"ld.global.L1::no_allocate.{kind} $0, [$1];"


@triton.jit
def _load(base, offset, KIND: tl.constexpr, DTYPE: tl.constexpr):
    """Load elements of PTX type KIND as int32, past L1: nothing else in the step reads them."""
    at = base.to(tl.pointer_type(DTYPE)) + offset
    if INTERPRETED:
        return tl.load(at).to(tl.int32)
    else:
        return tl.inline_asm_elementwise(
            _load_once(KIND), "=r,l", [at.to(tl.int64)], dtype=tl.int32, is_pure=True, pack=1
        )


@triton.jit
def load_entries(base, pair, lane, words, K: tl.constexpr, TYPE: tl.constexpr):
    """A lane's words of a pair, from `words` of CODES on, and its bits of HIGH: (codes, high).

    For entries of eight values, which two lanes share, codes end with the lane's parity; see
    `_split`.
    """
    HIGH: tl.constexpr = high_offset(TYPE, K)
    codes = words
    if entry_len(TYPE) == 4:
        SIGNS: tl.constexpr = signs_offset(TYPE, K) // 4
        codes = codes + (_load(base, SIGNS + pair * 32 + lane, "u32", tl.int32),)
    else:
        codes = codes + (lane % 2,)
    if has_deltas(TYPE):
        high = (_load(base, HIGH // 2 + pair * 32 + lane, "u16", tl.uint16),)
    elif index_high_bits(TYPE) == 0:
        high = ()
    elif entry_len(TYPE) == 8 and index_high_bits(TYPE) == 1:
        # Two lanes share a byte: the odd one's bits are in its upper half.
        high = (_load(base, HIGH + pair * 16 + lane // 2, "u8", tl.uint8),)
    else:
        high = (_load(base, HIGH + pair * 32 + lane, "u8", tl.uint8),)
    return codes, high


@triton.jit
def _entry(like, index, TYPE: tl.constexpr):
    """The selectors of the entries at `index`, int32."""
    if INTERPRETED:
        table = tl.full(index.shape, _address(TYPE), tl.int64)
    else:
        table = tl.inline_asm_elementwise(
            _table(TYPE), "=l,r", [tl.zeros_like(like)], dtype=tl.int64, is_pure=True, pack=1
        )
    return tl.load(table.to(tl.pointer_type(tl.int32)) + index)


@triton.jit
def _chosen(selectors, TYPE: tl.constexpr):
    """The levels of the four selectors in the low half of a word, in the bytes of a word."""
    if INTERPRETED:
        LOW: tl.constexpr = _level_words(TYPE)[0]
        HIGH: tl.constexpr = _level_words(TYPE)[1]
        result = tl.zeros_like(selectors)
        for byte in tl.static_range(4):
            number = (selectors >> (4 * byte)) & 7
            half = tl.where(number > 3, HIGH, LOW)
            result = result | (((half >> (number % 4 * 8)) & 255) << (8 * byte))
        return result
    else:
        return tl.inline_asm_elementwise(
            _permute(TYPE), "=r,r", [selectors], dtype=tl.int32, is_pure=True, pack=1
        )


@triton.jit
def _eight_selectors(codes, high, KTH: tl.constexpr, TYPE: tl.constexpr):
    """The selectors of a lane's entry KTH."""
    index = (codes[0] >> (8 * KTH)) & 255
    if has_deltas(TYPE):
        bits = high[0] >> (4 * KTH)
        return _entry(index, index | (bits & 7) << 8, TYPE) | ((bits >> 3) & 1) * 0x44444444
    else:
        if index_high_bits(TYPE) == 1:
            index = index | ((high[0] >> (4 * codes[2] + KTH)) & 1) << 8
        elif index_high_bits(TYPE) == 2:
            index = index | ((high[0] >> (2 * KTH)) & 3) << 8
        signs = codes[1] << (2 - KTH) if KTH < 3 else codes[1] >> 1
        return _entry(index, index, TYPE) | (signs & 0x44444444)


@triton.jit
def _two_halves(first, second, upper):
    """The low halves of two words in one, or the upper halves where `upper` is 1."""
    if INTERPRETED:
        shift = upper * 16
        return ((first >> shift) & 0xFFFF) | ((second >> shift) & 0xFFFF) << 16
    else:
        return tl.inline_asm_elementwise(
            "prmt.b32 $0, $1, $2, $3;",
            "=r,r,r,r",
            [first, second, upper * 0x2222 + 0x5410],
            dtype=tl.int32,
            is_pure=True,
            pack=1,
        )


@triton.jit
def _split(upper_row, lower_row, odd):
    """The selectors of a lane's columns in the first and in the second half of its group.

    Of two neighbors the even lane holds entries of the first half, the odd one of the second; of
    each entry the even lane needs the first four values, the odd one the last four.
    """
    own = _two_halves(upper_row, lower_row, odd)
    other = exchange(_two_halves(upper_row, lower_row, 1 - odd), 1)
    return tl.where(odd > 0, other, own), tl.where(odd > 0, own, other)


@triton.jit
def _four_values(codes, high, KTH: tl.constexpr, TYPE: tl.constexpr):
    """The four values of a lane's entry KTH, in the bytes of a word."""
    index = (codes[KTH // 4] >> (8 * (KTH % 4))) & 255
    if index_high_bits(TYPE) == 1:
        index = index | ((high[0] >> KTH) & 1) << 8
    level = _chosen(_entry(index, index, TYPE), TYPE)
    negative = (codes[2] >> KTH) & 0x01010101
    # ~level + 1 in the negative bytes; no level is 0, so nothing carries into the next byte.
    return (level ^ (negative * 255)) + negative


@triton.jit
def unpack_entries(codes, high, H: tl.constexpr, TYPE: tl.constexpr):
    """The four fragment words of group H (0 or 1) of a pair; see `unpack_group`."""
    if entry_len(TYPE) == 8:
        upper_row = _eight_selectors(codes, high, 2 * H, TYPE)
        lower_row = _eight_selectors(codes, high, 2 * H + 1, TYPE)
        odd = codes[1] if has_deltas(TYPE) else codes[2]
        left, right = _split(upper_row, lower_row, odd)
        return (
            _chosen(left, TYPE),
            _chosen(left >> 16, TYPE),
            _chosen(right, TYPE),
            _chosen(right >> 16, TYPE),
        )
    else:
        return (
            _four_values(codes, high, 4 * H, TYPE),
            _four_values(codes, high, 4 * H + 2, TYPE),
            _four_values(codes, high, 4 * H + 1, TYPE),
            _four_values(codes, high, 4 * H + 3, TYPE),
        )
