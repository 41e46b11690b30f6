"""The decode thread's loop: order, calls between steps, failures, the end."""

import threading
from collections.abc import Callable, Iterator
from random import Random
from weakref import ref

import pytest

from engine.scheduler.scheduler import Place, Scheduler, Task


class Log:
    """What tasks and calls did, in order."""

    def __init__(self, prepare: Callable[[], bool] = lambda: False) -> None:
        self.scheduler = Scheduler(prepare)
        self.lines: list[str] = []

    def task(self, name: str, num_steps: int, place: Place = Place.ALONE) -> Task:
        steps = self._steps(name, num_steps)
        return Task(
            lambda: next(steps), lambda error: self.lines.append(f"{name} failed: {error}"), place
        )

    def submit(self, place: Place, **num_steps: int) -> None:
        for name, number in num_steps.items():
            self.scheduler.submit(self.task(name, number, place))

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


def test_tasks_with_places_take_a_step_each_in_turn_and_the_next_one_a_free_place() -> None:
    log = Log()
    log.scheduler.num_places = 2
    log.submit(Place.SIDE_BY_SIDE, a=3, b=1, c=2, d=1)
    assert log.run() == ["a1", "b1", "a2", "c1", "a3", "d1", "c2"]


def test_a_task_that_comes_during_a_step_waits_for_no_other() -> None:
    log = Log()
    log.scheduler.num_places = 9

    def arrive() -> bool:
        log.submit(Place.SIDE_BY_SIDE, new=2)
        log.scheduler.submit(Task(log.close, lambda _: None, Place.SIDE_BY_SIDE))
        return False

    log.submit(Place.SIDE_BY_SIDE, a=3, b=3)
    log.scheduler.submit(Task(arrive, lambda _: None, Place.SIDE_BY_SIDE))
    log.scheduler.run()
    assert log.lines == ["a1", "b1", "a2", "new1", "b2", "a3", "new2", "b3"]


def test_a_task_that_is_withdrawn_is_forgotten_before_others_end() -> None:
    log = Log()
    waiting = [log.task("withdrawn", 1, Place.SIDE_BY_SIDE)]
    kept = ref(waiting[0])

    def run_long() -> Iterator[bool]:
        log.scheduler.withdraw(waiting.pop())
        yield True
        yield True
        log.lines.append(f"kept: {kept() is not None}")
        yield False

    steps = run_long()
    log.scheduler.submit(Task(lambda: next(steps), lambda _: None, Place.SIDE_BY_SIDE))
    log.scheduler.submit(waiting[0])
    log.submit(Place.SIDE_BY_SIDE, a=1)
    assert log.run() == ["kept: False", "a1"]


def test_a_task_that_has_begun_cannot_be_withdrawn() -> None:
    log = Log()
    begun = log.task("a", 4)
    log.scheduler.submit(begun)
    log.scheduler.between_steps(lambda: log.scheduler.withdraw(begun))
    log.submit(Place.ALONE, b=1)
    assert log.run() == ["a1", "a2", "a3", "a4", "b1"]


def test_a_task_alone_comes_after_all_before_it_and_before_all_after_it() -> None:
    log = Log()
    log.scheduler.num_places = 4
    log.submit(Place.SIDE_BY_SIDE, a=2, b=1)
    log.submit(Place.ALONE, load=1)
    log.submit(Place.SIDE_BY_SIDE, c=1)
    assert log.run() == ["a1", "b1", "a2", "load1", "c1"]


def test_a_task_between_passes_those_that_wait_for_a_place_but_none_alone() -> None:
    log = Log()
    log.submit(Place.SIDE_BY_SIDE, a=2, b=1)
    log.submit(Place.BETWEEN, count=1)
    log.submit(Place.ALONE, load=1)
    log.submit(Place.BETWEEN, late=1)
    assert log.run() == ["a1", "count1", "a2", "b1", "load1", "late1"]


class Crowd:
    """Tasks of two kinds that come at random moments: in what order, and in which they began."""

    def __init__(self, random: Random) -> None:
        self.came: list[Place] = []
        self.began: list[int] = []  # indices in `came`
        self.num_begun: list[int] = []  # how many had begun when each came
        self._random = random
        self._num_left = random.randint(1, 60)
        self._share_ahead = random.random()
        self._log = Log()
        self._log.scheduler.num_places = random.randint(1, 8)

    def run(self) -> None:
        self._log.scheduler.submit(Task(self._arrive, pytest.fail, Place.BETWEEN))
        self._log.scheduler.run()

    def _arrive(self) -> bool:
        for _ in range(min(self._random.choice((0, 0, 1, 4, 12)), self._num_left)):
            self._num_left -= 1
            is_ahead = self._random.random() < self._share_ahead
            self._come(Place.AHEAD if is_ahead else Place.SIDE_BY_SIDE)
        if not self._num_left:
            self._log.scheduler.submit(Task(self._log.close, pytest.fail))
        return self._num_left > 0

    def _come(self, place: Place) -> None:
        number, num_left = len(self.came), iter(range(self._random.randint(1, 9) - 1, -1, -1))

        def step() -> bool:
            if number not in self.began:
                self.began.append(number)
            return next(num_left) > 0

        self.num_begun.append(len(self.began))
        self.came.append(place)
        self._log.scheduler.submit(Task(step, pytest.fail, place))


@pytest.mark.parametrize("seed", range(40))
def test_those_ahead_take_the_next_place_and_nobody_waits_for_ever(seed: int) -> None:
    crowd = Crowd(Random(seed))
    crowd.run()
    assert sorted(crowd.began) == list(range(len(crowd.came)))
    for position, number in enumerate(crowd.began):
        meanwhile = crowd.began[crowd.num_begun[number] : position]
        earlier = [each for each in meanwhile if each < number]
        overtook = [each for each in meanwhile if each > number]
        if crowd.came[number] is Place.AHEAD:
            places = [crowd.came[each] for each in earlier]
            assert not overtook
            assert places.count(Place.SIDE_BY_SIDE) <= 1 + places.count(Place.AHEAD)
        else:
            assert all(crowd.came[each] is Place.AHEAD for each in overtook)
            assert len(overtook) <= 1 + len(earlier)


def test_a_failure_ends_one_of_those_side_by_side() -> None:
    log = Log()
    log.scheduler.num_places = 2

    def fail() -> bool:
        raise ZeroDivisionError

    failing = Task(fail, lambda error: log.lines.append(repr(error)), Place.SIDE_BY_SIDE)
    log.scheduler.submit(failing)
    log.submit(Place.SIDE_BY_SIDE, a=2, b=1)
    assert log.run() == ["ZeroDivisionError()", "a1", "a2", "b1"]


def test_later_tasks_are_prepared_while_there_is_none() -> None:
    pieces = iter(["p1", "p2", "p3"])

    def prepare() -> bool:
        log.lines.append(next(pieces))
        if log.lines[-1] == "p2":  # a task that arrives waits for no more than this piece
            log.submit(Place.SIDE_BY_SIDE, a=2)
        if log.lines[-1] == "p3":
            log.scheduler.close()
        return log.lines[-1] != "p3"

    log = Log(prepare)
    log.scheduler.run()
    assert log.lines == ["p1", "p2", "a1", "a2", "p3"]
