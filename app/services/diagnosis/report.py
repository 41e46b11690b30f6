"""Collects the report: versions, machine, settings, models by name, the ends of the logs."""

import json
import os
import platform
import subprocess
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import metadata
from io import BytesIO
from pathlib import Path

import psutil

from app.services.diagnosis.redaction import Redactor
from app.services.installation import Installation
from app.services.library.entry import ModelEntry
from app.storage.database import StorageError
from app.storage.private_files import replace_privately
from app.storage.settings.option_table import OPTIONS
from app.storage.settings.settings import Settings

LOG_NAMES = ("encore.log", "engine.log")
_MAX_LOG_BYTES = 256 << 10
_GPU_COMMAND = (
    "nvidia-smi",
    "--query-gpu=name,driver_version,memory.total,compute_cap",
    "--format=csv,noheader",
)
_GPU_SECONDS = 10.0
# What a person wrote is as private as a conversation.
_OWN_WORDS = frozenset({"system_prompt"})


@dataclass(frozen=True, slots=True)
class ReportFile:
    """One file of the report."""

    name: str
    text: str

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return len(self.text.encode())


@dataclass(frozen=True, slots=True)
class ReportSources:
    """What a report is made of. `list_models` may take long; `runtimes` has the libraries."""

    installation: Installation
    settings: Settings
    log_folder: Path
    data_folder: Path
    runtimes: Path
    list_models: Callable[[], Iterable[ModelEntry]]


def collect_report(sources: ReportSources, redactor: Redactor) -> tuple[ReportFile, ...]:
    """The files of the report, redacted. Takes seconds; never raises for what it cannot find."""
    described = {
        "versions.json": _versions(sources),
        "machine.json": _machine(sources.data_folder),
        "settings.json": _settings(sources.settings),
        "models.json": [_model(entry) for entry in sources.list_models()],
    }
    files = [
        ReportFile(
            name, json.dumps(redactor.redact_all(value), indent=2, ensure_ascii=False) + "\n"
        )
        for name, value in described.items()
    ]
    for name in LOG_NAMES:
        text = read_end(sources.log_folder / name, _MAX_LOG_BYTES)
        if text:
            files.append(ReportFile(f"log/{name}", redactor.redact(text)))
    return tuple(files)


def save_report(files: Sequence[ReportFile], target: Path) -> None:
    """Write the report as a zip that only this user may read. Raises `StorageError`."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(f"encore-report/{file.name}", file.text)
    try:
        replace_privately(target, content.getvalue())
    except OSError as error:
        raise StorageError(
            f"The report could not be saved to {target} ({error.strerror or error}); "
            "choose another place."
        ) from error


def read_end(path: Path, num_bytes: int) -> str:
    """The last whole lines of a text file, "" where there is none."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - num_bytes))
            content = file.read(num_bytes)
    except OSError:
        return ""
    text = content.decode("utf-8", "replace")
    # A line that was cut may hide half of a secret.
    return text.partition("\n")[2] if size > num_bytes else text


def _versions(sources: ReportSources) -> dict[str, object]:
    installation = sources.installation
    libraries = {
        one.metadata["Name"]: one.version
        for one in metadata.distributions()
        if one.metadata["Name"]
    }
    return {
        "encore": installation.version,
        "package": installation.kind.value,
        "channel": installation.channel,
        "python": platform.python_version(),
        "libraries": dict(sorted(libraries.items())),
        "runtimes": _runtimes(sources.runtimes),
    }


def _runtimes(folder: Path) -> dict[str, object]:
    """The record of the engine's runtimes, and the libraries that lie in each."""
    found: dict[str, object] = {}
    try:
        record = folder / "current.json"
        if record.is_file():
            found["current.json"] = record.read_text(encoding="utf-8", errors="replace")
        for libraries in sorted(folder.glob("*/lib")):
            found[libraries.parent.name] = sorted(
                path.name.removesuffix(".dist-info") for path in libraries.glob("*.dist-info")
            )
    except OSError as error:
        found["problem"] = str(error)
    return found


def _machine(data_folder: Path) -> dict[str, object]:
    memory = psutil.virtual_memory()
    folder = next((one for one in (data_folder, *data_folder.parents) if one.is_dir()), Path.home())
    return {
        "system": platform.platform(),
        "machine": platform.machine(),
        "processor": platform.processor(),
        "cores": os.cpu_count(),
        "memory_bytes": memory.total,
        "free_memory_bytes": memory.available,
        "free_disk_bytes": psutil.disk_usage(str(folder)).free,
        "gpus": _gpus(),
    }


def _gpus() -> list[str]:
    """A line for each NVIDIA GPU, as its driver's own tool says; or why there is none."""
    try:
        ended = subprocess.run(
            _GPU_COMMAND, capture_output=True, text=True, timeout=_GPU_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return [f"nvidia-smi: {type(error).__name__}"]
    return ended.stdout.splitlines() or ended.stderr.splitlines()[:1]


def _settings(settings: Settings) -> dict[str, object]:
    values: dict[str, object] = {}
    for entry in OPTIONS:
        value = entry.value(settings)
        if entry.name in _OWN_WORDS:
            value = f"{len(value)} characters"
        values[entry.key] = value
    return values


def _model(entry: ModelEntry) -> dict[str, object]:
    return {
        "name": entry.name,
        "architecture": entry.architecture,
        "type": entry.quantization,
        "size": entry.size,
        "origin": entry.origin.value,
        "problem": entry.problem,
    }
