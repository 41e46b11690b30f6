"""What a person can set, and what the engine is told of it. Knows no file and no GUI."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.config import (
    EngineConfig,
    KVType,
    SamplingParams,
    SpeculationConfig,
    Toggles,
)

_TOGGLES = Toggles()
_SPECULATION = SpeculationConfig()
_SAMPLING = SamplingParams()


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a person can set. 0 in `max_tokens`, `context_len`, `threads` and -1 in `seed` mean automatic.

    `thinking` "auto" and `effort` "" leave it to the model.
    `download_limit` is in megabytes per second, 0 for none; `extra_folders` has one folder a line;
    `models_folder` is "" for the usual one.
    """

    graph: bool = _TOGGLES.graph
    kvpad: bool = _TOGGLES.kvpad
    fixed_verify: bool = _TOGGLES.fixed_verify
    speculation: Literal["none", "ngram"] = _SPECULATION.kind
    draft_tokens: int = _SPECULATION.draft_tokens
    ngram_max: int = _SPECULATION.ngram_max
    ngram_min: int = _SPECULATION.ngram_min
    temperature: float = _SAMPLING.temperature
    top_k: int = _SAMPLING.top_k
    top_p: float = _SAMPLING.top_p
    min_p: float = _SAMPLING.min_p
    repeat_penalty: float = _SAMPLING.repeat_penalty
    frequency_penalty: float = _SAMPLING.frequency_penalty
    presence_penalty: float = _SAMPLING.presence_penalty
    penalty_last_n: int = _SAMPLING.penalty_last_n
    seed: int = -1
    max_tokens: int = 0
    system_prompt: str = ""
    thinking: Literal["auto", "on", "off"] = "auto"
    effort: str = ""
    device: str = "auto"
    context_len: int = 0
    kv_type: KVType = "auto"
    threads: int = 0
    theme: Literal["system", "light", "dark"] = "system"
    font_scale: int = 100
    hub_endpoint: str = ""
    hub_proxy: str = ""
    download_limit: int = 0
    extra_folders: str = ""
    last_model: str = ""
    models_folder: str = ""

    @property
    def toggles(self) -> Toggles:
        """The three replay switches."""
        return Toggles(graph=self.graph, kvpad=self.kvpad, fixed_verify=self.fixed_verify)

    @property
    def speculation_config(self) -> SpeculationConfig:
        """How tokens are drafted; the shortest n-gram is never longer than the longest."""
        return SpeculationConfig(
            kind=self.speculation,
            draft_tokens=self.draft_tokens,
            ngram_max=self.ngram_max,
            ngram_min=min(self.ngram_min, self.ngram_max),
        )

    @property
    def sampling(self) -> SamplingParams:
        """The sampling chain."""
        return SamplingParams(
            temperature=self.temperature,
            top_k=self.top_k,
            top_p=self.top_p,
            min_p=self.min_p,
            repeat_penalty=self.repeat_penalty,
            frequency_penalty=self.frequency_penalty,
            presence_penalty=self.presence_penalty,
            penalty_last_n=self.penalty_last_n,
            seed=None if self.seed < 0 else self.seed,
        )

    @property
    def engine_config(self) -> EngineConfig:
        """How a model is loaded."""
        return EngineConfig(
            device=self.device,
            context_len=self.context_len or None,
            kv_type=self.kv_type,
            threads=self.threads or None,
            toggles=self.toggles,
            speculation=self.speculation_config,
        )

    @property
    def download_bytes_per_second(self) -> int | None:
        """The most that downloads may take of the line, None for no limit."""
        return self.download_limit * 1_000_000 or None

    @property
    def folders(self) -> tuple[Path, ...]:
        """Further folders whose models are shown; each once."""
        lines = (line.strip() for line in self.extra_folders.splitlines())
        return tuple(dict.fromkeys(Path(line).expanduser() for line in lines if line))
