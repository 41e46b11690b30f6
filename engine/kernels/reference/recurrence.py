"""The gated delta rule and the short convolution in plain torch. Knows no model."""

from collections.abc import Iterator
from itertools import groupby

import torch
from torch import Tensor
from torch.nn.functional import silu, softplus

from engine.kernels.operands import DeltaRule, DeltaState, StepInputs
from engine.kernels.sizes import STATE_LAG, STATE_ROWS


def runs_of(inputs: StepInputs) -> Iterator[tuple[int, slice]]:
    """The sequence and rows of each run of a step: the adjacent rows of one sequence."""
    begin = 0
    for sequence, rows in groupby(inputs.sequences[: int(inputs.num_rows)].tolist()):
        end = begin + len(list(rows))
        yield sequence, slice(begin, end)
        begin = end


def mix_delta(
    projected: Tensor,
    rule: DeltaRule,
    state: DeltaState,
    out: Tensor,
    first: int,
    *,
    is_logged: bool,
) -> None:
    """`Kernels.mix_delta` of one run from position `first`; `state` is that of its sequence."""
    num_rows, size, num_values = len(projected), rule.head_dim, rule.num_value_heads
    sizes = [len(rule.conv), size * num_values, num_values, num_values]
    u, z, b, a = torch.split(projected, sizes, dim=1)
    mixed = silu(_convolved(u, rule.conv, state.inputs, first))
    q, k, v = torch.split(mixed, [size * rule.num_key_heads] * 2 + [size * num_values], dim=1)
    q, k = (_unit(x.view(num_rows, -1, size), rule.norm.eps) for x in (q, k))
    v = v.view(num_rows, num_values, size)
    decays = torch.exp(softplus(a + rule.decay_bias) * rule.decay)  # [n, Hv]

    key_head = _key_heads(rule)
    memory = _memory_before(rule, state, first, first - STATE_LAG if is_logged else first)
    for row in range(num_rows):
        place = (first + row) % STATE_ROWS
        key = k[row, key_head]  # [Hv, D]
        memory *= decays[row, :, None, None]
        recalled = torch.einsum("hk,hkv->hv", key, memory)
        error = torch.sigmoid(b[row, :, None]) * (v[row] - recalled)
        memory += key[:, :, None] * error[:, None]
        read = torch.einsum("hk,hkv->hv", q[row, key_head], memory) / size**0.5
        normed = read * torch.rsqrt(read.pow(2).mean(-1, keepdim=True) + rule.norm.eps)
        gate = silu(z[row].view(num_values, size))
        out[row] = (normed * rule.norm.weight * gate).flatten()
        state.keys[place] = k[row].flatten()
        state.errors[place] = error.flatten()
        state.decays[place] = decays[row]
    _keep(u, state.inputs, first)
    if not is_logged:
        state.memory.copy_(memory)
        state.base.fill_(first + num_rows)


def convolve(projected: Tensor, weight: Tensor, ring: Tensor, out: Tensor, first: int) -> None:
    """`Kernels.convolve` of one run from position `first`; weight [d, K], ring [R, d]."""
    b, c, u = projected.chunk(3, dim=1)
    out[:] = c * _convolved(b * u, weight, ring, first)
    _keep(b * u, ring, first)


def _convolved(x: Tensor, weight: Tensor, ring: Tensor, first: int) -> Tensor:
    """Causal convolution of x [n, channels]; `ring` has the rows before position `first`."""
    num_before = weight.shape[1] - 1
    before = torch.zeros(num_before, x.shape[1])
    known = range(max(0, first - num_before), first)
    before[num_before - len(known) :] = ring[[position % len(ring) for position in known]]
    rows = torch.cat([before, x])
    return sum(
        (weight[:, tap] * rows[tap : tap + len(x)] for tap in range(weight.shape[1])),
        start=torch.zeros_like(x),
    )


def _keep(x: Tensor, ring: Tensor, first: int) -> None:
    """Write the last rows of x to `ring`, by position."""
    for row in range(max(0, len(x) - len(ring)), len(x)):
        ring[(first + row) % len(ring)] = x[row]


def _memory_before(rule: DeltaRule, state: DeltaState, first: int, base: int) -> Tensor:
    """A copy of the memory after all positions below `first`; advances state.memory to `base`."""
    if first == 0:
        state.memory.zero_()
        state.base.zero_()
    begin = int(state.base[0, 0])
    base = max(begin, base)
    _replay(state.memory, rule, state, begin, base)
    state.base.fill_(base)
    memory = state.memory.clone()
    _replay(memory, rule, state, base, first)
    return memory


def _replay(memory: Tensor, rule: DeltaRule, state: DeltaState, begin: int, end: int) -> None:
    """Apply the logged updates of positions begin … end - 1 to `memory`."""
    heads = (rule.num_value_heads, rule.head_dim)
    for position in range(begin, end):
        place = position % STATE_ROWS
        key = state.keys[place].view(-1, rule.head_dim)[_key_heads(rule)]
        memory *= state.decays[place, :, None, None]
        memory += key[:, :, None] * state.errors[place].view(heads)[:, None]


def _key_heads(rule: DeltaRule) -> Tensor:
    """The key head of each value head, [Hv]."""
    head = torch.arange(rule.num_value_heads)
    group = rule.num_value_heads // rule.num_key_heads
    return head // group if rule.grouped else head % rule.num_key_heads


def _unit(x: Tensor, eps: float) -> Tensor:
    return x * torch.rsqrt(x.pow(2).sum(-1, keepdim=True) + eps)
