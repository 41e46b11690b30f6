"""`encore models list|import|verify|remove`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from app.services.library.entry import ImportMode, ModelEntry
from app.services.library.folder import ModelFolder
from engine.errors import EngineError
from engine.safe_text import clean_line, to_json


def list_models(folder: ModelFolder, output: TextIO, status: TextIO, *, as_json: bool) -> None:
    """Write all models with their problems, and the folder to `status`. Raises `EngineError`."""
    entries = folder.list_models()
    if as_json:
        output.write(to_json(entries, enc_hook=str) + "\n")
        return
    for entry in entries:
        output.write(_describe(entry) + "\n")
    if entries:
        status.write(clean_line(f"The models folder is {folder.folder}.") + "\n")
    else:
        sentence = (
            f"There are no models in {folder.folder}; get one with `encore models pull`,"
            " or put a GGUF file there."
        )
        status.write(clean_line(sentence) + "\n")


def import_model(folder: ModelFolder, path: Path, how: ImportMode, output: TextIO) -> None:
    """Import the GGUF at `path`. Raises `EngineError`."""
    output.write(_describe(folder.import_model(path, how)) + "\n")


def verify_models(
    folder: ModelFolder, names: Sequence[str], output: TextIO, status: TextIO
) -> bool:
    """Verify the models `names`, or all, despite failures; returns whether all are valid."""
    is_sound = True
    for name in names or [entry.name for entry in folder.list_models()]:
        try:
            output.write(clean_line(f"{name} {folder.verify(name)}") + "\n")
        except EngineError as error:
            status.write(clean_line(str(error)) + "\n")
            is_sound = False
    return is_sound


def remove_model(folder: ModelFolder, name: str, output: TextIO) -> None:
    """Delete a model, or remove an import. Raises `EngineError`."""
    entry = folder.remove(name)
    done = "forgotten; its file stays at" if entry.is_imported else "deleted:"
    output.write(clean_line(f"{entry.name} {done} {entry.path}") + "\n")


def _describe(entry: ModelEntry) -> str:
    """One model in two lines."""
    name = clean_line(entry.name)
    if entry.problem is not None:
        return f"{name}\n    {clean_line(f'cannot be used: {entry.problem}')}"
    context = f"{entry.context} tokens" if entry.context else None
    facts = [f"{entry.size / 1e6:,.0f} MB", entry.architecture, entry.quantisation, context]
    licence = f"licence {entry.licence}" if entry.licence else "licence not stated"
    where = f"at {entry.path}" if entry.is_imported or entry.is_read_only else None
    line = " · ".join(filter(None, [entry.title, *facts, licence, where]))
    return f"{name}\n    {clean_line(line)}"
