"""The kernels of a CUDA device: five launches per layer in steps of up to 16 rows, more in prefill.

In Triton's interpreter they also run on CPU tensors, for tests without a device.
"""

import torch
from torch import Tensor

from engine.kernels.cuda.activations import MAX_ROWS, CudaActivations
from engine.kernels.cuda.attention import decode as attention
from engine.kernels.cuda.attention import parts as attention_parts
from engine.kernels.cuda.attention import prefill as prefill_attention
from engine.kernels.cuda.experts.decode_launches import CudaExperts, Residual
from engine.kernels.cuda.experts.prefill_launches import PromptExperts
from engine.kernels.cuda.launching.dependent_launch import has_dependent_launch
from engine.kernels.cuda.operands import (
    codes,
    cuda_activations,
    cuda_matrix,
    floats,
    launches,
    norm_weight,
    prepared,
    tiles,
    values_of,
)
from engine.kernels.cuda.products import float_matvec, project
from engine.kernels.cuda.products.prefill import PrefillProducts
from engine.kernels.cuda.recurrence import short_conv
from engine.kernels.cuda.recurrence.launches import CudaDelta
from engine.kernels.cuda.residual import branch as branches
from engine.kernels.cuda.residual import gate as gates
from engine.kernels.cuda.residual import prefill
from engine.kernels.cuda.residual.embed import embed
from engine.kernels.cuda.residual.layer_inputs import mix_layer_inputs
from engine.kernels.cuda.scratch import CudaScratch
from engine.kernels.cuda.weights import CudaMatrix, CudaWeights
from engine.kernels.interface import Memory
from engine.kernels.operands import (
    Activation,
    Activations,
    ConvState,
    DeltaRule,
    DeltaState,
    Experts,
    Heads,
    Matrix,
    Norm,
    Router,
    Routes,
    ShortConv,
    StepInputs,
)
from engine.kernels.sizes import StepSizes


class CudaKernels:
    """Implements `Kernels` for weights of a `CudaWeights`."""

    def __init__(
        self, memory: Memory, sizes: StepSizes, max_width: int, weights: CudaWeights
    ) -> None:
        scratch = self._scratch = CudaScratch(
            memory, sizes, max_width, has_tiles=weights.has_tiles, has_floats=weights.has_floats
        )
        self._pdl = has_dependent_launch()
        self._num_programs = _num_multiprocessors()
        self._products = PrefillProducts(scratch.products)
        if sizes.experts and scratch.experts and scratch.prompt_experts:
            self._experts = CudaExperts(scratch.experts, sizes.experts, pdl=self._pdl)
            self._prompt_experts = PromptExperts(
                scratch.prompt_experts, sizes.experts, self._products
            )
        if scratch.delta:
            self._delta = CudaDelta(scratch.delta, pdl=self._pdl)

    def allocate_rows(self, num_cols: int) -> Tensor:
        return self._scratch.allocate_rows(num_cols)

    def allocate_activations(self, num_cols: int) -> CudaActivations:
        return self._scratch.allocate_activations(num_cols)

    def embed(
        self,
        inputs: StepInputs,
        table: Matrix,
        history: Tensor,
        hidden: Tensor,
        norm: Norm | None,
        out: Activations,
        scale: float = 1.0,
    ) -> None:
        (part,) = cuda_matrix(table).parts
        x = cuda_activations(out)
        scales = x.sum_squares if x.scales is None else x.scales
        embed(
            inputs.token_ids, inputs.positions, inputs.sequences, inputs.num_rows, part.data,
            part.kind, history, hidden, norm_weight(norm), x.sum_squares, x.codes, scales, x.values,
            scale,
        )  # fmt: skip
        if x.width > MAX_ROWS:
            prefill.add_norm(hidden, None, None, None, norm, x.dense_rows, inputs.num_rows)

    def project(
        self,
        x: Activations,
        weight: Matrix,
        bias: Tensor | None,
        out: Tensor,
        eps: float | None,
        inputs: StepInputs,
    ) -> None:
        rows, matrix = cuda_activations(x), cuda_matrix(weight)
        if rows.width > MAX_ROWS:
            self._products.multiply(rows, matrix, out)
            if bias is not None:
                prefill.add_bias(out, bias, inputs.num_rows)
            return
        column = 0
        for run in launches(matrix):
            end = column + sum(part.num_rows for part in run)
            part_bias = None if bias is None else bias[column:end]
            if run[0].is_tiled:
                both = tuple(tiles(part) for part in run)
                project.project(
                    both, codes(rows), eps, part_bias, out[:, column:end], inputs.num_rows,
                    pdl=self._pdl,
                )  # fmt: skip
            else:
                float_matvec.project(
                    floats(run[0]), values_of(rows), rows.sum_squares, eps, part_bias,
                    out[:, column:end], inputs.num_rows, rows.width, pdl=self._pdl,
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
        gate: Tensor | None = None,
    ) -> None:
        x, scratch = cuda_activations(out), self._scratch
        if x.width > MAX_ROWS:
            shape = (x.width, heads.num_heads, heads.head_dim)
            queries = scratch.queries.view(-1).view(keys.dtype)[: x.width * x.num_cols].view(shape)
            at = (inputs.positions, inputs.sequences, inputs.num_rows)
            prefill_attention.append_rotated(qkv, queries, keys, values, heads, *at)
            prefill_attention.prefill_attend(queries, keys, values, heads, gate, *at, x.dense_rows)
            return
        # A group of 32 that spans two heads is quantised after all heads are computed.
        whole = heads.head_dim % 32 == 0
        attended = scratch.attended.view(-1)[: MAX_ROWS * heads.size].view(MAX_ROWS, heads.size)
        attention.attend(
            qkv, keys, values, heads, gate, inputs.positions, inputs.sequences, inputs.num_rows,
            x.codes if whole else None, x.scales if whole else None,
            x.values if whole or x.codes is None else attended,
            scratch.partials, span=span, num_programs=self._num_programs, pdl=self._pdl,
        )  # fmt: skip
        if not whole and x.codes is not None and x.scales is not None:
            attention_parts.quantize_rows(attended, x.codes, x.scales, inputs.num_rows)
            if x.values is not None:
                x.values.copy_(attended)

    def project_add(
        self,
        x: Activations,
        weight: Matrix,
        bias: Tensor | None,
        hidden: Tensor,
        norm: Norm | None,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        rows, target, matrix = cuda_activations(x), cuda_activations(out), cuda_matrix(weight)
        if rows.width > MAX_ROWS:
            projected = self._scratch.projected[: rows.width]
            self._products.multiply(rows, matrix, projected)
            prefill.add_norm(
                hidden, projected, bias, None, norm, target.dense_rows, inputs.num_rows
            )
            return
        (part,) = matrix.parts
        if part.is_tiled:
            project.project_add(
                tiles(part), codes(rows), bias, hidden, norm_weight(norm), prepared(target),
                inputs.num_rows, pdl=self._pdl,
            )  # fmt: skip
        else:
            float_matvec.project_add(
                floats(part), values_of(rows), bias, hidden, norm_weight(norm), prepared(target),
                inputs.num_rows, rows.width, pdl=self._pdl,
            )  # fmt: skip

    def add_branch(
        self,
        branch: Tensor | None,
        branch_norm: Norm | None,
        hidden: Tensor,
        norm: Norm | None,
        out: Activations,
        inputs: StepInputs,
        scale: float = 1.0,
    ) -> None:
        target = cuda_activations(out)
        if target.width > MAX_ROWS:
            prefill.add_norm(
                hidden, branch, None, branch_norm, norm, target.dense_rows, inputs.num_rows, scale
            )
        else:
            branches.add_branch(
                branch, branch_norm, hidden, norm_weight(norm), prepared(target), inputs.num_rows,
                scale, pdl=self._pdl,
            )  # fmt: skip

    def normalize(
        self, x: Tensor, norm: Norm, inputs: StepInputs, onto: Tensor | None = None
    ) -> None:
        branches.normalize(x, norm, onto, inputs.num_rows, pdl=self._pdl)

    def scale(self, x: Tensor, factors: Tensor, inputs: StepInputs) -> None:
        branches.scale(x, factors, inputs.positions, inputs.num_rows, pdl=self._pdl)

    def softcap(self, logits: Tensor, cap: float, inputs: StepInputs) -> None:
        gates.softcap(logits, cap, inputs.num_rows, pdl=self._pdl)

    def gate(
        self,
        x: Tensor,
        up: Tensor,
        out: Activations,
        inputs: StepInputs,
        activation: Activation,
    ) -> None:
        target = cuda_activations(out)
        if target.width > MAX_ROWS:
            prefill.gate(x, up, target.dense_rows, inputs.num_rows, activation)
        else:
            gates.gate(x, up, prepared(target), inputs.num_rows, activation, pdl=self._pdl)

    def mix_layer_inputs(
        self, inputs: StepInputs, table: Matrix, scale: float, norm: Norm, x: Tensor
    ) -> None:
        (part,) = cuda_matrix(table).parts
        mix_layer_inputs(
            inputs.token_ids, inputs.num_rows, part.data, part.kind, scale, norm,
            self._scratch.layer_norms, x, pdl=self._pdl,
        )  # fmt: skip

    def project_gated(
        self,
        x: Activations,
        gate_up: Matrix,
        out: Activations,
        eps: float | None,
        inputs: StepInputs,
        activation: Activation = Activation.SILU,
    ) -> None:
        rows, target, matrix = cuda_activations(x), cuda_activations(out), cuda_matrix(gate_up)
        if rows.width > MAX_ROWS:
            both, size = self._both(matrix, rows.width), target.num_cols
            self._products.multiply(rows, matrix, both)
            prefill.gate(
                both[:, :size], both[:, size:], target.dense_rows, inputs.num_rows, activation
            )
            return
        gate, up = matrix.halves()
        if not matrix.has_like_halves:
            both, size = self._both(matrix, rows.width), target.num_cols
            self.project(x, gate_up, None, both, eps, inputs)
            gates.gate(
                both[:, :size], both[:, size:], prepared(target), inputs.num_rows, activation,
                pdl=self._pdl,
            )  # fmt: skip
        elif gate.is_tiled:
            project.project_gated(
                tiles(gate), tiles(up), codes(rows), eps, prepared(target), inputs.num_rows,
                activation, pdl=self._pdl,
            )  # fmt: skip
        else:
            float_matvec.project_gated(
                floats(gate), floats(up), values_of(rows), rows.sum_squares, eps, prepared(target),
                inputs.num_rows, rows.width, activation, pdl=self._pdl,
            )  # fmt: skip

    def _both(self, gate_up: CudaMatrix, width: int) -> Tensor:
        """Scratch for gate and up values, [width, 2F]."""
        return self._scratch.gate_up.view(-1)[: width * gate_up.num_rows].view(
            width, gate_up.num_rows
        )

    def mix_delta(
        self,
        projected: Tensor,
        rule: DeltaRule,
        state: DeltaState,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        self._delta.mix(projected, rule, state, cuda_activations(out), inputs)

    def convolve(
        self,
        projected: Tensor,
        conv: ShortConv,
        state: ConvState,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        x = cuda_activations(out)
        short_conv.convolve(
            projected, conv.weight, state.inputs, inputs.positions, inputs.sequences,
            inputs.num_rows, x.codes, x.scales, x.values,
            x.dense_rows if x.width > MAX_ROWS else None,
            pdl=self._pdl and x.width <= MAX_ROWS,
        )  # fmt: skip

    def route(
        self, hidden: Tensor, norm: Norm, router: Router, routes: Routes, inputs: StepInputs
    ) -> None:
        launches = self._prompt_experts if len(hidden) > MAX_ROWS else self._experts
        launches.route(hidden, norm, router, routes, inputs.num_rows)

    def mix_experts(
        self,
        x: Activations,
        experts: Experts,
        routes: Routes,
        eps: float | None,
        out: Tensor,
        inputs: StepInputs,
    ) -> None:
        rows = cuda_activations(x)
        if rows.width > MAX_ROWS:
            self._prompt_experts.mix(rows, experts, routes, out, inputs.num_rows)
            return
        self._experts.gate(rows, experts, routes, eps, inputs.num_rows)
        self._experts.project(experts, routes, out, inputs.num_rows)

    def add_experts(
        self,
        x: Activations,
        experts: Experts,
        routes: Routes,
        eps: float | None,
        hidden: Tensor,
        norm: Norm | None,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        rows = cuda_activations(x)
        if rows.width > MAX_ROWS:
            mixture = self._scratch.projected[: rows.width]
            self.mix_experts(x, experts, routes, eps, mixture, inputs)
            self.add_branch(mixture, None, hidden, norm, out, inputs)
            return
        self._experts.gate(rows, experts, routes, eps, inputs.num_rows)
        residual = Residual(hidden, norm, cuda_activations(out))
        self._experts.project(experts, routes, residual, inputs.num_rows)


def _num_multiprocessors() -> int:
    """Multiprocessors of the current device; 1 without one."""
    if not torch.cuda.is_available():
        return 1
    return torch.cuda.get_device_properties(torch.cuda.current_device()).multi_processor_count
