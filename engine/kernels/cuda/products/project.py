"""Launches of the quantized products: kernels and grids.

Widths are rounded up to shapes of 1, 2, 4, 8 and 16 rows, and a row's bits are the same in all of
them.
"""

import triton
from torch import Tensor

from engine.kernels.cuda.activations import CudaActivations, whole_groups
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.operands import cuda_activations, norm_weight
from engine.kernels.cuda.products.launch_shapes import (
    Shape,
    project_add_shape,
    project_gate_shape,
    project_gated_shape,
    project_shape,
)
from engine.kernels.cuda.products.matvec import (
    project_add_kernel,
    project_gate_kernel,
    project_gated_kernel,
    project_kernel,
)
from engine.kernels.cuda.products.register_limits import (
    Product,
    project_add_limit,
    project_gated_limit,
    project_limit,
)
from engine.kernels.cuda.residual.activation import activation_number
from engine.kernels.cuda.weights import CudaPart
from engine.kernels.operands import Activation, Residual


def _rows(width: int) -> int:
    return 1 << (width - 1).bit_length()


def _options(shape: Shape, limit: int | None, *, pdl: bool) -> dict[str, object]:
    """Launch options, with a thread's registers limited."""
    options: dict[str, object] = {"num_warps": shape.num_warps, "enable_fp_fusion": False}
    if pdl and limit is not None:  # measured on capability 9.0 only
        options["maxnreg"] = limit
    return {**options, **launch_options(pdl=pdl)}


def project(
    parts: tuple[CudaPart, ...],
    x: CudaActivations,
    bias: Tensor | None,
    out: Tensor,
    num_rows: Tensor,
    *,
    squares: Tensor | None = None,
    pdl: bool,
) -> None:
    """out [W, N] = x @ weight.T + bias for a weight of one or two `parts`, stacked by rows.

    `out` may be some columns of a wider tensor. The first of two parts has a multiple of 32 rows.
    `squares` float32 [W, ceil(N / 32)] are sums of the squares of 32 columns of out each.
    """
    first, last = parts[0], parts[-1]
    total = sum(part.num_rows for part in parts)
    shape = project_shape(total, first.num_cols, x.width)
    product = Product(total, first.num_cols, (first.kind, last.kind), x.width)
    limit = project_limit(shape, product)
    project_kernel[(triton.cdiv(total, 32) * shape.cluster,)](
        first.words, last.words, x.required_codes, x.scales, x.sum_squares, bias, out, squares,
        num_rows, x.eps or 0.0, K=first.num_cols, N=total, N_A=first.num_rows, STRIDE=out.stride(0),
        TYPE_A=int(first.kind), TYPE_B=int(last.kind),
        WIDTH=x.width, ROWS=_rows(x.width), **shape.constexprs,
        HAS_BIAS=bias is not None, **x.normed, CLUSTER=shape.cluster, PDL=pdl,
        **_options(shape, limit, pdl=pdl),
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
    shape = project_add_shape(weight.num_rows, weight.num_cols, x.width)
    product = Product(weight.num_rows, weight.num_cols, (weight.kind,), x.width)
    limit = project_add_limit(shape, product)
    padded, out = whole_groups(weight.num_rows), cuda_activations(to.normed)
    project_add_kernel[(padded // 32 * shape.cluster,)](
        weight.words, x.required_codes, x.scales, bias, to.hidden, norm_weight(to.norm),
        out.sum_squares, out.codes, out.scales, out.values, num_rows,
        K=weight.num_cols, N=padded, SIZE=weight.num_rows, TYPE=int(weight.kind),
        WIDTH=x.width, ROWS=_rows(x.width), **shape.constexprs,
        HAS_BIAS=bias is not None, **out.writes, CLUSTER=shape.cluster, PDL=pdl,
        **_options(shape, limit, pdl=pdl),
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
    shape = project_gated_shape(gate.num_rows, gate.num_cols, x.width)
    product = Product(gate.num_rows, gate.num_cols, (gate.kind, up.kind), x.width)
    limit = project_gated_limit(shape, product)
    padded = whole_groups(gate.num_rows)
    project_gated_kernel[(padded // 32,)](
        gate.words, up.words, x.required_codes, x.scales, x.sum_squares,
        out.codes, out.scales, out.values, num_rows, x.eps or 0.0,
        K=gate.num_cols, N=padded, TYPE_GATE=int(gate.kind), TYPE_UP=int(up.kind),
        WIDTH=x.width, ROWS=_rows(x.width), **shape.constexprs, **x.normed,
        ACTIVATION=activation_number(activation), **out.writes, PDL=pdl,
        **_options(shape, limit, pdl=pdl),
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
    shape = project_gate_shape(gate.num_rows, gate.num_cols, x.width)
    product = Product(gate.num_rows, gate.num_cols, (gate.kind,), x.width)
    limit = project_limit(shape, product)
    padded = whole_groups(gate.num_rows)
    project_gate_kernel[(padded // 32,)](
        gate.words, x.required_codes, x.scales, x.sum_squares, up,
        out.codes, out.scales, out.values, num_rows, x.eps or 0.0,
        K=gate.num_cols, N=padded, SIZE=gate.num_rows, STRIDE=up.stride(0), TYPE=int(gate.kind),
        WIDTH=x.width, ROWS=_rows(x.width), **shape.constexprs, **x.normed,
        ACTIVATION=activation_number(activation), **out.writes, PDL=pdl,
        **_options(shape, limit, pdl=pdl),
    )  # fmt: skip
