"""How the tokens of one answer are picked."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.config import SamplingParams
from engine.sampling.constraint import Constraint


@dataclass(frozen=True)
class Picking:
    """The settings of the chain, its seed, and what else decides.

    `biases` are added to the logits of their ids; `constraint` says which ids may come next.
    """

    sampling: SamplingParams
    seed: int
    biases: Mapping[int, float] = field(default_factory=dict)
    constraint: Constraint | None = None
