"""A person asks, reads, stops, goes on: the main path of the program."""

import contextlib
from collections.abc import Callable

import psutil
import pytest
from PySide6.QtCore import Qt

from app.main import Paths
from app.viewmodels.formatting import UNKNOWN
from tests.functional.conftest import Person

pytestmark = pytest.mark.timeout(300)

LONG_STORY = "Write a very long story about a ship, with many chapters."


def engine_process() -> psutil.Process:
    """The child that runs the engine."""
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):  # it may have ended meanwhile
            if "serve-pipe" in child.cmdline():
                return child
    raise AssertionError("no engine is running")


def test_a_question_is_answered_and_the_meter_shows_replay(person: Person) -> None:
    answer = person.ask("What is the capital of France?")
    assert "Paris" in answer
    assert person.number("recaptures") == "0"
    assert int(person.number("replays")) > 5
    assert person.number("eager") == "0"
    assert "tok/s" in person.number("prompt_tok_s")


def test_shift_enter_breaks_the_line_and_enter_sends(person: Person) -> None:
    person.type("Say")
    person.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    person.type("hello.")
    assert not person.is_busy
    person.press(Qt.Key.Key_Return)
    person.wait_for(lambda: not person.is_busy and bool(person.answer))
    messages = person.parts.view_models.chat.messages
    assert messages.view(0).text == "Say\nhello."


def test_each_toggle_shows_on_the_meter(person: Person) -> None:
    question = "Count from one to ten."
    expected = person.ask(question)

    person.set_option("kvpad", False)
    person.parts.view_models.conversations.create()
    assert person.ask(question) == expected
    assert int(person.number("recaptures")) > 10
    assert "padded context (kvpad) is off" in person.parts.view_models.meter.texts.last_reason
    assert person.parts.view_models.meter.marks

    person.set_option("kvpad", True)
    person.set_option("graph", False)
    person.parts.view_models.conversations.create()
    assert person.ask(question) == expected
    assert person.number("replays") == "0"
    assert int(person.number("eager")) > 10

    person.set_option("graph", True)
    person.set_option("fixed_verify", False)
    person.set_option("speculation", "ngram")
    person.parts.view_models.conversations.create()
    assert person.ask(question) == expected
    assert "(fixed_verify) is off" in person.parts.view_models.meter.texts.last_reason
    assert "%" in person.number("accepted")


def test_a_toggle_acts_in_the_middle_of_an_answer(person: Person) -> None:
    person.set_option("max_tokens", 2000)
    person.type(LONG_STORY)
    person.press(Qt.Key.Key_Return)
    person.wait_for_text()
    person.set_option("graph", False)
    person.wait_for(lambda: person.number("eager") not in ("0", UNKNOWN))
    person.press(Qt.Key.Key_Escape)
    person.wait_for(lambda: not person.is_busy)
    assert person.number("replays") != "0"


def test_stop_keeps_the_text_and_the_chat_goes_on(person: Person) -> None:
    person.set_option("max_tokens", 2000)
    person.type(LONG_STORY)
    person.press(Qt.Key.Key_Return)
    person.wait_for_text()
    person.click_composer_button()
    person.wait_for(lambda: not person.is_busy, timeout=5_000)
    stopped = person.answer
    assert len(stopped) >= 20
    assert "Paris" in person.ask("What is the capital of France?")


def test_a_killed_engine_costs_nothing_that_was_shown(person: Person) -> None:
    person.set_option("max_tokens", 2000)
    person.type(LONG_STORY)
    person.press(Qt.Key.Key_Return)
    person.wait_for_text()
    shown = person.answer
    engine_process().kill()
    person.wait_for(lambda: not person.is_busy)
    assert person.answer.startswith(shown)
    assert "engine" in person.banner.lower()
    person.wait_for_model()
    assert "Paris" in person.ask("What is the capital of France?")


def test_regenerating_keeps_both_versions(person: Person) -> None:
    first = person.ask("What is the capital of France?")
    person.set_option("temperature", 1.5)
    person.parts.view_models.chat.regenerate()
    person.wait_for(lambda: not person.is_busy)
    messages = person.parts.view_models.chat.messages
    last = messages.view(messages.rowCount() - 1)
    assert last.num_versions == 2
    person.parts.view_models.chat.branches.show_version(last.id, -1)
    assert person.answer == first


def test_an_answer_cut_short_goes_on_to_the_end_of_the_uncut_one(person: Person) -> None:
    question = "Count from one to twenty."
    whole = person.ask(question)
    person.parts.view_models.conversations.create()
    person.set_option("max_tokens", 13)
    part = person.ask(question)
    assert whole.startswith(part)
    assert len(part) < len(whole)
    person.set_option("max_tokens", 47)
    row = person.parts.view_models.chat.messages.rowCount() - 1
    person.click_in_card(row, "Continue this answer")
    person.wait_for(lambda: not person.is_busy and len(person.answer) > len(part))
    assert person.answer == whole


def test_the_conversation_is_there_when_the_window_opens_again(
    open_window: Callable[[Paths], Person], paths: Paths
) -> None:
    first = open_window(paths)
    first.wait_for_model()
    first.set_option("max_tokens", 40)
    answer = first.ask("What is the capital of France?")
    first.window.close()
    first.parts.close()
    second = open_window(paths)
    assert second.answer == answer
    second.wait_for_model()
    assert second.ask("And of Italy?")


def test_a_full_context_offers_to_continue_without_the_oldest_turns(person: Person) -> None:
    person.set_option("context_len", 256)
    person.parts.view_models.settings.reload_model()
    person.wait_for(lambda: person.status != "Ready")
    person.wait_for_model()
    person.ask("Remember these words: " + "ship, sail, storm, " * 15)
    person.set_option("max_tokens", 0)
    person.ask(LONG_STORY)
    banner = person.parts.view_models.chat.banner
    assert "context" in banner.text.lower()
    assert banner.action_label
    before = person.answer
    banner.perform_action()
    person.wait_for(lambda: not person.is_busy and person.answer not in ("", before))


@pytest.mark.parametrize("kind", ["png", "empty", "folder"])
def test_a_file_that_is_no_model_is_a_notice(person: Person, kind: str) -> None:
    folder = person.parts.view_models.models.folder
    path = folder / "broken.gguf"
    if kind == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"\x89PNG\r\n\x1a\n" * 100 if kind == "png" else b"")
    person.parts.view_models.models.import_file(path)
    person.wait_for(lambda: "broken.gguf" in person.banner)
    assert "Paris" in person.ask("What is the capital of France?")


def test_a_prompt_longer_than_the_context_is_a_notice_and_nothing_is_lost(person: Person) -> None:
    text = "word " * 20_000
    person.window.chat_page.composer.set_text(text)
    person.press(Qt.Key.Key_Return)
    person.wait_for(lambda: not person.is_busy and bool(person.banner))
    assert "context" in person.banner
    kept = person.parts.view_models.chat.messages
    everything = person.window.chat_page.composer.text + "".join(
        kept.view(row).text for row in range(kept.rowCount())
    )
    assert text.strip() in everything
