"""Small files that are either the old or the new one, whenever the program or the machine dies."""

import os
from pathlib import Path


def replace_durably(path: Path, content: bytes) -> None:
    """Make `content` the file at `path`; raises `OSError`, then the old file is still there."""
    temporary = path.with_name(f"{path.name}.new")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
