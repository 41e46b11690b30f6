"""Rows of a KV cache: how a tile of heads is written to them, and read back for products.

A cache [R, D] is float32, float16 or bfloat16, or codes with a float16 scale [R, D / 32] for each
32 of them: int8 (Q8_0), two codes + 8 of four bits in a uint8, the earlier in the lower half
(Q4_0), or int32 words of three-bit codes (TQ3_0, tq3_rows.py). Here it is a tuple: elements, and
scales, which are unused where there are none. What is read of codes is float16. Knows neither heads
nor the mask of attention.
"""

import torch
import triton
import triton.language as tl

from engine.kernels.cuda.attention.tq3_rows import pack_blocks, unpack_blocks
from engine.kernels.cuda.launching.interpreted import INTERPRETED, rounded
from engine.kernels.cuda.residual.epilogue import log2
from engine.kernels.operands import KVState
from engine.kernels.sizes import transform_length
from engine.kernels.tq3_blocks import LARGEST_VALUE

GROUP = tl.constexpr(32)  # values that share a scale
LARGEST_CODED = tl.constexpr(65024.0)  # 127 * 512: what is read back is finite in float16
LARGEST_WORDED = tl.constexpr(LARGEST_VALUE)


def hadamard(kv: KVState, head_dim: int) -> dict[str, int]:
    """The constexpr argument of kernels that says how long the transform of heads is; 1: none."""
    return {"HADAMARD": transform_length(head_dim) if kv.is_transformed else 1}


def product_dtype(kv: KVState) -> torch.dtype:
    """The dtype in which `kv` is multiplied."""
    return kv.keys.dtype if kv.key_scales is None else torch.float16


@triton.constexpr_function
def product_type(TYPE):
    """The dtype in which a cache of elements TYPE is multiplied."""
    return tl.float16 if TYPE.is_int() else TYPE


@triton.constexpr_function
def row_size(TYPE, D):
    """The elements of TYPE in a row of D values."""
    if TYPE.is_int32():
        return D // 32 * 3
    return D // 2 if TYPE.is_int_unsigned() else D


@triton.jit
def transformed(x, HADAMARD: tl.constexpr):
    """Each HADAMARD columns of x [ROWS, BLOCK_D] times a Hadamard matrix, which is its own inverse.

    The first step of butterflies is repeated over columns that it puts in another order, until
    they are in order again.
    """
    if HADAMARD > 1:
        SHAPE: tl.constexpr = x.shape
        PARTS: tl.constexpr = x.shape[0] * x.shape[1] // HADAMARD
        x = tl.reshape(x * HADAMARD**-0.5, (PARTS, HADAMARD))
        for _ in tl.static_range(log2(HADAMARD)):
            first, second = tl.split(tl.reshape(x, (PARTS, HADAMARD // 2, 2)))
            x = tl.permute(tl.join(first + second, first - second), (0, 2, 1))
            x = tl.reshape(x, (PARTS, HADAMARD))
        x = tl.reshape(x, SHAPE)
    return x


@triton.jit
def rows_from(elements, scales, first, D: tl.constexpr):
    """The cache of the rows from `first` on; a `scales` of None has none."""
    SIZE: tl.constexpr = row_size(elements.dtype.element_ty, D)
    elements += first * SIZE
    if scales is None:
        return elements, elements
    else:
        return elements, scales + first * (D // GROUP)


@triton.jit
def _finite(x, LARGEST: tl.constexpr):
    """Values clamped to a finite range; NaN becomes 0.

    So a masked value contributes exactly 0 (0 times infinity would be NaN). A row of NaN still
    shows, through its key.
    """
    return tl.minimum(tl.maximum(tl.where(x == x, x, 0.0), -LARGEST), LARGEST)


@triton.jit
def _store_codes(x, cache, row, real, D: tl.constexpr):
    """Quantize x [ROWS, BLOCK_D] and store it; a group with NaN or infinity reads as NaN."""
    elements, scales = cache
    TYPE: tl.constexpr = elements.dtype.element_ty
    ROWS: tl.constexpr = x.shape[0]
    BLOCK_D: tl.constexpr = x.shape[1]
    GROUPS: tl.constexpr = BLOCK_D // GROUP
    IS_Q4: tl.constexpr = TYPE.is_int_unsigned()
    grouped = tl.reshape(x, (ROWS, GROUPS, GROUP))
    largest = tl.max(tl.abs(grouped), 2)
    unreal = tl.sum(grouped - grouped, 2)  # 0, or NaN
    if IS_Q4:
        # The value of the largest magnitude has code -8, as in a GGUF.
        highest = tl.max(grouped, 2)
        extreme = tl.where(highest == largest, highest, -largest)
        scale = extreme / -8.0
        inverse = -8.0 / tl.where(largest > 0, extreme, 1.0)
    else:
        scale = largest / 127.0
        inverse = 127.0 / tl.where(largest > 0, largest, 1.0)
    code = tl.floor(grouped * inverse[:, :, None] + 0.5)
    code = tl.where(code == code, code, 0.0)
    group = tl.arange(0, GROUPS)[None, :]
    at = scales + (row[:, None] * (D // GROUP) + group)
    stored = (scale + unreal).to(tl.float16)
    tl.store(at, stored, mask=real[:, None] & (group < D // GROUP))
    if IS_Q4:
        code = tl.reshape(tl.minimum(code, 7.0).to(tl.int32) + 8, (ROWS, BLOCK_D // 2, 2))
        low, high = tl.split(code)
        byte = tl.arange(0, BLOCK_D // 2)[None, :]
        at = elements + (row[:, None] * (D // 2) + byte)
        tl.store(at, (low | high << 4).to(tl.uint8), mask=real[:, None] & (byte < D // 2))
    else:
        d = tl.arange(0, BLOCK_D)[None, :]
        code = tl.reshape(code.to(tl.int8), (ROWS, BLOCK_D))
        tl.store(elements + (row[:, None] * D + d), code, mask=real[:, None] & (d < D))


@triton.jit
def _store_words(x, cache, row, real, D: tl.constexpr):
    """As `_store_codes`, in blocks of three bits."""
    elements, scales = cache
    lower, upper, norm = pack_blocks(x)
    WORDS: tl.constexpr = D // 16
    word = tl.arange(0, x.shape[1] // 16)[None, :]
    group = tl.arange(0, x.shape[1] // GROUP)[None, :]
    first = elements + row[:, None] * (D // GROUP * 3)
    tl.store(first + word, lower, mask=real[:, None] & (word < WORDS))
    is_real = real[:, None] & (group < D // GROUP)
    tl.store(first + (WORDS + group), upper, mask=is_real)
    tl.store(scales + (row[:, None] * (D // GROUP) + group), norm.to(tl.float16), mask=is_real)


@triton.jit
def store_keys(x, cache, row, real, D: tl.constexpr):
    """Store keys x [ROWS, BLOCK_D], 0 from column D on, in rows `row` [ROWS] that are `real`."""
    TYPE: tl.constexpr = cache[0].dtype.element_ty
    if TYPE.is_int32():
        _store_words(x, cache, row, real, D)
    elif TYPE.is_int():
        _store_codes(x, cache, row, real, D)
    else:
        d = tl.arange(0, x.shape[1])[None, :]
        mask = real[:, None] & (d < D)
        tl.store(cache[0] + (row[:, None] * D + d), rounded(x, TYPE), mask=mask)


@triton.jit
def store_values(x, cache, row, real, D: tl.constexpr):
    """As `store_keys`, for values, which are kept finite."""
    TYPE: tl.constexpr = cache[0].dtype.element_ty
    if TYPE.is_int32():
        x = _finite(x, LARGEST_WORDED)
    elif TYPE.is_int():
        x = _finite(x, LARGEST_CODED)
    elif TYPE.is_fp16():
        x = _finite(x, 65504.0)
    elif TYPE.is_bf16():
        x = _finite(x, 3.3895313892515355e38)
    else:
        x = _finite(x, 3.4028234663852886e38)
    store_keys(x, cache, row, real, D)


@triton.jit
def _load_scales(scales, row, seen, D: tl.constexpr, BLOCK_D: tl.constexpr, MASKED: tl.constexpr):
    """The scales of rows `row` [BLOCK], each twice in an int32: [BLOCK, BLOCK_D / 32].

    Two scales are read at once where they fill words, since less cannot be read ahead.
    """
    GROUPS: tl.constexpr = BLOCK_D // GROUP
    SCALES: tl.constexpr = D // GROUP  # of a row
    if SCALES % 2 == 0:
        word = tl.arange(0, GROUPS // 2)[None, :]
        at = scales.to(tl.pointer_type(tl.int32)) + (row[:, None] * (SCALES // 2) + word)
        if MASKED:
            both = tl.load(at, mask=seen[:, None] & (word < SCALES // 2), other=0)
        elif BLOCK_D > D:
            both = tl.load(at, mask=word < SCALES // 2, other=0)
        else:
            both = tl.load(at)
        first = (both & 0xFFFF) | (both << 16)
        second = (both & -0x10000) | ((both >> 16) & 0xFFFF)
        return tl.reshape(tl.join(first, second), (row.shape[0], GROUPS))
    else:
        group = tl.arange(0, GROUPS)[None, :]
        at = scales + (row[:, None] * SCALES + group)
        if MASKED:
            each = tl.load(at, mask=seen[:, None] & (group < SCALES), other=0.0)
        elif BLOCK_D > D:
            each = tl.load(at, mask=group < SCALES, other=0.0)
        else:
            each = tl.load(at)
        bits = each.to(tl.int16, bitcast=True).to(tl.int32) & 0xFFFF
        return bits | (bits << 16)


@triton.jit
def _times_scale(codes, scale):
    """int8 `codes` times their `scale` of `_load_scales`, rounded to float16.

    Called impure, so that the compiler leaves it beside the loads of 16 bytes. Behind the exchange
    that products need, codes would be gathered one by one.
    """
    if INTERPRETED:
        values = codes.to(tl.float16) * scale.to(tl.int16).to(tl.float16, bitcast=True)
    else:
        # The bytes 0x64, code + 128 are the float16 1152 + code.
        values = tl.inline_asm_elementwise(
            """{
            .reg .b32 raised, low, high, offset;
            mov.b32 offset, 0x64806480;
            xor.b32 raised, $2, 0x80808080;
            prmt.b32 low, raised, 0x64646464, 0x4140;
            prmt.b32 high, raised, 0x64646464, 0x4342;
            sub.f16x2 low, low, offset;
            sub.f16x2 high, high, offset;
            mul.f16x2 $0, low, $3;
            mul.f16x2 $1, high, $3;
            }""",
            "=r,=r,r,r,r,r,r",
            [codes, scale],
            dtype=tl.float16,
            is_pure=False,
            pack=4,
        )
    return values


@triton.jit
def _pairs_times_scale(pairs, scale):
    """Both codes of each of `pairs` (uint8), as `_times_scale`: two float16 tensors."""
    if INTERPRETED:
        scale = scale.to(tl.int16).to(tl.float16, bitcast=True)
        low = ((pairs & 15).to(tl.float16) - 8.0).to(tl.float16) * scale
        high = ((pairs >> 4).to(tl.float16) - 8.0).to(tl.float16) * scale
    else:
        low, high = tl.inline_asm_elementwise(
            """{
            .reg .b32 lower, upper, offset, a, b, c, d;
            mov.b32 offset, 0x64086408;
            and.b32 lower, $4, 0x0F0F0F0F;
            shr.u32 upper, $4, 4;
            and.b32 upper, upper, 0x0F0F0F0F;
            prmt.b32 a, lower, 0x64646464, 0x4140;
            prmt.b32 b, lower, 0x64646464, 0x4342;
            prmt.b32 c, upper, 0x64646464, 0x4140;
            prmt.b32 d, upper, 0x64646464, 0x4342;
            sub.f16x2 a, a, offset;
            sub.f16x2 b, b, offset;
            sub.f16x2 c, c, offset;
            sub.f16x2 d, d, offset;
            mul.f16x2 $0, a, $5;
            mul.f16x2 $1, b, $5;
            mul.f16x2 $2, c, $5;
            mul.f16x2 $3, d, $5;
            }""",
            "=r,=r,=r,=r,r,r,r,r,r",
            [pairs, scale],
            dtype=(tl.float16, tl.float16),
            is_pure=False,
            pack=4,
        )
    return low, high


@triton.jit
def _load_codes(cache, row, seen, D: tl.constexpr, BLOCK_D: tl.constexpr, MASKED: tl.constexpr):
    """As `load_rows`, of codes."""
    elements, scales = cache
    BLOCK: tl.constexpr = row.shape[0]
    IS_Q4: tl.constexpr = elements.dtype.element_ty.is_int_unsigned()
    GROUPS: tl.constexpr = BLOCK_D // GROUP
    BYTES: tl.constexpr = BLOCK_D // 2 if IS_Q4 else BLOCK_D
    SIZE: tl.constexpr = D // 2 if IS_Q4 else D
    byte = tl.arange(0, BYTES)[None, :]
    at = elements + (row[:, None] * SIZE + byte)
    if MASKED:
        codes = tl.load(at, mask=seen[:, None] & (byte < SIZE), other=0)
    elif BLOCK_D > D:
        codes = tl.load(at, mask=byte < SIZE, other=0)
    else:
        codes = tl.load(at)
    codes = tl.reshape(codes, (BLOCK, GROUPS, BYTES // GROUPS))
    scale = _load_scales(scales, row, seen, D, BLOCK_D, MASKED)[:, :, None]
    if IS_Q4:
        low, high = _pairs_times_scale(codes, scale)
        values = tl.join(low, high)
    else:
        values = _times_scale(codes, scale)
    return tl.reshape(values, (BLOCK, BLOCK_D))


@triton.jit
def _load_part(
    elements, row, seen, FIRST: tl.constexpr, COUNT: tl.constexpr, BLOCK: tl.constexpr,
    STRIDE: tl.constexpr, MASKED: tl.constexpr,
):  # fmt: skip
    """Elements FIRST … FIRST + COUNT - 1 of rows of STRIDE, as [rows, BLOCK]."""
    column = tl.arange(0, BLOCK)[None, :]
    at = elements + (row[:, None] * STRIDE + (FIRST + column))
    if MASKED:
        part = tl.load(at, mask=seen[:, None] & (column < COUNT), other=0)
    elif BLOCK > COUNT:
        part = tl.load(at, mask=column < COUNT, other=0)
    else:
        part = tl.load(at)
    return part


@triton.jit
def _load_words(cache, row, seen, D: tl.constexpr, BLOCK_D: tl.constexpr, MASKED: tl.constexpr):
    """As `load_rows`, of blocks of three bits."""
    elements, scales = cache
    STRIDE: tl.constexpr = D // GROUP * 3
    lower = _load_part(elements, row, seen, 0, D // 16, BLOCK_D // 16, STRIDE, MASKED)
    upper = _load_part(elements, row, seen, D // 16, D // GROUP, BLOCK_D // GROUP, STRIDE, MASKED)
    return unpack_blocks(lower, upper, _load_scales(scales, row, seen, D, BLOCK_D, MASKED))


@triton.jit
def load_rows(cache, row, seen, D: tl.constexpr, BLOCK_D: tl.constexpr, MASKED: tl.constexpr):
    """Rows `row` [BLOCK] of a cache as [BLOCK, BLOCK_D]; if MASKED, rows not `seen` are 0."""
    if cache[0].dtype.element_ty.is_int32():
        rows = _load_words(cache, row, seen, D, BLOCK_D, MASKED)
    elif cache[0].dtype.element_ty.is_int():
        rows = _load_codes(cache, row, seen, D, BLOCK_D, MASKED)
    else:
        d = tl.arange(0, BLOCK_D)[None, :]
        at = cache[0] + (row[:, None] * D + d)
        if MASKED:
            rows = tl.load(at, mask=seen[:, None] & (d < D), other=0.0)
        elif BLOCK_D > D:
            rows = tl.load(at, mask=d < D, other=0.0)
        else:
            rows = tl.load(at)
    return rows
