"""Creates the drafter of a configuration."""

from collections.abc import Callable, Sequence
from functools import partial

from engine.config import SpeculationConfig
from engine.gguf.drafter_kind import DrafterKind
from engine.runtime.loaded_model import LoadedModel
from engine.speculation.assistant_drafter import AssistantDrafter
from engine.speculation.block_drafter import BlockDrafter
from engine.speculation.budget import BudgetedDrafter
from engine.speculation.combined_drafter import CombinedDrafter
from engine.speculation.costs import StepCosts, measure
from engine.speculation.drafter import Drafter
from engine.speculation.eagle_drafter import EagleDrafter
from engine.speculation.feature_reader import FeatureReader
from engine.speculation.kinds import DraftSource
from engine.speculation.model_drafter import ModelDrafter
from engine.speculation.mtp_drafter import MtpDrafter
from engine.speculation.ngram_drafter import NgramDrafter

_CLASSES: dict[DrafterKind, type[FeatureReader | AssistantDrafter | ModelDrafter]] = {
    DrafterKind.MODEL: ModelDrafter,
    DrafterKind.DFLASH: BlockDrafter,
    DrafterKind.DFLASH_2: BlockDrafter,
    DrafterKind.DSPARK: BlockDrafter,
    DrafterKind.EAGLE_3: EagleDrafter,
    DrafterKind.ASSISTANT: AssistantDrafter,
}


def create_drafter(
    config: SpeculationConfig,
    source: DraftSource | None,
    target: LoadedModel,
    tokens: Sequence[str],
    on_plan: Callable[[int], None],
) -> Drafter | None:
    """The drafter in `source`, that of `config`, for a model with the vocabulary `tokens`, or None.

    `on_plan` is that of `Session.load`. Raises EngineError when it cannot draft for the model.
    """
    if source is None:
        return None
    drafter: Drafter
    widths = config.verify_widths
    match source.kind:
        case DrafterKind.NGRAMS:
            drafter = NgramDrafter(config.ngram_max, config.ngram_min)
        case DrafterKind.HEAD:
            drafter = MtpDrafter(source.path, target, widths, on_plan)
        case kind:
            drafter = _CLASSES[kind](source.path, target, tokens, on_plan)
    if config.draft_tokens is not None:
        return drafter
    if source.kind is not DrafterKind.NGRAMS:
        drafter = CombinedDrafter(drafter)
    costs = StepCosts(widths, target.context_len)
    return BudgetedDrafter(drafter, costs, partial(measure, target, widths, drafter.step_seconds))
