"""What a process that will be killed had shown, and when: lines that are in the file at once, whatever happens next."""

import os
import time
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class What(StrEnum):
    """The first word of a line."""

    READY = "ready"
    SHOWN = "shown"
    ENDED = "ended"
    ENGINE = "engine"
    DONE = "done"
    PROBLEM = "problem"


class Journal:
    """The writing side."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def note(self, what: What, *values: object) -> None:
        """One line with the time, which all processes of a machine share."""
        words = " ".join(map(str, (what, time.monotonic(), *values)))
        os.write(self._handle, f"{words}\n".encode())


@dataclass
class Entries:
    """The reading side. `shown` has the times and characters of each answer, `ended` the characters of whole ones."""

    is_ready: bool = False
    is_done: bool = False
    shown: dict[int, list[tuple[float, int]]] = field(default_factory=dict)
    ended: dict[int, int] = field(default_factory=dict)
    engine_pids: list[int] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def read_journal(path: Path) -> Entries:
    """What is in the file now; a torn last line does not count."""
    entries = Entries()
    try:
        lines = path.read_text().split("\n")[:-1]
    except FileNotFoundError:
        return entries
    for line in lines:
        what, moment, *values = line.split(" ")
        match what:
            case What.READY:
                entries.is_ready = True
            case What.DONE:
                entries.is_done = True
            case What.SHOWN:
                entries.shown.setdefault(int(values[0]), []).append((float(moment), int(values[1])))
            case What.ENDED:
                entries.ended[int(values[0])] = int(values[1])
            case What.ENGINE:
                entries.engine_pids.append(int(values[0]))
            case What.PROBLEM:
                entries.problems.append(" ".join(values))
    return entries
