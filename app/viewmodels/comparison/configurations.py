"""The configurations to be compared, as a table: a column for each, a row for each setting."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.services.endpoints.endpoint import parse_endpoint_path
from app.services.engine.lendable_engine import LendableEngine
from app.storage.settings.option_table import option
from app.storage.settings.settings import Settings
from app.viewmodels import formatting
from app.viewmodels.model_picker import ModelPickerViewModel
from app.viewmodels.settings import OptionView, SettingsViewModel
from engine.comparison.configuration import GREEDY, Configuration
from engine.comparison.plan import MAX_CONFIGURATIONS

MODEL = "model"
ROWS = (
    "graph", "kvpad", "fixed_verify", "speculation", "draft_tokens", "kv_type", "context_len",
    "device", "temperature", "seed",
)  # fmt: skip
"""The settings that a configuration has, by name; beside them its `MODEL`."""

_DRAFTING = "ngram"


class ConfigurationTable(QObject):
    """Two to eight configurations. The first is how the model is set now, until it is changed.

    Signals:
        columns_changed(): there are other columns, or all of them are new.
        value_changed(column: int, name: str)
    """

    columns_changed = Signal()
    value_changed = Signal(int, str)

    def __init__(
        self, settings: SettingsViewModel, models: ModelPickerViewModel, engine: LendableEngine
    ) -> None:
        super().__init__()
        self._settings = settings
        self._models = models
        self._engine = engine
        self._columns: list[Configuration] = []
        self._is_touched = False
        self._options = {entry.name: entry for entry in settings.options if entry.name in ROWS}
        self.reset()
        engine.activity_changed.connect(self._on_model_changed)
        engine.configured.connect(self._on_model_changed)

    @property
    def options(self) -> tuple[OptionView, ...]:
        """The settings of a configuration, in the order of the rows."""
        return tuple(self._options[name] for name in ROWS)

    @property
    def configurations(self) -> tuple[Configuration, ...]:
        """What is to be compared."""
        return tuple(self._columns)

    @property
    def can_add(self) -> bool:
        """Whether there is room for another column."""
        return len(self._columns) < MAX_CONFIGURATIONS

    @property
    def can_remove(self) -> bool:
        """Whether there are more than two."""
        return len(self._columns) > 2

    @property
    def problem(self) -> str:
        """Why these cannot be compared, "" if they can."""
        if not self._columns[0].model and self._engine.endpoint:
            words = self.tr("%1 answers elsewhere. Choose a model of this computer to compare.")
            return words.replace("%1", self._engine.endpoint)
        if not self._columns[0].model:
            return self.tr("Load a model first.")
        for column, one in enumerate(self._columns):
            if one in self._columns[:column]:
                words = self.tr("%1 and %2 are the same. Change a setting in one of them.")
                first = self.letter(self._columns.index(one))
                return words.replace("%1", first).replace("%2", self.letter(column))
        return ""

    def choices(self, name: str) -> tuple[tuple[str, str], ...]:
        """The values of a row with choices, each with its label."""
        if name != MODEL:
            return self._settings.choices(name)
        known = {
            str(entry.path): entry.shown_name
            for entry in self._models.entries
            if entry.problem is None
        }
        for configuration in self._columns:
            known.setdefault(configuration.model, Path(configuration.model).stem)
        return tuple(known.items())

    def letter(self, column: int) -> str:
        """A, B, C …"""
        return chr(ord("A") + column)

    def value(self, column: int, name: str) -> Any:
        """The value of a setting, as the settings have it."""
        configuration = self._columns[column]
        return configuration.model if name == MODEL else value_of(configuration, name)

    def set_value(self, column: int, name: str, value: Any) -> None:
        """Set a setting of one configuration."""
        if value == self.value(column, name):
            return
        self._is_touched = True
        self._columns[column] = _changed(self._columns[column], name, value)
        self.value_changed.emit(column, name)

    def differs(self, column: int, name: str) -> bool:
        """Whether the value is another one than in the first column."""
        return bool(self.value(column, name) != self.value(0, name))

    def label(self, name: str, value: Any) -> str:
        """A setting and its value: Padded context off."""
        if name == MODEL:
            return dict(self.choices(MODEL)).get(value, Path(value).stem)
        entry = self._options[name]
        if entry.kind == "bool":
            words = self.tr("%1 on") if value else self.tr("%1 off")
            return words.replace("%1", entry.label)
        if entry.kind == "choice":
            shown = dict(self.choices(name)).get(value, str(value))
        elif entry.automatic and value == entry.minimum:
            shown = entry.automatic
        else:
            shown = formatting.number(value, entry.decimals, is_grouped=entry.is_grouped)
        return f"{entry.label}: {shown}"

    def add(self) -> None:
        """Add a copy of the last column, to be changed."""
        if self.can_add:
            self._is_touched = True
            self._columns.append(self._columns[-1])
            self.columns_changed.emit()

    def remove(self, column: int) -> None:
        """Remove a column."""
        if self.can_remove:
            self._is_touched = True
            del self._columns[column]
            self.columns_changed.emit()

    def reset(self) -> None:
        """Compare how the model is set now with the same and one context padding less."""
        self.prove("kvpad")
        self._is_touched = False

    def prove(self, name: str) -> None:
        """Compare how the model is set now with the same but another value of `name`."""
        first = self._now()
        if name == "fixed_verify" and value_of(first, "speculation") == "none":
            first = _changed(first, "speculation", _DRAFTING)  # without drafts it does nothing
        self._columns = [first, _changed(first, name, self._other_value(first, name))]
        self._is_touched = True
        self.columns_changed.emit()

    def show(self, configurations: tuple[Configuration, ...]) -> None:
        """Take over the configurations of an earlier comparison."""
        self._columns = list(configurations)
        self._is_touched = True
        self.columns_changed.emit()

    def _now(self) -> Configuration:
        wanted, settings = self._engine.wanted, self._settings.settings
        if wanted is None or parse_endpoint_path(wanted.path) is not None:
            return Configuration("", settings.engine_config, GREEDY)
        return Configuration(wanted.path, wanted.config, GREEDY)

    def _other_value(self, configuration: Configuration, name: str) -> Any:
        value, entry = value_of(configuration, name), self._options[name]
        if entry.kind == "bool":
            return not value
        if entry.kind != "choice":
            return value
        # Drafting is on or off; of anything else, the next choice.
        if name == "speculation":
            return _DRAFTING if value == "none" else "none"
        return next(other for other, _ in self.choices(name) if other != value)

    def _on_model_changed(self) -> None:
        if not self._engine.is_lent and not self._is_touched:
            self.reset()


def value_of(configuration: Configuration, name: str) -> Any:
    """The value of a setting, as the settings have it."""
    return option(name).value(_settings(configuration))


def differences(one: Configuration, other: Configuration) -> tuple[str, ...]:
    """The names of what differs."""
    names = (MODEL,) if one.model != other.model else ()
    rest = (name for name in ROWS if value_of(one, name) != value_of(other, name))
    return (*names, *rest)


def describe(one: Configuration, first: Configuration, label: Callable[[str, Any], str]) -> str:
    """How `one` differs from `first`, in words; "" if it does not."""
    return ", ".join(value_label(one, name, label) for name in differences(one, first))


def describe_all(
    compared: Sequence[Configuration], label: Callable[[str, Any], str]
) -> tuple[str, ...]:
    """What each has otherwise than the first, and the first otherwise than any, in words."""
    first = compared[0]
    changed = {name for one in compared for name in differences(one, first)}
    own = (value_label(first, name, label) for name in (MODEL, *ROWS) if name in changed)
    return (", ".join(own), *(describe(one, first, label) for one in compared[1:]))


def value_label(one: Configuration, name: str, label: Callable[[str, Any], str]) -> str:
    """One setting of `one` in words."""
    return label(name, one.model if name == MODEL else value_of(one, name))


def _settings(configuration: Configuration) -> Settings:
    return Settings(engine=configuration.engine, sampling=configuration.sampling)


def _changed(configuration: Configuration, name: str, value: Any) -> Configuration:
    if name == MODEL:
        return Configuration(value, configuration.engine, configuration.sampling)
    settings = option(name).put(value, _settings(configuration))
    return Configuration(configuration.model, settings.engine_config, settings.sampling)
