"""What users of the engine process share: how its client is created, how its end is queued."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.commands import Command
from engine.events import Event


class Client(Protocol):
    """What is used of `engine.client.EngineClient`."""

    def start(self) -> None:
        """See there."""

    def send(self, command: Command) -> bool:
        """See there."""

    def close(self) -> None:
        """See there."""


CreateClient = Callable[[Callable[[Event], None], Callable[[int], None]], Client]
"""Called with the listeners of events and of the process's exit."""


@dataclass(frozen=True, slots=True)
class Exited:
    """Queued when the process ended, after all its events."""

    returncode: int
