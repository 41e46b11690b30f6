"""Text of strangers on its way to a terminal or into a message."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.safe_text import TextCleaner, clean_line, clean_text, to_json

HOSTILE = [
    ("\x1b[2J", "\\x1b[2J"),
    ("\x1b]8;;http://x\x07y\x1b]8;;\x07", "\\x1b]8;;http://x\\x07y\\x1b]8;;\\x07"),
    ("\x9b2J", "\\x9b2J"),
    ("a\x08\x08b\x7f", "a\\x08\\x08b\\x7f"),
    ("\x00\x0b\x0c", "\\x00\\x0b\\x0c"),
    ("\u202egnp.fugg\u2069", "\\u202egnp.fugg\\u2069"),
    ("\u200e\u200f\u061c\u2066", "\\u200e\\u200f\\u061c\\u2066"),
    ("\udc9b", "\\udc9b"),
]


@pytest.mark.parametrize(("text", "shown"), HOSTILE)
def test_what_would_speak_to_a_terminal_is_written_out(text: str, shown: str) -> None:
    assert clean_text(text) == shown
    assert clean_line(text.translate({0x0B: "", 0x0C: ""})) == shown.removesuffix("\\x0b\\x0c")


def test_text_keeps_its_lines_tabs_scripts_and_emoji() -> None:
    text = "def f():\n\treturn 'é漢字 \u05e9\u05dc\u05d5\u05dd'\n\U0001f468\u200d\U0001f469\u200d\U0001f467 ✔\ufe0f\n"
    assert clean_text(text) == text
    assert clean_text("one\r\ntwo\rthree\r") == "one\ntwo\nthree\n"


def test_a_line_is_one_line_with_nothing_unseen_and_an_end() -> None:
    assert (
        clean_line(" a\n\tb\r\nSaved.\u2028c\u200bd\ufeff\u00ad ")
        == "a b Saved. c\\u200bd\\ufeff\\xad"
    )
    assert clean_line("\U000e0041") == "\\U000e0041"
    assert clean_line("x" * 5000, 10) == "x" * 9 + "…"


@given(st.lists(st.text(st.sampled_from("a\r\n\t\x1b[m\x9b\u202e\u200d"), max_size=4)))
def test_wherever_a_text_is_cut_it_is_cleaned_alike(pieces: list[str]) -> None:
    cleaner = TextCleaner()
    assert "".join(map(cleaner.clean, pieces)) == clean_text("".join(pieces))


@given(st.recursive(st.text() | st.integers(-9, 9) | st.none(), st.lists, max_leaves=5))
def test_json_is_exact_and_shows_no_control(value: object) -> None:
    encoded = to_json({"value": value})
    assert json.loads(encoded) == {"value": value}
    assert clean_text(encoded) == encoded


def test_json_holds_names_that_are_no_text() -> None:
    assert json.loads(to_json(["\udc80.gguf"])) == ["\udc80.gguf"]
    assert to_json(["é\x7f\x9b\u202e"]) == '["é\\u007f\\u009b\\u202e"]'
