"""The configuration chooses the drafter."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.config import SpeculationConfig
from engine.errors import ModelFileError
from engine.speculation.budget import BudgetedDrafter
from engine.speculation.create import create_drafter
from engine.speculation.drafter import Drafter
from engine.speculation.kinds import named_source
from engine.speculation.ngram_drafter import NgramDrafter


def create(kind: str, draft_tokens: int | None = 4) -> Drafter | None:
    target: Any = SimpleNamespace(context_len=512)  # these read no more of the model
    config = SpeculationConfig(kind=kind, draft_tokens=draft_tokens)
    source = named_source(kind, Path("model.gguf"))
    return create_drafter(config, source, target, (), lambda _: None)


def test_the_kind_chooses_the_drafter() -> None:
    assert create("none") is None
    assert isinstance(create("ngram"), NgramDrafter)


def test_an_automatic_length_is_bounded_by_what_it_may_cost() -> None:
    assert isinstance(create("ngram", None), BudgetedDrafter)


def test_a_model_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="There is no file"):
        create(str(tmp_path / "draft.gguf"))
