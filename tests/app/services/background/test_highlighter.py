"""Work for the look of a text is done once, elsewhere, and kept."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.services.background.highlighter import Highlighter


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
