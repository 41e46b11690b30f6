"""Creates the drafter of a configuration."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from engine.config import SpeculationConfig
from engine.models.model_file import open_model
from engine.runtime.loaded_model import LoadedModel
from engine.speculation.assistant_drafter import AssistantDrafter
from engine.speculation.block_drafter import BlockDrafter
from engine.speculation.budget import BudgetedDrafter
from engine.speculation.combined_drafter import CombinedDrafter
from engine.speculation.costs import StepCosts, measure
from engine.speculation.drafter import Drafter
from engine.speculation.eagle_drafter import EagleDrafter
from engine.speculation.feature_reader import FeatureReader
from engine.speculation.kinds import feature_architecture, head_path, resolve_kind
from engine.speculation.model_drafter import ModelDrafter
from engine.speculation.mtp_drafter import MtpDrafter
from engine.speculation.ngram_drafter import NgramDrafter

_OF_ARCHITECTURES: dict[str, type[FeatureReader] | type[AssistantDrafter]] = {
    "dflash": BlockDrafter,
    "eagle3": EagleDrafter,
    "gemma4-assistant": AssistantDrafter,
}


def create_drafter(
    config: SpeculationConfig,
    target: LoadedModel,
    path: Path,
    tokens: Sequence[str],
    on_plan: Callable[[int], None],
) -> Drafter | None:
    """The drafter of `config` for the model at `path` with the vocabulary `tokens`, or None.

    `on_plan` is that of `Session.load`. Raises EngineError when what `config.kind` names cannot
    draft for the model.
    """
    kind = config.kind
    if kind == "auto":
        with open_model(path, with_data=False) as file:
            kind = resolve_kind(kind, file)
    drafter: Drafter
    if kind == "none":
        return None
    if kind == "ngram":
        drafter = NgramDrafter(config.ngram_max, config.ngram_min)
    elif (head := head_path(kind, path)) is not None:
        drafter = MtpDrafter(head, target, config.verify_widths, on_plan)
    elif (architecture := feature_architecture(kind)) is not None:
        named = Path(kind).expanduser()
        drafter = _OF_ARCHITECTURES[architecture](named, target, tokens, on_plan)
    else:
        drafter = ModelDrafter(Path(kind).expanduser(), target, tokens, on_plan)
    if config.draft_tokens is not None:
        return drafter
    if kind != "ngram":
        drafter = CombinedDrafter(drafter)
    widths = config.verify_widths
    costs = StepCosts(widths, target.context_len)
    return BudgetedDrafter(drafter, costs, partial(measure, target, widths, drafter.step_seconds))
