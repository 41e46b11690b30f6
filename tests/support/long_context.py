"""Copies of small models whose headers allow a long context."""

import shutil
from pathlib import Path

import gguf


def with_context(source: Path, target: Path, context_len: int) -> Path:
    """A copy of `source` at `target` that says that it was made for `context_len` tokens."""
    shutil.copyfile(source, target)
    reader = gguf.GGUFReader(target, "r+")
    (field,) = (f for name, f in reader.fields.items() if name.endswith(".context_length"))
    field.parts[field.data[0]][0] = context_len
    reader.data.flush()
    return target
