"""One way to answer: a model, how it is loaded, and how it samples."""

from msgspec import Struct
from msgspec.structs import replace

from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles

GREEDY = SamplingParams(temperature=0.0, seed=1)
"""The sampling of a comparison unless another one is asked for."""


class Configuration(Struct, frozen=True):
    """`model` is the path of its file."""

    model: str
    engine: EngineConfig = EngineConfig()
    sampling: SamplingParams = GREEDY

    def can_follow(self, other: "Configuration") -> bool:
        """Whether `Configure` leads here from `other`, without a load."""
        return self.model == other.model and _load_part(self.engine) == _load_part(other.engine)


def _load_part(config: EngineConfig) -> EngineConfig:
    return replace(config, toggles=Toggles(), speculation=SpeculationConfig())
