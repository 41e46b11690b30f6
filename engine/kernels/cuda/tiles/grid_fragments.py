"""Words of a tile whose codes are indices of a grid's entries: loads and look-ups. See engine/quants/tiles.py.

An entry is a selector of prmt for each of its values: four bits, of which the lower three choose one of
eight bytes. A type's table of them is data of the compiled kernel, so that no kernel takes it as an argument; what is read of it
stays in the nearest cache, which the weights pass by.
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
    """Of each entry the numbers of its levels, the first in the lowest bits."""
    numbers = np.searchsorted(grid.levels, grid_entries(kind)).astype(np.uint32)
    return np.bitwise_or.reduce(numbers << 4 * np.arange(grid.entry_len, dtype=np.uint32), axis=1)


def _levels(grid: Grid) -> tuple[int, int]:
    """The eight bytes that selectors choose from, as two int32.

    Where there are signs of eight values at a time, or deltas, bit 2 of a selector says which.
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
# Host addresses, for the interpreter alone.
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
    """PTX that declares a type's table and gives its address."""
    return _TABLES.value[kind]


@triton.constexpr_function
def _address(kind):
    """Where a type's table is in the interpreter's memory."""
    return _ADDRESSES.value[kind]


@triton.constexpr_function
def _level_words(kind):
    """The eight levels of a type, as two int32."""
    return _LEVELS.value[kind]


@triton.constexpr_function
def _permute(kind):
    """PTX that makes of four selectors four levels."""
    low, high = _LEVELS.value[kind]
    return (
        f"{{ .reg .b32 t0, t1; mov.b32 t0, {low}; mov.b32 t1, {high}; prmt.b32 $0, t0, t1, $1; }}"
    )


@triton.constexpr_function
def _load_once(kind):
    return f"ld.global.L1::no_allocate.{kind} $0, [$1];"


@triton.jit
def _load(base, offset, KIND: tl.constexpr, DTYPE: tl.constexpr):
    """Elements of PTX's type KIND that nothing else of the step reads, as int32."""
    at = base.to(tl.pointer_type(DTYPE)) + offset
    if INTERPRETED:
        return tl.load(at).to(tl.int32)
    else:
        return tl.inline_asm_elementwise(
            _load_once(KIND), "=r,l", [at.to(tl.int64)], dtype=tl.int32, is_pure=True, pack=1
        )


@triton.jit
def load_entries(base, pair, lane, words, K: tl.constexpr, TYPE: tl.constexpr):
    """A lane's words of a pair, `words` of them from CODES, and its bits of HIGH: (codes, high).

    Among them where an entry's values are shared: see `_split`.
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
        # A byte of two lanes: the odd one's bits are in its upper half.
        high = (_load(base, HIGH + pair * 16 + lane // 2, "u8", tl.uint8),)
    else:
        high = (_load(base, HIGH + pair * 32 + lane, "u8", tl.uint8),)
    return codes, high


@triton.jit
def _entry(like, index, TYPE: tl.constexpr):
    """The selectors of entries, int32."""
    if INTERPRETED:
        table = tl.full(index.shape, _address(TYPE), tl.int64)
    else:
        table = tl.inline_asm_elementwise(
            _table(TYPE), "=l,r", [tl.zeros_like(like)], dtype=tl.int64, is_pure=True, pack=1
        )
    return tl.load(table.to(tl.pointer_type(tl.int32)) + index)


@triton.jit
def _chosen(selectors, TYPE: tl.constexpr):
    """The levels that the four selectors in the low half of a word choose, in its bytes."""
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
    """Those of entry KTH of a lane."""
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
    """The low halves of two words, or where `upper` (0 or 1) the upper ones, in one."""
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
    """The selectors of two rows' entries → those of a lane's own columns: in its group's first half, in its second.

    An even lane holds entries of the first half, the odd one beside it of the second, and of each an
    even lane wants the first four values, an odd one the last.
    """
    own = _two_halves(upper_row, lower_row, odd)
    other = exchange(_two_halves(upper_row, lower_row, 1 - odd), 1)
    return tl.where(odd > 0, other, own), tl.where(odd > 0, own, other)


@triton.jit
def _four_values(codes, high, KTH: tl.constexpr, TYPE: tl.constexpr):
    """The bytes of entry KTH of a lane, of four values: a word."""
    index = (codes[KTH // 4] >> (8 * (KTH % 4))) & 255
    if index_high_bits(TYPE) == 1:
        index = index | ((high[0] >> KTH) & 1) << 8
    level = _chosen(_entry(index, index, TYPE), TYPE)
    negative = (codes[2] >> KTH) & 0x01010101
    # ~level + 1 in the bytes that are negative; no level is 0, so nothing is carried.
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
