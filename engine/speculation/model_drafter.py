"""Drafts with a smaller model that has the target's vocabulary."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from engine.config import EngineConfig, SamplingParams, Toggles
from engine.errors import NotFiniteError, RequestError
from engine.models.model_file import open_model
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows, StepCounters
from engine.speculation.drafter import Drafter

_LEAST_SHARED = 0.9  # of the tokens that both vocabularies have an id for
_MAX_DECODED = 2  # more missing tokens than that are computed in a prefill step


class ModelDrafter(Drafter):
    """A model beside the target, on its device, with a cache and captured steps of its own.

    It samples with the target's settings and the target's noise, which is a function of seed,
    position and token, so that both often pick the same token (Daliri et al. 2024,
    arXiv:2408.07978).
    """

    def __init__(
        self,
        path: Path,
        target: LoadedModel,
        tokens: Sequence[str],
        on_plan: Callable[[int], None] = lambda _num_bytes: None,
    ) -> None:
        """Load the model at `path`; `tokens` are the target's vocabulary.

        Raises EngineError when it cannot be loaded, or RequestError when its vocabulary differs.
        """
        with open_model(path) as file:
            own = file.metadata.tokenizer.tokens
            self._is_shared = _shared(tokens, own)
            if self._is_shared.sum() < _LEAST_SHARED * min(len(tokens), len(own)):
                raise RequestError(
                    f"{path.name} cannot draft for this model, because only "
                    f"{self._is_shared.sum():,} of their {min(len(tokens), len(own)):,} tokens "
                    "agree; choose a smaller model of the same family."
                )
            context_len = min(target.context_len, file.config.max_context_len)
            config = EngineConfig(context_len=context_len, toggles=target.runner.toggles)
            self._model = LoadedModel(file, config, target.device, on_plan=on_plan)
        self._sequence = self._model.sequences[0]
        self._model.warm_up()

    @property
    def model(self) -> LoadedModel:
        """The model that drafts."""
        return self._model

    def begin(self, sampling: SamplingParams, seed: int, counters: StepCounters) -> None:
        self._model.begin_answer(self._sequence, sampling, seed)
        self._sequence.counters = counters

    def configure(self, toggles: Toggles, on_progress: Callable[[float], None]) -> None:
        self._model.runner.toggles = toggles
        self._model.runner.capture_planned(on_progress)

    def draft(self, ids: Sequence[int], most: int) -> list[int]:
        """Return up to `most` tokens, fewer where it picks one that the target lacks."""
        room = min(most, self._model.context_len - len(ids) + 1)
        if room < 1:
            return []
        self._catch_up(ids)
        drafts: list[int] = []
        try:
            while len(drafts) < room:
                token = drafts[-1] if drafts else ids[-1]
                pick = self._decode(token, ahead=room - len(drafts) - 1)
                if not self._knows(pick):
                    break
                drafts.append(pick)
        except NotFiniteError:
            self._sequence.prefix.clear()
        return drafts

    def close(self) -> None:
        self._model.close()

    def _catch_up(self, ids: Sequence[int]) -> None:
        """Compute the rows of all `ids` but the last."""
        prefix = self._sequence.prefix
        prefix.keep(ids)
        is_long = len(ids) - len(prefix) > _MAX_DECODED + 1
        while (begin := len(prefix)) < len(ids) - 1:
            if not is_long:
                self._decode(ids[begin], ahead=0)
                continue
            missing = [token if self._knows(token) else 0 for token in ids[begin:-1]]
            num_done = self._model.prefill(self._sequence, missing, begin)
            prefix.append(ids[begin : begin + num_done])
        if is_long:
            prefix.remember()

    def _decode(self, token: int, *, ahead: int) -> int:
        """The token picked after `token`, which gets the next row."""
        prefix = self._sequence.prefix
        row = Rows(self._sequence, len(prefix))
        # A token of the target's alone is read as another one; the draft may be worse for it.
        own = token if self._knows(token) else 0
        (pick,) = self._model.decode([row], [own], ahead=ahead)
        prefix.append([token])
        return pick

    def _knows(self, token: int) -> bool:
        """Whether the token is the same one in both vocabularies."""
        return token < len(self._is_shared) and bool(self._is_shared[token])


def _shared(
    tokens: Sequence[str], others: Sequence[str]
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which ids stand for the same text in both, bool [shorter length]."""
    return np.fromiter((one == other for one, other in zip(tokens, others, strict=False)), np.bool_)
