"""The steps of the sampling chain: pure functions of one row of logits.

They know no settings, seed or position; the settings are validated elsewhere.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_COLUMN_LEN = 64


class Candidates(NamedTuple):
    """The remaining tokens: `ids` int64 [n], ascending; `logits` float32 [n], finite or -inf."""

    ids: NDArray[np.int64]
    logits: NDArray[np.float32]


def add_biases(logits: NDArray[np.float32], biases: Mapping[int, float]) -> NDArray[np.float32]:
    """Add each bias to the logit of its id; `logits` is not modified."""
    if not biases:
        return logits
    result = logits.copy()
    result[np.fromiter(biases, np.int64)] += np.fromiter(biases.values(), np.float32)
    return result


def mask(logits: NDArray[np.float32], bits: NDArray[np.int32] | None) -> NDArray[np.float32]:
    """Keep the logits whose bit is set in `bits` [ceil(vocab / 32)]; `logits` is not modified."""
    if bits is None:
        return logits
    is_kept = np.unpackbits(bits.view(np.uint8), count=logits.size, bitorder="little")
    return np.where(is_kept, logits, np.float32(-np.inf))


def penalize(
    logits: NDArray[np.float32],
    recent: Sequence[int],
    *,
    repetition: float = 1.0,
    frequency: float = 0.0,
    presence: float = 0.0,
) -> NDArray[np.float32]:
    """Penalize the ids in `recent`; `logits` is not modified.

    `repetition` divides a positive logit and multiplies any other. From CTRL (Keskar et al. 2019,
    arXiv:1909.05858, section 4.1), which divides every logit; the split by sign, as in llama.cpp,
    keeps a penalty above 1 from raising a negative logit. `frequency` is subtracted for each
    occurrence, `presence` once (OpenAI API, `frequency_penalty` and `presence_penalty`).
    """
    ids, counts = np.unique(np.asarray(recent, dtype=np.int64), return_counts=True)
    seen = logits[ids]
    if repetition != 1:
        seen = np.where(seen > 0, seen / repetition, seen * repetition)
    if frequency != 0:
        seen = seen - (counts * frequency).astype(np.float32)
    if presence != 0:
        seen = seen - np.float32(presence)
    result = logits.copy()
    result[ids] = seen
    return result


def all_candidates(logits: NDArray[np.float32]) -> Candidates:
    """Return all tokens of the row `logits` [vocab] as candidates."""
    return Candidates(_all_ids(logits.size), logits)


@lru_cache(maxsize=2)
def _all_ids(size: int) -> NDArray[np.int64]:
    ids = np.arange(size, dtype=np.int64)
    ids.setflags(write=False)
    return ids


def keep_top_k(candidates: Candidates, k: int) -> Candidates:
    """Keep the `k` likeliest; ties at the edge go to the lowest ids.

    From Fan et al. 2018 (arXiv:1805.04833, section 5.4). A partition, not a sort: O(n).
    """
    if k * _COLUMN_LEN <= candidates.logits.size:
        candidates = _select(candidates, candidates.logits >= _floor_of(candidates.logits, k))
    n = candidates.logits.size
    if k >= n:
        return candidates
    edge = np.partition(candidates.logits, n - k)[n - k]
    kept = candidates.logits > edge
    at_edge = np.flatnonzero(candidates.logits == edge)
    kept[at_edge[: k - np.count_nonzero(kept)]] = True
    return _select(candidates, kept)


def _floor_of(logits: NDArray[np.float32], k: int) -> np.float32:
    """A number that is at most the `k`-th largest of `logits`, and seldom much less.

    That is the `k`-th largest of the maxima of as many columns as there are of `_COLUMN_LEN`.
    """
    num_columns = logits.size // _COLUMN_LEN
    maxima = logits[: num_columns * _COLUMN_LEN].reshape(_COLUMN_LEN, num_columns).max(axis=0)
    floor: np.float32 = np.partition(maxima, num_columns - k)[num_columns - k]
    return floor


def keep_top_p(candidates: Candidates, p: float) -> Candidates:
    """Keep the smallest set of likeliest tokens with total probability `p` or more.

    Nucleus sampling (Holtzman et al. 2019, arXiv:1904.09751, section 3.1). Probabilities are
    normalized over the candidates; at least one stays.
    """
    descending = np.sort(candidates.logits)[::-1].astype(np.float64)
    cumulative = np.cumsum(np.exp(descending - descending[0]))
    num_kept = int(np.searchsorted(cumulative, p * cumulative[-1])) + 1
    return keep_top_k(candidates, num_kept)


def keep_min_p(candidates: Candidates, min_p: float) -> Candidates:
    """Keep the tokens at least `min_p` times as likely as the likeliest one.

    From Nguyen et al. 2024 (arXiv:2407.01082, section 3).
    """
    top = float(candidates.logits.max())
    # Far fewer exponentials: what is below this is dropped with any rounding.
    floor = top + math.log(min_p) - 0.01 - 1e-6 * abs(top)
    near = _select(candidates, candidates.logits >= floor)
    return _select(near, np.exp(near.logits.astype(np.float64) - top) >= min_p)


def scale_by_temperature(candidates: Candidates, temperature: float) -> NDArray[np.float64]:
    """Return (logit - max) / `temperature`, float64 [n]: log-probabilities up to a constant.

    `temperature` is above 0. Subtracting first keeps all values at or below 0.
    """
    logits = candidates.logits.astype(np.float64)
    with np.errstate(over="ignore"):
        scores: NDArray[np.float64] = (logits - logits.max()) / temperature
    return scores


def _select(candidates: Candidates, kept: NDArray[np.bool_]) -> Candidates:
    chosen = np.flatnonzero(kept)
    return Candidates(candidates.ids[chosen], candidates.logits[chosen])
