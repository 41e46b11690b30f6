"""What users of the engine process share: how its client is created, how its end is queued."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.client import EngineClient
from engine.events import Event

CreateClient = Callable[[Callable[[Event], None], Callable[[int], None]], EngineClient]
"""Called with the listeners of events and of the process's exit."""


@dataclass(frozen=True, slots=True)
class Exited:
    """Queued when the process ended, after all its events."""

    returncode: int
