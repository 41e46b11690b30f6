"""Some windows killed at random moments: what was kept is whole, and the window beside them is not touched."""

import random
from contextlib import closing
from pathlib import Path

import pytest

from app.domain import Author, MessageStatus
from app.storage.conversations import Conversations
from app.storage.database import open_database
from tests.hostile.crashes.journal import Entries
from tests.hostile.crashes.judge import judge
from tests.hostile.crashes.rounds import crash_repeatedly
from tests.hostile.crashes.windows import folders


@pytest.fixture(autouse=True)
def _nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")


@pytest.mark.parametrize("seed", [0, 1, None])
def test_windows_that_are_killed_leave_everything_whole(tmp_path: Path, seed: int | None) -> None:
    if seed is None:
        seed = random.SystemRandom().randrange(1 << 32)  # every fault names it
    outcome = crash_repeatedly(tmp_path / "home", seed, 4, is_drawn=False)
    assert outcome.faults == []
    assert outcome.num_kills >= 4


def test_so_do_drawn_windows_and_their_engines(tmp_path: Path) -> None:
    outcome = crash_repeatedly(tmp_path / "home", 1, 2, is_drawn=True)
    assert outcome.faults == []


def test_the_judge_sees_what_is_lost_and_who_was_touched(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with closing(open_database(folders(home).data / "conversations.sqlite3")) as database:
        store = Conversations(database.connection, lease=database.lease)
        answer = store.append(
            store.create().id, None, Author.ASSISTANT, "abc", MessageStatus.STREAMING
        )
    shown = Entries(shown={answer.id: [(0.0, 2), (1.0, 3), (5.0, 9)]})
    assert judge(home, shown, 6.9, has_other=False) == []
    assert "2.10 s is lost" in judge(home, shown, 7.1, has_other=False)[0]
    ended = Entries(ended={answer.id: 9}, problems=["a traceback"])
    assert len(judge(home, ended, 0.0, has_other=False)) == 2
    faults = judge(home, Entries(), 0.0, has_other=True)
    assert any("running answers" in fault for fault in faults)
    assert any("undo" in fault for fault in faults)
