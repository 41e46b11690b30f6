"""Launches of the quantized products: kernels, grids and numbers of warps.

Nothing is tuned at run time. Widths are rounded up to shapes of 1, 2, 4, 8 and 16 rows, and a row's
bits are the same in all of them.
"""

from collections.abc import Mapping

import triton
from torch import Tensor

from engine.kernels.cuda.activations import CudaActivations, whole_groups
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.launching.waves import programs_each
from engine.kernels.cuda.operands import cuda_activations, norm_weight
from engine.kernels.cuda.products.matvec import (
    project_add_kernel,
    project_gate_kernel,
    project_gated_kernel,
    project_kernel,
)
from engine.kernels.cuda.residual.activation import activation_number
from engine.kernels.cuda.weights import CudaPart
from engine.kernels.operands import Activation, Residual

# Up to this many weight rows, programs of 32 rows do not outnumber the multiprocessors of an H200.
_MANY_ROWS = 4096
# With so many, two thirds of them have a program; with so few, a quarter.
_SOME_ROWS = 2816
_FEW_ROWS = 1024
# Up to this many columns, 16 warps that load three pairs each have all of a row on its way.
_ALL_AHEAD_COLS = 3072
# With more, three programs of 8 warps on each multiprocessor of an H200, not two, are worth more
# than all of a row on its way.
_SPREAD_ROWS = 11264


def _rows(width: int) -> int:
    return 1 << (width - 1).bit_length()


def _fit(num_cols: int, warps: int, unroll: int) -> tuple[int, int]:
    """Limit (warps, loads ahead) to the pairs of 32 columns there are."""
    pairs = -(-num_cols // 64)
    warps = min(warps, 1 << (pairs.bit_length() - 1))
    return warps, min(unroll, -(-pairs // warps))


def _project_shape(num_rows: int, num_cols: int, width: int) -> tuple[int, int]:
    """(warps, pairs loaded ahead) of a program; measured on one H200, see tests/gpu/README.md.

    The warps determine the order of summation, so they do not depend on the width.
    """
    if num_rows > 32768:
        ahead = 4 if num_cols <= 2048 else 3 if num_cols <= _ALL_AHEAD_COLS else 2
        return _fit(num_cols, 8, ahead if width == 1 else 1)
    if num_cols > 8192:
        return _wide_shape(num_rows, num_cols, width)
    if num_cols <= 2048:
        ahead = 4 if num_rows <= _SPREAD_ROWS else 2
        return _fit(num_cols, 8, ahead if width == 1 else 1)
    ahead = 3 if num_cols <= _ALL_AHEAD_COLS else 4 if num_rows <= _MANY_ROWS else 1
    return _fit(num_cols, 16, ahead if width == 1 else 1)


def _project_add_shape(num_rows: int, num_cols: int, width: int) -> tuple[int, int]:
    if num_cols > 8192:
        return _wide_shape(num_rows, num_cols, width)
    if num_rows <= _FEW_ROWS:
        return _fit(num_cols, 8, 6 if width == 1 else 1)
    if num_cols <= 2048:
        return _fit(num_cols, 8, 4 if width == 1 else 1)
    warps = 16 if num_rows <= _MANY_ROWS else 8
    return _fit(num_cols, warps, 4 if width == 1 else 1)


def _wide_shape(num_rows: int, num_cols: int, width: int) -> tuple[int, int]:
    """The shape for many columns: the fewer programs there are, the more warps each has."""
    if num_rows <= _SOME_ROWS:
        return _fit(num_cols, 32, 1)
    ahead = 3 if num_rows <= _MANY_ROWS else 2
    return _fit(num_cols, 16, ahead if width == 1 else 1)


def _project_gated_shape(num_cols: int, width: int) -> tuple[int, int]:
    if num_cols > 4096:
        return _fit(num_cols, 4, {1: 2, 2: 3}.get(width, 1))
    return _fit(num_cols, 8, 4 if num_cols <= 2048 and width == 1 else 1)


def _gated_caps(programs: int) -> dict[int, int]:
    """The most registers with which all programs are resident at once on an H200, by warps."""
    each = programs_each(programs)
    return {8: 80 if each <= 3 else 64} | ({4: 96} if each <= 5 else {})


def _options(warps: int, width: int, *, pdl: bool, caps: Mapping[int, int]) -> dict[str, object]:
    """Launch options. `caps`: the register limit per thread, by warps, in steps of 2 to 8 rows.

    Within it, all programs are resident at once.
    """
    options: dict[str, object] = {"num_warps": warps, "enable_fp_fusion": False}
    # Measured on capability 9.0 only, hence the condition on dependent launch.
    if pdl and 1 < width <= 8 and warps in caps:
        options["maxnreg"] = caps[warps]
    return {**options, **launch_options(pdl=pdl)}


def project(
    parts: tuple[CudaPart, ...],
    x: CudaActivations,
    bias: Tensor | None,
    out: Tensor,
    num_rows: Tensor,
    *,
    pdl: bool,
) -> None:
    """out [W, N] = x @ weight.T + bias for a weight of one or two `parts`, stacked by rows.

    `out` may be some columns of a wider tensor. The first of two parts has a multiple of 32 rows.
    """
    first, last = parts[0], parts[-1]
    total = sum(part.num_rows for part in parts)
    warps, unroll = _project_shape(total, first.num_cols, x.width)
    project_kernel[(triton.cdiv(total, 32),)](
        first.words, last.words, x.required_codes, x.scales, x.sum_squares, bias, out, num_rows,
        x.eps or 0.0, K=first.num_cols, N=total, N_A=first.num_rows, STRIDE=out.stride(0),
        TYPE_A=int(first.kind), TYPE_B=int(last.kind),
        WIDTH=x.width, ROWS=_rows(x.width), WARPS=warps, UNROLL=unroll,
        HAS_BIAS=bias is not None, **x.normed, PDL=pdl,
        **_options(warps, x.width, pdl=pdl, caps={16: 64, 8: 80} if total > 32768 else {16: 64}),
    )  # fmt: skip


def project_add(
    weight: CudaPart,
    x: CudaActivations,
    bias: Tensor | None,
    to: Residual,
    num_rows: Tensor,
    *,
    pdl: bool,
) -> None:
    """As `Kernels.project_add`, with the factor 1 / rms left to the reader of to.normed.

    Rows of hidden are padded to a multiple of 32 columns.
    """
    warps, unroll = _project_add_shape(weight.num_rows, weight.num_cols, x.width)
    caps = {16: 96 if weight.num_rows <= _MANY_ROWS else 64, 8: 96}
    padded, out = whole_groups(weight.num_rows), cuda_activations(to.normed)
    project_add_kernel[(padded // 32,)](
        weight.words, x.required_codes, x.scales, bias, to.hidden, norm_weight(to.norm),
        out.sum_squares, out.codes, out.scales, out.values, num_rows,
        K=weight.num_cols, N=padded, SIZE=weight.num_rows, TYPE=int(weight.kind),
        WIDTH=x.width, ROWS=_rows(x.width), WARPS=warps, UNROLL=unroll,
        HAS_BIAS=bias is not None, **out.writes, PDL=pdl,
        **_options(warps, x.width, pdl=pdl, caps=caps),
    )  # fmt: skip


def project_gated(
    gate: CudaPart,
    up: CudaPart,
    x: CudaActivations,
    out: CudaActivations,
    num_rows: Tensor,
    activation: Activation,
    *,
    pdl: bool,
) -> None:
    """out = activation(x @ gate.T, x @ up.T)."""
    warps, unroll = _project_gated_shape(gate.num_cols, x.width)
    padded = whole_groups(gate.num_rows)
    project_gated_kernel[(padded // 32,)](
        gate.words, up.words, x.required_codes, x.scales, x.sum_squares,
        out.codes, out.scales, out.values, num_rows, x.eps or 0.0,
        K=gate.num_cols, N=padded, TYPE_GATE=int(gate.kind), TYPE_UP=int(up.kind),
        WIDTH=x.width, ROWS=_rows(x.width), WARPS=warps, UNROLL=unroll, **x.normed,
        ACTIVATION=activation_number(activation), **out.writes, PDL=pdl,
        **_options(warps, x.width, pdl=pdl, caps=_gated_caps(padded // 32)),
    )  # fmt: skip


def project_gate(
    gate: CudaPart,
    x: CudaActivations,
    up: Tensor,
    out: CudaActivations,
    num_rows: Tensor,
    activation: Activation,
    *,
    pdl: bool,
) -> None:
    """out = activation(x @ gate.T, up); up [W, N] may be some columns of a wider tensor."""
    warps, unroll = _project_shape(gate.num_rows, gate.num_cols, x.width)
    padded = whole_groups(gate.num_rows)
    project_gate_kernel[(padded // 32,)](
        gate.words, x.required_codes, x.scales, x.sum_squares, up,
        out.codes, out.scales, out.values, num_rows, x.eps or 0.0,
        K=gate.num_cols, N=padded, SIZE=gate.num_rows, STRIDE=up.stride(0), TYPE=int(gate.kind),
        WIDTH=x.width, ROWS=_rows(x.width), WARPS=warps, UNROLL=unroll, **x.normed,
        ACTIVATION=activation_number(activation), **out.writes, PDL=pdl,
        **_options(warps, x.width, pdl=pdl, caps={16: 64}),
    )  # fmt: skip
