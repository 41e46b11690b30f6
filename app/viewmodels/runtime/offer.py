"""Builds of the engine and facts of the machine in words."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.services.languages import shown_path
from app.services.runtime.kinds import CPU, describe_kind, kind_of
from app.services.runtime.progress import InstallProgress, Stage
from app.services.runtime.store import Runtime
from app.viewmodels import formatting

if TYPE_CHECKING:
    # Importing them would delay the first frame.
    from app.services.runtime.choice import Choice
    from app.services.runtime.lock import Lock
    from app.services.runtime.machine import Machine


@dataclass(frozen=True, slots=True)
class Offer:
    """One build: `title` and `details` are shown; in a list, its `kind`. `fits` this machine."""

    name: str
    title: str
    details: str
    kind: str
    fits: bool


def create_offers(choice: "Choice") -> tuple[Offer, ...]:
    """The builds, the fitting one first."""
    locks = sorted(choice.offered, key=lambda lock: lock.name != choice.lock.name)
    return tuple(_offer(lock, fits=lock.name == choice.lock.name) for lock in locks)


def describe_machine(machine: "Machine", folder: Path) -> tuple[str, ...]:
    """The facts that matter, a line each."""
    lines = [formatting.line((gpu.name, formatting.size(gpu.memory_bytes))) for gpu in machine.gpus]
    if machine.cuda is not None:
        major, minor = machine.cuda
        lines.append(_translate("Driver for CUDA %1").replace("%1", f"{major}.{minor}"))
    if not machine.gpus:
        lines.append(_translate("No NVIDIA GPU"))
    memory = _translate("%1 of memory").replace("%1", formatting.size(machine.memory_bytes))
    room = _translate("%1 free in %2").replace("%1", formatting.size(machine.free_bytes))
    return (*lines, memory, room.replace("%2", shown_path(folder)))


def describe_source(folder: Path | None) -> str:
    """The folder that wheels are taken from; "" for the network."""
    return "" if folder is None else shown_path(folder)


def describe_runtime(runtime: Runtime | None) -> str:
    """CUDA 13.0 · torch 2.13.0 · of 2026-11-22 · 4.9 GB; "" for none."""
    if runtime is None:
        return ""
    kind = kind_of(runtime.name)
    parts = (
        _kind(kind),
        f"torch {runtime.version}" if runtime.version else "",
        _translate("of %1").replace("%1", runtime.date),
        formatting.size(runtime.num_bytes),
    )
    return formatting.line(parts)


def describe_progress(progress: InstallProgress) -> str:
    """The progress in one line."""
    done, total = formatting.size(progress.done_bytes), formatting.size(progress.total_bytes)
    match progress.stage:
        case Stage.CHECKING:
            return _translate("Checking %1").replace("%1", total)
        case Stage.UNPACKING:
            return _translate("Unpacking")
        case Stage.TESTING:
            return _translate("Trying out the engine; the first time takes up to a minute")
    speed = progress.bytes_per_second
    parts = (
        _translate("%1 of %2").replace("%1", done).replace("%2", total),
        formatting.byte_rate(speed) if speed else _translate("connecting"),
        formatting.time_left(progress.seconds_left),
    )
    return formatting.line(parts)


def _offer(lock: "Lock", *, fits: bool) -> Offer:
    kind = _kind(kind_of(lock.name))
    title = _translate("%1, which fits this computer").replace("%1", kind) if fits else kind
    parts = (
        _translate("%1 to download").replace("%1", formatting.size(lock.download_bytes)),
        _translate("%1 on the disk").replace("%1", formatting.size(lock.unpacked_bytes)),
        f"torch {lock.version}" if lock.version else "",
        _translate("of %1").replace("%1", lock.date),
    )
    details = formatting.line(parts)
    return Offer(lock.name, title, details, kind, fits)


def _kind(kind: str) -> str:
    if kind == CPU:
        return _translate("Processor")
    words = describe_kind(kind)
    return _translate("NVIDIA GPU with %1").replace("%1", words) if kind.startswith("cu") else words


def _translate(text: str) -> str:
    return QCoreApplication.translate("Runtime", text)
