"""How far an installation is."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """What is being done, in this order."""

    FETCHING = "fetching"
    CHECKING = "checking"
    UNPACKING = "unpacking"
    TESTING = "testing"


@dataclass(frozen=True, slots=True)
class InstallProgress:
    """A snapshot. Bytes are those of wheels, or of installed files while CHECKING; 0 when unknown.

    `trouble` is a sentence about what delays it.
    """

    stage: Stage
    done_bytes: int = 0
    total_bytes: int = 0
    bytes_per_second: float | None = None
    seconds_left: float | None = None
    trouble: str | None = None


OnProgress = Callable[[InstallProgress], None]
