"""The loop of the decode thread: tasks, each step by step. Knows no model and no command."""

import queue
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

_QUIET_SECONDS = 0.1


class Place(Enum):
    """Where a task stands among others.

    `ALONE`: after all submitted before it, before all after it. `SIDE_BY_SIDE`: beside as many of
    its kind as there are places, a step of each in turn. `AHEAD`: as `SIDE_BY_SIDE`, and takes a
    free place before those that came earlier, but never two such places in a row. `BETWEEN`: as
    `SIDE_BY_SIDE`, without a place of its own.
    """

    ALONE = auto()
    SIDE_BY_SIDE = auto()
    AHEAD = auto()
    BETWEEN = auto()


@dataclass(frozen=True, eq=False)
class Task:
    """Work for the decode thread that is done in steps.

    `step` does the next one and returns whether there are more. After an exception `fail` is called
    with it, and no further step.
    """

    step: Callable[[], bool]
    fail: Callable[[Exception], None]
    place: Place = Place.ALONE


@dataclass(frozen=True)
class _Withdrawn:
    """Follows a task that was submitted and is not wanted any more."""

    task: Task


class Scheduler:
    """Owns the decode thread: the model, the device and every graph are used only in its steps.

    `submit`, `withdraw`, `between_steps` and `close` may be called on any thread; `num_places` is
    the decode thread's.
    """

    def __init__(self, prepare: Callable[[], bool] = lambda: False) -> None:
        """`prepare` does a little of what later tasks need; returns whether there is more.

        It is called while there is no task, and none has just ended: what follows a load or an
        answer comes at once, and should not wait. It must not raise.
        """
        self.num_places = 1
        """How many tasks may be side by side, those ahead included."""
        self._submitted: queue.SimpleQueue[Task | _Withdrawn | None] = queue.SimpleQueue()
        self._calls: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._waiting: list[Task] = []
        self._running: deque[Task] = deque()  # the one whose turn it is first
        self._has_changed = False  # a task has come or ended since waiting ones were looked at
        self._has_overtaken = False  # the last place went to one ahead of others
        self._prepare = prepare
        self._is_closing = False

    def submit(self, task: Task) -> None:
        """Do `task` after those submitted before, or beside them."""
        self._submitted.put(task)

    def withdraw(self, task: Task) -> None:
        """Forget `task`, which was submitted, if it has not begun."""
        self._submitted.put(_Withdrawn(task))

    def between_steps(self, call: Callable[[], None]) -> None:
        """Run `call`, which must not raise, before the next step of any task."""
        self._calls.put(call)

    def close(self) -> None:
        """Let `run` return after the running tasks; waiting ones are dropped."""
        self._is_closing = True
        self._submitted.put(None)

    def run(self) -> None:
        """Do tasks until `close`; the calling thread is the decode thread."""
        while self._running or not self._is_closing:
            self._collect()
            num_new = self._begin_waiting() if self._has_changed and not self._is_closing else 0
            for _ in range(num_new):
                self._step_next()
            if self._running:
                self._step_next()

    def _collect(self) -> None:
        """Take what was submitted; wait for it if there is nothing to do."""
        while not self._submitted.empty() or not (self._running or self._waiting):
            submitted = self._next_submitted()
            if submitted is None:
                return
            if isinstance(submitted, Task):
                self._waiting.append(submitted)
            elif submitted.task in self._waiting:
                self._waiting.remove(submitted.task)
            self._has_changed = True

    def _next_submitted(self) -> Task | _Withdrawn | None:
        """Wait for a task, and prepare later ones once it has been quiet for a moment."""
        wait_seconds: float | None = _QUIET_SECONDS
        while True:
            try:
                return self._submitted.get(timeout=wait_seconds)
            except queue.Empty:
                wait_seconds = 0 if self._prepare() else None

    def _begin_waiting(self) -> int:
        """Let the tasks that may begin take the next steps; returns how many there are."""
        self._has_changed = False
        num_before = len(self._running)
        while (task := self._next_to_begin()) is not None:
            if task.place is not Place.BETWEEN:
                before = self._waiting[: self._waiting.index(task)]
                self._has_overtaken = any(each.place is Place.SIDE_BY_SIDE for each in before)
            self._waiting.remove(task)
            self._running.append(task)
        num_new = len(self._running) - num_before
        self._running.rotate(num_new)
        return num_new

    def _next_to_begin(self) -> Task | None:
        """The waiting task that begins next, if any may."""
        first = None
        for task in self._waiting:
            if self._may_begin(task):
                first = first or task
                if task.place is Place.AHEAD and not self._has_overtaken:
                    return task
            if task.place is Place.ALONE:
                break
        return first

    def _may_begin(self, task: Task) -> bool:
        places = [each.place for each in self._running]
        if task.place is Place.ALONE:
            return not places and task is self._waiting[0]
        if Place.ALONE in places:
            return False
        num_taken = sum(place is not Place.BETWEEN for place in places)
        return task.place is Place.BETWEEN or num_taken < self.num_places

    def _step_next(self) -> None:
        """Do a step of the task whose turn it is, which then waits for its next turn."""
        if self._has_more(self._running[0]):
            self._running.rotate(-1)
        else:
            self._running.popleft()
            self._has_changed = True

    def _has_more(self, task: Task) -> bool:
        """Do a step of `task`; returns whether there are more."""
        while not self._calls.empty():
            self._calls.get()()
        try:
            return task.step()
        except Exception as error:  # noqa: BLE001  the edge of a task
            task.fail(error)
            return False
