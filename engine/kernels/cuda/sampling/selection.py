"""Top-k and top-p as a cut: the least key kept, found exactly. Knows no noise."""

import triton
import triton.language as tl

from engine.kernels.cuda.launching.interpreted import loop_bound
from engine.kernels.cuda.sampling.buffers import MAX_CHUNKS
from engine.kernels.cuda.sampling.sort_key import (
    KEY_MASKED,
    RANK_MASKED,
    mass_of,
    rank_of_key,
    rank_of_logit,
)

_CHUNKS = tl.constexpr(MAX_CHUNKS)

_LAST_KEY = tl.constexpr(0x7FFFFFFFFFFFFFFF)


@triton.jit
def load_keys(
    keys_ptr,  # int64 [V]
    begin,
    num_keys,
    TILE: tl.constexpr,
):
    """Keys begin … begin + TILE - 1, masked from `num_keys` on."""
    index = begin + tl.arange(0, TILE)
    return tl.load(keys_ptr + index, mask=index < num_keys, other=KEY_MASKED)


@triton.jit
def cut_by_comparing(
    keys_ptr,  # int64 [V], in any order
    num_keys,  # at most FEW
    top_k,
    top_p,  # float64
    row_mass,  # int64: mass of the whole row, or -1 for that of the top_k
    best,
    FEW: tl.constexpr,
):
    """The least key kept, from the count and mass of the larger keys of each candidate."""
    OTHERS: tl.constexpr = FEW if FEW <= 64 else 16  # candidates compared with all at once
    keys = load_keys(keys_ptr, 0, num_keys, FEW)
    num_before = tl.zeros([FEW], tl.int32)
    mass_before = tl.zeros([FEW], tl.int64)
    for begin in range(0, loop_bound(num_keys), OTHERS):
        others = load_keys(keys_ptr, begin, num_keys, OTHERS)
        masses = mass_of(rank_of_key(others), best)
        before = others[:, None] > keys[None, :]
        num_before += tl.sum(before.to(tl.int32), 0)
        mass_before += tl.sum(tl.where(before, masses[:, None], 0), 0)
    kept = (keys > KEY_MASKED) & (num_before < top_k)
    if top_p < 1:
        kept_mass = tl.sum(tl.where(kept, mass_of(rank_of_key(keys), best), 0))
        total = tl.where(row_mass < 0, kept_mass, row_mass)
        kept = kept & (mass_before.to(tl.float64) < top_p * total.to(tl.float64))
    return tl.min(tl.where(kept, keys, _LAST_KEY))


@triton.jit
def cut_by_searching(
    keys_ptr,  # int64 [V], in any order
    num_keys,
    top_k,
    top_p,  # float64
    row_mass,  # int64: mass of the whole row, or -1 for that of the top_k
    best,
    best_key,
    TILE: tl.constexpr,
):
    """The least key kept, by bisection over any number of candidates, read once per halving."""
    cut = tl.full([], KEY_MASKED, tl.int64)
    if top_k < num_keys:
        cut = _search(keys_ptr, num_keys, top_k.to(tl.float64), best, best_key, False, TILE)
    if top_p < 1:
        total = row_mass
        if row_mass < 0:
            _, total = _from_cut(keys_ptr, num_keys, cut, best, True, TILE)
        target = top_p * total.to(tl.float64)
        cut = tl.maximum(cut, _search(keys_ptr, num_keys, target, best, best_key, True, TILE))
    return cut


@triton.jit
def kth_largest(ranks, k, best_rank):
    """A rank at most, and close to, the k-th largest of `ranks` [N]."""
    low = tl.full([], RANK_MASKED, tl.int32)
    high = best_rank
    for _ in tl.static_range(20):  # of 32 halvings: the rest would hardly drop a candidate
        middle = (low >> 1) + (high >> 1) + (low & high & 1)  # low + high can overflow
        reached = tl.sum((ranks >= middle).to(tl.int32)) >= k
        low = tl.where(reached, middle, low)
        high = tl.where(reached, high, middle)
    return low


@triton.jit
def _search(
    keys_ptr,
    num_keys,
    target,  # float64
    best,
    best_key,
    BY_MASS: tl.constexpr,
    TILE: tl.constexpr,
):
    """The largest cut, or one between the same two keys, whose count or mass reaches `target`."""
    low = tl.full([], KEY_MASKED, tl.int64)
    high = best_key + 1
    num_from_low = num_keys
    num_from_high = tl.zeros_like(num_keys)
    while num_from_low - num_from_high > 1:
        middle = (low >> 1) + (high >> 1) + (low & high & 1)  # low + high can overflow
        count, mass = _from_cut(keys_ptr, num_keys, middle, best, BY_MASS, TILE)
        if BY_MASS:
            reached = mass.to(tl.float64) >= target
        else:
            reached = count.to(tl.float64) >= target
        low = tl.where(reached, middle, low)
        num_from_low = tl.where(reached, count, num_from_low)
        high = tl.where(reached, high, middle)
        num_from_high = tl.where(reached, num_from_high, count)
    return low


@triton.jit
def _from_cut(
    keys_ptr,
    num_keys,
    cut,
    best,
    WITH_MASS: tl.constexpr,
    TILE: tl.constexpr,
):
    """Count int32 and mass int64 (0 without WITH_MASS) of the keys >= `cut`."""
    counts = tl.zeros([TILE], tl.int32)
    masses = tl.zeros([TILE], tl.int64)
    for begin in range(0, loop_bound(num_keys), TILE):
        keys = load_keys(keys_ptr, begin, num_keys, TILE)
        kept = (keys > KEY_MASKED) & (keys >= cut)
        counts += kept.to(tl.int32)
        if WITH_MASS:
            masses += tl.where(kept, mass_of(rank_of_key(keys), best), 0)
    return tl.sum(counts), tl.sum(masses)


@triton.jit
def sum_of_masses(chunk_masses_ptr, num_chunks):
    """The mass of a whole row from those of its chunks."""
    index = tl.arange(0, _CHUNKS)
    return tl.sum(tl.load(chunk_masses_ptr + index, mask=index < num_chunks, other=0))


@triton.jit
def depth_bound(best, depth):
    """A rank not above that of any logit at most `depth` (float64) below `best` (float32)."""
    wide = best.to(tl.float64)
    return rank_of_logit((wide - depth - 1e-3 - 1e-6 * tl.abs(wide)).to(tl.float32))
