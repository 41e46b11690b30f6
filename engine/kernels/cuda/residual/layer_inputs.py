"""Per-layer inputs: rows of an embedding table, mixed with a normalized projection."""

import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.activations import whole_groups
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.launching.extents import Extent, table_rows
from engine.kernels.cuda.residual.embed import table_group, table_of
from engine.kernels.cuda.weights import CudaPart
from engine.kernels.operands import Norm, StepInputs

_HALF_ROOT = tl.constexpr(0.5**0.5)


@touches(
    lambda o: {
        "x_ptr": Extent.rows(min(o.step.rows, o.grid[0]), o.LAYERS * o.SIZE, o.STRIDE),
        "inverses_ptr": min(o.step.rows, o.grid[0]) * o.LAYERS,
    }
)
@triton.jit
def inverse_norms_kernel(
    x_ptr, inverses_ptr, num_rows_ptr, eps,
    SIZE: tl.constexpr, STRIDE: tl.constexpr, LAYERS: tl.constexpr, BLOCK: tl.constexpr,
    PDL: tl.constexpr,
):  # fmt: skip
    """One program: the inverse RMS of the inputs of one layer in one row."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    row, layer = tl.program_id(0), tl.program_id(1)
    if row < tl.load(num_rows_ptr):
        column = tl.arange(0, BLOCK)
        at = x_ptr + row.to(tl.int64) * STRIDE + layer * SIZE + column
        x = tl.load(at, mask=column < SIZE, other=0.0)
        inverse = 1.0 / tl.sqrt(tl.sum(x * x, 0) / SIZE + eps)
        tl.store(inverses_ptr + row * LAYERS + layer, inverse)


@touches(
    lambda o: {
        "token_ids_ptr": Extent.int32(min(o.step.rows, o.grid[0])),
        "table_ptr": table_rows(o.TYPE, o.step.ids, o.K),
        "weight_ptr": o.SIZE,
        "inverses_ptr": min(o.step.rows, o.grid[0]) * (o.COLS // o.SIZE),
        "x_ptr": Extent.rows(min(o.step.rows, o.grid[0]), o.COLS, o.STRIDE),
    }
)
@triton.jit
def mix_layer_inputs_kernel(
    token_ids_ptr, num_rows_ptr, table_ptr, weight_ptr, inverses_ptr, x_ptr, scale,
    K: tl.constexpr, COLS: tl.constexpr, SIZE: tl.constexpr, STRIDE: tl.constexpr,
    TYPE: tl.constexpr, IS_TILED: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: 64 of the COLS columns of one row; the stride of the table is K."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    row, pair = tl.program_id(0), tl.program_id(1)
    if row < tl.load(num_rows_ptr):
        x_ptr += row.to(tl.int64) * STRIDE
        token = tl.load(token_ids_ptr + row)
        for h in tl.static_range(2):
            column = pair * 64 + h * 32 + tl.arange(0, 32)[None, :]
            real = column < COLS
            x = tl.load(x_ptr + column, mask=real, other=0.0)
            at = inverses_ptr + row * (COLS // SIZE) + column // SIZE
            inverse = tl.load(at, mask=real, other=0.0)
            weight = tl.load(weight_ptr + column % SIZE)
            if (pair * 2 + h) * 32 < K:
                own = table_group(table_ptr, token, pair, h, K, TYPE, IS_TILED)
                mixed = (x * inverse * weight + own * scale) * _HALF_ROOT
                tl.store(x_ptr + column, mixed, mask=real)


def mix_layer_inputs(
    inputs: StepInputs,
    table: CudaPart,
    scale: float,
    norm: Norm,
    inverses: Tensor,
    x: Tensor,
    *,
    pdl: bool,
) -> None:
    """As `Kernels.mix_layer_inputs`, of the first num_rows[0] rows.

    inverses float32 [W, L] is scratch. Rows of a float table are padded to a multiple of 32
    columns.
    """
    width, num_cols = x.shape
    size, num_rows = len(norm.weight), inputs.num_rows
    num_layers = num_cols // size
    options = {"PDL": pdl, "num_warps": 1, "enable_fp_fusion": False, **launch_options(pdl=pdl)}
    inverse_norms_kernel[(width, num_layers)](
        x, inverses, num_rows, norm.eps,
        SIZE=size, STRIDE=x.stride(0), LAYERS=num_layers,
        BLOCK=max(32, triton.next_power_of_2(size)), **options,
    )  # fmt: skip
    mix_layer_inputs_kernel[(width, triton.cdiv(num_cols, 64))](
        inputs.token_ids, num_rows, table_of(table), norm.weight, inverses, x, scale,
        K=whole_groups(num_cols), COLS=num_cols, SIZE=size, STRIDE=x.stride(0),
        TYPE=int(table.kind), IS_TILED=table.is_tiled, **options,
    )  # fmt: skip
