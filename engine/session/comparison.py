"""Runs a comparison on sessions, one loaded at a time. Knows no files and no command line."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.commands import Configure, Generate
from engine.comparison.configuration import Configuration
from engine.comparison.measurement import Measurement, summarize
from engine.comparison.plan import ComparisonPlan
from engine.events import Finished

if TYPE_CHECKING:
    from engine.session.session import Session

LoadSession = Callable[[Configuration], "Session"]


class LoadedSession:
    """The one session that is loaded: that of the configuration asked for last."""

    def __init__(self, load: LoadSession) -> None:
        self._load = load
        self._session: Session | None = None
        self._configuration: Configuration | None = None

    def at(self, configuration: Configuration) -> "Session":
        """A session set as `configuration` says; loads its model if it has to."""
        before = self._configuration
        if self._session is None or before is None or not configuration.can_follow(before):
            self.close()
            self._session = self._load(configuration)
        elif configuration.engine != before.engine:
            engine = configuration.engine
            self._session.configure(Configure(engine.toggles, engine.speculation))
        while self._session.prepare():
            pass  # so that no capture is measured
        self._configuration = configuration
        return self._session

    def close(self) -> None:
        """Free the model."""
        session, self._session = self._session, None
        if session is not None:
            session.close()


def run_comparison(
    loaded: LoadedSession,
    plan: ComparisonPlan,
    on_run: Callable[[int, int], None] = lambda _run, _num_runs: None,
) -> list[Measurement]:
    """Measure every configuration of `plan`. `on_run(run, num_runs)` is called before each run."""
    answers: list[list[Finished]] = [[] for _ in plan.configurations]
    devices = [""] * len(plan.configurations)
    turns = plan.turns
    for run, index in enumerate(turns):
        on_run(run, len(turns))
        session = loaded.at(plan.configurations[index])
        devices[index] = session.info.device
        _answer(session, plan.rewinding(index, "rewind"))
        answers[index].append(_answer(session, plan.run(index, "run")))
    return [
        summarize(configuration, device, finished)
        for configuration, device, finished in zip(
            plan.configurations, devices, answers, strict=True
        )
    ]


def _answer(session: "Session", command: Generate) -> Finished:
    *_, finished = session.generate(command)
    if not isinstance(finished, Finished):
        raise TypeError(f"The last event of an answer was {finished}")
    return finished
