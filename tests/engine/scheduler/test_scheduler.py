"""The decode thread's loop: order, calls between steps, failures, the end."""

import threading
from collections.abc import Iterator

from engine.scheduler.scheduler import Scheduler, Task


class Log:
    """What tasks and calls did, in order."""

    def __init__(self) -> None:
        self.scheduler = Scheduler()
        self.lines: list[str] = []

    def task(self, name: str, num_steps: int) -> Task:
        steps = self._steps(name, num_steps)
        return Task(lambda: next(steps), lambda error: self.lines.append(f"{name} failed: {error}"))

    def _steps(self, name: str, num_steps: int) -> Iterator[bool]:
        for number in range(1, num_steps + 1):
            self.lines.append(f"{name}{number}")
            yield number < num_steps

    def close(self) -> bool:
        self.scheduler.close()
        return False

    def run(self) -> list[str]:
        self.scheduler.submit(Task(self.close, lambda _: None))
        self.scheduler.run()
        return self.lines


def test_tasks_run_in_order_each_to_its_end() -> None:
    log = Log()
    log.scheduler.submit(log.task("a", 3))
    log.scheduler.submit(log.task("b", 1))
    assert log.run() == ["a1", "a2", "a3", "b1"]


def test_calls_come_between_two_steps_of_a_running_task() -> None:
    log = Log()

    def step() -> bool:
        log.lines.append("step")
        if len(log.lines) == 1:
            log.scheduler.between_steps(lambda: log.lines.append("call"))
        return len(log.lines) < 4

    log.scheduler.submit(Task(step, lambda _: None))
    assert log.run() == ["step", "call", "step", "step"]


def test_a_call_made_while_nothing_runs_comes_before_the_next_step() -> None:
    log = Log()
    log.scheduler.between_steps(lambda: log.lines.append("call"))
    log.scheduler.submit(log.task("a", 1))
    assert log.run() == ["call", "a1"]


def test_a_step_that_fails_ends_its_task_alone() -> None:
    log = Log()
    steps = iter([True])
    log.scheduler.submit(Task(lambda: next(steps), lambda error: log.lines.append(repr(error))))
    log.scheduler.submit(log.task("b", 1))
    assert log.run() == ["StopIteration()", "b1"]


def test_closing_lets_the_running_task_end_and_drops_the_waiting_ones() -> None:
    log = Log()
    log.scheduler.submit(Task(log.close, lambda _: None))
    log.scheduler.submit(log.task("never", 1))
    log.scheduler.run()
    assert log.lines == []


def test_any_thread_may_submit_while_the_loop_waits() -> None:
    log = Log()
    thread = threading.Thread(target=log.scheduler.run)
    thread.start()
    for number in range(100):
        log.scheduler.submit(log.task(f"{number}.", 1))
    log.scheduler.submit(Task(log.close, lambda _: None))
    thread.join(10)
    assert log.lines == [f"{number}.1" for number in range(100)]
