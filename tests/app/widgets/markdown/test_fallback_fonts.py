"""Fonts of other scripts are looked for a few at a time, before text that needs them is laid out."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.widgets.markdown.cost import Budget
from app.widgets.markdown.fallback_fonts import FallbackFonts

SCRIPTS = "".join(chr(code) for code in range(0x370, 0x2E00, 0x40))


def num_turns(fonts: FallbackFonts, text: str, units: float = 20.0) -> int:
    """Turns of the event loop until all fonts for `text` are there."""
    widget, turns = QWidget(), 1
    while not fonts.load(text, widget, Budget(units)):
        turns += 1
    return turns


def test_text_in_latin_letters_needs_none(qtbot: QtBot) -> None:
    budget = Budget(0.5)
    assert FallbackFonts().load("Größe `x` **y**\n" * 100, QWidget(), budget)
    assert budget.take(0.5)


def test_many_scripts_take_many_turns_once(qtbot: QtBot) -> None:
    fonts = FallbackFonts()
    assert num_turns(fonts, SCRIPTS) > len(SCRIPTS) // 20
    assert num_turns(fonts, SCRIPTS) == 1


def test_each_style_has_its_own(qtbot: QtBot) -> None:
    fonts = FallbackFonts()
    num_turns(fonts, SCRIPTS)
    for styled in (f"**{SCRIPTS}**", f"`{SCRIPTS}`", f"# {SCRIPTS}"):
        assert num_turns(fonts, styled) > 1
        assert num_turns(fonts, styled) == 1


def test_thousands_of_ideographs_are_quickly_done(qtbot: QtBot) -> None:
    ideographs = "".join(chr(code) for code in range(0x4E00, 0x9FA6))
    assert num_turns(FallbackFonts(), ideographs, units=350.0) <= 2
