"""Experts that a drawn file's reference chooses, and others that a rounding may choose instead."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import product
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Turn:
    """In the row of one position, one layer takes the expert `taken` instead of `left`."""

    layer: int
    position: int
    left: int
    taken: int


class Choices:
    """Listens to what a model of the reference `module` chooses, and turns some choices.

    `keys` holds what the experts of each layer are chosen by [tokens, experts], the largest first,
    as the last forward pass had them.
    """

    def __init__(self, module: ModuleType, model: Any, turns: Collection[Turn]) -> None:
        self.keys: dict[int, Floats] = {}
        self._gatings: dict[str, Callable[[Floats], Floats]] = {
            "softmax": module.softmax,
            "sigmoid": module.sig,
            "topk_softmax": np.asarray,
        }
        self.turns = turns
        self._model, self._mixture = model, model.moe
        model.moe = self._turned

    def near(self, position: int, gaps: Mapping[int, float]) -> list[Turn]:
        """Turns of a row between experts whose keys are no further apart than their layer's gap.

        The closest come first.
        """
        found: list[tuple[float, Turn]] = []
        for layer, keys in self.keys.items():
            count = self._model.at("expert_used_count", layer)
            order = np.argsort(-keys[position], kind="stable").tolist()
            for left, taken in product(order[:count], order[count:]):
                gap = float(keys[position, left] - keys[position, taken])
                if gap <= gaps[layer]:
                    found.append((gap, Turn(layer, position, left, taken)))
        return [turn for _, turn in sorted(found, key=lambda each: each[0])]

    def _turned(
        self,
        x: Floats,
        layer: int,
        gating: str = "softmax",
        norm: Any = True,
        scale: float = 1.0,
        bias: Floats | None = None,
        **others: Any,
    ) -> Floats:
        """The mixture of `layer`; two experts whose choice is turned exchange their keys."""
        logits = others.pop("logits", None)
        if logits is None:
            logits = self._model.lin(x, "ffn_gate_inp", layer)
        keys = np.array(self._gatings[gating](np.asarray(logits)))
        added = np.zeros_like(keys) if bias is None else np.zeros_like(keys) + bias
        for turn in self.turns:
            if turn.layer == layer:
                row = keys[turn.position] + added[turn.position]
                gap = row[turn.left] - row[turn.taken]
                added[turn.position, [turn.left, turn.taken]] += -gap, gap
        self.keys[layer] = keys + added
        mixed: Floats = self._mixture(x, layer, gating, norm, scale, added, logits=logits, **others)
        return mixed
