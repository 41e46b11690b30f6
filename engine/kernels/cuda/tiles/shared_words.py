"""Values that warps of a program hand to each other through shared memory, waiting once.

Triton's own reductions over warps wait three times (3.6 to 3.9), and its changes of layouts wait
for each tensor. Words belong to one place in a kernel; other places have others.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.launching.interpreted import INTERPRETED


@triton.jit
def shared_words(NUMBER: tl.constexpr):
    """The address of NUMBER words of shared memory."""
    if INTERPRETED:
        return 0
    else:
        return tl.inline_asm_elementwise(
            _declaration(NUMBER), "=r,r", [tl.program_id(0)], dtype=tl.int32, is_pure=False, pack=1
        )


@triton.constexpr_function
def _declaration(number):
    return f".shared .align 16 .b32 words_${{:uid}}[{number}]; mov.u32 $0, words_${{:uid}};"


@triton.jit
def put(words, place, value):
    """Store float32 `value` at `place`, both of one shape."""
    tl.inline_asm_elementwise(
        "st.shared.f32 [$1], $2; mov.u32 $0, 0;",
        "=r,r,f", [words + place * 4, value], dtype=tl.int32, is_pure=False, pack=1,
    )  # fmt: skip


@triton.jit
def once_all_have_put(words):
    """Wait for all warps; `words` from which what they have put can be taken."""
    if INTERPRETED:
        return words
    else:
        return tl.inline_asm_elementwise(
            "bar.sync 0; mov.u32 $0, $1;", "=r,r", [words], dtype=tl.int32, is_pure=False, pack=1
        )


@triton.jit
def take(words, place, ONCE: tl.constexpr):
    """The float32 that was put at `place`. Unless ONCE, something else is put there afterwards."""
    return tl.inline_asm_elementwise(
        "ld.shared.f32 $0, [$1];",
        "=f,r", [words + place * 4], dtype=tl.float32, is_pure=ONCE, pack=1,
    )  # fmt: skip


@triton.jit
def once_first_warps_are_left(words, thread, WARPS: tl.constexpr):
    """As `once_all_have_put`; all but the first WARPS end. Threads [N] are 0 … N - 1."""
    if INTERPRETED:
        return words
    else:
        left = tl.inline_asm_elementwise(
            "{ .reg .pred other; bar.sync 0; setp.ge.u32 other, $2, $3; "
            "@other exit; mov.u32 $0, $1; }",
            "=r,r,r,r", [words + thread * 0, thread, thread * 0 + 32 * WARPS],
            dtype=tl.int32, is_pure=False, pack=1,
        )  # fmt: skip
        return left


@triton.jit
def put_words(words, place, value):
    """Put `value` [N] at `place` [N], each elsewhere."""
    if not INTERPRETED:
        put(words, place, value)


@triton.jit
def taken_words(words, place, put_place, value):
    """What is at `place` [M] once `put_words` has put `value` [N] at `put_place`."""
    if INTERPRETED:
        is_chosen = place[:, None] == put_place[None, :]
        return tl.sum(tl.where(is_chosen, value[None, :], 0.0), 1)
    else:
        return take(words, place, True)


@triton.jit
def halved(parts):
    """The sum of a power of two of tensors: those of the second half are added to the first."""
    for _level in tl.static_range(len(parts).bit_length() - 1):
        sums = ()
        for i in tl.static_range(len(parts) // 2):
            sums = sums + (parts[i] + parts[i + len(parts) // 2],)
        parts = sums
    return parts[0]


@triton.jit
def whole_sums(terms, WARPS: tl.constexpr):
    """The sums of one or several tensors [32 * WARPS, C], of which a thread has a row."""
    sums = ()
    if INTERPRETED:
        for i in tl.static_range(len(terms)):
            sums = sums + (tl.sum(tl.sum(terms[i], 1), 0),)
    else:
        words = shared_words(WARPS * len(terms))
        for i in tl.static_range(len(terms)):
            of_warps = tl.sum(tl.reshape(tl.sum(terms[i], 1), (WARPS, 32)), 1)
            put_words(words, i * WARPS + tl.arange(0, WARPS), of_warps)
        words = once_all_have_put(words)
        for i in tl.static_range(len(terms)):
            sums = sums + (halved(_taken_by_warp(words, i, WARPS)),)
    return sums


@triton.constexpr_function
def are_side_by_side(num_cols, num_warps):
    """Whether `by_warps` has the columns of results of matrix instructions of 16 rows."""
    return num_cols % (8 * num_warps) == 0


@triton.jit
def by_warps(x, WARPS: tl.constexpr):
    """x [R, C], of which a warp has 8 of 8 * WARPS columns in turn, as [R, WARPS, C / WARPS]."""
    R: tl.constexpr = x.shape[0]
    TURNS: tl.constexpr = x.shape[1] // (8 * WARPS)
    parts = tl.permute(tl.reshape(x, (R, TURNS, WARPS, 8)), (0, 2, 1, 3))
    return tl.reshape(parts, (R, WARPS, TURNS * 8))


@triton.jit
def _put_by_warp(words, x, WARPS: tl.constexpr):
    """Put x [R, WARPS], each column by its warp."""
    row, warp = tl.arange(0, x.shape[0]), tl.arange(0, WARPS)
    put(words, row[:, None] * WARPS + warp[None, :], x)


@triton.jit
def _taken_by_warp(words, row, WARPS: tl.constexpr):
    """What `_put_by_warp` has put of rows `row` [M]: WARPS tensors [M]."""
    parts = ()
    for w in tl.static_range(WARPS):
        parts = parts + (take(words, row * WARPS + w, True),)
    return parts


@triton.jit
def largest_column(x, words, WARPS: tl.constexpr):
    """The largest column of x [R, C]: [R]. R * WARPS `words` that nobody takes from any more."""
    if INTERPRETED:
        return tl.max(x, 1)
    else:
        _put_by_warp(words, tl.max(by_warps(x, WARPS), 2), WARPS)
        row = tl.arange(0, x.shape[0])
        parts = _taken_by_warp(once_all_have_put(words), row, WARPS)
        largest = parts[0]
        for w in tl.static_range(1, WARPS):
            largest = tl.maximum(largest, parts[w])
        return largest


@triton.jit
def put_sums(words, x, WARPS: tl.constexpr):
    """Put the sums of x [R, C] over each warp's columns: R * WARPS words."""
    if not INTERPRETED:
        _put_by_warp(words, tl.sum(by_warps(x, WARPS), 2), WARPS)


@triton.jit
def taken_sums(words, row, x, WARPS: tl.constexpr):
    """Sums over all columns of rows `row` [M] of x, whose parts `put_sums` has put: `halved`."""
    if INTERPRETED:
        return taken_words(words, row, tl.arange(0, x.shape[0]), tl.sum(x, 1))
    else:
        return halved(_taken_by_warp(words, row, WARPS))


@triton.jit
def put_first_rows(words, x, ROWS: tl.constexpr):
    """Put the first ROWS of x [R, C] at a stride of C + 8 words, with which few share a bank."""
    row, column = tl.arange(0, x.shape[0])[:, None], tl.arange(0, x.shape[1])[None, :]
    place = row * (x.shape[1] + 8) + column
    if x.shape[0] == ROWS:
        put_words(words, place, x)
    else:
        tl.inline_asm_elementwise(
            "{ .reg .pred is_first; setp.ne.s32 is_first, $3, 0; "
            "@is_first st.shared.f32 [$1], $2; mov.u32 $0, 0; }",
            "=r,r,f,r", [words + place * 4, x, (row + column * 0 < ROWS).to(tl.int32)],
            dtype=tl.int32, is_pure=False, pack=1,
        )  # fmt: skip


@triton.jit
def taken_groups(words, index, x):
    """Groups `index` [M] of 32 columns of x [R, C], from `put_first_rows`: [M, 32], by lanes.

    A row's groups follow each other.
    """
    GROUPS: tl.constexpr = x.shape[1] // 32
    if INTERPRETED:
        return _chosen(tl.reshape(x, (x.shape[0] * GROUPS, 32)), index)
    else:
        at = index // GROUPS * (x.shape[1] + 8) + index % GROUPS * 32
        return take(words, at[:, None] + tl.arange(0, 32)[None, :], True)


@triton.jit
def _chosen(x, row):
    """Rows `row` [M] of x [R, C]."""
    is_chosen = row[:, None] == tl.arange(0, x.shape[0])[None, :]
    return tl.sum(tl.where(tl.expand_dims(is_chosen, 2), tl.expand_dims(x, 0), 0.0), 1)
