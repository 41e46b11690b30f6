"""From texts to embeddings, a chunk of a prompt at a time. Knows no other answer."""

from collections.abc import Callable, Generator
from concurrent.futures import CancelledError

import numpy as np
from torch import Tensor

from engine.commands import Embed, Prompt
from engine.errors import EngineError, RequestError
from engine.events import Embedded, Event, Finished, Meter
from engine.models.pooling import PooledRows, Pooling
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Sequence
from engine.session.prompt import PreparedPrompt
from engine.session.token_hash import fnv1a64

Preparing = Callable[[Prompt], Generator[list[Event], None, PreparedPrompt]]


class Embedder:
    """Embeddings by the model called `name`, which pools its rows so; None: it makes none."""

    def __init__(self, model: LoadedModel, pooling: Pooling | None, name: str) -> None:
        self._model = model
        self._pooling = pooling
        self._name = name

    def steps(
        self,
        command: Embed,
        sequence: Sequence,
        prepare: Preparing,
        is_cancelled: Callable[[], bool],
    ) -> Generator[list[Event], None, Embedded | Finished]:
        """Compute what `command` wants in `sequence`; yields after each chunk, and returns the end.

        `prepare` yields, too, while it takes long. An embedding is that of its text alone: each is
        computed whole, by the steps that read prompts, and nothing of it is kept. Raises
        RequestError, and EngineError for numbers that are not finite.
        """
        pooling, num_values = self._check(command)
        made: list[bytes] = []
        num_tokens = 0
        for prompt in command.prompts:
            try:
                ids = (yield from prepare(prompt)).ids
            except CancelledError:
                return _cancelled(command)
            sequence.prefix.clear()
            pooled = PooledRows(pooling, self._model.model.output_norm)
            done = 0
            while done < len(ids):
                if is_cancelled():
                    return _cancelled(command)
                num_rows = self._model.prefill(sequence, ids[done:], done)
                pooled.take(self._model.prefilled_rows(num_rows))
                done += num_rows
                yield []
            made.append(_unit_bytes(pooled.embedding()[:num_values]))
            num_tokens += len(ids)
        return Embedded(command.request_id, tuple(made), num_tokens)

    def _check(self, command: Embed) -> tuple[Pooling, int]:
        """How rows are pooled, and how many values are kept. Raises RequestError."""
        if self._pooling is None:
            raise RequestError(
                f"{self._name} makes no embeddings, as its file names no way to pool them; "
                "choose a model that is made for embeddings."
            )
        size = self._model.config.hidden_size
        num_values = command.dimensions or size
        if num_values > size:
            raise RequestError(
                f"The embeddings of {self._name} have {size} dimensions; ask for at most as many."
            )
        return self._pooling, num_values


def _cancelled(command: Embed) -> Finished:
    return Finished(command.request_id, "cancelled", "", (), fnv1a64(()), Meter())


def _unit_bytes(embedding: Tensor) -> bytes:
    """`embedding` with the length 1, as little-endian float32. Raises EngineError."""
    values = embedding.cpu().numpy()
    length = float(np.linalg.norm(values))
    if not np.isfinite(length):
        raise EngineError(
            "The model produced numbers that are not finite, so the text has no embedding. "
            "The model file may be damaged: download it again or choose another one."
        )
    return (values / (length or 1.0)).astype("<f4").tobytes()
