"""A drafter with a model of its own, on the target's device."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import cast

from msgspec.structs import replace

from engine.config import EngineConfig, KVType, SamplingParams, Toggles
from engine.models.model_file import ModelFile
from engine.runtime.load_plan import Beside
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import StepCounters
from engine.sampling.sharpness import GREEDY
from engine.speculation.compatibility import own_kv_type
from engine.speculation.costs import decode_seconds
from engine.speculation.drafter import Drafter
from engine.speculation.narrow_vocabulary import NarrowVocabulary
from engine.speculation.sharpness import SharpnessChoice


def load_beside(
    target: LoadedModel,
    file: ModelFile,
    on_plan: Callable[[int], None],
    *,
    num_sequences: int,
    reads_cache: bool = False,
) -> LoadedModel:
    """Load the drafter in `file` for `target`, with as much of its context as there is.

    It has a cache of its own unless it reads the target's. Raises EngineError when it cannot be
    loaded.
    """
    config = EngineConfig(
        context_len=min(target.context_len, file.config.max_context_len),
        kv_type=cast("KVType", target.kv_type) if reads_cache else own_kv_type(target.kv_type),
        host_layers="bus",
        num_sequences=num_sequences,
        toggles=target.runner.toggles,
    )
    lender = target if reads_cache else None
    return LoadedModel(
        file, config, target.device, on_plan=on_plan, target=lender,
        beside=Beside(target_widths=target.prompt_widths),
    )  # fmt: skip


class LoadedDrafter(Drafter):
    """Has a cache and captured steps of its own, beside the target's.

    It samples with the target's settings and the target's noise, which is a function of seed,
    position and token, so that both often pick the same token (Daliri et al. 2024,
    arXiv:2408.07978); at a temperature as much lower as had most accepted so far. It is the surer
    of a token, the more of its rivals, picked at other temperatures, are the same.
    """

    def __init__(self, model: LoadedModel) -> None:
        self.model = model
        self.sequence = model.sequences[0]
        self.sharpness = SharpnessChoice()
        self._is_greedy = False
        self._sampling = SamplingParams(), 0
        self._used_sharpness = -1
        self._rivals: list[list[int]] = []
        self._narrow = NarrowVocabulary(model.config.narrow_vocab_size)

    def begin(self, sampling: SamplingParams, seed: int, counters: StepCounters) -> None:
        self._is_greedy = sampling.temperature == 0
        if self._is_greedy:  # its rivals are drawn nevertheless
            sampling = replace(sampling, temperature=1.0, top_k=0, top_p=1.0, min_p=0.05)
        self.model.begin_answer(self.sequence, sampling, seed)
        self.sequence.counters = counters
        self.sharpness.forget()
        self._narrow.forget()
        self._sampling, self._used_sharpness = (sampling, seed), -1

    def draft(self, ids: Sequence[int], most: int) -> list[int]:
        if not self._is_greedy:
            self.sharpness.settle(ids)
        self._sharpen(GREEDY if self._is_greedy else self.sharpness.best)
        self._rivals, self.confidences = [], []
        self.model.runner.is_narrow = self._narrow.suffices(ids)
        drafts = self.propose(ids, most)
        for token in drafts[len(self._rivals) :]:
            self._note(token, len(ids) + len(self._rivals))
        if not self._is_greedy:
            self.sharpness.propose(len(ids), drafts, self._rivals)
        return drafts

    @abstractmethod
    def propose(self, ids: Sequence[int], most: int) -> list[int]:
        """What `draft` returns, picked with the sharpness that is set.

        `may_go_on` is asked before each but the first.
        """

    @property
    def runs_ahead(self) -> bool:  # type: ignore[override]
        return self.model.runs_ahead

    def start(self, ids: Sequence[int]) -> None:
        if self.runs_ahead:
            self.launch_first(ids)

    def launch_first(self, ids: Sequence[int]) -> None:
        """Launch the first step of the next draft, after `ids`, without waiting for it."""

    def may_go_on(self, ids: Sequence[int], drafts: Sequence[int]) -> bool:
        """Whether another token may pay after `drafts`, which follow `ids`."""
        if not drafts:
            return True
        self._note(drafts[-1], len(ids) + len(drafts) - 1)
        return self.goes_on(self.confidences)

    def configure(self, toggles: Toggles, on_progress: Callable[[float], None]) -> None:
        self.model.runner.toggles = toggles
        self.model.runner.capture_planned(on_progress)

    def step_seconds(self) -> float:
        return decode_seconds(self.model)

    def close(self) -> None:
        self.model.close()

    def confidence(self, token: int, rivals: Sequence[int]) -> int:
        """How sure it is of `token`, its next draft, beside `rivals`."""
        return rivals.count(token)

    def _note(self, token: int, position: int) -> None:
        rivals = self.model.rivals(self.sequence, position)
        self._rivals.append(rivals)
        self.confidences = [*self.confidences, self.confidence(token, rivals)]

    def _sharpen(self, sharpness: int) -> None:
        if sharpness != self._used_sharpness:
            self._used_sharpness = sharpness
            self.model.sharpen(self.sequence, *self._sampling, sharpness)
