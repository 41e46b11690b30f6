"""What a person can set, and what the engine is told of it. Knows no file and no GUI."""

from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.config import EngineConfig, SamplingParams, SpeculationConfig


class Settings(Struct, frozen=True):
    """Everything a person can set. `engine` and `sampling` are as they were entered.

    `max_tokens` 0 is no limit; `model_titles`: the model names chats; `thinking` "auto" and
    `effort` "" leave it to the model.
    `download_limit` is in megabytes per second, 0 for none; `extra_folders` has one folder a line;
    `models_folder` is "" for the usual one. `wheel_mirror` is where the engine's libraries come
    from, "" for where their lists say; `check_updates`: Encore may look for a newer one.
    `language` is "" for that of the system. `notify`: the desktop shows what has ended; `tray`: an
    icon there, which the window hides to.
    `changed_keys` are shortcuts other than the default, a line `action = keys` for each.
    `update_source` is where, "" for the address that this build knows.
    `serve`: other programs may use the models through a server on `server_port`; a model that one
    of them had loaded is unloaded after `server_idle_minutes`, 0 for never.
    `tool_rounds`: how many times in a row an answer may call tools.
    """

    engine: EngineConfig = EngineConfig()
    sampling: SamplingParams = SamplingParams()
    max_tokens: int = 0
    system_prompt: str = ""
    model_titles: bool = True
    thinking: Literal["auto", "on", "off"] = "auto"
    effort: str = ""
    theme: Literal["system", "light", "dark"] = "system"
    font_scale: int = 100
    accent: str = "violet"
    density: Literal["comfortable", "compact"] = "comfortable"
    tint_drafts: bool = False
    language: Literal["", "en", "ar", "de", "es", "fr", "ja", "zh_CN"] = ""
    notify: bool = True
    tray: bool = False
    hub_endpoint: str = ""
    hub_proxy: str = ""
    download_limit: int = 0
    extra_folders: str = ""
    changed_keys: str = ""
    last_model: str = ""
    models_folder: str = ""
    wheel_mirror: str = ""
    check_updates: bool = False
    update_source: str = ""
    serve: bool = False
    server_port: int = 11435
    server_idle_minutes: int = 60
    tool_rounds: int = 10

    @property
    def speculation_config(self) -> SpeculationConfig:
        """How tokens are drafted; the shortest n-gram is never longer than the longest."""
        speculation = self.engine.speculation
        return replace(speculation, ngram_min=min(speculation.ngram_min, speculation.ngram_max))

    @property
    def engine_config(self) -> EngineConfig:
        """How a model is loaded."""
        return replace(self.engine, speculation=self.speculation_config)

    @property
    def download_bytes_per_second(self) -> int | None:
        """The most that downloads may take of the line, None for no limit."""
        return self.download_limit * 1_000_000 or None

    @property
    def folders(self) -> tuple[Path, ...]:
        """Further folders whose models are shown; each once."""
        lines = (line.strip() for line in self.extra_folders.splitlines())
        return tuple(dict.fromkeys(Path(line).expanduser() for line in lines if line))
