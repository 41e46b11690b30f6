"""`encore models list|import|verify|remove`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from app.domain import size_in_words
from app.services.library.entry import ImportMode, ModelEntry
from app.services.library.folder import ModelFolder
from app.terminal.lines import describe_license, write_json, write_line
from engine.errors import EngineError


def list_models(folder: ModelFolder, output: TextIO, status: TextIO, *, as_json: bool) -> None:
    """Write all models with their problems, and the folder to `status`. Raises `EngineError`."""
    entries = folder.list_models()
    if as_json:
        write_json(output, entries)
        return
    for entry in entries:
        _write(output, entry)
    if entries:
        write_line(status, f"The models folder is {folder.folder}.")
    else:
        write_line(
            status,
            f"There are no models in {folder.folder}; get one with `encore models pull`,"
            " or put a GGUF file there.",
        )


def import_model(folder: ModelFolder, path: Path, how: ImportMode, output: TextIO) -> None:
    """Import the GGUF at `path`. Raises `EngineError`."""
    _write(output, folder.import_model(path, how))


def verify_models(
    folder: ModelFolder, names: Sequence[str], output: TextIO, status: TextIO
) -> bool:
    """Verify the models `names`, or all, despite failures; returns whether all are valid."""
    is_sound = True
    for name in names or [entry.name for entry in folder.list_models()]:
        try:
            write_line(output, f"{name} {folder.verify(name)}")
        except EngineError as error:
            write_line(status, str(error))
            is_sound = False
    return is_sound


def remove_model(folder: ModelFolder, name: str, output: TextIO) -> None:
    """Delete a model, or remove an import. Raises `EngineError`."""
    entry = folder.remove(name).entry
    done = "forgotten; its file stays at" if entry.is_imported else "deleted:"
    write_line(output, f"{entry.name} {done} {entry.path}")


def _write(output: TextIO, entry: ModelEntry) -> None:
    """Write one model in two lines."""
    write_line(output, entry.name)
    facts = [f"cannot be used: {entry.fault}"]
    if not entry.fault:
        facts = [
            entry.title or "",
            f"only drafts: {entry.drafter}" if entry.drafter else "",
            size_in_words(entry.size),
            entry.architecture or "",
            entry.quantization or "",
            f"{entry.context} tokens" if entry.context else "",
            describe_license(entry.license),
            f"at {entry.path}" if entry.is_imported or entry.is_read_only else "",
        ]
    write_line(output, " · ".join(filter(None, facts)), indent="    ")
