"""Runs a comparison on the engine of the window, turn by turn, and gives the engine back."""

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.services.engine.lendable_engine import LendableEngine
from engine.commands import Generate, Load
from engine.comparison.measurement import Measurement, summarize
from engine.comparison.plan import ComparisonPlan
from engine.errors import EngineError
from engine.events import Failed, Finished

_REWIND, _RUN = "comparison-rewind", "comparison-run"


class ComparisonRunner(QObject):
    """One comparison at a time. It has the engine for itself until it ends in any way.

    Signals:
        turn_began(index: int): configuration `index` runs now.
        text_arrived(index: int, text: str): more text of its answer.
        turn_ended(index: int, finished: Finished): its answer.
        finished(measurements: tuple[Measurement, ...])
        stopped(problem: str): it ended early; "" when the person stopped it.
    """

    turn_began = Signal(int)
    text_arrived = Signal(int, str)
    turn_ended = Signal(int, object)
    finished = Signal(object)
    stopped = Signal(str)

    def __init__(self, engine: LendableEngine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._plan: ComparisonPlan | None = None
        self._turns: tuple[int, ...] = ()
        self._at = 0
        self._number = 0
        self._awaits_model = False
        self._answers: list[list[Finished]] = []
        self._devices: list[str] = []
        engine.model_loaded.connect(self._on_model_loaded)
        engine.load_failed.connect(self._on_load_failed)
        engine.reasoning_arrived.connect(self._on_text_arrived)
        engine.text_arrived.connect(self._on_text_arrived)
        engine.answer_finished.connect(self._on_answer_finished)
        engine.answer_failed.connect(self._on_answer_failed)
        engine.engine_died.connect(self._on_engine_died)
        engine.reclaimed.connect(self.stop)

    @property
    def is_running(self) -> bool:
        """Whether a comparison is in progress."""
        return self._plan is not None

    @property
    def turn(self) -> int:
        """The turn in progress, from 0."""
        return self._at

    @property
    def num_turns(self) -> int:
        """The turns of the comparison, those of the warm-up included."""
        return len(self._turns)

    @property
    def is_warming_up(self) -> bool:
        """Whether the turn in progress is not measured."""
        return self._plan is not None and self._at < len(self._plan.configurations)

    def start(self, plan: ComparisonPlan) -> None:
        """Run `plan`; a model must be loaded."""
        self._plan, self._turns, self._at = plan, plan.turns, 0
        self._number += 1
        self._answers = [[] for _ in plan.configurations]
        self._devices = [""] * len(plan.configurations)
        self._engine.lend()
        self._begin_turn()

    def stop(self) -> None:
        """Stop at once; the model is as before."""
        if self._plan is not None:
            for name in (_REWIND, _RUN):
                self._engine.cancel(self._id(name))
        self._end("")

    def _begin_turn(self) -> None:
        plan = self._plan
        assert plan is not None
        index = self._turns[self._at]
        self.turn_began.emit(index)
        configuration = plan.configurations[index]
        self._awaits_model = True
        self._engine.borrow(Load(configuration.model, configuration.engine))
        if not self._engine.is_loading:
            self._on_model_loaded()

    def _on_model_loaded(self) -> None:
        plan, model = self._plan, self._engine.model
        if plan is None or not self._awaits_model:
            return
        self._awaits_model = False
        index = self._turns[self._at]
        self._devices[index] = model.device if model is not None else ""
        self._request(plan.rewinding(index, self._id(_REWIND)))

    def _request(self, command: Generate) -> None:
        try:
            is_sent, problem = self._engine.measure(command), ""
        except EngineError as error:
            is_sent, problem = False, str(error)
        if not is_sent:
            self._end(
                problem or QCoreApplication.translate("Comparison", "The engine is not running.")
            )

    def _on_text_arrived(self, request_id: str, text: str) -> None:
        if self._plan is not None and request_id == self._id(_RUN):
            self.text_arrived.emit(self._turns[self._at], text)

    def _on_answer_finished(self, finished: Finished) -> None:
        plan = self._plan
        if plan is None:
            return
        index = self._turns[self._at]
        if finished.request_id == self._id(_REWIND):
            self._request(plan.run(index, self._id(_RUN)))
        elif finished.request_id == self._id(_RUN):
            self._answers[index].append(finished)
            self.turn_ended.emit(index, finished)
            self._at += 1
            if self._at < len(self._turns):
                self._begin_turn()
            else:
                self._conclude(plan)

    def _conclude(self, plan: ComparisonPlan) -> None:
        measurements: tuple[Measurement, ...] = tuple(
            summarize(configuration, device, answers)
            for configuration, device, answers in zip(
                plan.configurations, self._devices, self._answers, strict=True
            )
        )
        self._plan = None
        self._engine.take_back()
        self.finished.emit(measurements)

    def _on_answer_failed(self, failed: Failed) -> None:
        if self._plan is not None and failed.request_id in (self._id(_REWIND), self._id(_RUN)):
            self._end(failed.message)

    def _on_load_failed(self, message: str) -> None:
        self._end(message)

    def _on_engine_died(self) -> None:
        self._end(
            QCoreApplication.translate("Comparison", "The engine stopped during the comparison.")
        )

    def _end(self, problem: str) -> None:
        if self._plan is None:
            return
        self._plan, self._awaits_model = None, False
        self._engine.take_back()
        self.stopped.emit(problem)

    def _id(self, name: str) -> str:
        """The id of a request of this turn; those of earlier ones are not heard."""
        return f"{name}-{self._number}-{self._at}"
