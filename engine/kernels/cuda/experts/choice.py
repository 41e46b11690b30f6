"""The experts of a row, chosen from its router logits by whichever program needs them.

Each warp holds all logits of a row, of expert `32 * i + lane` in element i of a lane, and chooses
by itself: no program waits for another one's choice.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.sampling.sort_key import rank_of_logit

SOFTMAX, SIGMOID = tl.constexpr(0), tl.constexpr(1)  # others: softmax of those used
LEAST_SUM = tl.constexpr(2.0**-14)
_TAKEN = tl.constexpr(-0x80000000)  # below every rank of a logit
_UNUSED = tl.constexpr(float("-inf"))
_NO_EXPERT = tl.constexpr(1 << 30)


@triton.jit
def sigmoid(x):
    """1 / (1 + exp(-x)), without overflow."""
    return 1.0 / (1.0 + tl.exp(tl.minimum(-x, 80.0)))


@triton.jit
def _in_warps(x, WARPS: tl.constexpr):
    """x [32 * WARPS] as [WARPS, 32]."""
    return tl.reshape(x, (WARPS, 32))


@triton.jit
def _to_lanes(x, WARPS: tl.constexpr):
    """A value of each warp [WARPS] in all its lanes [32 * WARPS]."""
    return tl.reshape(tl.broadcast_to(x[:, None], (WARPS, 32)), (32 * WARPS,))


@triton.jit
def _largest(parts, WARPS: tl.constexpr):
    """The largest element of a warp's lanes, in all of them."""
    top = parts[0]
    for i in tl.static_range(1, len(parts)):
        top = tl.maximum(top, parts[i])
    return _to_lanes(tl.max(_in_warps(top, WARPS), 1), WARPS)


@triton.jit
def _sum(parts, WARPS: tl.constexpr):
    """The sum over a warp's lanes, in all of them."""
    total = parts[0]
    for i in tl.static_range(1, len(parts)):
        total += parts[i]
    return _to_lanes(tl.sum(_in_warps(total, WARPS), 1), WARPS)


@triton.jit
def load_scores(
    logits_ptr, bias_ptr, selection_bias_ptr,
    E: tl.constexpr, SCORING: tl.constexpr, WARPS: tl.constexpr, SCORED: tl.constexpr,
):  # fmt: skip
    """Scores of a row's experts and the ranks that choose them; logits if not SCORED nor needed."""
    lane = tl.arange(0, 32 * WARPS) % 32
    scores = ()
    for i in tl.static_range((E + 31) // 32):
        expert = i * 32 + lane
        # Bypass L1: a kernel that has not waited yet may run beside lines of an earlier layer.
        logit = tl.load(
            logits_ptr + expert, mask=expert < E, other=float("-inf"), cache_modifier=".cg"
        )
        if bias_ptr is not None:
            logit += tl.load(bias_ptr + expert, mask=expert < E, other=0.0)
        scores = scores + (logit,)
    logits = scores
    if SCORED or selection_bias_ptr is not None:
        scores = _scored(scores, SCORING, WARPS)
    ranks = ()
    for i in tl.static_range((E + 31) // 32):
        expert = i * 32 + lane
        # Rank logits, not scores: rounding may make two scores equal.
        if selection_bias_ptr is not None:
            bias = tl.load(selection_bias_ptr + expert, mask=expert < E, other=0.0)
            rank = rank_of_logit(scores[i] + bias)
        else:
            rank = rank_of_logit(logits[i])
        ranks = ranks + (tl.where(expert < E, rank, _TAKEN),)
    return scores, ranks


@triton.jit
def _scored(logits, SCORING: tl.constexpr, WARPS: tl.constexpr):
    """Scores from a row's logits."""
    scores = ()
    if SCORING == SOFTMAX:
        top = _largest(logits, WARPS)
        for i in tl.static_range(len(logits)):
            scores = scores + (tl.exp(logits[i] - top),)
        total = _sum(scores, WARPS)
        shares = ()
        for i in tl.static_range(len(logits)):
            shares = shares + (scores[i] / total,)
        return shares
    elif SCORING == SIGMOID:
        for i in tl.static_range(len(logits)):
            scores = scores + (sigmoid(logits[i]),)
        return scores
    else:
        return logits


@triton.jit
def _best(ranks, WARPS: tl.constexpr):
    """The expert of the highest rank, at a tie the lowest, in all lanes."""
    lane = tl.arange(0, 32 * WARPS) % 32
    top = _largest(ranks, WARPS)
    best = tl.where(ranks[0] == top, lane, _NO_EXPERT)
    for i in tl.static_range(1, len(ranks)):
        best = tl.minimum(best, tl.where(ranks[i] == top, i * 32 + lane, _NO_EXPERT))
    return _to_lanes(tl.min(_in_warps(best, WARPS), 1), WARPS)


@triton.jit
def _without(ranks, best, WARPS: tl.constexpr):
    """Ranks of which that of `best` is taken."""
    lane = tl.arange(0, 32 * WARPS) % 32
    left = ()
    for i in tl.static_range(len(ranks)):
        left = left + (tl.where(i * 32 + lane == best, _TAKEN, ranks[i]),)
    return left


@triton.jit
def expert_of_slot(ranks, slot, USED: tl.constexpr, WARPS: tl.constexpr):
    """The expert of the row's slot, int32; of a slot beyond the experts the last one's."""
    found = tl.zeros((32 * WARPS,), tl.int32)
    for j in tl.static_range(USED):
        if j <= slot:
            found = _best(ranks, WARPS)
            ranks = _without(ranks, found, WARPS)
    return tl.max(found, 0)


@triton.jit
def weight_of_slot(
    scores, ranks, slot, expert_scale_ptr, scale,
    USED: tl.constexpr, SCORING: tl.constexpr, NORMALIZED: tl.constexpr, WARPS: tl.constexpr,
):  # fmt: skip
    """The expert of a row's slot and its weight, scalars."""
    lane = tl.arange(0, 32 * WARPS) % 32
    found = tl.zeros((32 * WARPS,), tl.int32)
    for j in tl.static_range(USED):
        best = _best(ranks, WARPS)
        ranks = _without(ranks, best, WARPS)
        found = tl.where(slot == j, best, found)
    used = ()
    for i in tl.static_range(len(scores)):
        used = used + (tl.where(ranks[i] == _TAKEN, scores[i], _UNUSED),)
    if SCORING != SOFTMAX and SCORING != SIGMOID:
        used = _scored(used, SOFTMAX, WARPS)
    own = ()
    for i in tl.static_range(len(scores)):
        own = own + (tl.where(i * 32 + lane == found, used[i], 0.0),)
    weight = _sum(own, WARPS)
    if NORMALIZED:
        real = ()
        for i in tl.static_range(len(scores)):
            real = real + (tl.where(used[i] == _UNUSED, 0.0, used[i]),)
        weight /= tl.maximum(_sum(real, WARPS), LEAST_SUM)
    weight *= scale
    if expert_scale_ptr is not None:
        weight *= tl.load(expert_scale_ptr + found)
    return tl.max(found, 0), tl.max(weight, 0)
