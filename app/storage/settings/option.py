"""What describes one setting: its name, kind, range and words. Knows no file and no GUI."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from app.storage.settings.settings import Settings

S = TypeVar("S", bound=Struct)

OptionKind = Literal["bool", "int", "float", "choice", "text"]


@dataclass(frozen=True, slots=True)
class Option:
    """One setting. Its texts are English; the view-model translates them.

    `key` is its section and name in the settings file. Without a `label` it is kept but not drawn.
    `path` leads through the fields of `Settings` to it; its name, when left out.
    `automatic` says what a value at the minimum means, "" when it is an ordinary value; `smallest`
    is the least value other than that one.
    `slider` is the part of the range that a slider beside the number covers.
    `term` is the name that the command line and the engine have for it, where people meet both.
    `more_choices` is a pattern of values beside the `choices`, which are known later.
    `is_grouped`: digits are shown in groups; not those of a number that names something.
    `is_optional`: `Settings` have None for a value at the minimum.
    """

    key: str
    label: str
    help: str
    path: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    smallest: float | None = None
    step: float = 1
    slider: tuple[float, float] | None = None
    term: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    more_choices: str = ""
    automatic: str = ""
    is_grouped: bool = True
    is_optional: bool = False
    is_multiline: bool = False
    needs_reload: bool = False

    @property
    def section(self) -> str:
        """Its table in the settings file."""
        return self.key.partition(".")[0]

    @property
    def name(self) -> str:
        """What it is called everywhere else."""
        return self.key.partition(".")[2]

    @property
    def kind(self) -> OptionKind:
        """What is set: a string is one of the choices, where there are some, or text."""
        if self.choices:
            return "choice"
        return _KINDS[type(self.default)]

    @property
    def is_hidden(self) -> bool:
        """Not in the panel."""
        return not self.label

    @property
    def default(self) -> Any:
        """The value when nothing is set."""
        return self.value(Settings())

    @property
    def decimals(self) -> int:
        """Digits shown after the point."""
        return 2 if self.kind == "float" else 0

    def value(self, settings: Settings) -> Any:
        """What `settings` hold of it."""
        value: Any = settings
        for name in self.path or (self.name,):
            value = getattr(value, name)
        return self.minimum if value is None else value

    def put(self, value: Any, settings: Settings) -> Settings:
        """`settings` with `value` for it."""
        if self.is_optional and value == self.minimum:
            value = None
        return _replaced(settings, self.path or (self.name,), value)

    def parse(self, value: object) -> Any:
        """`value` as this setting holds it. Raises ValueError for another kind or out of range."""
        if self.kind == "float" and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not type(self.default):
            raise ValueError(self.name)
        if isinstance(value, int | float) and not self._is_in_range(value):
            raise ValueError(self.name)
        if self.kind == "choice" and not self._is_choice(str(value)):
            raise ValueError(self.name)
        return value

    def _is_choice(self, value: str) -> bool:
        more = self.more_choices
        return value in dict(self.choices) or (more != "" and bool(re.fullmatch(more, value)))

    def _is_in_range(self, value: float) -> bool:
        # Written so that NaN is out of every range.
        above = self.minimum is None or value >= self.minimum
        below = self.maximum is None or value <= self.maximum
        is_ordinary = self.smallest is None or value >= self.smallest or value == self.minimum
        return above and below and is_ordinary


_KINDS: dict[type, OptionKind] = {bool: "bool", int: "int", float: "float", str: "text"}


def _replaced(struct: S, path: Sequence[str], value: Any) -> S:
    name, *rest = path
    return replace(
        struct, **{name: _replaced(getattr(struct, name), rest, value) if rest else value}
    )
