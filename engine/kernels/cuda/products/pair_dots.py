"""Integer dots of a pair of groups of 32 columns, whose groups have columns of their own.

The mma instruction has eight columns for activations. Columns 0 … 3 take the even group of a pair
and columns 4 … 7 the odd one, each zero for the other, so that two instructions share one
accumulator: lanes 0 and 1 of a quad hold the results of the even group, lanes 2 and 3 those of the
odd group.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.tiles.formats import FLOAT_HALVES, has_halves, is_signed, scale_kind
from engine.kernels.cuda.tiles.fragments import mma16, mma32, unpack_group, zeros4


@triton.jit
def pair_dots(words, even, last, TYPE: tl.constexpr):
    """Dots of the lane's group: one, or one of each half where halves have scales of their own.

    Each is four int32: weight rows r and r + 8 with two activation rows. words: (codes, high);
    even, last: the B words of the pair's groups.
    """
    zero = zeros4(even[0])
    a = unpack_group(words[0], words[1], 0, TYPE)
    z = unpack_group(words[0], words[1], 1, TYPE)
    if has_halves(TYPE) or scale_kind(TYPE) == FLOAT_HALVES:
        first = mma16(a[0], a[1], even[0], zero, is_signed(TYPE))
        first = mma16(z[0], z[1], last[0], first, is_signed(TYPE))
        second = mma16(a[2], a[3], even[1], zero, is_signed(TYPE))
        second = mma16(z[2], z[3], last[1], second, is_signed(TYPE))
        return first, second
    else:
        first = mma32(a, even[0], even[1], zero, is_signed(TYPE))
        return (mma32(z, last[0], last[1], first, is_signed(TYPE)),)
