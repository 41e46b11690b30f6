"""The Gumbel-max draw among a row's candidates. Knows neither top-k nor top-p."""

import triton
import triton.language as tl

from engine.kernels.cuda.launching.interpreted import loop_bound
from engine.kernels.cuda.sampling.noise import gumbel, uniform
from engine.kernels.cuda.sampling.selection import load_keys
from engine.kernels.cuda.sampling.sort_key import id_of_key, logit_of_rank, rank_of_key


@triton.jit
def draw_each(
    keys_ptr,  # int64 [V]
    num_keys,
    cut,
    best,
    temperature,  # float64
    min_p,  # float64
    state,
    sharpness,
    likeliest,
    rivals_ptr,  # int32 [NUM_RIVALS], written for a drafter
    NUM_RIVALS: tl.constexpr,
    TILE: tl.constexpr,
):
    """The id drawn at the temperature, or what a drafter of this sharpness draws (not negative).

    The rivals of sharpness 1, 1.5 and 2 are written; the last, `likeliest`, is there already.
    """
    pick = likeliest
    num_draws = tl.where(sharpness >= 0, NUM_RIVALS - 1, 1)
    for rival in range(loop_bound(num_draws)):
        sharper = temperature / (1.0 + 0.5 * rival)
        drawn = _draw(keys_ptr, num_keys, cut, best, sharper, min_p, state, TILE)
        if sharpness >= 0:
            tl.store(rivals_ptr + rival, drawn)
        pick = tl.where((rival == sharpness) | (sharpness < 0), drawn, pick)
    return pick


@triton.jit
def _draw(
    keys_ptr,  # int64 [V]
    num_keys,
    cut,
    best,
    temperature,  # float64
    min_p,  # float64
    state,
    TILE: tl.constexpr,
):
    """The id of the key >= `cut` with the largest log-probability plus noise; ties: the lowest."""
    best_score = tl.full([], float("-inf"), tl.float64)
    pick = tl.full([], 0x7FFFFFFF, tl.int32)
    divisor = tl.maximum(temperature, 1e-3).to(tl.float32)
    for begin in range(0, loop_bound(num_keys), TILE):
        keys = load_keys(keys_ptr, begin, num_keys, TILE)
        token_ids = id_of_key(keys)
        logits = logit_of_rank(rank_of_key(keys))
        uniforms = uniform(state, token_ids)
        # Gumbel noise is below -log(uniform): this bound spares most tiles the float64 logarithms.
        ceilings = (logits - best) / divisor - tl.log(uniforms)
        ceiling = tl.max(tl.where(keys >= cut, ceilings, float("-inf")))
        if ceiling.to(tl.float64) + 0.01 >= best_score:
            log_ratios = logits.to(tl.float64) - best.to(tl.float64)
            scores = log_ratios / temperature + gumbel(uniforms)
            kept = (keys >= cut) & (tl.exp(log_ratios) >= min_p)
            scores = tl.where(kept, scores, float("-inf"))
            top_score = tl.max(scores)
            top_id = tl.min(tl.where(scores == top_score, token_ids, 0x7FFFFFFF))
            is_better = (top_score > best_score) | ((top_score == best_score) & (top_id < pick))
            best_score = tl.where(is_better, top_score, best_score)
            pick = tl.where(is_better, top_id, pick)
    return pick
