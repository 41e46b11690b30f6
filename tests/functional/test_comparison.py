"""A person proves what a setting does, by mouse alone, on the real starter model."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox
from pytestqt.qtbot import QtBot

from app.main import Paths
from app.widgets.comparison.comparison_page import ComparisonPage
from app.widgets.comparison.effect_line import EffectLine
from tests.functional.conftest import LONG, Person

pytestmark = pytest.mark.timeout(300)

LEFT = Qt.MouseButton.LeftButton
NEW_TOKENS, NUM_RUNS = 16, 3


@pytest.fixture
def page(person: Person, qtbot: QtBot) -> ComparisonPage:
    """The page, for a short comparison of padding: two clicks in the settings lead there."""
    (line,) = person.editor("kvpad").findChildren(EffectLine)
    qtbot.mouseClick(line.button, LEFT)
    shown = person.window.page("Compare")
    assert isinstance(shown, ComparisonPage)
    shown.tokens.setValue(NEW_TOKENS)
    shown.runs.setValue(NUM_RUNS)
    return shown


def compare(person: Person, page: ComparisonPage, qtbot: QtBot) -> None:
    comparison = person.parts.view_models.comparison
    qtbot.mouseClick(page.start, LEFT)
    assert comparison.is_running
    person.wait_for(lambda: not comparison.is_running, LONG)


def test_padding_is_proved_and_agrees_with_bench(
    person: Person, page: ComparisonPage, paths: Paths, qtbot: QtBot
) -> None:
    compare(person, page, qtbot)
    assert page.card.who.text() in ("A against B", "B against A")
    facts = page.card.facts.text()
    assert f"{NEW_TOKENS} of {NEW_TOKENS} tokens identical" in facts
    assert f"median of {NUM_RUNS}, ±" in facts
    person.wait_for_model()

    kept = person.parts.view_models.comparison.result
    assert kept is not None
    on, off = kept.comparison.measurements
    assert on.last.recaptures == 0
    (model,) = (path for path in paths.models.iterdir() if path.suffix == ".gguf")
    arguments = ["--set", "chat", "--new-tokens", str(NEW_TOKENS), "--repetitions", str(NUM_RUNS)]
    rows = bench(model, *arguments, "--compare", "kvpad=off")
    assert [row["fnv1a64"] for row in rows] == [on.hashes[0], off.hashes[0]]
    for row, measured in zip(rows, (on, off), strict=True):
        # A busy machine: the same class of speed.
        assert 1 / 3 < row["tok_s"] / (measured.tok_s or 0) < 3
    assert [row["recaptures"] for row in rows] == [0, off.last.recaptures]
    (line,) = person.editor("kvpad").findChildren(EffectLine)
    assert line.text.text().startswith("Last measured: ")


def bench(model: Path, *arguments: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "engine", "bench", str(model), "--json", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows: list[dict[str, Any]] = json.loads(done.stdout)["rows"]
    return rows


def test_another_seed_differs_and_the_chat_is_untouched(
    person: Person, page: ComparisonPage, qtbot: QtBot
) -> None:
    padding = page.grid.controls[1, "kvpad"]
    assert isinstance(padding, QCheckBox)
    qtbot.mouseClick(padding, LEFT)
    temperature = page.grid.controls[1, "temperature"]
    assert isinstance(temperature, QDoubleSpinBox)
    temperature.setValue(5.0)
    compare(person, page, qtbot)
    assert "differs from token " in page.card.facts.text()
    person.wait_for_model()
    person.window.show_chat()
    assert person.answer == ""
    assert "Paris" in person.ask("What is the capital of France?")
