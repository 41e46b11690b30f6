"""Background work ends in exactly one callback, on the GUI thread."""

import gc
import logging
import subprocess
import sys
import threading
from typing import Any

import pytest
from PySide6.QtCore import QThreadPool
from pytestqt.qtbot import QtBot

from app.services.background import pool as pool_module
from app.services.background.pool import run_in_background, wait_for_background
from engine.errors import EngineError

_OUTLIVES_THE_APPLICATION = """
import threading, time
from PySide6.QtCore import QCoreApplication
from app.services.background.pool import run_in_background

app = QCoreApplication([])
begun = threading.Event()
run_in_background(lambda: begun.set() or time.sleep(0.3), print, print)
begun.wait(20)
app.shutdown()  # destroys what Python made, then waits for the work
"""


def test_the_result_arrives_on_the_gui_thread(qtbot: QtBot) -> None:
    seen: list[Any] = []

    def on_done(worker: int) -> None:
        seen.append((worker, threading.get_ident()))

    run_in_background(threading.get_ident, on_done, seen.append)
    gc.collect()
    qtbot.waitUntil(lambda: bool(seen))
    ((worker, home),) = seen
    assert home == threading.get_ident()
    assert worker != home


def test_an_error_arrives_instead_of_a_result(qtbot: QtBot) -> None:
    done: list[object] = []
    errors: list[Exception] = []
    run_in_background(lambda: 1 // 0, done.append, errors.append)
    qtbot.waitUntil(lambda: bool(errors))
    assert isinstance(errors[0], ZeroDivisionError)
    assert done == []


@pytest.mark.parametrize("error", [ZeroDivisionError("zero"), EngineError("The server refused.")])
def test_what_a_person_is_told_leaves_no_traceback(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    def fail() -> None:
        raise error

    errors: list[Exception] = []
    with caplog.at_level(logging.INFO):
        run_in_background(fail, lambda _: None, errors.append)
        qtbot.waitUntil(lambda: bool(errors))
    (record,) = caplog.records
    assert str(error) in record.getMessage()
    assert bool(record.exc_info) is not isinstance(error, EngineError)


def test_many_jobs_all_come_home(qtbot: QtBot) -> None:
    done: list[int] = []
    for number in range(50):
        run_in_background(lambda number=number: number, done.append, lambda error: None)
    assert wait_for_background()
    qtbot.waitUntil(lambda: len(done) == 50)
    assert sorted(done) == list(range(50))


def test_work_that_waits_does_not_hold_up_other_work(qtbot: QtBot) -> None:
    done: list[int] = []
    go_on = threading.Event()
    for number in range(4):
        run_in_background(
            lambda number=number: number if go_on.wait(20) else -1, done.append, lambda error: None
        )
    run_in_background(lambda: 99, done.append, lambda error: None)
    qtbot.waitUntil(lambda: done == [99])
    go_on.set()
    qtbot.waitUntil(lambda: len(done) == 5)


def test_a_pool_of_one_thread_keeps_the_order(qtbot: QtBot) -> None:
    pool = QThreadPool()
    pool.setMaxThreadCount(1)
    order: list[int] = []
    for number in range(20):
        run_in_background(
            lambda number=number: order.append(number), lambda _: None, lambda error: None, pool
        )
    pool.waitForDone()
    assert order == list(range(20))


def test_ended_work_leaves_nothing_behind(qtbot: QtBot) -> None:
    done: list[int] = []
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # work ends while it is still being started
    try:
        for number in range(1000):
            run_in_background(lambda number=number: number, done.append, lambda error: None)
            if number % 40 == 39:
                qtbot.waitUntil(lambda: len(done) == number + 1)  # noqa: B023  at once
    finally:
        sys.setswitchinterval(interval)
    assert wait_for_background()
    gc.collect()
    left = [one for one in gc.get_objects() if type(one).__module__ == pool_module.__name__]
    assert {type(one).__name__ for one in left} <= {"_Relay"}


def test_work_may_outlive_the_application() -> None:
    program = [sys.executable, "-c", _OUTLIVES_THE_APPLICATION]
    ended = subprocess.run(program, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
