"""The loop of the decode thread: tasks in order, each step by step. Knows no model and no command."""

import queue
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Task:
    """Work for the decode thread that is done in steps.

    `step` does the next one and returns whether there are more. After an exception `fail` is called
    with it, and no further step.
    """

    step: Callable[[], bool]
    fail: Callable[[Exception], None]


class Scheduler:
    """Owns the decode thread: the model, the device and every graph are used only in its steps.

    `submit`, `between_steps` and `close` may be called on any thread.
    """

    def __init__(self) -> None:
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._calls: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._is_closing = False

    def submit(self, task: Task) -> None:
        """Do `task` after those submitted before."""
        self._tasks.put(task)

    def between_steps(self, call: Callable[[], None]) -> None:
        """Run `call`, which must not raise, before the next step of any task."""
        self._calls.put(call)

    def close(self) -> None:
        """Let `run` return after the running task; waiting ones are dropped."""
        self._is_closing = True
        self._tasks.put(None)

    def run(self) -> None:
        """Do tasks until `close`; the calling thread is the decode thread."""
        while (task := self._tasks.get()) is not None and not self._is_closing:
            try:
                while self._has_more(task):
                    pass
            except Exception as error:  # noqa: BLE001  the edge of a task
                task.fail(error)

    def _has_more(self, task: Task) -> bool:
        while not self._calls.empty():
            self._calls.get()()
        return task.step()
