"""Counts the decode steps of a model that were run once more because a mask came too late."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.runtime.decode_queue import UNCONSTRAINED
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows
from engine.sampling.constraint import Constraint


@dataclass
class LateMasks:
    """How many there were since `count_late`."""

    number: int = 0


def count_late(model: LoadedModel) -> LateMasks:
    """Count those of `model` from now on."""
    late, queue = LateMasks(), model._decoding
    start = queue.start

    def counted(
        rows: list[Rows],
        token_ids: list[int],
        constraints: Mapping[int, Constraint] = UNCONSTRAINED,
        *,
        masks_first: bool = False,
    ) -> None:
        late.number += masks_first
        start(rows, token_ids, constraints, masks_first=masks_first)

    queue.start = counted  # type: ignore[method-assign]
    return late
