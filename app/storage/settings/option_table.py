"""Every setting in one table, in the panel's order; used by the settings file and the panel."""

from typing import Any

from msgspec import Struct

from app.storage.settings.option import Option
from app.storage.settings.settings import Settings
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
    below = 0 if bounds.ge else -1
    none = float(below) if field.kind is float else below
    return Option(
        key=f"{section}.{setting.name or field.name}",
        label=setting.label,
        help=setting.help,
        path=(*path, field.name),
        minimum=none if field.is_optional else lowest,
        maximum=bounds.le if setting.high is None else setting.high,
        smallest=setting.low if field.is_optional else None,
        step=setting.step,
        slider=setting.slider,
        term=field.name if section == "replay" else "",
        choices=setting.choices,
        more_choices=bounds.pattern or "",
        automatic=setting.automatic,
        is_grouped=setting.is_grouped,
        is_optional=field.is_optional,
        needs_reload=needs_reload,
    )


REPLAY = _options(Toggles, "replay", "engine", "toggles")
SPECULATION = _options(SpeculationConfig, "speculation", "engine", "speculation")
SAMPLING = _options(SamplingParams, "answers", "sampling")
MODEL = _options(EngineConfig, "model", "engine", needs_reload=True)


ANSWERS = (
    Option(
        "answers.system_prompt",
        "System prompt",
        "What the model is told before every conversation.",
        is_multiline=True,
    ),
    Option(
        "answers.max_tokens",
        "Longest answer",
        "The most tokens in one answer.",
        minimum=0,
        maximum=1_000_000,
        step=64,
        automatic="No limit",
    ),
    Option(
        "answers.model_titles",
        "Titles by the model",
        "After the first answer, while nothing else is asked, the model writes a title for the "
        "chat. Models of less than 0.9 billion parameters leave it at the first words.",
    ),
)

# Drawn below the box to write in, and only for a model that has the choice.
THINKING = (
    Option(
        "answers.thinking",
        "",
        "Whether models that have the choice think before they answer.",
        choices=(("auto", ""), ("on", ""), ("off", "")),
    ),
    Option(
        "answers.effort", "", "How much they think, in their own word; empty leaves it to them."
    ),
)

APPEARANCE = (
    Option(
        "appearance.theme",
        "Theme",
        "Light or dark.",
        choices=(("system", "Like the system"), ("light", "Light"), ("dark", "Dark")),
    ),
    Option(
        "appearance.font_scale",
        "Text size",
        "In percent of the system's size.",
        minimum=80,
        maximum=200,
        step=10,
        slider=(80, 200),
    ),
    Option(
        "appearance.accent",
        "Accent",
        "The color of what is chosen or can be pressed.",
        choices=(
            ("violet", "Violet"),
            ("blue", "Blue"),
            ("teal", "Teal"),
            ("green", "Green"),
            ("amber", "Amber"),
            ("rose", "Rose"),
            ("graphite", "Graphite"),
        ),
    ),
    Option(
        "appearance.language",
        "Language",
        "Takes effect at the next start of Encore.",
        choices=(
            ("", "Like the system"),
            ("en", "English"),
            ("ar", "العربية"),
            ("de", "Deutsch"),
            ("es", "Español"),
            ("fr", "Français"),
            ("ja", "日本語"),
            ("zh_CN", "简体中文"),
        ),
    ),
    Option(
        "appearance.density",
        "Density",
        "Compact has less space between things and more on the screen.",
        choices=(("comfortable", "Comfortable"), ("compact", "Compact")),
    ),
    Option(
        "appearance.tint_drafts",
        "Tint drafted words",
        "Words of an answer that came from accepted drafts have a soft background.",
    ),
)

DESKTOP = (
    Option(
        "desktop.notify",
        "Notifications",
        "When a long answer, a download or a comparison ends while you are in another program.",
    ),
    Option(
        "desktop.tray",
        "Icon in the tray",
        "Closing the window then only hides it, and what is running goes on. The menu of the icon "
        "has Quit.",
    ),
)

LIBRARY = (
    Option(
        "library.download_limit",
        "Download limit",
        "Megabytes per second for all downloads together.",
        minimum=0,
        maximum=100_000,
        automatic="No limit",
    ),
    Option(
        "library.extra_folders",
        "More model folders",
        "One folder a line. Their models are used where they are, never changed.",
        is_multiline=True,
    ),
    Option(
        "library.hub_endpoint",
        "Hub address",
        "A mirror to use instead of huggingface.co. The variable HF_ENDPOINT goes before it.",
    ),
    Option(
        "library.hub_proxy",
        "Proxy",
        "Like http://host:8080. Left empty, the system's own proxy is used.",
    ),
)

UPDATES = (
    Option(
        "updates.check_updates",
        "Look for updates",
        "Once a day, Encore asks whether there is a newer one. Nothing is installed unasked.",
    ),
    Option(
        "updates.update_source",
        "Address of updates",
        "An address or a folder; empty for the usual one. The variable ENCORE_UPDATES goes before it.",
    ),
    Option(
        "updates.wheel_mirror",
        "Mirror of libraries",
        "Where the engine's libraries come from instead of files.pythonhosted.org: the address "
        "goes before the rest of theirs. The variable ENCORE_WHEEL_MIRROR goes before it.",
    ),
)

SERVER = (
    Option(
        "server.serve",
        "Local server",
        "Other programs on this computer may use the models, through the API of OpenAI. It is the "
        "same engine: no model is in memory twice.",
    ),
    Option(
        "server.server_port",
        "Port",
        "Where other programs find the server.",
        minimum=1024,
        maximum=65535,
        is_grouped=False,
    ),
    Option(
        "server.server_idle_minutes",
        "Unload after",
        "Minutes without a request after which a model is unloaded that one of them had loaded.",
        minimum=0,
        maximum=10_000,
        step=10,
        automatic="Never",
    ),
)

TOOLS = (
    Option(
        "tools.tool_rounds",
        "Rounds of calls",
        "How many times in a row an answer may call tools before it is stopped.",
        minimum=1,
        maximum=100,
    ),
)

SHORTCUTS = (
    Option(
        "shortcuts.changed_keys",
        "",
        "Shortcuts other than the default: a line `action = keys` for each.",
    ),
)

STATE = (
    Option("state.last_model", "", "The model loaded at the next start."),
    Option("state.models_folder", "", "Where models are kept; empty for the usual folder."),
)


# English, like the words of each option.
SECTIONS: dict[str, str] = {
    "replay": "Replay",
    "speculation": "Drafting",
    "answers": "Answers",
    "model": "Model",
    "appearance": "Appearance",
    "desktop": "Desktop",
    "library": "Models and downloads",
    "server": "Server",
    "tools": "Calls",
    "updates": "Updates",
    "shortcuts": "",
    "state": "",
}

# The panel's tabs, each with its sections. English, too.
TABS: dict[str, tuple[str, ...]] = {
    "Speed": ("replay", "speculation"),
    "Answers": ("answers", "tools"),
    "Model": ("model", "library"),
    "App": ("appearance", "desktop", "server", "updates"),
}

OPTIONS: tuple[Option, ...] = (
    REPLAY
    + SPECULATION
    + ANSWERS
    + SAMPLING
    + THINKING
    + MODEL
    + APPEARANCE
    + DESKTOP
    + LIBRARY
    + SERVER
    + TOOLS
    + UPDATES
    + SHORTCUTS
    + STATE
)


def option(name: str) -> Option:
    """The option called `name`. Raises KeyError when there is none."""
    return _BY_NAME[name]


def with_values(settings: Settings, **values: Any) -> Settings:
    """`settings` with other values of the options named."""
    for name, value in values.items():
        settings = option(name).put(value, settings)
    return settings


_BY_NAME = {entry.name: entry for entry in OPTIONS}
