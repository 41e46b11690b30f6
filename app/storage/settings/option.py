"""What describes one setting: its name, kind, range and words. Knows no file and no GUI."""

import re
from dataclasses import dataclass, fields
from typing import Any, Literal

from app.storage.settings.settings import Settings

OptionKind = Literal["bool", "int", "float", "choice", "text"]


@dataclass(frozen=True, slots=True)
class Option:
    """One setting. `label`, `help` and `automatic` are English; the view-model translates them.

    `automatic` says what a value at the minimum means, "" when it is an ordinary value; `smallest` is
    the least value other than that one.
    `more_choices` is a pattern of values beside the `choices`, which are known later.
    `is_hidden` settings are kept but not drawn.
    """

    name: str
    section: str
    kind: OptionKind
    label: str
    help: str
    minimum: float | None = None
    maximum: float | None = None
    smallest: float | None = None
    step: float = 1
    decimals: int = 0
    choices: tuple[tuple[str, str], ...] = ()
    more_choices: str = ""
    automatic: str = ""
    is_multiline: bool = False
    needs_reload: bool = False
    is_hidden: bool = False

    @property
    def default(self) -> Any:
        """The value when nothing is set."""
        return _DEFAULTS[self.name]

    def parse(self, value: object) -> Any:
        """`value` as this setting holds it. Raises ValueError when it is of another kind or out of range."""
        if self.kind == "float" and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        expected = {"bool": bool, "int": int, "float": float, "choice": str, "text": str}
        if type(value) is not expected[self.kind]:
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


def translatable(_context: str, text: str) -> str:
    """Mark `text` for the translators' tools; it is translated where it is shown."""
    return text


_DEFAULTS = {field.name: field.default for field in fields(Settings)}
