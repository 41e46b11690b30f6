"""Work in a child process ends, one way or another."""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from app.services.background.child_worker import ChildWorker


@pytest.fixture
def worker() -> Iterator[ChildWorker]:
    made = ChildWorker(deadline_seconds=60.0)
    yield made
    made.close()


def test_the_result_comes_back(worker: ChildWorker) -> None:
    assert worker.run(partial(sorted, [3, 1, 2])) == [1, 2, 3]
    assert worker.run(partial(max, 4, 5)) == 5


def test_work_that_takes_too_long_is_ended_and_the_next_is_done(worker: ChildWorker) -> None:
    worker._deadline_seconds = 0.2
    with pytest.raises(TimeoutError):
        worker.run(partial(time.sleep, 600))
    worker._deadline_seconds = 60.0
    assert worker.run(partial(max, 4, 5)) == 5


def test_what_it_imports_first_takes_nothing_of_the_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy computer takes seconds to import the renderer of formulas."""
    (tmp_path / "slow_library.py").write_text("import time\ntime.sleep(3)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with closing(ChildWorker(2.0, ("slow_library",))) as worker:
        assert worker.run(partial(max, 4, 5)) == 5


def test_work_that_fails_harms_nothing_else(worker: ChildWorker) -> None:
    with pytest.raises(TimeoutError):
        worker.run(partial(int, "no number"))
    assert worker.run(partial(int, "7")) == 7


def test_nothing_is_run_after_the_end(worker: ChildWorker) -> None:
    worker.close()
    with pytest.raises(TimeoutError):
        worker.run(partial(max, 4, 5))


def test_it_is_told_no_secrets(worker: ChildWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = ("HF_TOKEN", "GITHUB_TOKEN", "HTTPS_PROXY")
    for name in secrets:
        monkeypatch.setenv(name, "secret")
    assert [worker.run(partial(os.getenv, name)) for name in secrets] == [None] * 3
