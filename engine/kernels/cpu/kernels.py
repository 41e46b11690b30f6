"""The CPU kernels: numba loops on numpy views of the tensors, run directly or recorded."""

import platform
from contextlib import AbstractContextManager
from dataclasses import replace

import llvmlite.binding
import numba
import torch
from torch import Tensor

from engine.errors import EngineError
from engine.kernels.cpu import (
    activations,
    attention,
    block_loops,
    draft_loops,
    recurrence,
    row_loops,
)
from engine.kernels.cpu.activations import ACTIVATIONS
from engine.kernels.cpu.attention_blocks import NUM_STATES
from engine.kernels.cpu.attention_kernels import attention_kernel
from engine.kernels.cpu.checked_loop import CheckedLoop
from engine.kernels.cpu.crew import Crew
from engine.kernels.cpu.experts import CpuExperts
from engine.kernels.cpu.kv_rows import as_array, row_format
from engine.kernels.cpu.launcher import CpuLauncher, Launch
from engine.kernels.cpu.projections import CpuProjections
from engine.kernels.dense_activations import DenseActivations, values_of
from engine.kernels.interface import ATTENTION_BLOCK, Kernels, Memory
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
    GateFunction,
    GateUp,
    Heads,
    KVState,
    Linear,
    Norm,
    Residual,
    Router,
    Routes,
    ShortConv,
    StepInputs,
)
from engine.kernels.sizes import STATE_LAG, StepSizes, transform_length
from engine.kernels.weight_parts import Matrix


def check_processor() -> None:
    """Raise EngineError on a processor without the instructions that the loops need."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return
    features = llvmlite.binding.get_host_cpu_features()
    missing = [name for name in ("fma", "f16c") if not features.get(name)]
    if missing:
        raise EngineError(
            f"This processor lacks the {' and '.join(missing).upper()} instructions that models "
            "need to run; use a computer made after 2013."
        )


def set_num_threads(threads: int) -> int:
    """Set the thread count of the calling thread, at most what numba started; returns it."""
    usable: int = max(1, min(threads, numba.config.NUMBA_NUM_THREADS))
    numba.set_num_threads(usable)
    return usable


class CpuKernels(Kernels):
    """Implements `Kernels`. While `recording`, launches are checked and recorded instead of run.

    `max_width` is the number of rows of the widest step; its scratch is allocated from `memory`.
    """

    def __init__(self, memory: Memory, sizes: StepSizes, max_width: int) -> None:
        self._launch = CpuLauncher(sizes.capacity, sizes.vocab_size)
        self._memory = memory
        self._max_width = max_width
        num_heads = max((a.num_heads for a in sizes.attention), default=1)
        head_dim = max((a.head_dim for a in sizes.attention), default=1)
        self._ones = torch.ones(head_dim)
        self._no_sinks = memory.allocate(0)
        self._no_holders = memory.allocate(0, 0, dtype=torch.int32)
        self._no_norm = memory.allocate(0)
        self._no_tokens = memory.allocate(0, dtype=torch.int32)
        self._scores = memory.allocate(max_width * num_heads, ATTENTION_BLOCK)
        self._states = memory.allocate(max_width * num_heads, NUM_STATES)
        self._scratch = memory.allocate(max_width * sizes.composed_size)
        self._layer_rows = memory.allocate(max_width, sizes.layer_inputs_size)
        self._crew = Crew(numba.get_num_threads())
        self._wake = CheckedLoop(self._crew.wake, lambda _: {})
        self._projections = CpuProjections(
            memory, sizes.widest, max_width, self._crew, self._launch
        )
        self._experts = None
        if sizes.experts is not None:
            self._experts = CpuExperts(
                memory,
                sizes.experts,
                sizes.hidden_size,
                max_width,
                self._projections,
                self._crew,
                self._launch,
            )
        if sizes.delta is not None:
            num_heads, size = sizes.delta.num_value_heads, sizes.delta.head_dim
            self._mixed = memory.allocate(max_width, sizes.delta.num_channels)
            self._delta_gates = memory.allocate(max_width, 2 * num_heads)
            self._delta_scratch = memory.allocate(num_heads, size + 2, size)

    def recording(self) -> AbstractContextManager[list[Launch]]:
        """Check and record the launches made in a `with` block instead of running them."""
        return self._launch.recording()

    def allocate_rows(self, num_cols: int) -> Tensor:
        return self._memory.allocate(self._max_width, num_cols)

    def allocate_activations(self, num_cols: int) -> DenseActivations:
        return DenseActivations(self._memory.allocate(self._max_width, num_cols))

    def scratch(self, width: int, num_cols: int) -> Tensor:
        return self._scratch[: width * num_cols].view(width, num_cols)

    def embed(
        self, inputs: StepInputs, table: Matrix, history: Tensor, to: Residual, scale: float = 1.0
    ) -> None:
        i = inputs
        self._launch(self._wake)
        self._projections.read_rows(i, table, to.hidden)
        self._launch(row_loops.note_ids, i.token_ids, i.positions, i.sequences, history, i)
        self._finish(to, scale, inputs)

    def note_tokens(self, inputs: StepInputs, history: Tensor) -> None:
        i = inputs
        self._launch(self._wake)
        self._launch(row_loops.note_ids, i.token_ids, i.positions, i.sequences, history, i)

    def project(self, x: Activations, linear: Linear, out: Tensor, inputs: StepInputs) -> None:
        self._projections.multiply(values_of(x), linear.weight, out, inputs)
        if linear.bias is not None:
            self._launch(row_loops.add_bias, out, linear.bias, inputs)

    def attend(
        self, x: QKV, kv: KVState, heads: Heads, out: Activations, span: int, inputs: StepInputs
    ) -> None:
        qkv, i = x.rows, inputs
        self._prepare_heads(qkv, heads, inputs)
        if kv.is_transformed:
            num_transformed = heads.num_heads + (2 * heads.num_kv_heads if heads.appends else 0)
            self._transform(qkv, num_transformed, heads, inputs)
        if heads.appends:
            at = (i.kv_rows, i.sequences, heads.num_heads)
            self._launch(attention.append_kv, qkv, *kv.tensors, *at, i, self._crew.state)
        kernel = attention_kernel(row_format(as_array(kv.tensors[0])))
        self._launch(
            attention.attention, kernel.address,
            qkv, *kv.tensors, self._no_holders if kv.holders is None else kv.holders,
            i.positions, i.sequences, self._scores, self._states,
            self._no_sinks if heads.sinks is None else heads.sinks,
            values_of(out), heads.scale, span, span if heads.window is None else heads.window,
            int(heads.is_causal), i, self._crew.state,
        )  # fmt: skip
        if kv.is_transformed:
            self._transform(values_of(out), heads.num_heads, heads, inputs)
        if x.gate is not None:
            is_sigmoid = heads.gate_function is GateFunction.SIGMOID
            rows = values_of(out)
            self._launch(attention.gate_heads, rows, x.gate, is_sigmoid, i, self._crew.state)

    def append(self, x: Tensor, kv: KVState, heads: Heads, inputs: StepInputs) -> None:
        i, rows = inputs, replace(heads, num_heads=0)
        self._prepare_heads(x, rows, inputs)
        if kv.is_transformed:
            self._transform(x, 2 * heads.num_kv_heads, heads, inputs)
        at = (i.kv_rows, i.sequences, 0)
        self._launch(attention.append_kv, x, *kv.tensors, *at, i, self._crew.state)

    def add_branch(
        self, branch: Branch | None, to: Residual, inputs: StepInputs, scale: float = 1.0
    ) -> None:
        if branch is not None and branch.norm is not None:
            self.normalize(branch.rows, branch.norm, inputs, to.hidden)
        elif branch is not None:
            self._launch(row_loops.add, to.hidden, branch.rows, inputs, self._crew.state)
        self._finish(to, scale, inputs)

    def normalize(
        self, x: Tensor, norm: Norm, inputs: StepInputs, onto: Tensor | None = None
    ) -> None:
        if onto is None:
            self._launch(row_loops.normalize_rows, x, norm.weight, norm.eps, inputs)
        else:
            operands = x, norm.weight, norm.eps, onto
            self._launch(row_loops.add_normed, *operands, inputs, self._crew.state)

    def keep_rows(
        self, x: Tensor, norm: Norm | None, ring: Tensor, inputs: StepInputs, offset: int = 0
    ) -> None:
        i = inputs
        places = (i.positions, i.sequences, offset)
        if norm is None:
            self._launch(row_loops.keep_plain_rows, x, ring, *places, i)
        else:
            self._launch(row_loops.keep_rows, x, norm.weight, norm.eps, ring, *places, i)

    def take_rows(self, ring: Tensor, out: Tensor, inputs: StepInputs) -> None:
        i = inputs
        self._launch(row_loops.take_rows, ring, out, i.positions, i.sequences, i)

    def join_rows(
        self, x: Tensor, ring: Tensor, out: Tensor, inputs: StepInputs, offset: int = -1
    ) -> None:
        i = inputs
        self._launch(row_loops.join_rows, x, ring, out, i.positions, i.sequences, offset, i)

    def scale(self, x: Tensor, factors: Tensor, inputs: StepInputs) -> None:
        self._launch(row_loops.scale, x, factors, inputs.positions, inputs)

    def spread(self, x: Tensor, columns: Tensor, out: Tensor, inputs: StepInputs) -> None:
        self._launch(row_loops.spread, x, columns, out, inputs)

    def begin_chain(self, ids: Tensor, counts: Tensor, first: int, inputs: StepInputs) -> None:
        self._launch(draft_loops.begin_chain, inputs.token_ids, ids, counts, first, inputs)

    def extend_chain(
        self,
        added: Tensor,
        logits: Tensor,
        tokens: Tensor | None,
        next_id: Tensor,
        inputs: StepInputs,
    ) -> None:
        known = self._no_tokens if tokens is None else tokens
        self._launch(draft_loops.extend_chain, added, logits, known, next_id, inputs)

    def rate_drafts(
        self, x: Tensor, before: Tensor, confidence: Confidence, out: Tensor, inputs: StepInputs
    ) -> None:
        norm, c = confidence.norm, confidence
        operands = x, norm.weight, norm.eps, before, c.weight, c.bias, out
        self._launch(draft_loops.rate_drafts, *operands, inputs)

    def read_rows(self, inputs: StepInputs, table: Matrix, out: Tensor) -> None:
        self._projections.read_rows(inputs, table, out)

    def convolve_block(
        self,
        x: Tensor,
        norm: Norm | None,
        base: Tensor,
        factors: Tensor,
        out: Tensor,
        inputs: StepInputs,
    ) -> None:
        weight, eps = (self._no_norm, 0.0) if norm is None else (norm.weight, norm.eps)
        self._launch(block_loops.convolve_block, x, weight, eps, base, factors, out, inputs)

    def choose_candidates(self, logits: Tensor, candidates: Candidates, inputs: StepInputs) -> None:
        c = candidates
        of_candidates = c.ids, c.scores, c.rows.num_rows
        self._launch(
            block_loops.choose_candidates, logits, inputs.token_ids, *of_candidates, inputs
        )

    def walk_candidates(
        self, logits: Tensor, candidates: Candidates, scale: float, inputs: StepInputs
    ) -> None:
        c = candidates
        operands = logits, c.ids, c.scores, c.gates, c.before, c.after, scale
        self._launch(block_loops.walk_candidates, *operands, inputs)

    def softcap(self, logits: Tensor, cap: float, inputs: StepInputs) -> None:
        self._launch(activations.softcap, logits, cap, inputs, self._crew.state)

    def project_gated(
        self, x: Activations, gate_up: GateUp, out: Activations, inputs: StepInputs
    ) -> None:
        gated, number = values_of(out), ACTIVATIONS.index(gate_up.activation)
        both = self.scratch(len(gated), gate_up.weight.num_rows)
        self._projections.multiply(values_of(x), gate_up.weight, both, inputs)
        self._launch(activations.gate_halves, both, gated, number, inputs, self._crew.state)

    def gate(
        self, x: Tensor, up: Tensor, out: Activations, inputs: StepInputs, activation: Activation
    ) -> None:
        number = ACTIVATIONS.index(activation)
        self._launch(activations.gate, x, up, values_of(out), number, inputs)

    def mix_layer_inputs(
        self, inputs: StepInputs, table: Matrix, scale: float, norm: Norm, x: Tensor
    ) -> None:
        rows = self._layer_rows[: len(x)]
        self._projections.read_rows(inputs, table, rows)
        self._launch(row_loops.mix_layer_inputs, rows, scale, norm.weight, norm.eps, x, inputs)

    def route(
        self, hidden: Tensor, norm: Norm, router: Router, routes: Routes, inputs: StepInputs
    ) -> Routes:
        self._expert_loops.route(hidden, norm, router, routes, inputs)
        return routes

    def mix_experts(
        self, x: Activations, experts: Experts, routes: Routes, out: Tensor, inputs: StepInputs
    ) -> None:
        self._expert_loops.mix(x, experts, routes, out, inputs)

    @property
    def _expert_loops(self) -> CpuExperts:
        if self._experts is None:
            raise TypeError("This model has no experts")
        return self._experts

    def mix_delta(
        self, x: Tensor, rule: DeltaRule, state: DeltaState, out: Activations, inputs: StepInputs
    ) -> None:
        i, eps, num_keys = inputs, rule.norm.eps, rule.num_key_heads
        mixed, gates = self._mixed, self._delta_gates
        self._launch(
            recurrence.prepare_delta,
            x, i.positions, i.sequences, rule.conv, rule.decay, rule.decay_bias, eps,
            state.inputs, mixed, gates, num_keys, i, self._crew.state,
        )  # fmt: skip
        self._launch(
            recurrence.scan_delta,
            x, i.positions, i.sequences, mixed, gates, rule.norm.weight, eps,
            state.keys, state.errors, state.decays, state.memory, state.base,
            self._delta_scratch, values_of(out), num_keys, int(rule.grouped), STATE_LAG, i,
            self._crew.state,
        )  # fmt: skip

    def convolve(
        self, x: Tensor, conv: ShortConv, state: ConvState, out: Activations, inputs: StepInputs
    ) -> None:
        self._launch(
            recurrence.convolve,
            x, inputs.positions, inputs.sequences, conv.weight, state.inputs,
            values_of(out), inputs, self._crew.state,
        )  # fmt: skip

    def _finish(self, to: Residual, scale: float, inputs: StepInputs) -> None:
        """Multiply the residual stream by `scale`, then norm it."""
        if scale != 1.0:
            self._launch(row_loops.multiply, to.hidden, scale, inputs)
        normed, norm = values_of(to.normed), to.norm
        if norm is None:
            self._launch(row_loops.copy, to.hidden, normed, inputs)
        else:
            operands = to.hidden, norm.weight, normed, norm.eps
            self._launch(row_loops.rms_norm, *operands, inputs, self._crew.state)

    def _transform(self, rows: Tensor, num_heads: int, heads: Heads, inputs: StepInputs) -> None:
        """Transform the first `num_heads` heads of rows in place, as a cache keeps them."""
        size, length = num_heads * heads.head_dim, transform_length(heads.head_dim)
        self._launch(attention.transform_heads, rows, size, length, inputs, self._crew.state)

    def _prepare_heads(self, qkv: Tensor, heads: Heads, inputs: StepInputs) -> None:
        """Norm the heads and apply RoPE to queries and keys, in place."""
        num_queries, num_keys = heads.num_heads, heads.num_kv_heads if heads.appends else 0
        value_norm = self._ones[: heads.head_dim] if heads.norms_values else None
        for weight, first, count in (
            (heads.q_norm, 0, num_queries),
            (heads.k_norm, num_queries, num_keys),
            (value_norm, num_queries + num_keys, num_keys),
        ):
            if weight is not None and count > 0:
                operands = qkv, weight, first, count, heads.eps
                self._launch(attention.norm_heads, *operands, inputs, self._crew.state)
        self._launch(
            attention.rope,
            qkv, heads.cos, heads.sin, inputs.positions,
            num_queries + num_keys, heads.head_dim, int(heads.interleaved), inputs,
            self._crew.state,
        )  # fmt: skip
