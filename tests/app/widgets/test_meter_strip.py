"""The meter shows what the view-model says."""

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFontInfo
from pytestqt.qtbot import QtBot

from app.viewmodels.meter import Health, MeterTexts, MeterViewModel, RecaptureMark, Sample
from app.widgets.meter_strip import MeterStrip

if TYPE_CHECKING:
    from app.widgets.sparkline import Sparkline


class _Meter(QObject):
    texts_changed = Signal()
    history_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.texts = MeterTexts()
        self.context_fraction: float | None = None
        self.samples: tuple[Sample, ...] = ()
        self.marks: tuple[RecaptureMark, ...] = ()
        self.ghost: tuple[Sample, ...] = ()
        self.scale = 50.0
        self.health = Health.IDLE


@pytest.fixture
def shown(qtbot: QtBot) -> Any:
    meter = _Meter()
    strip = MeterStrip(cast("MeterViewModel", meter))
    qtbot.addWidget(strip)
    strip.toggle()
    strip.resize(2000, 90)
    strip.show()
    return SimpleNamespace(meter=meter, strip=strip)


def test_numbers_follow_the_meter(shown: Any) -> None:
    shown.meter.texts = MeterTexts(
        tok_s="25 tok/s", tok_s_now="30 tok/s", recaptures="3", last_reason="span 256 to 257"
    )
    shown.meter.texts_changed.emit()
    assert shown.strip._speed.text() == "30 tok/s"
    assert "25 tok/s" in shown.strip.details._average.text()
    assert shown.strip.details.numbers["recaptures"].value == "3"
    assert shown.strip.details.numbers["recaptures"].accessibleName() == "Recaptures: 3"
    assert shown.strip.details.numbers["eager"].value == "\N{EN DASH}"
    assert "span 256 to 257" in shown.strip.details._note.text()


def test_a_model_larger_than_the_gpu_shows_where_its_experts_are(shown: Any) -> None:
    experts = shown.strip.details.numbers["experts"]
    assert not experts.isVisible()
    shown.meter.texts = MeterTexts(experts="62 %", expert_hits="93 %", bus="1.2 GB")
    shown.meter.texts_changed.emit()
    assert experts.isVisible()
    assert experts.accessibleName() == "Experts on the GPU: 62 %"
    assert shown.strip.details.numbers["bus"].value == "1.2 GB"


def test_the_line_has_its_marks(shown: Any) -> None:
    shown.meter.samples = tuple(Sample(t / 10, 20.0) for t in range(100))
    shown.meter.marks = (RecaptureMark(4.0, "kvpad is off", 2, 12.3),)
    shown.meter.history_changed.emit()
    line: Sparkline = shown.strip.sparkline
    x = 1 + 4.0 / 9.9 * (line.width() - 2)
    mark = line.mark_at(x)
    assert mark is not None
    assert mark.reason == "kvpad is off"
    assert line.describe(mark) == "2 recaptures · kvpad is off · 12 ms"
    assert line.mark_at(x + 200) is None
    assert "2 recaptures" in line.accessibleDescription()


def test_a_mark_is_painted_over_the_line(shown: Any) -> None:
    line: Sparkline = shown.strip.sparkline
    shown.meter.samples = tuple(Sample(t / 10, 20.0) for t in range(100))
    shown.meter.history_changed.emit()
    without = line.grab().toImage()
    shown.meter.marks = (RecaptureMark(4.0, "width 4 to 5", 1),)
    shown.meter.history_changed.emit()
    assert line.grab().toImage() != without


def test_the_least_telling_numbers_give_way(shown: Any) -> None:
    numbers = shown.strip.details.numbers
    shown.meter.texts = MeterTexts(experts="62 %", expert_hits="93 %", bus="1.2 GB")
    shown.meter.texts_changed.emit()
    assert all(number.isVisible() for number in numbers.values())
    shown.strip.resize(600, 90)
    assert numbers["recaptures"].isVisible()
    assert not numbers["memory"].isVisible()


def test_the_previous_answer_is_drawn_behind(shown: Any) -> None:
    line: Sparkline = shown.strip.sparkline
    shown.meter.samples = tuple(Sample(t / 10, 20.0) for t in range(100))
    shown.meter.history_changed.emit()
    without = line.grab().toImage()
    shown.meter.ghost = tuple(Sample(t / 10, 40.0) for t in range(100))
    shown.meter.history_changed.emit()
    assert line.grab().toImage() != without


def test_one_line_until_it_is_clicked(shown: Any, qtbot: QtBot) -> None:
    strip = shown.strip
    qtbot.mouseClick(strip.opener, Qt.MouseButton.LeftButton)
    assert strip.details.isHidden()
    assert strip.opener.accessibleName() == "Show all numbers"
    assert strip._line.height() <= 2.5 * QFontInfo(strip.font()).pixelSize()
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=strip._speed.geometry().center())
    assert strip.details.isVisible()


def test_the_health_is_told_in_words_and_by_shape(shown: Any) -> None:
    mark = shown.strip.health
    before = mark.grab().toImage()
    shown.meter.health = Health.SLOWED
    shown.meter.texts = MeterTexts(health="Some steps are not replayed", last_reason="width 2")
    shown.meter.texts_changed.emit()
    assert mark.grab().toImage() != before
    assert mark.accessibleName() == "Some steps are not replayed\nwidth 2"
