"""Work for the look of a text is done once, elsewhere, and kept."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.services.background.highlighter import MAX_KEPT, Highlighter


@pytest.fixture
def highlighter(qapp: object) -> Iterator[Highlighter]:
    made = Highlighter()
    yield made
    made.close()


def leave_mark(folder: str) -> int:
    marks = Path(folder)
    (marks / str(len(list(marks.iterdir())))).touch()
    return len(list(marks.iterdir()))


def test_the_same_work_is_done_once(qtbot: QtBot, highlighter: Highlighter, tmp_path: Path) -> None:
    results: list[int] = []
    for _ in range(2):
        highlighter.run(partial(leave_mark, str(tmp_path)), results.append)
    qtbot.waitUntil(lambda: results == [1, 1], timeout=20_000)
    highlighter.run(partial(leave_mark, str(tmp_path)), results.append)
    assert results == [1, 1, 1]
    assert len(list(tmp_path.iterdir())) == 1


def many_words(count: int) -> tuple[int, ...]:
    return tuple(range(count))


def test_what_is_kept_is_bounded(qtbot: QtBot, highlighter: Highlighter) -> None:
    results: list[tuple[int, ...]] = []
    for count in range(MAX_KEPT // 2, MAX_KEPT // 2 + 6):
        highlighter.run(partial(many_words, count), results.append)
    qtbot.waitUntil(lambda: len(results) == 6, timeout=20_000)
    assert sum(len(kept) for kept in highlighter._results.values()) <= MAX_KEPT


def test_work_that_failed_is_not_tried_again(
    qtbot: QtBot, highlighter: Highlighter, tmp_path: Path
) -> None:
    results: list[object] = []
    highlighter.run(partial(leave_mark, str(tmp_path / "missing")), results.append)
    highlighter.run(partial(leave_mark, str(tmp_path)), results.append)
    qtbot.waitUntil(lambda: results == [1], timeout=20_000)
    highlighter.run(partial(leave_mark, str(tmp_path / "missing")), results.append)
    assert not highlighter._waiting
    assert results == [1]
