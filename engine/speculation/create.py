"""Creates the drafter of a configuration."""

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.config import SpeculationConfig
from engine.runtime.loaded_model import LoadedModel
from engine.speculation.budget import BudgetedDrafter
from engine.speculation.drafter import Drafter
from engine.speculation.model_drafter import ModelDrafter
from engine.speculation.ngram_drafter import NgramDrafter


def create_drafter(
    config: SpeculationConfig,
    target: LoadedModel,
    tokens: Sequence[str],
    on_plan: Callable[[int], None],
) -> Drafter | None:
    """The drafter of `config` for a model with the vocabulary `tokens`; None for no speculation.

    `on_plan` is that of `Session.load`.
    Raises EngineError when the model that `config.kind` names cannot draft for it.
    """
    if config.kind == "none":
        return None
    drafter: Drafter
    if not config.has_model:
        drafter = NgramDrafter(config)
    else:
        drafter = ModelDrafter(Path(config.kind).expanduser(), target, tokens, on_plan)
    return BudgetedDrafter(drafter) if config.draft_tokens is None else drafter
