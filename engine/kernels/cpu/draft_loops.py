"""Loops over the rows of a drafted block: the chain of their tokens, and how sure they are."""

import math

import numpy as np
from numba import njit

from engine.kernels.cpu.checked_loop import touches
from engine.kernels.cpu.row_loops import ONE, inverse_rms

_MOST = np.float32(80.0)  # beyond, a sigmoid is 0 or 1


@touches(lambda o: {"tokens": (1,), "ids": (o.first + 1,), "counts": (len(o.counts),)})
@njit(cache=True)
def begin_chain(tokens, ids, counts, first, num_rows):
    """The chain begins with the first token; a count of one for each row."""
    ids[first] = tokens[0]
    for w in range(len(counts)):
        counts[w] = 1 if w < num_rows[0] else 0


@touches(
    lambda o: {
        "added": (o.step.rows, o.logits.shape[1]),
        "logits": (o.step.rows, o.logits.shape[1]),
        "tokens": (o.logits.shape[1] if len(o.tokens) else 0,),
        "next_ids": (o.step.rows,),
    }
)
@njit(cache=True)
def extend_chain(added, logits, tokens, next_ids, num_rows):
    """logits += added; the likeliest id, as its token where there are tokens."""
    for w in range(num_rows[0]):
        likeliest, largest = 0, np.float32(-np.inf)
        for v in range(logits.shape[1]):
            logit = logits[w, v] + added[w, v]
            logits[w, v] = logit
            if logit > largest:
                likeliest, largest = v, logit
        next_ids[w] = tokens[likeliest] if len(tokens) else likeliest


@touches(
    lambda o: {
        "x": (o.step.rows, len(o.norm)),
        "norm": (len(o.norm),),
        "before": (o.step.rows, len(o.weight) - len(o.norm)),
        "weight": (len(o.weight),),
        "out": (o.step.rows,),
    }
)
@njit(cache=True)
def rate_drafts(x, norm, eps, before, weight, bias, out, num_rows):
    """out = sigmoid(weight · (norm(x), before) + bias)."""
    size = len(norm)
    total = np.empty(1, np.float32)
    for w in range(num_rows[0]):
        inverse = inverse_rms(x[w], size, eps, total)
        known = np.float32(bias)
        for i in range(size):
            known += x[w, i] * inverse * norm[i] * weight[i]
        for i in range(len(weight) - size):
            known += before[w, i] * weight[size + i]
        known = min(max(known, -_MOST), _MOST)
        out[w] = ONE / (ONE + np.float32(math.exp(-known)))
