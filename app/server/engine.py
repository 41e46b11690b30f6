"""What the server needs of an engine, whoever owns its process. Knows no HTTP."""

from pathlib import Path
from typing import Protocol

from app.services.engine.guests import GuestRequests
from engine.config import SamplingParams
from engine.events import ModelInfo


class ServedEngine(Protocol):
    """An engine process that answers `guests`; its other methods are for the server's loop."""

    @property
    def guests(self) -> GuestRequests:
        """The requests of the server."""
        ...

    @property
    def model(self) -> ModelInfo | None:
        """The loaded model."""
        ...

    @property
    def sampling(self) -> SamplingParams:
        """What counts for what a request leaves out."""
        ...

    @property
    def usual_model(self) -> Path | None:
        """What to load for a request that names no model, if none is loaded."""
        ...

    async def load(self, path: Path) -> ModelInfo:
        """Load the model at `path` in place of the loaded one. Raises `EngineError`."""
        ...

    def unload(self, path: Path) -> None:
        """Free the model at `path` if it is the loaded one and nobody else uses it."""
        ...
