"""The experts of a row, chosen from its router logits by whichever program needs them.

Each warp holds all logits of a row, of expert `32 * i + lane` in element i of a lane, and chooses
by itself: no program waits for another one's choice, and no warp for another one.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.sampling.sort_key import rank_of_logit

SOFTMAX, SIGMOID = tl.constexpr(0), tl.constexpr(1)  # others: softmax of those used
LEAST_SUM = tl.constexpr(2.0**-14)
_NO_RANK = tl.constexpr(-0x80000000)  # below every rank of a logit
_UNUSED = tl.constexpr(float("-inf"))
_NO_EXPERT = tl.constexpr(1 << 30)


@triton.jit
def sigmoid(x):
    """1 / (1 + exp(-x)), without overflow."""
    return 1.0 / (1.0 + tl.exp(tl.minimum(-x, 80.0)))


@triton.jit
def _largest(parts):
    """The largest element."""
    top = parts[0]
    for i in tl.static_range(1, len(parts)):
        top = tl.maximum(top, parts[i])
    return tl.max(top, 0)


@triton.jit
def _sum(parts):
    """The sum of all elements."""
    total = parts[0]
    for i in tl.static_range(1, len(parts)):
        total += parts[i]
    return tl.sum(total, 0)


@triton.jit
def load_scores(
    logits_ptr, bias_ptr, selection_bias_ptr,
    E: tl.constexpr, SCORING: tl.constexpr, SCORED: tl.constexpr,
):  # fmt: skip
    """Scores of a row's experts and the ranks that choose them; logits if not SCORED nor needed."""
    lane = tl.arange(0, 32)
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
        scores = _scored(scores, SCORING)
    ranks = ()
    for i in tl.static_range((E + 31) // 32):
        expert = i * 32 + lane
        # Rank logits, not scores: rounding may make two scores equal.
        if selection_bias_ptr is not None:
            bias = tl.load(selection_bias_ptr + expert, mask=expert < E, other=0.0)
            rank = rank_of_logit(scores[i] + bias)
        else:
            rank = rank_of_logit(logits[i])
        ranks = ranks + (tl.where(expert < E, rank, _NO_RANK),)
    return scores, ranks


@triton.jit
def _scored(logits, SCORING: tl.constexpr):
    """Scores from a row's logits."""
    scores = ()
    if SCORING == SOFTMAX:
        top = _largest(logits)
        for i in tl.static_range(len(logits)):
            scores = scores + (tl.exp(logits[i] - top),)
        total = _sum(scores)
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


@triton.constexpr_function
def _neighbor(i, turn, count):
    """With which of `count` elements element i trades places in a turn; itself with none."""
    left = i - (i + turn) % 2
    return i if left < 0 or left + 1 >= count else 2 * left + 1 - i


@triton.jit
def _traded(ranks, experts, own: tl.constexpr, other: tl.constexpr):
    """Element `own` of both, once the higher rank of the two is first."""
    if own < other:
        trades = ranks[other] > ranks[own]
    else:
        trades = ranks[own] > ranks[other]
    rank = tl.where(trades, ranks[other], ranks[own])
    return rank, tl.where(trades, experts[other], experts[own])


@triton.jit
def _in_order(ranks):
    """Each lane's ranks in falling order, and their experts; of equal ranks the first is first."""
    lane = tl.arange(0, 32)
    experts = ()
    for i in tl.static_range(len(ranks)):
        experts = experts + (i * 32 + lane,)
    for turn in tl.static_range(len(ranks)):  # odd-even transposition
        new_ranks = ()
        new_experts = ()
        for i in tl.static_range(len(ranks)):
            rank, expert = _traded(ranks, experts, i, _neighbor(i, turn, len(ranks)))
            new_ranks = new_ranks + (rank,)
            new_experts = new_experts + (expert,)
        ranks = new_ranks
        experts = new_experts
    return ranks, experts


@triton.jit
def _best(ranks, experts):
    """The highest rank and its expert, at a tie the lowest, scalars; then what is left."""
    top = tl.max(ranks[0], 0)
    best = tl.min(tl.where(ranks[0] == top, experts[0], _NO_EXPERT), 0)
    is_taken = experts[0] == best
    left = ()
    left_experts = ()
    for i in tl.static_range(1, len(ranks)):
        left = left + (tl.where(is_taken, ranks[i], ranks[i - 1]),)
        left_experts = left_experts + (tl.where(is_taken, experts[i], experts[i - 1]),)
    left = left + (tl.where(is_taken, _NO_RANK, ranks[len(ranks) - 1]),)
    left_experts = left_experts + (tl.where(is_taken, _NO_EXPERT, experts[len(ranks) - 1]),)
    return top, best, left, left_experts


@triton.jit
def expert_of_slot(ranks, slot, USED: tl.constexpr):
    """The expert of the row's slot, a scalar; of a slot beyond the experts the last one's."""
    ranks, experts = _in_order(ranks)
    found = 0
    for j in tl.static_range(USED):
        if j <= slot:
            _, found, ranks, experts = _best(ranks, experts)
    return found


@triton.jit
def weight_of_slot(
    scores, ranks, slot, expert_scale_ptr, scale,
    USED: tl.constexpr, SCORING: tl.constexpr, NORMALIZED: tl.constexpr,
):  # fmt: skip
    """The expert of a row's slot and its weight, scalars."""
    lane = tl.arange(0, 32)
    left, experts = _in_order(ranks)
    found = 0
    top = 0
    best = 0
    for j in tl.static_range(USED):
        top, best, left, experts = _best(left, experts)
        found = tl.where(slot == j, best, found)
    used = ()
    for i in tl.static_range(len(scores)):
        is_used = (ranks[i] > top) | ((ranks[i] == top) & (i * 32 + lane <= best))
        used = used + (tl.where(is_used, scores[i], _UNUSED),)
    if SCORING != SOFTMAX and SCORING != SIGMOID:
        used = _scored(used, SOFTMAX)
    own = ()
    for i in tl.static_range(len(scores)):
        own = own + (tl.where(i * 32 + lane == found, used[i], 0.0),)
    weight = _sum(own)
    if NORMALIZED:
        real = ()
        for i in tl.static_range(len(scores)):
            real = real + (tl.where(used[i] == _UNUSED, 0.0, used[i]),)
        weight /= tl.maximum(_sum(real), LEAST_SUM)
    weight *= scale
    if expert_scale_ptr is not None:
        weight *= tl.load(expert_scale_ptr + found)
    return found, weight
