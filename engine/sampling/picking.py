"""How the tokens of one answer are picked."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.config import SamplingParams
from engine.sampling.constraint import Constraint


@dataclass(frozen=True)
class Picking:
    """The settings of the chain, its seed, and what else decides.

    `biases` are added to the logits of their ids; `constraint` says which ids may come next. The
    log probabilities of the pick and of `num_logprobs` likeliest ids are kept, with None of none.
    """

    sampling: SamplingParams
    seed: int
    biases: Mapping[int, float] = field(default_factory=dict)
    constraint: Constraint | None = None
    num_logprobs: int | None = None

    @property
    def may_draft(self) -> bool:
        """Whether tokens may be drafted: a mask is known only when the token before it is."""
        return self.constraint is None and self.num_logprobs is None

    @property
    def may_run_ahead(self) -> bool:
        """Whether a step may run before its token is handled: logits last until the next step."""
        return self.num_logprobs is None
