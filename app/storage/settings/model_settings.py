"""What a person set for single models, in a file beside the settings.

A model is known by its file's name and size, so that its settings stay when it moves.
"""

import logging
from collections.abc import Collection
from pathlib import Path

import msgspec
from msgspec import Struct, ValidationError
from msgspec.structs import asdict, replace

from app.storage.database import StorageError
from app.storage.private_files import replace_privately
from engine.config import EngineConfig, KVType, validated

_log = logging.getLogger(__name__)

MODELS_FILE = "models.json"
"""The file beside the settings."""
AUTOMATIC = 0
"""The context, or GPU memory, that stands for "automatic"."""

_MAX_MODELS = 1000


class ModelSettings(Struct, frozen=True, omit_defaults=True):
    """How one model is loaded; None is as for all models.

    `context_len` is `AUTOMATIC` or in tokens, `device_memory` or in GiB; `speculation` is
    `SpeculationConfig.kind`.
    """

    device: str | None = None
    context_len: int | None = None
    device_memory: float | None = None
    kv_type: KVType | None = None
    speculation: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether all is as for all models."""
        return self == ModelSettings()

    def over(self, config: EngineConfig) -> EngineConfig:
        """`config` with what is set here, or as it is if that cannot be used."""
        changes = {name: value for name, value in asdict(self).items() if value is not None}
        kind = changes.pop("speculation", config.speculation.kind)
        changes |= {
            name: None
            for name in ("context_len", "device_memory")
            if changes.get(name) == AUTOMATIC
        }
        speculation = replace(config.speculation, kind=kind)
        try:
            return validated(replace(config, speculation=speculation, **changes))
        except ValidationError:
            return config

    def without(self, names: Collection[str]) -> "ModelSettings":
        """These without some of them; names of others are ignored."""
        return ModelSettings(**{n: v for n, v in asdict(self).items() if n not in names})


class ModelSettingsFile:
    """Reads and writes the settings of all models in one JSON file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, ModelSettings] | None = None

    def of(self, model: Path) -> ModelSettings:
        """What is set for the model at this path."""
        return self._read().get(_identity(model), ModelSettings())

    def put(self, model: Path, settings: ModelSettings) -> None:
        """Save what is set for a model. Raises StorageError."""
        known, key = self._read(), _identity(model)
        known.pop(key, None)
        if not settings.is_empty:
            known[key] = settings
        while len(known) > _MAX_MODELS:
            del known[next(iter(known))]  # the one that was set longest ago
        try:
            replace_privately(self._path, msgspec.json.format(msgspec.json.encode(known)))
        except OSError as error:
            raise StorageError(
                f"The settings of {model.name} could not be saved to {self._path} "
                f"({error.strerror or error}); check that the disk is not full."
            ) from error

    def _read(self) -> dict[str, ModelSettings]:
        if self._known is None:
            try:
                content = self._path.read_bytes()
                self._known = msgspec.json.decode(content, type=dict[str, ModelSettings])
            except FileNotFoundError:
                self._known = {}
            except (OSError, msgspec.DecodeError):
                _log.warning("%s cannot be read; starting it anew", self._path, exc_info=True)
                self._known = {}
        return self._known


def _identity(model: Path) -> str:
    try:
        size = model.stat().st_size
    except OSError:
        size = 0
    return f"{model.name} {size}"
