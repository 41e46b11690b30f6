"""A person compares configurations: by mouse, with what the page shows."""

import csv
import json
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFileDialog,
    QLabel,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.services.engine.lendable_engine import LendableEngine
from app.viewmodels.comparison.comparison_page import ComparisonViewModel, Question
from app.viewmodels.settings import SettingsViewModel
from app.widgets.comparison.comparison_page import ComparisonPage
from app.widgets.comparison.effect_line import EffectLine
from engine.commands import Generate, TextPrompt
from tests.support.fake_engine import FakeEngine

LEFT = Qt.MouseButton.LeftButton


def compare(page: ComparisonPage, comparison: ComparisonViewModel, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.start, LEFT)
    assert comparison.is_running
    qtbot.waitUntil(lambda: not comparison.is_running, timeout=20_000)


def test_two_clicks_and_the_verdict_is_there(
    page: ComparisonPage,
    comparison: ComparisonViewModel,
    settings: SettingsViewModel,
    engine: LendableEngine,
    qtbot: QtBot,
) -> None:
    assert not page.card.isVisible()
    compare(page, comparison, qtbot)
    assert page.card.isVisible()
    assert page.card.who.text() == "A against B"
    assert page.card.verdict.text().endswith("\N{MULTIPLICATION SIGN} faster")
    facts = page.card.facts.text()
    assert facts.startswith("0 against 12 recaptures · 12 of 12 tokens identical · median of 5, ±")
    assert [lane.text.toPlainText() for lane in page.lanes.lanes] == [comparison.lane_text(0)] * 2
    assert "Padded context off" in page.lanes.lanes[1].title.text()
    assert settings.value("kvpad")
    assert engine.is_available


def test_the_verdict_above_the_race_is_not_that_of_another(
    page: ComparisonPage, comparison: ComparisonViewModel, qtbot: QtBot
) -> None:
    compare(page, comparison, qtbot)
    first = page.card.verdict.text()
    qtbot.mouseClick(page.start, LEFT)
    assert comparison.is_running
    assert not page.card.isVisible()
    qtbot.mouseClick(page.stop, LEFT)
    qtbot.waitUntil(lambda: not comparison.is_running)
    assert not page.card.isVisible()
    comparison.show(comparison.history[0])
    assert page.card.verdict.text() == first


def test_a_small_page_scrolls_to_the_race_and_then_to_the_verdict(
    page: ComparisonPage, comparison: ComparisonViewModel, qtbot: QtBot
) -> None:
    def is_seen(widget: QWidget) -> bool:
        return not widget.visibleRegion().isEmpty()

    page.resize(700, 360)
    page.take_focus()
    page._area.verticalScrollBar().setValue(0)
    qtbot.mouseClick(page.start, LEFT)
    qtbot.waitUntil(lambda: is_seen(page.lanes.lanes[0].text))
    page._area.verticalScrollBar().setValue(0)
    qtbot.waitUntil(lambda: is_seen(page.card.verdict), timeout=20_000)


def test_the_winner_is_used_and_the_settings_remember_what_was_measured(
    page: ComparisonPage,
    comparison: ComparisonViewModel,
    settings: SettingsViewModel,
    qtbot: QtBot,
) -> None:
    comparison.effects.proof_wanted.connect(comparison.prove)
    settings.set_value("kvpad", False)
    line = EffectLine(comparison.effects, "kvpad", "Padded context", page)
    assert line.text.text() == ""
    qtbot.mouseClick(line.button, LEFT)
    compare(page, comparison, qtbot)
    assert page.card.who.text() == "B against A"
    qtbot.mouseClick(page.card.winner, LEFT)
    assert settings.value("kvpad") is True
    assert line.text.text().startswith("Last measured: ")
    assert line.text.text().endswith("faster on this model and device")


def test_what_the_winner_loads_is_kept_for_the_model(
    page: ComparisonPage,
    comparison: ComparisonViewModel,
    settings: SettingsViewModel,
    engine: LendableEngine,
    qtbot: QtBot,
) -> None:
    comparison.ask(Question("chat", "", 16, 5))
    comparison.table.set_value(0, "kvpad", False)
    comparison.table.set_value(1, "kvpad", True)
    comparison.table.set_value(1, "context_len", 512)
    compare(page, comparison, qtbot)
    assert comparison.winner_differences == ("context_len",)  # kvpad is on already
    qtbot.waitUntil(lambda: engine.model is not None)
    assert engine.model.context_len == 4096
    qtbot.mouseClick(page.card.winner, LEFT)
    qtbot.waitUntil(lambda: engine.model is not None and engine.model.context_len == 512)
    assert settings.value("context_len") == 0
    assert engine.wanted is not None
    assert settings.model_settings(Path(engine.wanted.path)).context_len == 512
    assert page.card.winner.isHidden()  # it is in use
    settings.set_value("kvpad", False)
    assert page.card.winner.isVisible()


def test_a_first_column_that_was_changed_says_so_and_can_win(
    page: ComparisonPage, comparison: ComparisonViewModel, settings: SettingsViewModel, qtbot: QtBot
) -> None:
    settings.set_value("kvpad", False)
    comparison.ask(Question("chat", "", 16, 5))
    comparison.table.set_value(0, "kvpad", True)
    comparison.table.set_value(1, "kvpad", False)
    compare(page, comparison, qtbot)
    titles = ["A \N{MIDDLE DOT} Padded context on", "B \N{MIDDLE DOT} Padded context off"]
    assert [lane.title.text() for lane in page.lanes.lanes] == titles
    labels = {label.text() for label in page.card.findChildren(QLabel)}
    assert labels >= set(titles)
    assert "Padded context on against Padded context off" in comparison.verdict
    qtbot.mouseClick(page.card.winner, LEFT)
    assert settings.value("kvpad") is True


def test_it_is_stopped_by_a_click_and_nothing_is_kept(
    page: ComparisonPage,
    comparison: ComparisonViewModel,
    engine: LendableEngine,
    fake: FakeEngine,
    qtbot: QtBot,
) -> None:
    fake.tokens_per_second = 30.0
    qtbot.mouseClick(page.start, LEFT)
    assert not page.grid.isEnabled()
    qtbot.waitUntil(lambda: "Warming up" in page.status.text())
    qtbot.mouseClick(page.stop, LEFT)
    assert "as before" in page.status.text()
    assert comparison.history == []
    assert page.grid.isEnabled()
    qtbot.waitUntil(page.start.isEnabled)
    assert engine.is_available


def test_an_answer_in_progress_is_not_disturbed(
    page: ComparisonPage, engine: LendableEngine, fake: FakeEngine, qtbot: QtBot
) -> None:
    fake.tokens_per_second = 40.0
    with qtbot.waitSignal(engine.answer_finished):
        with qtbot.waitSignal(engine.answer_started):
            engine.generate(Generate("chat", TextPrompt("Hi")))
        assert not page.start.isEnabled()
        assert page.status.text().startswith("An answer is being written.")
    assert page.start.isEnabled()
    assert page.status.text() == ""


def test_what_is_the_same_is_not_compared(
    page: ComparisonPage, comparison: ComparisonViewModel, qtbot: QtBot
) -> None:
    box = page.grid.controls[1, "kvpad"]
    assert isinstance(box, QCheckBox)
    qtbot.mouseClick(box, LEFT)
    assert page.status.text() == "A and B are the same. Change a setting in one of them."
    assert not page.start.isEnabled()


def test_numbers_are_written_as_in_the_settings(comparison: ComparisonViewModel) -> None:
    label = comparison.table.label
    assert label("temperature", 0.0) == "Temperature: 0.00"
    assert label("seed", 12_345) == "Seed: 12345"


def test_up_to_eight_configurations(
    page: ComparisonPage, comparison: ComparisonViewModel, qtbot: QtBot
) -> None:
    for _ in range(8):
        qtbot.mouseClick(page.grid.add, LEFT)
    assert len(comparison.table.configurations) == 8
    assert not page.grid.add.isEnabled()
    assert "B and C are the same" in page.status.text()
    comparison.table.set_value(7, "seed", 3)
    assert comparison.table.differs(7, "kvpad")
    assert comparison.table.differs(7, "seed")
    qtbot.mouseClick(page.grid.reset, LEFT)
    assert len(comparison.table.configurations) == 2


def test_the_name_of_the_model_is_not_cut_off(
    page: ComparisonPage, comparison: ComparisonViewModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, choices = "Qwen2.5 Coder 0.5B Instruct", comparison.table.choices
    more = (("/model.gguf", name),)
    monkeypatch.setattr(
        comparison.table, "choices", lambda kind: choices(kind) + more * (kind == "model")
    )
    comparison.table.reset()
    QApplication.processEvents()
    models = page.grid.controls[0, "model"]
    option = QStyleOptionComboBox()
    models.initStyleOption(option)
    kind, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
    room = models.style().subControlRect(kind, option, part, models).width()
    assert models.fontMetrics().horizontalAdvance(name) <= room


def test_the_lanes_say_what_raced_and_not_what_is_set_by_now(
    page: ComparisonPage, comparison: ComparisonViewModel, qtbot: QtBot
) -> None:
    comparison.ask(Question("chat", "", 16, 3))
    compare(page, comparison, qtbot)
    before = [lane.title.text() for lane in page.lanes.lanes]
    comparison.table.set_value(1, "seed", 9)
    comparison.table.add()
    assert [lane.title.text() for lane in page.lanes.lanes] == before


def test_a_question_of_ones_own(
    page: ComparisonPage,
    comparison: ComparisonViewModel,
    fake: FakeEngine,
    qtbot: QtBot,
) -> None:
    comparison.ask(Question("own", "", 16, 3))
    assert page.status.text() == "Write a question first."
    comparison.ask(Question("own", "Why is the sky blue?", 16, 3))
    compare(page, comparison, qtbot)
    asked = [c for c in fake.sent if getattr(c, "max_tokens", None) == 16]
    assert len(asked) == 8
    assert all(c.prompt.messages[0].content == "Why is the sky blue?" for c in asked)
    assert "Why is the sky blue?" in page.history.rows[0].text()


def test_the_history_is_kept_shown_and_removed(
    page: ComparisonPage, comparison: ComparisonViewModel, qtbot: QtBot
) -> None:
    comparison.ask(Question("chat", "", 16, 3))
    compare(page, comparison, qtbot)
    comparison.table.add()
    comparison.table.set_value(2, "seed", 9)
    compare(page, comparison, qtbot)
    assert len(page.history.rows) == 2
    qtbot.mouseClick(page.history.rows[1], LEFT)
    assert len(page.lanes.lanes) == 2
    assert len(comparison.table.configurations) == 2
    comparison.delete(comparison.history[1])
    assert not page.card.isVisible()
    assert len(comparison.history) == 1


def test_it_is_saved_for_other_programs(
    page: ComparisonPage,
    comparison: ComparisonViewModel,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    comparison.ask(Question("code", "", 16, 3))
    compare(page, comparison, qtbot)
    for ending in ("csv", "json", "png"):
        page.card.write(tmp_path / f"result.{ending}")
    rows = list(csv.DictReader((tmp_path / "result.csv").read_text().splitlines()))
    assert [(row["configuration"], row["run"]) for row in rows] == [
        *(("1", str(run)) for run in (1, 2, 3)),
        *(("2", str(run)) for run in (1, 2, 3)),
    ]
    document = json.loads((tmp_path / "result.json").read_text())
    assert document["verdicts"][1]["difference"] is None
    assert document["question"] == "code"
    assert (tmp_path / "result.png").read_bytes().startswith(b"\x89PNG")

    places: list[tuple[int, int]] = []
    grab = page.card.grab

    def look(*area: QRect) -> QPixmap:
        picture = grab(*area)
        label = page.card.reasoning
        places.append((label.geometry().bottom(), picture.height() - page.card.layout().spacing()))
        assert label.height() >= label.heightForWidth(label.width())
        return picture

    monkeypatch.setattr(page.card, "grab", look)
    page.card.write(tmp_path / "result.png")
    ((bottom, end),) = places
    assert bottom < end  # the last line is in the picture
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "card"), ""))
    page.card.save_as("png")
    assert (tmp_path / "card.png").read_bytes().startswith(b"\x89PNG")
    page.card.write(tmp_path / "missing" / "result.csv")
    assert "result.csv cannot be written" in page.card.problem.text()


def test_every_control_has_a_name(page: ComparisonPage) -> None:
    for control in page.grid.controls.values():
        assert control.accessibleName()
    named = (page.question, page.own, page.tokens, page.runs, page.card.save)
    assert all(isinstance(each, QWidget) and each.accessibleName() for each in named)
