"""A drafter with a model of its own, on the target's device."""

from abc import abstractmethod
from collections.abc import Callable, Sequence

from engine.config import SamplingParams, Toggles
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import StepCounters
from engine.speculation.drafter import Drafter
from engine.speculation.sharpness import SharpnessChoice


class LoadedDrafter(Drafter):
    """Has a cache and captured steps of its own, beside the target's.

    It samples with the target's settings and the target's noise, which is a function of seed,
    position and token, so that both often pick the same token (Daliri et al. 2024,
    arXiv:2408.07978); at a temperature as much lower as had most accepted so far.
    """

    def __init__(self, model: LoadedModel) -> None:
        self.model = model
        self.sequence = model.sequences[0]
        self.sharpness = SharpnessChoice()
        self._sampling = SamplingParams(), 0
        self._used_sharpness = -1

    def begin(self, sampling: SamplingParams, seed: int, counters: StepCounters) -> None:
        self.model.begin_answer(self.sequence, sampling, seed)
        self.sequence.counters = counters
        self.sharpness.forget()
        self._sampling, self._used_sharpness = (sampling, seed), -1

    def draft(self, ids: Sequence[int], most: int) -> list[int]:
        is_sampled = self._sampling[0].temperature > 0
        if is_sampled:
            self._sharpen(ids)
        drafts = self.propose(ids, most)
        if is_sampled:
            positions = range(len(ids), len(ids) + len(drafts))
            rivals = [self.model.rivals(self.sequence, position) for position in positions]
            self.sharpness.propose(len(ids), drafts, rivals)
        return drafts

    @abstractmethod
    def propose(self, ids: Sequence[int], most: int) -> list[int]:
        """What `draft` returns, picked with the sharpness that is set."""

    def configure(self, toggles: Toggles, on_progress: Callable[[float], None]) -> None:
        self.model.runner.toggles = toggles
        self.model.runner.capture_planned(on_progress)

    def close(self) -> None:
        self.model.close()

    def _sharpen(self, ids: Sequence[int]) -> None:
        self.sharpness.settle(ids)
        if self.sharpness.best != self._used_sharpness:
            self._used_sharpness = self.sharpness.best
            self.model.sharpen(self.sequence, *self._sampling, self._used_sharpness)
