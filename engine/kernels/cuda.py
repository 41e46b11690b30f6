"""The kernels on a CUDA device: five launches a layer for steps of up to 16 rows, more for prompts.

They also run on CPU tensors in Triton's interpreter, which is how they are tested without a device.
"""

import torch
from torch import Tensor

from engine.kernels.gpu import attention, float_matvec, prefill, prefill_attention, project
from engine.kernels.gpu.dependent_launch import has_dependent_launch
from engine.kernels.gpu.embed import embed
from engine.kernels.gpu.project import Codes, Prepared, Tiles
from engine.kernels.gpu_activations import GpuActivations, allocate_activations
from engine.kernels.gpu_prefill import PrefillProducts
from engine.kernels.gpu_sizes import MAX_ROWS, attention_scratch_size
from engine.kernels.gpu_weights import GpuMatrix, GpuPart, GpuWeights
from engine.kernels.interface import (
    Activations,
    Heads,
    Matrix,
    Memory,
    Norm,
    StepInputs,
    StepSizes,
)


class CudaKernels:
    """Implements `Kernels` for weights of a `GpuWeights`."""

    def __init__(
        self, memory: Memory, sizes: StepSizes, max_width: int, weights: GpuWeights
    ) -> None:
        self._memory = memory
        self._max_width = max_width
        self._has_tiles, self._has_floats = weights.has_tiles, weights.has_floats
        self._pdl = has_dependent_launch()
        self._num_programs = _num_multiprocessors()
        num_kv_heads = sizes.num_kv_heads
        head_dim = sizes.attention_size // sizes.num_heads
        self._partials = memory.allocate(
            attention_scratch_size(sizes.num_heads, num_kv_heads, head_dim, sizes.capacity)
        )
        self._attended = memory.allocate(MAX_ROWS, sizes.attention_size)
        widest = max(sizes.hidden_size, sizes.attention_size, sizes.intermediate_size)
        self._products = PrefillProducts(memory, max_width, widest)
        self._queries = memory.allocate(max_width, sizes.attention_size)
        self._projected = memory.allocate(max_width, sizes.hidden_size)
        self._gate_up = memory.allocate(max_width, 2 * sizes.intermediate_size)
        self._known_positions = memory.allocate(max_width, dtype=torch.int32)
        self._factors = memory.allocate(max_width)

    def allocate_activations(self, num_cols: int) -> GpuActivations:
        return allocate_activations(
            self._memory,
            self._max_width,
            num_cols,
            has_tiles=self._has_tiles,
            has_floats=self._has_floats,
        )

    def embed(
        self,
        inputs: StepInputs,
        table: Matrix,
        history: Tensor,
        hidden: Tensor,
        norm: Norm,
        out: Activations,
    ) -> None:
        (part,) = _matrix(table).parts
        x = _activations(out)
        scales = x.sum_squares if x.scales is None else x.scales
        embed(
            inputs.token_ids, inputs.positions, inputs.num_rows, part.data, part.kind, history,
            hidden, norm.weight, x.sum_squares, x.codes, scales, x.values,
        )  # fmt: skip
        if x.width > MAX_ROWS:
            prefill.add_norm(
                hidden, None, None, norm.weight, norm.eps, x.dense_rows, inputs.num_rows
            )

    def project(
        self,
        x: Activations,
        weight: Matrix,
        bias: Tensor | None,
        out: Tensor,
        eps: float | None,
        inputs: StepInputs,
    ) -> None:
        rows, matrix = _activations(x), _matrix(weight)
        if rows.width > MAX_ROWS:
            self._products.multiply(rows, matrix, out)
            if bias is not None:
                prefill.add_bias(out, bias, inputs.num_rows)
            return
        column = 0
        for run in _launches(matrix):
            end = column + sum(part.num_rows for part in run)
            part_bias = None if bias is None else bias[column:end]
            if run[0].is_tiled:
                tiles = tuple(_tiles(part) for part in run)
                project.project(
                    tiles, _codes(rows), eps, part_bias, out[:, column:end], inputs.num_rows,
                    pdl=self._pdl,
                )  # fmt: skip
            else:
                float_matvec.project(
                    run[0].data, _values(rows), rows.sum_squares, eps, part_bias, out, column,
                    inputs.num_rows, rows.width, pdl=self._pdl,
                )  # fmt: skip
            column = end

    def attend(
        self,
        qkv: Tensor,
        keys: Tensor,
        values: Tensor,
        heads: Heads,
        out: Activations,
        span: int,
        inputs: StepInputs,
    ) -> None:
        x = _activations(out)
        if x.width > MAX_ROWS:
            self._attend_prompt(qkv, keys, values, heads, x, inputs)
            return
        # Where a group of 32 would span two heads, it is quantised once all heads are there.
        whole = heads.head_dim % 32 == 0
        attention.attend(
            qkv, keys, values, heads.cos, heads.sin, heads.q_norm, heads.k_norm,
            inputs.positions, inputs.num_rows,
            x.codes if whole else None, x.scales if whole else None,
            x.values if whole or x.codes is None else self._attended,
            self._partials,
            num_heads=heads.num_heads, scale=heads.scale, interleaved=heads.interleaved,
            eps=heads.eps, span=span, num_programs=self._num_programs, pdl=self._pdl,
        )  # fmt: skip
        if not whole and x.codes is not None and x.scales is not None:
            attention.quantize_rows(self._attended, x.codes, x.scales, inputs.num_rows)
            if x.values is not None:
                x.values.copy_(self._attended)

    def _attend_prompt(
        self,
        qkv: Tensor,
        keys: Tensor,
        values: Tensor,
        heads: Heads,
        x: GpuActivations,
        inputs: StepInputs,
    ) -> None:
        shape = (x.width, heads.num_heads, heads.head_dim)
        queries = self._queries.view(-1).view(keys.dtype)[: x.width * x.num_cols].view(shape)
        prefill_attention.append_rotated(
            qkv, queries, keys, values, heads.cos, heads.sin, heads.q_norm, heads.k_norm,
            inputs.positions, inputs.num_rows, interleaved=heads.interleaved, eps=heads.eps,
        )  # fmt: skip
        prefill_attention.prefill_attend(
            queries, keys, values, inputs.positions, inputs.num_rows, x.dense_rows,
            scale=heads.scale,
        )  # fmt: skip

    def project_add(
        self,
        x: Activations,
        weight: Matrix,
        bias: Tensor | None,
        hidden: Tensor,
        norm: Norm,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        rows, target, matrix = _activations(x), _activations(out), _matrix(weight)
        if rows.width > MAX_ROWS:
            projected = self._projected[: rows.width]
            self._products.multiply(rows, matrix, projected)
            prefill.add_norm(
                hidden, projected, bias, norm.weight, norm.eps, target.dense_rows, inputs.num_rows
            )
            return
        (part,) = matrix.parts
        if part.is_tiled:
            project.project_add(
                _tiles(part), _codes(rows), bias, hidden, norm.weight, _prepared(target),
                inputs.num_rows, pdl=self._pdl,
            )  # fmt: skip
        else:
            float_matvec.project_add(
                part.data, _values(rows), bias, hidden, norm.weight, _prepared(target),
                inputs.num_rows, rows.width, pdl=self._pdl,
            )  # fmt: skip

    def scale(self, x: Tensor, factors: Tensor, inputs: StepInputs) -> None:
        width = len(x)
        positions, factor = self._known_positions[:width], self._factors[:width]
        # The positions of rows that are not real may be anything.
        torch.clamp(inputs.positions, 0, len(factors) - 1, out=positions)
        torch.index_select(factors, 0, positions, out=factor)
        x.mul_(factor[:, None])

    def project_gated(
        self, x: Activations, gate_up: Matrix, out: Activations, eps: float, inputs: StepInputs
    ) -> None:
        rows, target, matrix = _activations(x), _activations(out), _matrix(gate_up)
        if rows.width > MAX_ROWS:
            both = self._gate_up[: rows.width]
            self._products.multiply(rows, matrix, both)
            prefill.gate(both, target.dense_rows, inputs.num_rows)
            return
        gate, up = matrix.halves()
        if gate.is_tiled and up.is_tiled:
            project.project_gated(
                _tiles(gate), _tiles(up), _codes(rows), eps, _prepared(target), inputs.num_rows,
                pdl=self._pdl,
            )  # fmt: skip
        else:
            float_matvec.project_gated(
                gate.data, up.data, _values(rows), rows.sum_squares, eps, _prepared(target),
                inputs.num_rows, rows.width, pdl=self._pdl,
            )  # fmt: skip


def _num_multiprocessors() -> int:
    """Of the current device; what programs are spread over where there is none does not matter."""
    if not torch.cuda.is_available():
        return 1
    return torch.cuda.get_device_properties(torch.cuda.current_device()).multi_processor_count


def _launches(matrix: GpuMatrix) -> list[tuple[GpuPart, ...]]:
    """The parts that go into one launch each: two quantised neighbours fit in one."""
    runs: list[tuple[GpuPart, ...]] = []
    for part in matrix.parts:
        joins = (
            bool(runs)
            and len(runs[-1]) == 1
            and runs[-1][0].is_tiled
            and part.is_tiled
            and runs[-1][0].num_rows % 32 == 0
        )
        if joins:
            runs[-1] = (runs[-1][0], part)
        else:
            runs.append((part,))
    return runs


def _tiles(part: GpuPart) -> Tiles:
    return Tiles(part.data.view(torch.int32), part.kind, part.num_rows, part.num_cols)


def _codes(x: GpuActivations) -> Codes:
    if x.codes is None or x.scales is None:
        raise TypeError("These activations have no codes, but the weight is quantised")
    return Codes(x.codes.view(torch.int32), x.scales, x.sum_squares, x.width)


def _values(x: GpuActivations) -> Tensor:
    if x.values is None:
        raise TypeError("These activations have no values, but the weight is not quantised")
    return x.values


def _prepared(x: GpuActivations) -> Prepared:
    return Prepared(x.codes, x.scales, x.values, x.sum_squares)


def _matrix(weight: Matrix) -> GpuMatrix:
    if not isinstance(weight, GpuMatrix):
        raise TypeError(f"{type(weight).__name__} is not of this device")
    return weight


def _activations(x: Activations) -> GpuActivations:
    if not isinstance(x, GpuActivations):
        raise TypeError(f"{type(x).__name__} is not of this device")
    return x
