"""Loops over the rows of a block that read each other: convolutions, and a walk over candidates."""

import numpy as np
from numba import njit

from engine.kernels.cpu.checked_loop import touches
from engine.kernels.cpu.row_loops import inverse_rms


@touches(
    lambda o: {
        "x": (o.step.rows, o.taps.shape[1]),
        "norm": (o.taps.shape[1] if len(o.norm) else 0,),
        "taps": o.taps.shape,
        "factors": (o.step.rows, o.factors.shape[1]),
        "out": (o.step.rows, o.taps.shape[1]),
    }
)
@njit(cache=True)
def convolve_block(x, norm, eps, taps, factors, out, num_rows):
    """out = sum of (tap + factor of the group) * norm(x), over the row and those before it."""
    num_taps, size = taps.shape
    num_groups = factors.shape[1] // num_taps
    group_size = size // num_groups
    inverses, total = np.ones(num_rows[0], np.float32), np.empty(1, np.float32)
    if len(norm):
        for w in range(num_rows[0]):
            inverses[w] = inverse_rms(x[w], size, eps, total)
    for w in range(num_rows[0]):
        for i in range(size):
            total[0] = 0.0
            for tap in range(min(num_taps, w + 1)):
                value = x[w - tap, i] * inverses[w - tap]
                if len(norm):
                    value *= norm[i]
                factor = taps[tap, i] + factors[w, tap * num_groups + i // group_size]
                total[0] += factor * value
            out[w, i] = total[0]


@touches(
    lambda o: {
        "logits": (o.step.rows, o.logits.shape[1]),
        "tokens": (1,),
        "ids": (o.step.rows, o.ids.shape[1]),
        "scores": (o.step.rows, o.ids.shape[1]),
        "counts": (1,),
    }
)
@njit(cache=True)
def choose_candidates(logits, tokens, ids, scores, counts, num_rows):
    """The likeliest ids of each row and their logits, the likeliest first; the token of row 0."""
    num_candidates = ids.shape[1]
    counts[0] = num_rows[0] * num_candidates
    ids[0, :] = tokens[0]
    for w in range(1, num_rows[0]):
        num_known = 0
        for v in range(logits.shape[1]):
            logit = logits[w, v]
            if num_known == num_candidates and not logit > scores[w, num_candidates - 1]:
                continue
            place = min(num_known, num_candidates - 1)
            while place > 0 and logit > scores[w, place - 1]:
                ids[w, place], scores[w, place] = ids[w, place - 1], scores[w, place - 1]
                place -= 1
            ids[w, place], scores[w, place] = v, logit
            num_known = min(num_known + 1, num_candidates)


@touches(
    lambda o: {
        "logits": (o.step.rows, o.logits.shape[1]),
        "ids": (o.step.rows, o.ids.shape[1]),
        "scores": (o.step.rows, o.ids.shape[1]),
        "gates": (o.step.rows, o.gates.shape[1]),
        "before": (o.step.rows * o.ids.shape[1], o.gates.shape[1]),
        "after": (o.step.rows * o.ids.shape[1], o.gates.shape[1]),
    }
)
@njit(cache=True)
def walk_candidates(logits, ids, scores, gates, before, after, scale, num_rows):
    """Score each row's candidates after the best of the row before; the others' logits are -inf."""
    num_candidates, rank = ids.shape[1], gates.shape[1]
    last = 0
    for w in range(1, num_rows[0]):
        best = 0
        for place in range(num_candidates):
            at = w * num_candidates + place
            score = np.float32(scale) * scores[w, place]
            for i in range(rank):
                score += after[at, i] * (before[last, i] * gates[w, i])
            scores[w, place] = score
            if score > scores[w, best]:
                best = place
        last = w * num_candidates + best
        logits[w, :] = -np.inf
        for place in range(num_candidates):
            logits[w, ids[w, place]] = scores[w, place]
