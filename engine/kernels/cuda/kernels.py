"""The kernels of a CUDA device: five launches per layer in steps of up to 16 rows, more in prefill.

In Triton's interpreter they also run on CPU tensors, for tests without a device.
"""

import torch
from torch import Tensor

from engine.kernels.cuda.activations import MAX_ROWS, CudaActivations
from engine.kernels.cuda.attention import decode as attention
from engine.kernels.cuda.attention import prefill as prefill_attention
from engine.kernels.cuda.attention.parts import quantize_rows, stored_by_head
from engine.kernels.cuda.attention.stored_rows import product_dtype
from engine.kernels.cuda.experts.decode_launches import CudaExperts
from engine.kernels.cuda.experts.prefill_launches import PromptExperts
from engine.kernels.cuda.launching.dependent_launch import has_dependent_launch
from engine.kernels.cuda.operands import cuda_activations, cuda_matrix, launches
from engine.kernels.cuda.products import float_matvec, project
from engine.kernels.cuda.products.prefill import PrefillProducts
from engine.kernels.cuda.recurrence.delta_prefill import prefill_delta
from engine.kernels.cuda.recurrence.delta_rule import mix_delta
from engine.kernels.cuda.recurrence.short_conv import convolve
from engine.kernels.cuda.residual import branch as branches
from engine.kernels.cuda.residual import gate as gates
from engine.kernels.cuda.residual import prefill, taps
from engine.kernels.cuda.residual.block_convolution import convolve_block
from engine.kernels.cuda.residual.embed import embed, note_tokens, read_rows
from engine.kernels.cuda.residual.layer_inputs import mix_layer_inputs
from engine.kernels.cuda.sampling import candidates as choices
from engine.kernels.cuda.sampling import chain
from engine.kernels.cuda.scratch import CudaScratch
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.interface import Kernels, Memory
from engine.kernels.operands import (
    QKV,
    Activation,
    Activations,
    Branch,
    Candidates,
    Confidence,
    ConvState,
    DeltaRule,
    DeltaState,
    Experts,
    GateUp,
    Heads,
    KVState,
    Linear,
    Norm,
    ParallelBranches,
    Residual,
    Router,
    Routes,
    ShortConv,
    StepInputs,
)
from engine.kernels.sizes import StepSizes
from engine.kernels.weight_parts import Matrix


class CudaKernels(Kernels):
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

    def allocate_rows(self, num_cols: int) -> Tensor:
        return self._scratch.allocate_rows(num_cols)

    def allocate_activations(self, num_cols: int) -> CudaActivations:
        return self._scratch.allocate_activations(num_cols)

    def scratch(self, width: int, num_cols: int) -> Tensor:
        return self._scratch.between[: width * num_cols].view(width, num_cols)

    def embed(
        self, inputs: StepInputs, table: Matrix, history: Tensor, to: Residual, scale: float = 1.0
    ) -> None:
        (part,) = cuda_matrix(table).parts
        embed(inputs, part, history, to, scale)
        if len(to.hidden) > MAX_ROWS:
            self._add_norm(None, None, to, inputs)

    def note_tokens(self, inputs: StepInputs, history: Tensor) -> None:
        note_tokens(inputs, history)

    def project(self, x: Activations, linear: Linear, out: Tensor, inputs: StepInputs) -> None:
        rows, matrix, bias = cuda_activations(x), cuda_matrix(linear.weight), linear.bias
        if rows.width > MAX_ROWS:
            self._products.multiply(rows, matrix, out)
            if bias is not None:
                prefill.add_bias(out, bias, inputs.num_rows)
            return
        column = 0
        for run in launches(matrix):
            end = column + sum(part.num_rows for part in run)
            some = None if bias is None else bias[column:end]
            launch = project.project if run[0].is_tiled else float_matvec.project
            launch(run, rows, some, out[:, column:end], inputs.num_rows, pdl=self._pdl)
            column = end

    def attend(
        self, x: QKV, kv: KVState, heads: Heads, out: Activations, span: int, inputs: StepInputs
    ) -> None:
        target, scratch = cuda_activations(out), self._scratch
        if target.width > MAX_ROWS:
            shape = (target.width, heads.num_heads, heads.head_dim)
            queries = scratch.queries.view(-1).view(product_dtype(kv))
            queries = queries[: target.width * target.num_cols].view(shape)
            prefill_attention.attend_prompt(x, queries, kv, heads, target.dense_rows, inputs)
            return
        stored = stored_by_head(target, heads.head_dim, scratch.attended)
        attention.attend(
            x, kv, heads, stored, scratch.partials, inputs,
            span=span, num_programs=self._num_programs, pdl=self._pdl,
        )  # fmt: skip
        quantize_rows(stored, target, inputs.num_rows)

    def append(self, x: Tensor, kv: KVState, heads: Heads, inputs: StepInputs) -> None:
        prefill_attention.append_prompt(x, kv, heads, inputs)

    def project_add(self, x: Activations, linear: Linear, to: Residual, inputs: StepInputs) -> None:
        rows, matrix = cuda_activations(x), cuda_matrix(linear.weight)
        if rows.width > MAX_ROWS:
            branch = self.scratch(*to.hidden.shape)
            self._products.multiply(rows, matrix, branch)
            self._add_norm(Branch(branch), linear.bias, to, inputs)
            return
        (part,) = matrix.parts
        launch = project.project_add if part.is_tiled else float_matvec.project_add
        launch(part, rows, linear.bias, to, inputs.num_rows, pdl=self._pdl)

    def project_add_normed(
        self,
        x: Activations,
        linear: Linear,
        norm: Norm,
        to: Residual,
        inputs: StepInputs,
        scale: float = 1.0,
    ) -> None:
        rows, runs = cuda_activations(x), launches(cuda_matrix(linear.weight))
        is_one = len(runs) == 1 and runs[0][0].is_tiled
        is_small = rows.width <= MAX_ROWS and to.hidden.shape[1] <= branches.MOST_SUMMED
        if not (is_one and is_small):
            super().project_add_normed(x, linear, norm, to, inputs, scale)
            return
        branch = Branch(self.scratch(*to.hidden.shape), norm)
        num_rows, squares = inputs.num_rows, self._scratch.branch_squares
        project.project(
            runs[0], rows, linear.bias, branch.rows, num_rows, squares=squares, pdl=self._pdl
        )
        branches.add_branch(branch, to, num_rows, scale, squares=squares, pdl=self._pdl)

    def add_branch(
        self, branch: Branch | None, to: Residual, inputs: StepInputs, scale: float = 1.0
    ) -> None:
        if len(to.hidden) > MAX_ROWS:
            self._add_norm(branch, None, to, inputs, scale)
        else:
            branches.add_branch(branch, to, inputs.num_rows, scale, pdl=self._pdl)

    def add_branches(
        self,
        first: Branch,
        second: Branch,
        norm: Norm,
        to: Residual,
        inputs: StepInputs,
        scale: float = 1.0,
    ) -> None:
        if len(to.hidden) > MAX_ROWS:
            super().add_branches(first, second, norm, to, inputs, scale)
        else:
            branches.add_branches(first, second, norm, to, inputs.num_rows, scale, pdl=self._pdl)

    def normalize(
        self, x: Tensor, norm: Norm, inputs: StepInputs, onto: Tensor | None = None
    ) -> None:
        branches.normalize(x, norm, onto, inputs.num_rows, pdl=self._pdl)

    def keep_rows(
        self, x: Tensor, norm: Norm | None, ring: Tensor, inputs: StepInputs, offset: int = 0
    ) -> None:
        taps.keep_rows(x, norm, ring, inputs, offset, pdl=self._pdl)

    def take_rows(self, ring: Tensor, out: Tensor, inputs: StepInputs) -> None:
        taps.take_rows(ring, out, inputs, pdl=self._pdl)

    def join_rows(
        self, x: Tensor, ring: Tensor, out: Tensor, inputs: StepInputs, offset: int = -1
    ) -> None:
        taps.join_rows(x, ring, out, inputs, offset, pdl=self._pdl)

    def scale(self, x: Tensor, factors: Tensor, inputs: StepInputs) -> None:
        branches.scale(x, factors, inputs.positions, inputs.num_rows, pdl=self._pdl)

    def spread(self, x: Tensor, columns: Tensor, out: Tensor, inputs: StepInputs) -> None:
        gates.spread(x, columns, out, inputs.num_rows, pdl=self._pdl)

    def begin_chain(self, ids: Tensor, counts: Tensor, first: int, inputs: StepInputs) -> None:
        chain.begin_chain(ids, counts, first, inputs)

    def extend_chain(
        self,
        added: Tensor,
        logits: Tensor,
        tokens: Tensor | None,
        next_id: Tensor,
        inputs: StepInputs,
    ) -> None:
        keys = self._scratch.largest_keys
        chain.extend_chain(added, logits, tokens, next_id, keys, inputs.num_rows, pdl=self._pdl)

    def rate_drafts(
        self, x: Tensor, before: Tensor, confidence: Confidence, out: Tensor, inputs: StepInputs
    ) -> None:
        chain.rate_drafts(x, before, confidence, out, inputs.num_rows, pdl=self._pdl)

    def read_rows(self, inputs: StepInputs, table: Matrix, out: Tensor) -> None:
        (part,) = cuda_matrix(table).parts
        read_rows(inputs, part, out)

    def convolve_block(
        self,
        x: Tensor,
        norm: Norm | None,
        base: Tensor,
        factors: Tensor,
        out: Tensor,
        inputs: StepInputs,
    ) -> None:
        convolve_block(x, norm, base, factors, out, inputs.num_rows, pdl=self._pdl)

    def choose_candidates(self, logits: Tensor, candidates: Candidates, inputs: StepInputs) -> None:
        keys = self._scratch.largest_keys
        choices.choose_candidates(logits, candidates, keys, inputs, pdl=self._pdl)

    def walk_candidates(
        self, logits: Tensor, candidates: Candidates, scale: float, inputs: StepInputs
    ) -> None:
        choices.walk_candidates(logits, candidates, scale, inputs, pdl=self._pdl)

    def softcap(self, logits: Tensor, cap: float, inputs: StepInputs) -> None:
        gates.softcap(logits, cap, inputs.num_rows, pdl=self._pdl)

    def gate(
        self, x: Tensor, up: Tensor, out: Activations, inputs: StepInputs, activation: Activation
    ) -> None:
        target = cuda_activations(out)
        if target.width > MAX_ROWS:
            prefill.gate(x, up, target.dense_rows, inputs.num_rows, activation)
        else:
            gates.gate(x, up, target, inputs.num_rows, activation, pdl=self._pdl)

    def mix_layer_inputs(
        self, inputs: StepInputs, table: Matrix, scale: float, norm: Norm, x: Tensor
    ) -> None:
        (part,) = cuda_matrix(table).parts
        norms = self._scratch.layer_norms
        mix_layer_inputs(inputs, part, scale, norm, norms, x, pdl=self._pdl)

    def project_gated(
        self, x: Activations, gate_up: GateUp, out: Activations, inputs: StepInputs
    ) -> None:
        rows, matrix = cuda_activations(x), cuda_matrix(gate_up.weight)
        if rows.width > MAX_ROWS or not matrix.has_like_halves:
            super().project_gated(x, gate_up, out, inputs)
            return
        gate, up = matrix.halves()
        launch = project.project_gated if gate.is_tiled else float_matvec.project_gated
        target, activation = cuda_activations(out), gate_up.activation
        launch(gate, up, rows, target, inputs.num_rows, activation, pdl=self._pdl)

    def project_gate(
        self,
        x: Activations,
        gate: Linear,
        up: Tensor,
        out: Activations,
        inputs: StepInputs,
        activation: Activation,
    ) -> None:
        rows, matrix = cuda_activations(x), cuda_matrix(gate.weight)
        is_one = len(matrix.parts) == 1 and matrix.parts[0].is_tiled and gate.bias is None
        if rows.width > MAX_ROWS or not is_one:
            super().project_gate(x, gate, up, out, inputs, activation)
            return
        (part,), target = matrix.parts, cuda_activations(out)
        project.project_gate(part, rows, up, target, inputs.num_rows, activation, pdl=self._pdl)

    def mix_delta(
        self, x: Tensor, rule: DeltaRule, state: DeltaState, out: Activations, inputs: StepInputs
    ) -> None:
        target, scratch = cuda_activations(out), self._scratch.delta
        assert scratch is not None  # the model has such layers
        if target.width > MAX_ROWS:
            prefill_delta(x, rule, state, scratch, target.dense_rows, inputs)
            return
        stored = stored_by_head(target, rule.head_dim, scratch.finished)
        mix_delta(x, rule, state, scratch, stored, inputs, pdl=self._pdl)
        quantize_rows(stored, target, inputs.num_rows)

    def convolve(
        self, x: Tensor, conv: ShortConv, state: ConvState, out: Activations, inputs: StepInputs
    ) -> None:
        convolve(x, conv, state, cuda_activations(out), inputs, pdl=self._pdl)

    def route(
        self, hidden: Tensor, norm: Norm, router: Router, routes: Routes, inputs: StepInputs
    ) -> Routes:
        launches = self._prompt_experts if len(hidden) > MAX_ROWS else self._experts
        return launches.route(hidden, norm, router, routes, inputs.num_rows)

    def mix_experts(
        self, x: Activations, experts: Experts, routes: Routes, out: Tensor, inputs: StepInputs
    ) -> None:
        rows = cuda_activations(x)
        if rows.width > MAX_ROWS:
            self._prompt_experts.mix(rows, experts, routes, out, inputs.num_rows)
        else:
            self._experts.mix(rows, experts, routes, out, inputs.num_rows)

    def compute_branches(
        self,
        branches: ParallelBranches,
        x: Activations,
        stream: Residual,
        activated: Activations,
        routes: Routes,
        out: tuple[Tensor, Tensor],
        inputs: StepInputs,
    ) -> None:
        rows, norm = cuda_activations(x), stream.norm
        if rows.width > MAX_ROWS or not self._experts.can_compute(branches, rows, norm):
            super().compute_branches(branches, x, stream, activated, routes, out, inputs)
        else:
            self._experts.compute(branches, rows, stream, routes, out, inputs.num_rows)

    def add_experts(
        self, x: Activations, experts: Experts, routes: Routes, to: Residual, inputs: StepInputs
    ) -> None:
        rows = cuda_activations(x)
        if rows.width > MAX_ROWS:
            super().add_experts(x, experts, routes, to, inputs)
        else:
            self._experts.mix(rows, experts, routes, to, inputs.num_rows)

    def _add_norm(
        self,
        branch: Branch | None,
        bias: Tensor | None,
        to: Residual,
        inputs: StepInputs,
        scale: float = 1.0,
    ) -> None:
        """`add_branch` of a step of more than 16 rows, with a bias."""
        out = cuda_activations(to.normed).dense_rows
        prefill.add_norm(branch, bias, to.hidden, to.norm, out, inputs.num_rows, scale)


def _num_multiprocessors() -> int:
    """Multiprocessors of the current device; 1 without one."""
    if not torch.cuda.is_available():
        return 1
    return torch.cuda.get_device_properties(torch.cuda.current_device()).multi_processor_count
