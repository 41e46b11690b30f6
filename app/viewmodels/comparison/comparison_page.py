"""The page Compare: what is asked, the race, the result and what to do with it."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec
from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.domain import NoticeLevel
from app.services.comparison.runner import ComparisonRunner
from app.services.engine.lendable_engine import LendableEngine
from app.services.engine.sentences import translated
from app.services.notices import Notices
from app.storage.comparisons import Comparisons, KeptComparison
from app.storage.database import StorageError
from app.storage.settings.model_settings import ModelSettings
from app.viewmodels import formatting
from app.viewmodels.comparison import words
from app.viewmodels.comparison.configurations import (
    MODEL,
    ConfigurationTable,
    describe_all,
    differences,
    value_of,
)
from app.viewmodels.comparison.effects import MeasuredEffects
from app.viewmodels.model_picker import ModelPickerViewModel
from app.viewmodels.settings import SettingsViewModel
from engine.comparison.configuration import Configuration
from engine.comparison.plan import MAX_RUNS, ComparisonPlan
from engine.comparison.prompts import PROMPT_SETS, question_prompt
from engine.comparison.result import Comparison
from engine.events import Finished

OWN = "own"
MIN_SHOWN_RUNS = 3
MAX_NEW_TOKENS = 2048
_MAX_QUESTION = 60
_OF_MODEL = tuple(ModelSettings.__struct_fields__)  # kept for one model; the rest is for all
_SAMPLING = ("temperature", "seed")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked in each run. `name` is that of a built-in prompt, or `OWN` with `text`."""

    name: str = "chat"
    text: str = ""
    new_tokens: int = 128
    num_runs: int = 5


class ComparisonViewModel(QObject):
    """`table` has the configurations, `effects` what the settings say of earlier results.

    Signals:
        state_changed(): `is_running`, `problem`, `status`, `fraction` or `winner_differences`
            changed.
        lane_changed(index: int): `lane_text(index)` changed, or it is its turn now.
        result_changed(): `result` is another comparison.
        history_changed(): `history` changed.
        completed(): a comparison was made to its end; see `verdict`.
    """

    state_changed = Signal()
    lane_changed = Signal(int)
    result_changed = Signal()
    history_changed = Signal()
    completed = Signal()

    def __init__(
        self,
        engine: LendableEngine,
        settings: SettingsViewModel,
        models: ModelPickerViewModel,
        comparisons: Comparisons,
        notices: Notices,
    ) -> None:
        super().__init__()
        self._engine = engine
        self._settings = settings
        self._models = models
        self._comparisons = comparisons
        self._notices = notices
        self.table = ConfigurationTable(settings, models, engine)
        self.effects = MeasuredEffects(comparisons, engine)
        self.question = self._asked = Question()
        self._runner = ComparisonRunner(engine, self)
        self._problem = ""
        self._index = -1
        self._lanes: list[str] = []
        self._raced = self.table.configurations  # what the lanes are of
        self._texts: list[str] = []
        self._result: KeptComparison | None = None
        self._runner.turn_began.connect(self._on_turn_began)
        self._runner.text_arrived.connect(self._on_text_arrived)
        self._runner.turn_ended.connect(self._on_turn_ended)
        self._runner.finished.connect(self._on_finished)
        self._runner.stopped.connect(self._on_stopped)
        self.table.columns_changed.connect(self.state_changed)
        self.table.value_changed.connect(self.state_changed)
        # Also what the winner has otherwise than the settings depends on these.
        settings.value_changed.connect(self.state_changed)
        settings.model_settings_changed.connect(self.state_changed)
        engine.configured.connect(self.state_changed)
        engine.activity_changed.connect(self.state_changed)
        engine.answer_started.connect(self.state_changed)
        engine.answer_finished.connect(self.state_changed)
        engine.answer_failed.connect(self.state_changed)

    @property
    def questions(self) -> tuple[tuple[str, str], ...]:
        """The prompts to choose from, each with its label."""
        named = ((name, _words(prompt.label)) for name, prompt in PROMPT_SETS.items())
        return (*named, (OWN, self.tr("A question of your own")))

    @property
    def is_running(self) -> bool:
        """Whether a comparison is in progress."""
        return self._runner.is_running

    @property
    def problem(self) -> str:
        """Why no comparison can begin, or why the last one ended early; "" if neither."""
        if self.is_running:
            return ""
        if self.question.name == OWN and not self.question.text.strip():
            return self.tr("Write a question first.")
        if not self._engine.is_available and self.table.configurations[0].model:
            return self.tr("Load a model first.")
        problem = self.table.problem or self._problem
        if not problem and self._engine.is_answering:
            return self.tr("An answer is being written. Stop it or wait for its end.")
        return problem

    @property
    def ending(self) -> str:
        """Why the last comparison ended early, "" if it did not."""
        return self._problem

    @property
    def can_start(self) -> bool:
        """Whether a comparison can begin."""
        is_asked = self.question.name != OWN or bool(self.question.text.strip())
        return (
            is_asked
            and not self.is_running
            and self._engine.is_available
            and not self._engine.is_answering
            and not self.table.problem
        )

    @property
    def status(self) -> str:
        """What is being done, in words."""
        if not self.is_running:
            return ""
        num_columns = len(self.table.configurations)
        letter = self.table.letter(self._index)
        if self._engine.is_loading:
            return self.tr("Loading the model for %1…").replace("%1", letter)
        if self._runner.is_warming_up:
            return self.tr("Warming up %1…").replace("%1", letter)
        text = self.tr("Measuring %1, run %2 of %3…")
        run = self._runner.turn // num_columns
        runs = str(self._runner.num_turns // num_columns - 1)
        return text.replace("%1", letter).replace("%2", str(run)).replace("%3", runs)

    @property
    def fraction(self) -> float:
        """How much of the comparison is done, 0..1."""
        return self._runner.turn / self._runner.num_turns if self.is_running else 0.0

    @property
    def running_index(self) -> int:
        """The configuration whose turn it is, -1 if none."""
        return self._index if self.is_running else -1

    @property
    def result(self) -> KeptComparison | None:
        """The comparison that is shown."""
        return self._result

    @property
    def verdict(self) -> str:
        """The result in a few words: how much faster, and what against what; "" without one."""
        return self.describe(self._result)[0] if self._result is not None else ""

    @property
    def history(self) -> list[KeptComparison]:
        """All comparisons, the newest first."""
        return self._comparisons.list()

    @property
    def winner_differences(self) -> tuple[str, ...]:
        """What would have to be changed now to use the winner; () if there is none."""
        winner = self._winner
        if winner is None:
            return ()
        loaded = "" if self._engine.wanted is None else self._engine.wanted.path
        config = self._settings.config_for(Path(winner.model))
        names = differences(winner, Configuration(loaded, config, winner.sampling))
        return tuple(name for name in names if name not in _SAMPLING)

    @property
    def _winner(self) -> Configuration | None:
        comparison = self._result.comparison if self._result is not None else None
        if comparison is None or comparison.winner is None:
            return None
        return comparison.measurements[comparison.winner].configuration

    @property
    def num_lanes(self) -> int:
        """How many configurations the newest race had, 0 before the first."""
        return len(self._lanes)

    def lane_title(self, index: int) -> str:
        """Letter and description of a configuration of the newest race."""
        return self._title(self._raced, index)

    def line_title(self, index: int) -> str:
        """The same of a configuration of `result`."""
        assert self._result is not None
        measured = self._result.comparison.measurements
        return self._title(tuple(each.configuration for each in measured), index)

    def lane_text(self, index: int) -> str:
        """The text of a configuration's newest answer."""
        return self._lanes[index]

    def ask(self, question: Question) -> None:
        """Set what is asked."""
        self.question, self._problem = question, ""
        self.state_changed.emit()

    def start(self) -> None:
        """Begin; the result shown so far stays in the history."""
        if not self.can_start:
            return
        self._result = None
        self.result_changed.emit()
        configurations, question = self.table.configurations, self.question
        self._problem, self._asked = "", question
        self._raced = configurations
        self._lanes, self._texts = [""] * len(configurations), [""] * len(configurations)
        text, is_own = question.text, question.name == OWN
        prompt = question_prompt(text) if is_own else PROMPT_SETS[question.name].prompt
        runs = min(question.num_runs, MAX_RUNS)
        plan = ComparisonPlan(prompt, configurations, question.new_tokens, runs)
        self._runner.start(plan)

    def stop(self) -> None:
        """Stop; the model is as before, and nothing is kept."""
        self._runner.stop()

    def describe(self, kept: KeptComparison) -> tuple[str, str]:
        """The result of an earlier comparison, and what was compared when."""
        comparison = kept.comparison
        one, other = comparison.headline
        pair = [comparison.measurements[index].configuration for index in (one, other)]
        compared = describe_all(pair, self.table.label)
        against = self.tr("%1 against %2").replace("%1", compared[0]).replace("%2", compared[1])
        result = words.speed(comparison.verdict(one, other).speed)
        named = dict(self.questions).get(comparison.question, "")
        question = comparison.question.splitlines()[0] if comparison.is_own else named
        when = formatting.moment(kept.created, datetime.now().astimezone())
        details = (Path(kept.model).stem, kept.device, question[:_MAX_QUESTION], when)
        return formatting.line((result, against)), formatting.line(details)

    def show(self, kept: KeptComparison) -> None:
        """Show an earlier comparison, and take over what it compared."""
        if self.is_running:
            return
        self._raced = tuple(each.configuration for each in kept.comparison.measurements)
        self._lanes = list(kept.comparison.texts)
        self.table.show(self._raced)
        self._result = kept
        self.result_changed.emit()

    def delete(self, kept: KeptComparison) -> None:
        """Remove a comparison from the history."""
        try:
            self._comparisons.delete(kept.id)
        except StorageError as error:
            self._notices.report(str(error), NoticeLevel.ERROR)
        if self._result is not None and self._result.id == kept.id:
            self._result = None
            self.result_changed.emit()
        self._tell_history()

    def use_winner(self) -> None:
        """Set the model as the winner was; it is loaded again where it has to be."""
        names, winner = self.winner_differences, self._winner
        if not names or winner is None:
            return
        path = Path(winner.model)
        values = {name: value_of(winner, name) for name in names if name != MODEL}
        own = {name: values.pop(name) for name in _OF_MODEL if name in values}
        for name, value in values.items():
            self._settings.set_value(name, value)
        if own:
            known = self._settings.model_settings(path)
            self._settings.set_for_model(path, msgspec.structs.replace(known, **own))
        if MODEL in names:
            self._models.load_path(path)
        elif self._settings.needs_reload:
            self._settings.reload_model()
        elif "speculation" in own:
            config = self._settings.config_for(path)
            self._engine.configure(speculation=config.speculation)

    def export(self, path: Path) -> str:
        """Write the result as JSON or CSV, by the name's ending; returns "" or the problem."""
        if self._result is None:
            return ""
        # Imported late: nothing else needs it.
        from app.services.comparison.export import to_csv, to_json

        text = to_csv(self._result) if path.suffix.lower() == ".csv" else to_json(self._result)
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            text = self.tr("%1 cannot be written: %2.")
            return text.replace("%1", path.name).replace("%2", error.strerror or str(error))
        return ""

    def prove(self, name: str) -> None:
        """Compare how the model is set now with another value of `name`."""
        if not self.is_running:
            self.table.prove(name)

    def _title(self, compared: tuple[Configuration, ...], index: int) -> str:
        what = describe_all(compared, self.table.label)[index]
        return formatting.line((self.table.letter(index), what))

    def _on_turn_began(self, index: int) -> None:
        self._index = index
        self._lanes[index] = ""
        self.lane_changed.emit(index)
        self.state_changed.emit()

    def _on_text_arrived(self, index: int, text: str) -> None:
        self._lanes[index] += text
        self.lane_changed.emit(index)

    def _on_turn_ended(self, index: int, finished: Finished) -> None:
        self._texts[index] = self._texts[index] or finished.reasoning + finished.text
        self._lanes[index] = finished.reasoning + finished.text
        self.lane_changed.emit(index)

    def _on_finished(self, measurements: object) -> None:
        assert isinstance(measurements, tuple)
        question = self._asked
        is_own = question.name == OWN
        comparison = Comparison(
            question.text if is_own else question.name,
            is_own,
            question.new_tokens,
            measurements,
            tuple(self._texts),
        )
        try:
            self._result = self._comparisons.add(comparison)
        except StorageError as error:
            self._problem = translated(str(error))
        self.result_changed.emit()
        self.state_changed.emit()
        self._tell_history()
        if not self._problem:
            self.completed.emit()

    def _on_stopped(self, problem: str) -> None:
        self._problem = translated(problem) or self.tr("Stopped; the model is set as before.")
        self.state_changed.emit()

    def _tell_history(self) -> None:
        self.effects.refresh()
        self.history_changed.emit()


def _words(text: str) -> str:
    return QCoreApplication.translate("Comparison", text)
