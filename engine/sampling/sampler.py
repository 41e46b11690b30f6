"""Samples one token from one row of logits. Knows no model and no text."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.config import SamplingParams, validated
from engine.errors import NotFiniteError
from engine.sampling import chain, noise
from engine.sampling.sharpness import SHARPNESSES

NO_BIASES: Mapping[int, float] = {}


class Sampler:
    """The chain of `SamplingParams`, then the Gumbel-max draw.

    The token with the largest log-probability plus Gumbel noise is an exact draw from the
    distribution (Gumbel 1954; Maddison et al. 2014, arXiv:1411.0030, section 2). The noise is a
    function of (seed, position, token id), so a token depends only on the row, the history, the
    settings, the seed and the position, never on earlier draws.
    """

    def __init__(
        self,
        params: SamplingParams,
        seed: int,
        sharpness: int | None = None,
        biases: Mapping[int, float] = NO_BIASES,
    ) -> None:
        """Take the settings and the seed (modulo 2**64; `params.seed` is ignored).

        `sharpness` is that of a drafter, by its index in `SHARPNESSES`; its picks are in `rivals`.
        `biases` are added to the logits of their ids, those of the vocabulary, before all else.
        Raises msgspec.ValidationError when a setting is out of range.
        """
        self._params = validated(params)
        self._seed = seed
        self._biases = biases
        self.sharpness = sharpness
        self.penalty_last_n = params.penalty_last_n

    def pick(
        self,
        logits: NDArray[np.float32],
        position: int,
        history: Sequence[int],
        mask: NDArray[np.int32] | None = None,
    ) -> int:
        """Return the id of the token at `position` from the row `logits` [vocab], not modified.

        `history` holds the token ids before `position`, oldest first; only its last
        `penalty_last_n` are read. `mask` int32 [ceil(vocab / 32)] has a bit for each id that may be
        picked. A logit of -inf is never sampled. Temperature 0 returns the
        likeliest token, ties to the lowest id.
        Raises NotFiniteError when the row has NaN or +inf, or nothing above -inf.
        """
        return self._picks(chain.mask(logits, mask), position, history, (1.0,))[0]

    def rivals(
        self, logits: NDArray[np.float32], position: int, history: Sequence[int]
    ) -> list[int]:
        """What `pick` would return with each of `SHARPNESSES`: the same noise, less temperature."""
        return self._picks(logits, position, history, SHARPNESSES)

    def _picks(
        self,
        logits: NDArray[np.float32],
        position: int,
        history: Sequence[int],
        sharpnesses: Sequence[float],
    ) -> list[int]:
        logits = self._penalized(chain.add_biases(logits, self._biases), history)
        likeliest = int(np.argmax(logits))
        # argmax returns the first NaN, if any, so one check covers the row.
        if not np.isfinite(logits[likeliest]):
            raise NotFiniteError
        temperature = self._params.temperature
        if temperature == 0:
            return [likeliest] * len(sharpnesses)
        candidates = self._filtered(chain.all_candidates(logits))
        gumbel = noise.gumbel(self._seed, position, candidates.ids)
        picks = []
        for sharpness in sharpnesses:
            if math.isinf(sharpness):
                picks.append(likeliest)
                continue
            scores = chain.scale_by_temperature(candidates, temperature / sharpness)
            scores += gumbel
            picks.append(int(candidates.ids[np.argmax(scores)]))
        return picks

    def _penalized(
        self, logits: NDArray[np.float32], history: Sequence[int]
    ) -> NDArray[np.float32]:
        params = self._params
        if (params.repeat_penalty, params.frequency_penalty, params.presence_penalty) == (1, 0, 0):
            return logits
        return chain.penalize(
            logits,
            history[-params.penalty_last_n :] if params.penalty_last_n else (),
            repetition=params.repeat_penalty,
            frequency=params.frequency_penalty,
            presence=params.presence_penalty,
        )

    def _filtered(self, candidates: chain.Candidates) -> chain.Candidates:
        params = self._params
        if params.top_k > 0:
            candidates = chain.keep_top_k(candidates, params.top_k)
        if params.top_p < 1:
            candidates = chain.keep_top_p(candidates, params.top_p)
        if params.min_p > 0:
            candidates = chain.keep_min_p(candidates, params.min_p)
        return candidates
