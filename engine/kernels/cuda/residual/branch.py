"""Adds a branch to the residual stream; normalizes and scales whole rows. Knows no product."""

from typing import Any

import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.activations import num_groups_padded, stream_stride
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.launching.extents import Extent, stored_out
from engine.kernels.cuda.operands import cuda_activations, norm_weight
from engine.kernels.cuda.residual.epilogue import load_squares, order_free_sum, store_squares
from engine.kernels.cuda.residual.row_groups import GROUPS, store_groups
from engine.kernels.cuda.tiles.shared_words import whole_sums
from engine.kernels.operands import Branch, Norm, Residual

_BLOCK_COLS = 1024
_BOTH_GROUPS = 8  # of two branches a program holds whole rows, and their norms' weights

# Columns of a branch up to which its product adds the squares: measured (tests/gpu/README.md).
MOST_SUMMED = 4096


def _rows(o: Any) -> int:
    return min(o.step.rows, o.grid[1])


@triton.jit
def _load_whole(ptr, SIZE: tl.constexpr, WARPS: tl.constexpr):
    """A row of SIZE columns, with zeros after them: tensors [32 * WARPS, 4], a row a thread."""
    within = tl.arange(0, 32 * WARPS)[:, None] * 4 + tl.arange(0, 4)[None, :]
    parts = ()
    for first in tl.static_range(0, SIZE, 128 * WARPS):
        if first + 128 * WARPS <= SIZE:
            parts = parts + (tl.load(ptr + first + within),)
        else:
            parts = parts + (tl.load(ptr + first + within, mask=first + within < SIZE, other=0.0),)
    return parts


@triton.jit
def _squares(parts, early, WARPS: tl.constexpr):
    """What each thread has of a row's sum of squares, [32 * WARPS, 4], once `early` is loaded, too.

    The compiler cannot know that programs have no third axis. Without that it saves registers
    (Triton 3.6): the last of `parts` and the values `early` would wait for memory in their turn.
    """
    total = tl.zeros((32 * WARPS, 4), tl.float32)
    if len(early) > 0:
        every = parts[0].to(tl.int32, bitcast=True)
        for i in tl.static_range(1, len(parts)):
            every = every ^ parts[i].to(tl.int32, bitcast=True)
        for i in tl.static_range(len(early)):
            every = every ^ tl.reshape(early[i].to(tl.int32, bitcast=True), (32 * WARPS, 1))
        total = (every & tl.program_id(2)).to(tl.float32, bitcast=True)
    for i in tl.static_range(len(parts)):
        total += parts[i] * parts[i]
    return total


@triton.jit
def _inverse_rms(sum_of_squares, eps, SIZE: tl.constexpr):
    """1 / rms of a row of SIZE columns (arXiv:1910.07467)."""
    return 1.0 / tl.sqrt(sum_of_squares / SIZE + eps)


@triton.jit
def _sum_of_squares(squares_ptr, SIZE: tl.constexpr, GROUPS: tl.constexpr, R: tl.constexpr):
    """A row's sum of squares, from those of 32 columns each, by each of R warps: [R]."""
    parts = load_squares(squares_ptr, (SIZE + 31) // 32 * 32, 1, GROUPS, R, True)
    total = parts[0]
    for i in tl.static_range(1, len(parts)):
        total += parts[i]
    return tl.sum(total, 1)


@triton.jit
def _finish(
    x, scale, norm_weight, row, group, hidden_ptr, sum_squares_out,
    codes_out, scales_out, values_out, N: tl.constexpr, SIZE: tl.constexpr,
    WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
):  # fmt: skip
    """Store x [G, 32] * scale as groups of hidden, its squares, and it times the next norm."""
    column = group[:, None] * 32 + tl.arange(0, 32)[None, :]
    if scale is not None:
        x *= scale
    tl.store(hidden_ptr + row * N + column, x, mask=column < SIZE)
    squares = order_free_sum((x * x,))
    store_squares(sum_squares_out, row * (N // 32) + group, squares, group * 32 < N)
    if norm_weight is not None:
        x *= norm_weight
    store_groups(x, row, group, codes_out, scales_out, values_out, N, WRITE_CODES, WRITE_VALUES)


@touches(
    lambda o: {
        "branch_ptr": Extent.rows(_rows(o), o.SIZE, o.STRIDE),
        "branch_weight_ptr": o.SIZE,
        "squares_ptr": _rows(o) * (-(-o.SIZE // 32)),
        "hidden_ptr": Extent.rows(_rows(o), o.SIZE, o.N),
        "norm_weight_ptr": o.SIZE,
        "sum_squares_out": _rows(o) * (o.N // 32),
        **stored_out(_rows(o), o.N),
    }
)
@triton.jit
def add_branch_kernel(
    branch_ptr, branch_weight_ptr, squares_ptr, hidden_ptr, norm_weight_ptr, sum_squares_out,
    codes_out, scales_out, values_out, num_rows_ptr, branch_eps, scale,
    N: tl.constexpr, SIZE: tl.constexpr, STRIDE: tl.constexpr, GROUPS: tl.constexpr,
    SQUARES: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: a group of 32 columns of one row for each of GROUPS warps.

    Each sums the whole row's squares, or what they are of 32 columns each, padded to SQUARES. Rows
    have SIZE columns; the stride is N, that of the branch STRIDE.
    """
    if PDL:
        gdc_launch_dependents()
    row = tl.program_id(1)
    group = tl.program_id(0) * GROUPS + tl.arange(0, GROUPS)
    column = group[:, None] * 32 + tl.arange(0, 32)[None, :]
    real = column < SIZE
    num_rows = tl.load(num_rows_ptr)
    if branch_weight_ptr is not None:
        branch_weight = tl.load(branch_weight_ptr + column, mask=real, other=0.0)
    if norm_weight_ptr is not None:
        norm_weight = tl.load(norm_weight_ptr + column, mask=real, other=0.0)
    else:
        norm_weight = None
    if PDL:
        gdc_wait()  # in idle programs, too: a wait for this kernel must cover those before it
    if row < num_rows:
        x = tl.load(hidden_ptr + row * N + column, mask=real, other=0.0)
        if branch_ptr is not None:
            branch_ptr += row * STRIDE
            branch = tl.load(branch_ptr + column, mask=real, other=0.0)
            if squares_ptr is not None:
                squares_ptr += row * ((SIZE + 31) // 32)
                total = _sum_of_squares(squares_ptr, SIZE, SQUARES, GROUPS)
                branch *= _inverse_rms(total, branch_eps, SIZE)[:, None] * branch_weight
            elif branch_weight_ptr is not None:
                whole = _load_whole(branch_ptr, SIZE, GROUPS)
                sums = whole_sums((_squares(whole, (x, branch), GROUPS),), GROUPS)
                branch = branch * _inverse_rms(sums[0], branch_eps, SIZE) * branch_weight
            x += branch
        _finish(
            x, scale, norm_weight, row, group, hidden_ptr, sum_squares_out,
            codes_out, scales_out, values_out, N, SIZE, WRITE_CODES, WRITE_VALUES,
        )  # fmt: skip


@touches(
    lambda o: {
        "first_ptr": Extent.rows(_rows(o), o.SIZE, o.STRIDE),
        "second_ptr": Extent.rows(_rows(o), o.SIZE, o.SECOND_STRIDE),
        "first_weight_ptr": o.SIZE,
        "second_weight_ptr": o.SIZE,
        "both_weight_ptr": o.SIZE,
        "hidden_ptr": Extent.rows(_rows(o), o.SIZE, o.N),
        "norm_weight_ptr": o.SIZE,
        "sum_squares_out": _rows(o) * (o.N // 32),
        **stored_out(_rows(o), o.N),
    }
)
@triton.jit
def add_branches_kernel(
    first_ptr, second_ptr, first_weight_ptr, second_weight_ptr, both_weight_ptr, hidden_ptr,
    norm_weight_ptr, sum_squares_out, codes_out, scales_out, values_out, num_rows_ptr,
    first_eps, second_eps, both_eps, scale,
    N: tl.constexpr, SIZE: tl.constexpr, STRIDE: tl.constexpr, SECOND_STRIDE: tl.constexpr,
    GROUPS: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
    PDL: tl.constexpr,
):  # fmt: skip
    """As `add_branch_kernel`, of a branch that is the norm of two normed ones."""
    if PDL:
        gdc_launch_dependents()
    row = tl.program_id(1)
    group = tl.program_id(0) * GROUPS + tl.arange(0, GROUPS)
    column = group[:, None] * 32 + tl.arange(0, 32)[None, :]
    real = column < SIZE
    num_rows = tl.load(num_rows_ptr)
    first_weights = _load_whole(first_weight_ptr, SIZE, GROUPS)
    second_weights = _load_whole(second_weight_ptr, SIZE, GROUPS)
    first_weight = tl.load(first_weight_ptr + column, mask=real, other=0.0)
    second_weight = tl.load(second_weight_ptr + column, mask=real, other=0.0)
    both_weight = tl.load(both_weight_ptr + column, mask=real, other=0.0)
    if norm_weight_ptr is not None:
        norm_weight = tl.load(norm_weight_ptr + column, mask=real, other=0.0)
    else:
        norm_weight = None
    if PDL:
        gdc_wait()
    if row < num_rows:
        first_ptr += row * STRIDE
        second_ptr += row * SECOND_STRIDE
        firsts = _load_whole(first_ptr, SIZE, GROUPS)
        seconds = _load_whole(second_ptr, SIZE, GROUPS)
        x = tl.load(hidden_ptr + row * N + column, mask=real, other=0.0)
        first = tl.load(first_ptr + column, mask=real, other=0.0)
        second = tl.load(second_ptr + column, mask=real, other=0.0)
        squares = (
            _squares(firsts, (x, first, second), GROUPS),
            _squares(seconds, (x, first, second), GROUPS),
        )
        sums = whole_sums(squares, GROUPS)
        of_first = _inverse_rms(sums[0], first_eps, SIZE)
        of_second = _inverse_rms(sums[1], second_eps, SIZE)
        both = ()
        for i in tl.static_range(len(firsts)):
            normed = firsts[i] * of_first * first_weights[i]
            both = both + (normed + seconds[i] * of_second * second_weights[i],)
        sums = whole_sums((_squares(both, (), GROUPS),), GROUPS)
        own = first * of_first * first_weight + second * of_second * second_weight
        x += own * _inverse_rms(sums[0], both_eps, SIZE) * both_weight
        _finish(
            x, scale, norm_weight, row, group, hidden_ptr, sum_squares_out,
            codes_out, scales_out, values_out, N, SIZE, WRITE_CODES, WRITE_VALUES,
        )  # fmt: skip


@touches(
    lambda o: {
        "x_ptr": Extent.rows(min(o.step.rows, o.grid[0]), o.N, o.STRIDE),
        "weight_ptr": o.N,
        "onto_ptr": Extent.rows(min(o.step.rows, o.grid[0]), o.N, o.ONTO_STRIDE),
    }
)
@triton.jit
def normalize_kernel(
    x_ptr, weight_ptr, onto_ptr, num_rows_ptr, eps,
    N: tl.constexpr, STRIDE: tl.constexpr, ONTO_STRIDE: tl.constexpr, BLOCK_N: tl.constexpr,
    PDL: tl.constexpr,
):  # fmt: skip
    """One program: one row. Without `onto`, x itself is overwritten."""
    if PDL:
        gdc_launch_dependents()
    column = tl.arange(0, BLOCK_N)
    real = column < N
    weight = tl.load(weight_ptr + column, mask=real, other=0.0)
    if PDL:
        gdc_wait()
    row = tl.program_id(0).to(tl.int64)
    if row < tl.load(num_rows_ptr):
        at = x_ptr + row * STRIDE + column
        x = tl.load(at, mask=real, other=0.0)
        x *= 1.0 / tl.sqrt(tl.sum(x * x, 0) / N + eps) * weight
        if onto_ptr is not None:
            at = onto_ptr + row * ONTO_STRIDE + column
            x += tl.load(at, mask=real, other=0.0)
        tl.store(at, x, mask=real)


@touches(
    lambda o: {
        "x_ptr": Extent.rows(min(o.step.rows, o.grid[0]), o.N, o.STRIDE),
        "factors_ptr": o.step.positions,
        "positions_ptr": Extent.int32(min(o.step.rows, o.grid[0])),
    }
)
@triton.jit
def scale_kernel(
    x_ptr, factors_ptr, positions_ptr, num_rows_ptr,
    N: tl.constexpr, STRIDE: tl.constexpr, BLOCK_N: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: BLOCK_N columns of one row."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        factor = tl.load(factors_ptr + tl.load(positions_ptr + row))
        column = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
        at = x_ptr + row.to(tl.int64) * STRIDE + column
        tl.store(at, tl.load(at, mask=column < N) * factor, mask=column < N)


def add_branch(
    branch: Branch | None,
    to: Residual,
    num_rows: Tensor,
    scale: float,
    *,
    squares: Tensor | None = None,
    pdl: bool,
) -> None:
    """As `Kernels.add_branch`, with the factor 1 / rms left to the reader of to.normed.

    Of the first num_rows[0] of W ≤ 16 rows; num_rows int32 [1]. Rows of hidden are padded to a
    multiple of 32 columns. `squares` are those of a normed branch, if known, as of `project`.
    """
    hidden, out = to.hidden, cuda_activations(to.normed)
    width, num_cols = hidden.shape
    rows, norm = (None, None) if branch is None else (branch.rows, branch.norm)
    add_branch_kernel[(triton.cdiv(num_cols, 32 * GROUPS), width)](
        rows, norm_weight(norm), squares, hidden, norm_weight(to.norm), out.sum_squares,
        out.codes, out.scales, out.values, num_rows, 0.0 if norm is None else norm.eps,
        None if scale == 1.0 else scale,
        N=stream_stride(hidden), SIZE=num_cols, STRIDE=0 if rows is None else rows.stride(0),
        GROUPS=GROUPS, SQUARES=num_groups_padded(num_cols), **out.writes, PDL=pdl,
        num_warps=GROUPS, enable_fp_fusion=False,
        **launch_options(pdl=pdl),
    )  # fmt: skip


def add_branches(
    first: Branch,
    second: Branch,
    norm: Norm,
    to: Residual,
    num_rows: Tensor,
    scale: float,
    *,
    pdl: bool,
) -> None:
    """As `Kernels.add_branches`, with the factor 1 / rms left to the reader of to.normed.

    Of the first num_rows[0] of W ≤ 16 rows, as `add_branch`.
    """
    hidden, out = to.hidden, cuda_activations(to.normed)
    width, num_cols = hidden.shape
    of_first, of_second = first.norm, second.norm
    assert of_first is not None
    assert of_second is not None
    add_branches_kernel[(triton.cdiv(num_cols, 32 * _BOTH_GROUPS), width)](
        first.rows, second.rows, of_first.weight, of_second.weight, norm.weight, hidden,
        norm_weight(to.norm), out.sum_squares, out.codes, out.scales, out.values, num_rows,
        of_first.eps, of_second.eps, norm.eps, None if scale == 1.0 else scale,
        N=stream_stride(hidden), SIZE=num_cols, STRIDE=first.rows.stride(0),
        SECOND_STRIDE=second.rows.stride(0),
        GROUPS=_BOTH_GROUPS, **out.writes, PDL=pdl, num_warps=_BOTH_GROUPS, enable_fp_fusion=False,
        **launch_options(pdl=pdl),
    )  # fmt: skip


def normalize(x: Tensor, norm: Norm, onto: Tensor | None, num_rows: Tensor, *, pdl: bool) -> None:
    """x = norm(x), or onto += norm(x), of the first num_rows[0] rows (arXiv:1910.07467).

    x, onto float32 [W, N], of any W, may be some columns of wider tensors; num_rows int32 [1].
    """
    width, num_cols = x.shape
    block = max(32, triton.next_power_of_2(num_cols))
    normalize_kernel[(width,)](
        x, norm.weight, onto, num_rows, norm.eps,
        N=num_cols, STRIDE=x.stride(0), ONTO_STRIDE=0 if onto is None else onto.stride(0),
        BLOCK_N=block, PDL=pdl, num_warps=max(1, min(16, block // 512)), enable_fp_fusion=False,
        **launch_options(pdl=pdl),
    )  # fmt: skip


def scale(x: Tensor, factors: Tensor, positions: Tensor, num_rows: Tensor, *, pdl: bool) -> None:
    """x *= factors[positions], of the first num_rows[0] rows.

    x float32 [W, N] may be some columns of a wider tensor; factors float32 [C]; positions int32
    [W]; num_rows int32 [1].
    """
    width, num_cols = x.shape
    scale_kernel[(width, triton.cdiv(num_cols, _BLOCK_COLS))](
        x, factors, positions, num_rows, N=num_cols, STRIDE=x.stride(0), BLOCK_N=_BLOCK_COLS,
        PDL=pdl, num_warps=4, **launch_options(pdl=pdl),
    )  # fmt: skip
