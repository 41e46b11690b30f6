"""The engine's settings, as its configuration declares them."""

from msgspec import Struct

from app.storage.settings.option import Option
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.setting import SettingField, setting_fields


def _options(
    struct: type[Struct], section: str, *path: str, needs_reload: bool = False
) -> tuple[Option, ...]:
    return tuple(
        _option(field, section, path, needs_reload=needs_reload) for field in setting_fields(struct)
    )


def _option(
    field: SettingField, section: str, path: tuple[str, ...], *, needs_reload: bool
) -> Option:
    setting, bounds = field.setting, field.bounds
    lowest = bounds.ge if setting.low is None else setting.low
    # Files and spin boxes have no None: it is the number below the field's own.
    none = 0 if bounds.ge else -1
    return Option(
        key=f"{section}.{setting.name or field.name}",
        label=setting.label,
        help=setting.help,
        path=(*path, field.name),
        minimum=none if field.is_optional else lowest,
        maximum=bounds.le if setting.high is None else setting.high,
        smallest=setting.low if field.is_optional else None,
        step=setting.step,
        choices=setting.choices,
        more_choices=bounds.pattern or "",
        automatic=setting.automatic,
        is_optional=field.is_optional,
        needs_reload=needs_reload,
    )


REPLAY = _options(Toggles, "replay", "engine", "toggles")
SPECULATION = _options(SpeculationConfig, "speculation", "engine", "speculation")
SAMPLING = _options(SamplingParams, "answers", "sampling")
MODEL = _options(EngineConfig, "model", "engine", needs_reload=True)
