"""A drafter with a model of its own, on the target's device."""

from collections.abc import Callable

from engine.config import SamplingParams, Toggles
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import StepCounters
from engine.speculation.drafter import Drafter


class LoadedDrafter(Drafter):
    """Has a cache and captured steps of its own, beside the target's.

    It samples with the target's settings and the target's noise, which is a function of seed,
    position and token, so that both often pick the same token (Daliri et al. 2024,
    arXiv:2408.07978).
    """

    def __init__(self, model: LoadedModel) -> None:
        self.model = model
        self.sequence = model.sequences[0]

    def begin(self, sampling: SamplingParams, seed: int, counters: StepCounters) -> None:
        self.model.begin_answer(self.sequence, sampling, seed)
        self.sequence.counters = counters

    def configure(self, toggles: Toggles, on_progress: Callable[[float], None]) -> None:
        self.model.runner.toggles = toggles
        self.model.runner.capture_planned(on_progress)

    def close(self) -> None:
        self.model.close()
