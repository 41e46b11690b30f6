"""Embeds token ids; in steps of up to 16 rows, also stores activations. Knows no layer."""

from typing import Any

import triton
import triton.language as tl
from torch import Tensor

from engine.kernels.cuda.activations import stream_stride, whole_groups
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import Extent, grid_rows, stored, table_rows
from engine.kernels.cuda.operands import cuda_activations, norm_weight
from engine.kernels.cuda.residual.epilogue import MAX_ROWS, load_columns, store_activations
from engine.kernels.cuda.tiles.formats import tile_bytes
from engine.kernels.cuda.tiles.fragments import load_pair
from engine.kernels.cuda.tiles.values import group_values
from engine.kernels.cuda.weights import CudaPart
from engine.kernels.operands import Residual, StepInputs
from engine.quants.tiles import padded_cols


@triton.jit
def _tiled_group(table_ptr, token, pair, H: tl.constexpr, K: tl.constexpr, TYPE: tl.constexpr):
    """The 32 columns of group H of `pair` in row `token` of tiles: float32 [1, 32]."""
    tile_ptr = table_ptr + (token // 16).to(tl.int64) * (tile_bytes(TYPE, K) // 4)
    row = token % 16
    lane = row % 8 * 4 + tl.arange(0, 4)
    words = load_pair(tile_ptr, pair, lane, K, TYPE)
    a0, a1, a2, a3 = group_values(tile_ptr, words, pair, lane, H, K, TYPE)
    halves = tl.join(tl.where(row < 8, a0, a1), tl.where(row < 8, a2, a3))  # [q, byte, half]
    return tl.reshape(tl.permute(halves, (2, 0, 1)), (1, 32))


@triton.jit
def table_group(
    table_ptr, token, pair, H: tl.constexpr, K: tl.constexpr, TYPE: tl.constexpr,
    IS_TILED: tl.constexpr,
):  # fmt: skip
    """The same in row `token` of any table; 0 from column K on."""
    if IS_TILED:
        x = _tiled_group(table_ptr, token, pair, H, K, TYPE)
    else:
        column = pair * 64 + H * 32 + tl.arange(0, 32)[None, :]
        at = table_ptr + token.to(tl.int64) * K + column
        x = tl.load(at, mask=column < K, other=0.0).to(tl.float32)
    return x


def _prepared(o: Any) -> dict[str, Extent]:
    """Extents of the activations stored."""
    does = o.PREPARE and o.WRITE_CODES, o.PREPARE and o.WRITE_CODES, o.PREPARE and o.WRITE_VALUES
    names = "codes_ptr", "scales_ptr", "values_ptr"
    extents = stored(grid_rows(o), o.K)
    nothing = Extent.elements(0)
    return {
        name: extent if stores else nothing
        for name, extent, stores in zip(names, extents, does, strict=True)
    }


@touches(
    lambda o: {
        "token_ids_ptr": Extent.int32(grid_rows(o)),
        "positions_ptr": Extent.int32(grid_rows(o)),
        "sequences_ptr": Extent.int32(grid_rows(o)),
        "table_ptr": table_rows(o.TYPE, o.step.ids, o.K),
        "history_ptr": Extent.int32((len(o.history_ptr) - 1) * o.capacity + o.step.positions),
        "hidden_ptr": Extent.rows(grid_rows(o), o.K, o.K),
        "norm_weight_ptr": o.SIZE if o.PREPARE else 0,
        "sum_squares_ptr": grid_rows(o) * (o.K // 32) if o.PREPARE else 0,
        **_prepared(o),
    }
)
@triton.jit(do_not_specialize=["capacity"])
def embed_kernel(
    token_ids_ptr, positions_ptr, sequences_ptr, num_rows_ptr, table_ptr, history_ptr, hidden_ptr,
    norm_weight_ptr, sum_squares_ptr, codes_ptr, scales_ptr, values_ptr, scale, capacity,
    K: tl.constexpr, SIZE: tl.constexpr, TYPE: tl.constexpr, IS_TILED: tl.constexpr,
    PREPARE: tl.constexpr, WRITE_CODES: tl.constexpr, WRITE_VALUES: tl.constexpr,
):  # fmt: skip
    """One program: 64 of the SIZE columns of one row; the stride of table and hidden is K."""
    row = tl.program_id(0)
    pair = tl.program_id(1)
    if row < tl.load(num_rows_ptr):
        token = tl.load(token_ids_ptr + row)
        if pair == 0:
            at = tl.load(sequences_ptr + row) * capacity + tl.load(positions_ptr + row)
            tl.store(history_ptr + at, token)
        for h in tl.static_range(2):
            group = pair * 2 + h
            if group * 32 < K:
                column = group * 32 + tl.arange(0, 32)[None, :]
                x = table_group(table_ptr, token, pair, h, K, TYPE, IS_TILED)
                if scale is not None:
                    x *= scale
                tl.store(hidden_ptr + row * K + column, x)
                if PREPARE:
                    squares = tl.sum(x * x, 1)
                    tl.store(sum_squares_ptr + row * (K // 32) + group + tl.arange(0, 1), squares)
                    if norm_weight_ptr is not None:
                        x *= load_columns(group, norm_weight_ptr, SIZE)[None, :]
                    store_activations(
                        x, group, tl.full((1,), 1, tl.int1),
                        codes_ptr + row * ((K + 63) // 64 * 64), scales_ptr + row * 2,
                        values_ptr + row * K, K, 1, WRITE_CODES, WRITE_VALUES,
                    )  # fmt: skip


@touches(
    lambda o: {
        "token_ids_ptr": Extent.int32(grid_rows(o)),
        "table_ptr": table_rows(o.TYPE, o.step.ids, o.K),
        "out_ptr": Extent.rows(grid_rows(o), o.SIZE, o.STRIDE),
    }
)
@triton.jit
def read_rows_kernel(
    token_ids_ptr, num_rows_ptr, table_ptr, out_ptr,
    K: tl.constexpr, SIZE: tl.constexpr, STRIDE: tl.constexpr, TYPE: tl.constexpr,
    IS_TILED: tl.constexpr,
):  # fmt: skip
    """One program: 64 of the SIZE columns of one row; the stride of the table is K."""
    row = tl.program_id(0)
    pair = tl.program_id(1)
    if row < tl.load(num_rows_ptr):
        token = tl.load(token_ids_ptr + row)
        for h in tl.static_range(2):
            group = pair * 2 + h
            if group * 32 < K:
                column = group * 32 + tl.arange(0, 32)[None, :]
                x = table_group(table_ptr, token, pair, h, K, TYPE, IS_TILED)
                tl.store(out_ptr + row * STRIDE + column, x, mask=column < SIZE)


@touches(
    lambda o: {
        "token_ids_ptr": Extent.int32(grid_rows(o)),
        "positions_ptr": Extent.int32(grid_rows(o)),
        "sequences_ptr": Extent.int32(grid_rows(o)),
        "history_ptr": Extent.int32((len(o.history_ptr) - 1) * o.capacity + o.step.positions),
    }
)
@triton.jit(do_not_specialize=["capacity"])
def note_tokens_kernel(
    token_ids_ptr, positions_ptr, sequences_ptr, num_rows_ptr, history_ptr, capacity
):  # fmt: skip
    """One program: the token of one row."""
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        at = tl.load(sequences_ptr + row) * capacity + tl.load(positions_ptr + row)
        tl.store(history_ptr + at, tl.load(token_ids_ptr + row))


def note_tokens(inputs: StepInputs, history: Tensor) -> None:
    """As `Kernels.note_tokens`."""
    i = inputs
    note_tokens_kernel[(len(i.token_ids),)](
        i.token_ids, i.positions, i.sequences, i.num_rows, history, history.shape[1], num_warps=1
    )  # fmt: skip


def read_rows(inputs: StepInputs, table: CudaPart, out: Tensor) -> None:
    """As `Kernels.read_rows`."""
    num_rows, size = out.shape
    padded = whole_groups(size)
    read_rows_kernel[(num_rows, padded_cols(padded) // 64)](
        inputs.token_ids, inputs.num_rows, table_of(table), out,
        K=padded, SIZE=size, STRIDE=out.stride(0), TYPE=int(table.kind),
        IS_TILED=table.is_tiled, num_warps=1,
    )  # fmt: skip


def embed(inputs: StepInputs, table: CudaPart, history: Tensor, to: Residual, scale: float) -> None:
    """As `Kernels.embed`, with the factor 1 / rms left to the reader of to.normed.

    Steps of more than 16 rows store no activations. Rows of hidden and of a float table are padded
    to a multiple of 32 columns.
    """
    i, hidden, out = inputs, to.hidden, cuda_activations(to.normed)
    width, padded = len(hidden), stream_stride(hidden)
    embed_kernel[(width, padded_cols(padded) // 64)](
        i.token_ids, i.positions, i.sequences, i.num_rows, table_of(table), history, hidden,
        norm_weight(to.norm), out.sum_squares,
        hidden if out.codes is None else out.codes,
        out.sum_squares if out.scales is None else out.scales,
        hidden if out.values is None else out.values,
        None if scale == 1.0 else scale, history.shape[1],
        K=padded, SIZE=hidden.shape[1], TYPE=int(table.kind), IS_TILED=table.is_tiled,
        PREPARE=width <= MAX_ROWS.value, **out.writes, num_warps=1, enable_fp_fusion=False,
    )  # fmt: skip


def table_of(part: CudaPart) -> Tensor:
    """The operand of `table_group`."""
    return part.words if part.is_tiled else part.data
