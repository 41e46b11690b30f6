"""Describes a field of the configuration once, for the command line and for a settings panel."""

from dataclasses import dataclass
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct


@dataclass(frozen=True, slots=True)
class Setting:
    """What people read about a field. All texts are English.

    `label` and `help` are for the panel, `usage` is for the command line.
    `option` and `name` are its names on the command line and in the panel, if not the field's.
    `low` and `high` are the panel's range where it is narrower than the field's.
    `slider` is the part of the range that is felt, for a slider beside the number.
    `choices` are values and labels. `automatic` labels the lowest value, or None where a field has it.
    `is_grouped`: digits are shown in groups; not those of a number that names something.
    """

    label: str
    help: str
    usage: str | None = None
    option: str = ""
    name: str = ""
    is_on_command_line: bool = True
    low: float | None = None
    high: float | None = None
    step: float = 1
    slider: tuple[float, float] | None = None
    choices: tuple[tuple[str, str], ...] = ()
    automatic: str = ""
    is_grouped: bool = True


@dataclass(frozen=True, slots=True)
class SettingField:
    """One described field: its declaration, type, bounds and default."""

    name: str
    kind: type[bool] | type[int] | type[float] | type[str]
    bounds: Meta
    is_optional: bool
    default: Any
    setting: Setting

    @property
    def option(self) -> str:
        """The name on the command line."""
        return self.setting.option or "--" + self.name.replace("_", "-")

    @property
    def dest(self) -> str:
        """The attribute of parsed options."""
        return self.option.removeprefix("--").replace("-", "_")

    @property
    def usage(self) -> str | None:
        """The help on the command line."""
        if self.setting.usage is None and self.setting.choices:
            *others, last = dict(self.setting.choices)
            return f"{', '.join(others)} or {last}"
        return self.setting.usage


def setting_fields(struct: type[Struct]) -> tuple[SettingField, ...]:
    """The fields of `struct` that are annotated with a `Setting`, in their order."""
    hints = get_type_hints(struct, include_extras=True)
    defaults = struct()
    return tuple(
        _described(name, hint, getattr(defaults, name))
        for name, hint in hints.items()
        if isinstance(_notes(hint)[-1], Setting)
    )


def command_line_fields(struct: type[Struct]) -> tuple[SettingField, ...]:
    """Those of `setting_fields` that the command line has."""
    return tuple(field for field in setting_fields(struct) if field.setting.is_on_command_line)


def _described(name: str, hint: Any, default: Any) -> SettingField:
    base, *notes, setting = _notes(hint)
    is_optional = NoneType in get_args(base)
    if is_optional:
        base, *notes = _notes(get_args(base)[0])
    kind = str if get_origin(base) is Literal else base
    return SettingField(name, kind, notes[0] if notes else Meta(), is_optional, default, setting)


def _notes(hint: Any) -> tuple[Any, ...]:
    """The type within `Annotated` and what is noted of it."""
    return get_args(hint) if get_origin(hint) is Annotated else (hint,)
