"""Float weights (F32, F16, BF16; row-major) x float32 activations, on CUDA cores. Stores nothing.

A warp computes OUTPUTS weight rows: each lane accumulates every 32nd chunk of 16 bytes of a row
with float32 fused multiply-adds, then the lanes' sums are added. The order, and so a row's bits, is
the same for any number of activation rows and warps.
"""

import triton
import triton.language as tl
from triton.language.extra.cuda import gdc_wait


@triton.constexpr_function
def _chunk_len(dtype):
    """Weights in 16 bytes."""
    return 128 // dtype.primitive_bitwidth


@triton.jit
def _four_floats(words, FOUR: tl.constexpr, DTYPE: tl.constexpr):
    """Weights 4 FOUR … 4 FOUR + 3 of the four int32 words, as float32."""
    if tl.float32 == DTYPE:
        values = ()
        for i in tl.static_range(4):
            values = values + (words[i].to(tl.float32, bitcast=True),)
        return values
    else:
        w0, w1 = _two_floats(words[2 * FOUR], DTYPE)
        w2, w3 = _two_floats(words[2 * FOUR + 1], DTYPE)
        return w0, w1, w2, w3


@triton.jit
def _two_floats(word, DTYPE: tl.constexpr):
    """The two float16 or bfloat16 of an int32, low half first, as float32."""
    if tl.bfloat16 == DTYPE:
        low = (word << 16).to(tl.float32, bitcast=True)
        return low, (word & -65536).to(tl.float32, bitcast=True)
    else:
        low = word.to(tl.int16).to(tl.float16, bitcast=True)
        high = (word >> 16).to(tl.int16).to(tl.float16, bitcast=True)
        return low.to(tl.float32), high.to(tl.float32)


@triton.jit
def _load_four(at, valid, EVICT: tl.constexpr):
    """Four elements of 4 bytes from `at` on, in one load; 0 where not valid."""
    at = at[:, None] + tl.arange(0, 4)[None, :]
    x = tl.load(at, mask=valid[:, None], other=0, eviction_policy=EVICT)
    even, odd = tl.split(tl.reshape(x, (x.shape[0], 2, 2)))
    x0, x2 = tl.split(even)
    x1, x3 = tl.split(odd)
    return x0, x1, x2, x3


@triton.jit
def _load_chunk(rows, chunk, K: tl.constexpr, DTYPE: tl.constexpr, OUTPUTS: tl.constexpr):
    """A chunk of OUTPUTS weight rows, four words each."""
    valid = chunk < K // _chunk_len(DTYPE)
    words = ()
    for r in tl.static_range(OUTPUTS):
        words = words + (_load_four(rows[r] + chunk * 4, valid, "evict_first"),)
    return words


@triton.jit
def _add_chunk(
    acc, words, values_ptr, chunk, K: tl.constexpr, DTYPE: tl.constexpr,
    WIDTH: tl.constexpr, OUTPUTS: tl.constexpr,
):  # fmt: skip
    """acc (WIDTH x OUTPUTS) + the products of a chunk with every activation row."""
    LEN: tl.constexpr = _chunk_len(DTYPE)
    valid = chunk < K // LEN
    for n in tl.static_range(LEN // 4):
        weights = ()
        for r in tl.static_range(OUTPUTS):
            weights = weights + (_four_floats(words[r], n, DTYPE),)
        sums = ()
        for w in tl.static_range(WIDTH):
            x = _load_four(values_ptr + w * K + chunk * LEN + n * 4, valid, "")
            for r in tl.static_range(OUTPUTS):
                total = acc[w * OUTPUTS + r]
                for i in tl.static_range(4):
                    total = tl.fma(weights[r][i], x[i], total)
                sums = sums + (total,)
        acc = sums
    return acc


@triton.jit
def _stack(parts, FIRST: tl.constexpr, COUNT: tl.constexpr):
    """Stack COUNT (a power of two) tensors [A] from parts[FIRST] on: [A, COUNT]."""
    if COUNT == 1:
        return parts[FIRST][:, None]
    else:
        first = _stack(parts, FIRST, COUNT // 2)
        second = _stack(parts, FIRST + COUNT // 2, COUNT // 2)
        both = tl.permute(tl.join(first, second), (0, 2, 1))
        return tl.reshape(both, (first.shape[0], COUNT))


@triton.jit
def gather(
    acc, BEGIN: tl.constexpr, TAKEN: tl.constexpr, WIDTH: tl.constexpr, ROWS: tl.constexpr,
    OUTPUTS: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """Sum weight rows BEGIN … BEGIN + TAKEN - 1 of each warp over lanes: [ROWS, TAKEN * WARPS]."""
    sums = ()
    for w in tl.static_range(ROWS):
        for r in tl.static_range(TAKEN):
            if w < WIDTH:
                lanes = tl.reshape(acc[w * OUTPUTS + BEGIN + r], (WARPS, 32))
                sums = sums + (tl.sum(lanes, 1),)
            else:
                sums = sums + (tl.zeros((WARPS,), tl.float32),)
    stacked = tl.reshape(_stack(sums, 0, ROWS * TAKEN), (WARPS, ROWS, TAKEN))
    return tl.reshape(tl.permute(stacked, (1, 0, 2)), (ROWS, WARPS * TAKEN))


@triton.jit
def float_dot(
    rows, values_ptr, K: tl.constexpr, DTYPE: tl.constexpr, WIDTH: tl.constexpr,
    OUTPUTS: tl.constexpr, WARPS: tl.constexpr, UNROLL: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """Each lane's partial products of its warp's OUTPUTS weight rows with WIDTH activation rows.

    rows: OUTPUTS int32 pointers [32 WARPS]. Returns WIDTH x OUTPUTS partial sums [32 WARPS].
    """
    CHUNKS: tl.constexpr = K // _chunk_len(DTYPE)
    lane = tl.arange(0, 32 * WARPS) % 32
    acc = (tl.zeros((32 * WARPS,), tl.float32),) * (WIDTH * OUTPUTS)
    # No kernel writes weights: their first loads overlap the end of the kernel before.
    words = ()
    for u in tl.static_range(UNROLL):
        words = words + (_load_chunk(rows, u * 32 + lane, K, DTYPE, OUTPUTS),)
    if PDL:
        gdc_wait()
    for first in range(0, CHUNKS, 32 * UNROLL):
        following = ()
        for u in tl.static_range(UNROLL):
            chunk = first + u * 32 + lane
            acc = _add_chunk(acc, words[u], values_ptr, chunk, K, DTYPE, WIDTH, OUTPUTS)
            after = chunk + 32 * UNROLL
            following = following + (_load_chunk(rows, after, K, DTYPE, OUTPUTS),)
        words = following
    return acc


@triton.jit
def row_pointers(
    matrix_ptr, first, N: tl.constexpr, K: tl.constexpr, DTYPE: tl.constexpr,
    OUTPUTS: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """Pointers to each warp's OUTPUTS weight rows from `first` on; beyond N, the last row again."""
    WORDS: tl.constexpr = K // _chunk_len(DTYPE) * 4
    warp = tl.arange(0, 32 * WARPS) // 32
    rows = ()
    for r in tl.static_range(OUTPUTS):
        row = tl.minimum(first + warp * OUTPUTS + r, N - 1)
        rows = rows + (matrix_ptr + row.to(tl.int64) * WORDS,)
    return rows
