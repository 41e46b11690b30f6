"""Routing and experts in plain torch. Knows no device."""

import torch
from torch import Tensor
from torch.nn.functional import gelu, silu

from engine.kernels.operands import Activation, Experts, Router, Routes, Scoring
from engine.kernels.reference.weights import weight_values

_LEAST_SUM = 2.0**-14  # lower bound of the divisor when weights are normalized


def route(x: Tensor, router: Router, routes: Routes) -> None:
    """Fill the first rows of `routes` for the normed rows x [n, d]."""
    n = len(x)
    logits = x @ router.weight.T
    if router.bias is not None:
        logits = logits + router.bias
    scores = _scores(logits, router.scoring)
    # Rank logits where possible: different logits may round to equal scores.
    ranked = logits if router.selection_bias is None else scores + router.selection_bias
    order = torch.sort(ranked, dim=1, descending=True, stable=True).indices
    chosen = order[:, : router.num_used]
    weights = scores.gather(1, chosen)
    if router.scoring is Scoring.SOFTMAX_OF_USED:
        weights = torch.softmax(weights, dim=1)
    if router.normalized:
        weights = weights / weights.sum(dim=1, keepdim=True).clamp_min(_LEAST_SUM)
    weights = weights * router.scale
    if router.expert_scale is not None:
        weights = weights * router.expert_scale[chosen]
    routes.experts[:n] = chosen.to(torch.int32)
    routes.weights[:n] = weights
    gate = router.shared_gate
    routes.shared[:n] = 1.0 if gate is None else torch.sigmoid(x @ gate)


def mix_experts(x: Tensor, experts: Experts, routes: Routes, out: Tensor) -> None:
    """Fill the first rows of `out` for the rows x [n, d]."""
    gate, up, down = (weight_values(stack) for stack in (experts.gate, experts.up, experts.down))
    for row, values in enumerate(x):
        total = torch.zeros_like(out[row])
        for slot, expert in enumerate(routes.experts[row].tolist()):
            gates = _biased(gate[expert] @ values, experts.gate_bias, expert)
            ups = _biased(up[expert] @ values, experts.up_bias, expert)
            inner = activated(gates, ups, experts.activation)
            result = _biased(down[expert] @ inner, experts.down_bias, expert)
            total += routes.weights[row, slot] * result
        if experts.shared_gate_up is not None and experts.shared_down is not None:
            gates, ups = (weight_values(experts.shared_gate_up) @ values).chunk(2)
            inner = activated(gates, ups, experts.activation)
            total += routes.shared[row] * (weight_values(experts.shared_down) @ inner)
        out[row] = total


def activated(gate: Tensor, up: Tensor, activation: Activation) -> Tensor:
    """The gated activation of gate and up."""
    match activation:
        case Activation.SILU:
            return silu(gate) * up
        case Activation.GELU:
            return gelu(gate, approximate="tanh") * up
        case Activation.CLAMPED:
            gate = gate.clamp_max(7.0)
            return gate * torch.sigmoid(1.702 * gate) * (up.clamp(-7.0, 7.0) + 1.0)


def _scores(logits: Tensor, scoring: Scoring) -> Tensor:
    match scoring:
        case Scoring.SOFTMAX:
            return torch.softmax(logits, dim=1)
        case Scoring.SIGMOID:
            return torch.sigmoid(logits)
        case Scoring.SOFTMAX_OF_USED:
            return logits


def _biased(x: Tensor, bias: Tensor | None, expert: int) -> Tensor:
    return x if bias is None else x + bias[expert]
