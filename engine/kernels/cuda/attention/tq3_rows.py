"""Words of TQ3_0 blocks (engine/kernels/tq3_blocks.py): three-bit codes and norms of heads.

On a GPU a row of D values is D / 16 int32 of the codes' lower bits, then D / 32 of the upper bits;
its norms stand apart. In a half of 16 codes, code 4q + i has its lower bits at 16 (q / 2) + 4i +
2 (q % 2) and its upper bit at 4i + q: four shifts and masks leave codes in nibbles, which choose
among the bytes of two words.
"""

import struct

import triton
import triton.language as tl

from engine.kernels.cuda.launching.interpreted import INTERPRETED
from engine.kernels.tq3_blocks import BLOCK_LEN, BOUNDARIES, CENTROIDS

GROUP = tl.constexpr(BLOCK_LEN)
_C4, _C5, _C6, _C7 = (tl.constexpr(centroid) for centroid in CENTROIDS[4:])
_B4, _B5, _B6 = (tl.constexpr(boundary) for boundary in BOUNDARIES[4:])
_VALUES = tl.constexpr((tl.float16,) * 16)


def _unpacking() -> str:
    """PTX: outputs 0 … 15 are the values of lower bits $16, upper bits $17 and norm, twice, $18."""
    halves = struct.pack("<8e", *CENTROIDS)
    lower, upper = halves[::2], halves[1::2]
    tables = [
        int.from_bytes(part[at : at + 4], "little") for part in (lower, upper) for at in (0, 4)
    ]
    low, high = (f"0x{first:08X}, 0x{second:08X}" for first, second in (tables[:2], tables[2:]))
    lines = ["{", ".reg .b32 codes, upper, low, high, first, second;"]
    for q, shift in enumerate(("shl.b32 upper, $17, 2", "shl.b32 upper, $17, 1",
                               "mov.b32 upper, $17", "shr.u32 upper, $17, 1")):  # fmt: skip
        lines += [
            f"shr.u32 codes, $16, {16 * (q // 2) + 2 * (q % 2)};",
            "and.b32 codes, codes, 0x3333;",
            f"{shift};",
            "and.b32 upper, upper, 0x4444;",
            "or.b32 codes, codes, upper;",
            f"prmt.b32 low, {low}, codes;",
            f"prmt.b32 high, {high}, codes;",
            "prmt.b32 first, low, high, 0x5140;",
            "prmt.b32 second, low, high, 0x7362;",
            "mul.f16x2 first, first, $18;",
            "mul.f16x2 second, second, $18;",
            f"mov.b32 {{${4 * q}, ${4 * q + 1}}}, first;",
            f"mov.b32 {{${4 * q + 2}, ${4 * q + 3}}}, second;",
        ]
    return "\n".join([*lines, "}"])


_UNPACKING = tl.constexpr(_unpacking())
_CONSTRAINTS = tl.constexpr(",".join(["=h"] * 16 + ["r"] * 3))


@triton.jit
def _centroid(code):
    """The centroids of codes 0 … 7, float32."""
    place = tl.where(code < 4, 3 - code, code - 4)
    above = tl.where(place == 0, _C4, tl.where(place == 1, _C5, tl.where(place == 2, _C6, _C7)))
    return tl.where(code < 4, -above, above)


@triton.jit
def _block_sums(x):
    """The sums of x [ROWS, GROUPS, 32] over its last axis, added in pairs: one order everywhere."""
    SHAPE: tl.constexpr = x.shape
    x = tl.reshape(x, (SHAPE[0] * SHAPE[1], GROUP))
    for step in tl.static_range(5):
        first, second = tl.split(tl.reshape(x, (SHAPE[0] * SHAPE[1], 16 >> step, 2)))
        x = first + second
    return tl.reshape(x, (SHAPE[0], SHAPE[1]))


@triton.jit
def pack_blocks(x):
    """Heads x [ROWS, BLOCK_D] as words, with norms.

    Returns the lower bits int32 [ROWS, BLOCK_D / 16], the upper bits int32 [ROWS, BLOCK_D / 32] and
    float32 norms [ROWS, BLOCK_D / 32]; the norm of a block with NaN or infinity is NaN.
    """
    ROWS: tl.constexpr = x.shape[0]
    GROUPS: tl.constexpr = x.shape[1] // GROUP
    grouped = tl.reshape(x, (ROWS, GROUPS, GROUP))
    length = tl.sqrt(_block_sums(grouped * grouped))
    inverse = 0.5 / tl.where(length > 0, length, 1.0)
    unit = grouped * inverse[:, :, None]
    size = tl.abs(unit)
    place = (size > _B4).to(tl.int32) + (size > _B5).to(tl.int32) + (size > _B6).to(tl.int32)
    code = tl.where(unit > 0, 4 + place, 3 - place)
    centroid = _centroid(code)
    norm = length / tl.sqrt(_block_sums(centroid * centroid))
    norm = tl.where(norm < 65520.0, norm, float("nan"))
    e = tl.arange(0, 16)
    i, q = e % 4, e // 4
    code = tl.reshape(code, (ROWS, 2 * GROUPS, 16))
    lower = tl.sum((code & 3) << (16 * (q // 2) + 4 * i + 2 * (q % 2))[None, None, :], 2)
    upper = tl.sum((code >> 2) << (4 * i + q)[None, None, :], 2)
    first, second = tl.split(tl.reshape(upper, (ROWS, GROUPS, 2)))
    return lower, first | second << 16, norm


@triton.jit
def unpack_blocks(lower, upper, norm):
    """The values float16 [BLOCK, BLOCK_D] of words as `pack_blocks` gives them.

    `norm` int32 [BLOCK, BLOCK_D / 32] is a float16, twice. Impure as `stored_rows` needs it.
    """
    BLOCK: tl.constexpr = lower.shape[0]
    WORDS: tl.constexpr = lower.shape[1]
    upper = tl.reshape(tl.join(upper, upper >> 16), (BLOCK, WORDS))
    norm = tl.reshape(tl.join(norm, norm), (BLOCK, WORDS))
    if INTERPRETED:
        e = tl.arange(0, 16)
        i, q = e % 4, e // 4
        code = (lower[:, :, None] >> (16 * (q // 2) + 4 * i + 2 * (q % 2))[None, None, :]) & 3
        code = code | (((upper[:, :, None] >> (4 * i + q)[None, None, :]) & 1) << 2)
        factor = norm.to(tl.int16).to(tl.float16, bitcast=True)
        values = _centroid(code).to(tl.float16) * factor[:, :, None]
    else:
        v = tl.inline_asm_elementwise(
            _UNPACKING, _CONSTRAINTS, [lower, upper, norm], dtype=_VALUES, is_pure=False, pack=1
        )
        # Each join adds an axis: bit 3 of a value's place, then bits 2, 1 and 0.
        first = tl.join(
            tl.join(tl.join(v[0], v[8]), tl.join(v[4], v[12])),
            tl.join(tl.join(v[2], v[10]), tl.join(v[6], v[14])),
        )
        second = tl.join(
            tl.join(tl.join(v[1], v[9]), tl.join(v[5], v[13])),
            tl.join(tl.join(v[3], v[11]), tl.join(v[7], v[15])),
        )
        values = tl.join(first, second)
    return tl.reshape(values, (BLOCK, 16 * WORDS))
