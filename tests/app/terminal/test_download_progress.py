"""Progress at a terminal and in a log."""

import io
from dataclasses import replace

import pytest

from app.services.downloads.download import Download, DownloadState
from app.terminal.hub_command import (
    DownloadProgress,
    describe_progress,
)
from app.terminal.lines import describe_time

RUNNING = Download(
    id="1",
    title="tiny",
    files=(),
    state=DownloadState.RUNNING,
    done_bytes=0,
    total_bytes=2_000_000_000,
    bytes_per_second=12_500_000.0,
    seconds_left=125.0,
    problem=None,
    paths=(),
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_line_says_what_is_known() -> None:
    running = replace(RUNNING, done_bytes=500_000_000)
    assert describe_progress(running) == "   25% of 2.0 GB · 12 MB/s · 2 min left"
    unknown = replace(running, bytes_per_second=None, seconds_left=None)
    assert describe_progress(unknown) == "   25% of 2.0 GB"
    waiting = replace(unknown, state=DownloadState.WAITING, problem="The Hub does not answer.")
    assert describe_progress(waiting) == "   25% of 2.0 GB · waiting · The Hub does not answer"


def test_a_terminal_has_one_line() -> None:
    stream = Terminal()
    progress = DownloadProgress(stream)
    progress.show(RUNNING)
    progress.show(replace(RUNNING, done_bytes=1_999_000_000, seconds_left=None))
    progress.end()
    progress.end()
    text = stream.getvalue()
    assert text.count("\r") == 2
    assert text.count("\n") == 1
    # A shorter line leaves nothing of the longer one.
    assert len(text.split("\r")[2].rstrip("\n")) == len(text.split("\r")[1])


def test_a_log_has_a_line_for_each_tenth_and_each_problem() -> None:
    stream = io.StringIO()
    progress = DownloadProgress(stream)
    for done in range(0, 2_000_000_001, 20_000_000):
        progress.show(replace(RUNNING, done_bytes=done))
    progress.show(replace(RUNNING, done_bytes=2_000_000_000, problem="Slow."))
    progress.end()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 12
    assert lines[-1].endswith("Slow")
    assert "\r" not in stream.getvalue()


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "1 s"), (45, "45 s"), (90, "2 min"), (11_100, "3 h 05 min")]
)
def test_times(seconds: float, words: str) -> None:
    assert describe_time(seconds) == words
