"""Every kernel in plain torch: simple and slow, the reference for the fast ones."""

import math

import torch
from torch import Tensor
from torch.nn.functional import softplus

from engine.kernels.dense_activations import DenseActivations, values_of
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
    GateFunction,
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
from engine.kernels.reference.experts import activated, mix_experts, route
from engine.kernels.reference.kv_rows import key_rows, value_rows, write_rows
from engine.kernels.reference.recurrence import convolve, mix_delta, runs_of
from engine.kernels.reference.weights import weight_values
from engine.kernels.sizes import MAX_LOGGED_ROWS, PAGE_ROWS
from engine.kernels.weight_parts import Matrix


class ReferenceKernels(Kernels):
    """Implements `Kernels` on any device."""

    def __init__(self, memory: Memory, max_width: int) -> None:
        self._memory = memory
        self._max_width = max_width

    def allocate_rows(self, num_cols: int) -> Tensor:
        return self._memory.allocate(self._max_width, num_cols)

    def allocate_activations(self, num_cols: int) -> DenseActivations:
        return DenseActivations(self._memory.allocate(self._max_width, num_cols))

    def scratch(self, width: int, num_cols: int) -> Tensor:
        return torch.empty(width, num_cols)

    def embed(
        self, inputs: StepInputs, table: Matrix, history: Tensor, to: Residual, scale: float = 1.0
    ) -> None:
        n = int(inputs.num_rows)
        ids = inputs.token_ids[:n].long()
        to.hidden[:n] = weight_values(table)[ids] * scale
        self.note_tokens(inputs, history)
        _renorm(to, n)

    def note_tokens(self, inputs: StepInputs, history: Tensor) -> None:
        n = int(inputs.num_rows)
        history[inputs.sequences[:n].long(), inputs.positions[:n].long()] = inputs.token_ids[:n]

    def project(self, x: Activations, linear: Linear, out: Tensor, inputs: StepInputs) -> None:
        n = int(inputs.num_rows)
        product = values_of(x)[:n] @ weight_values(linear.weight).T
        out[:n] = product if linear.bias is None else product + linear.bias

    def attend(
        self, x: QKV, kv: KVState, heads: Heads, out: Activations, span: int, inputs: StepInputs
    ) -> None:
        n, num_heads, ring = int(inputs.num_rows), heads.num_heads, kv.keys.shape[2]
        sequences = inputs.sequences[:n].long()
        positions = inputs.positions[:n].long()
        num_kv_heads = heads.num_kv_heads if heads.appends else 0
        sizes = [num_heads, num_kv_heads, num_kv_heads]
        parts = torch.unflatten(x.rows[:n], 1, (sum(sizes), heads.head_dim))
        q, k, v = torch.split(parts, sizes, dim=1)  # each [n, heads, D]
        q = _rotated(_head_normed(q, heads.q_norm, heads.eps), heads, positions)
        if heads.appends:
            self.append(torch.cat([k, v], dim=1).flatten(1), kv, heads, inputs)
        attended = values_of(out)[:n].view(n, num_heads, heads.head_dim)
        places = list(zip(sequences.tolist(), positions.tolist(), strict=True))
        for row, (sequence, position) in enumerate(places):
            first = 0 if heads.window is None else max(0, position + 1 - heads.window)
            last = position if heads.is_causal else max(p for s, p in places if s == sequence)
            seen = torch.arange(first, min(last + 1, span), device=kv.keys.device)
            holder: int | Tensor = sequence
            if kv.holders is not None:
                holder = kv.holders[sequence, seen // PAGE_ROWS].long()
            for head in range(num_heads):
                kv_head = head // (num_heads // heads.num_kv_heads)
                place = (holder, kv_head, seen % ring)
                scores = key_rows(kv, place) @ q[row, head] * heads.scale
                sink = [] if heads.sinks is None else [heads.sinks[head : head + 1]]
                weights = torch.softmax(torch.cat([scores, *sink]), dim=0)[: len(seen)]
                attended[row, head] = weights @ value_rows(kv, place)
        if x.gate is not None:
            attended *= torch.unflatten(_gate_factors(x.gate[:n], heads), 1, (num_heads, -1))

    def append(self, x: Tensor, kv: KVState, heads: Heads, inputs: StepInputs) -> None:
        n, ring = int(inputs.num_rows), kv.keys.shape[2]
        sequences, rows = inputs.sequences[:n].long(), inputs.kv_rows[:n].long() % ring
        k, v = torch.unflatten(x[:n], 1, (2, heads.num_kv_heads, heads.head_dim)).unbind(1)
        k = _head_normed(k, heads.k_norm, heads.eps)
        k = _rotated(k, heads, inputs.positions[:n].long())
        v = _normed(v, torch.ones((), device=v.device), heads.eps) if heads.norms_values else v
        write_rows(kv, (sequences, slice(None), rows), k, v)

    def add_branch(
        self, branch: Branch | None, to: Residual, inputs: StepInputs, scale: float = 1.0
    ) -> None:
        n = int(inputs.num_rows)
        if branch is not None:
            to.hidden[:n] += _maybe_normed(branch.rows[:n], branch.norm)
        to.hidden[:n] *= scale
        _renorm(to, n)

    def normalize(
        self, x: Tensor, norm: Norm, inputs: StepInputs, onto: Tensor | None = None
    ) -> None:
        n = int(inputs.num_rows)
        normed = _maybe_normed(x[:n], norm)
        if onto is None:
            x[:n] = normed
        else:
            onto[:n] += normed

    def keep_rows(
        self, x: Tensor, norm: Norm | None, ring: Tensor, inputs: StepInputs, offset: int = 0
    ) -> None:
        n = int(inputs.num_rows)
        places = (inputs.positions[:n].long() + offset) % ring.shape[1]
        ring[inputs.sequences[:n].long(), places] = _maybe_normed(x[:n], norm)

    def take_rows(self, ring: Tensor, out: Tensor, inputs: StepInputs) -> None:
        n = int(inputs.num_rows)
        places = inputs.positions[:n].long() % ring.shape[1]
        out[:n] = ring[inputs.sequences[:n].long(), places]

    def join_rows(
        self, x: Tensor, ring: Tensor, out: Tensor, inputs: StepInputs, offset: int = -1
    ) -> None:
        n, size = int(inputs.num_rows), x.shape[1]
        before = inputs.positions[:n].long() + offset
        kept = ring[inputs.sequences[:n].long(), before % ring.shape[1]]
        out[:n, :size] = x[:n]
        out[:n, size:] = torch.where(before[:, None] < 0, 0.0, kept)

    def scale(self, x: Tensor, factors: Tensor, inputs: StepInputs) -> None:
        n = int(inputs.num_rows)
        x[:n] *= factors[inputs.positions[:n].long()][:, None]

    def spread(self, x: Tensor, columns: Tensor, out: Tensor, inputs: StepInputs) -> None:
        n = int(inputs.num_rows)
        out[:n] = torch.where(columns < 0, -torch.inf, x[:n, columns.long()])

    def begin_chain(self, ids: Tensor, counts: Tensor, first: int, inputs: StepInputs) -> None:
        ids[first] = inputs.token_ids[0]
        counts.copy_(torch.arange(len(counts), device=counts.device) < inputs.num_rows)

    def extend_chain(
        self,
        added: Tensor,
        logits: Tensor,
        tokens: Tensor | None,
        next_id: Tensor,
        inputs: StepInputs,
    ) -> None:
        if int(inputs.num_rows):
            logits += added
            likeliest = logits[0].argmax()
            next_id[0] = likeliest if tokens is None else tokens[likeliest]

    def rate_drafts(
        self, x: Tensor, before: Tensor, confidence: Confidence, out: Tensor, inputs: StepInputs
    ) -> None:
        n = int(inputs.num_rows)
        known = torch.cat([_maybe_normed(x[:n], confidence.norm), before[:n]], dim=1)
        out[:n] = torch.sigmoid(known @ confidence.weight + confidence.bias)

    def read_rows(self, inputs: StepInputs, table: Matrix, out: Tensor) -> None:
        n = int(inputs.num_rows)
        out[:n] = weight_values(table)[inputs.token_ids[:n].long()]

    def convolve_block(
        self,
        x: Tensor,
        norm: Norm | None,
        base: Tensor,
        factors: Tensor,
        out: Tensor,
        inputs: StepInputs,
    ) -> None:
        n, size = int(inputs.num_rows), x.shape[1]
        rows = _maybe_normed(x[:n], norm)
        of_groups = factors[:n].view(n, len(base), -1)
        weights = base + of_groups.repeat_interleave(size // of_groups.shape[2], 2)
        out[:n] = 0
        for tap in range(min(len(base), n)):
            out[tap:n] += weights[tap:, tap] * rows[: n - tap]

    def choose_candidates(self, logits: Tensor, candidates: Candidates, inputs: StepInputs) -> None:
        n, k = int(inputs.num_rows), candidates.num_each
        scores, ids = torch.sort(logits[:n], dim=1, descending=True, stable=True)
        candidates.ids[:n], candidates.scores[:n] = ids[:, :k].int(), scores[:, :k]
        candidates.ids[0] = inputs.token_ids[0]
        candidates.rows.num_rows.fill_(n * k)

    def walk_candidates(
        self, logits: Tensor, candidates: Candidates, scale: float, inputs: StepInputs
    ) -> None:
        c, k, last = candidates, candidates.num_each, 0
        for row in range(1, int(inputs.num_rows)):
            pairs = c.after[row * k : (row + 1) * k] @ (c.before[last] * c.gates[row])
            c.scores[row] = scale * c.scores[row] + pairs
            last = row * k + int(c.scores[row].argmax())
            logits[row] = -torch.inf
            logits[row, c.ids[row].long()] = c.scores[row]

    def softcap(self, logits: Tensor, cap: float, inputs: StepInputs) -> None:
        n = int(inputs.num_rows)
        logits[:n] = cap * torch.tanh(logits[:n] / cap)

    def gate(
        self, x: Tensor, up: Tensor, out: Activations, inputs: StepInputs, activation: Activation
    ) -> None:
        n = int(inputs.num_rows)
        values_of(out)[:n] = activated(x[:n], up[:n], activation)

    def mix_layer_inputs(
        self, inputs: StepInputs, table: Matrix, scale: float, norm: Norm, x: Tensor
    ) -> None:
        n = int(inputs.num_rows)
        layers = x[:n].view(n, -1, len(norm.weight))
        rows = weight_values(table)[inputs.token_ids[:n].long()].view(layers.shape)
        mixed = (_maybe_normed(layers, norm) + scale * rows) / math.sqrt(2)
        x[:n] = mixed.view(n, -1)

    def route(
        self, hidden: Tensor, norm: Norm, router: Router, routes: Routes, inputs: StepInputs
    ) -> Routes:
        normed = _normed(hidden[: int(inputs.num_rows)], norm.weight, norm.eps)
        route(normed, router, routes)
        return routes

    def mix_experts(
        self, x: Activations, experts: Experts, routes: Routes, out: Tensor, inputs: StepInputs
    ) -> None:
        mix_experts(values_of(x)[: int(inputs.num_rows)], experts, routes, out)

    def mix_delta(
        self, x: Tensor, rule: DeltaRule, state: DeltaState, out: Activations, inputs: StepInputs
    ) -> None:
        is_logged = len(x) <= MAX_LOGGED_ROWS
        for sequence, rows in runs_of(inputs):
            own = DeltaState(*(tensor[sequence] for tensor in state.tensors))
            first, o = int(inputs.positions[rows.start]), values_of(out)[rows]
            mix_delta(x[rows], rule, own, o, first, is_logged=is_logged)

    def convolve(
        self, x: Tensor, conv: ShortConv, state: ConvState, out: Activations, inputs: StepInputs
    ) -> None:
        for sequence, rows in runs_of(inputs):
            own, first = state.inputs[sequence], int(inputs.positions[rows.start])
            convolve(x[rows], conv.weight, own, values_of(out)[rows], first)


def _normed(x: Tensor, weight: Tensor, eps: float) -> Tensor:
    return x * torch.rsqrt(x.pow(2).mean(dim=-1, keepdim=True) + eps) * weight


def _maybe_normed(x: Tensor, norm: Norm | None) -> Tensor:
    return x if norm is None else _normed(x, norm.weight, norm.eps)


def _renorm(to: Residual, num_rows: int) -> None:
    values_of(to.normed)[:num_rows] = _maybe_normed(to.hidden[:num_rows], to.norm)


def _gate_factors(gate: Tensor, heads: Heads) -> Tensor:
    return gate.sigmoid() if heads.gate_function is GateFunction.SIGMOID else softplus(gate)


def _head_normed(x: Tensor, weight: Tensor | None, eps: float) -> Tensor:
    return x if weight is None else _normed(x, weight, eps)


def _rotated(x: Tensor, heads: Heads, positions: Tensor) -> Tensor:
    """x [n, heads, D] with its first rot elements rotated by the angles of `positions` [n]."""
    half = heads.cos.shape[1]
    first = slice(0, 2 * half, 2) if heads.interleaved else slice(0, half)
    second = slice(1, 2 * half, 2) if heads.interleaved else slice(half, 2 * half)
    a, b = x[..., first], x[..., second]  # [n, heads, rot/2]
    cos, sin = heads.cos[positions][:, None], heads.sin[positions][:, None]
    out = x.clone()
    out[..., first] = a * cos - b * sin
    out[..., second] = a * sin + b * cos
    return out
