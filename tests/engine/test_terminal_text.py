"""Reasoning is faint on a terminal and plain in a file; progress is for terminals only."""

import io
import sys

import pytest

from engine.terminal_text import ReasoningWriter, show_progress


class Console(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.skipif(sys.platform == "win32", reason="old consoles would print the codes")
def test_reasoning_is_faint_on_a_terminal_only() -> None:
    for stream, begin, end in (
        (Console(), "\x1b[2m", "\x1b[0m\n\n"),
        (io.StringIO(), "", "\n\n"),
    ):
        writer = ReasoningWriter(stream)
        writer.end()
        for text in ("Let me", " see.\x1b[0m"):
            writer.write(text)
        writer.end()
        writer.end()
        writer.write("More.")
        assert stream.getvalue() == rf"{begin}Let me see.\x1b[0m{end}{begin}More."


def test_progress_is_for_terminals() -> None:
    console, file = Console(), io.StringIO()
    for stream in (console, file):
        show_progress(stream, "half")
    assert console.getvalue().strip() == "half"
    assert file.getvalue() == ""
