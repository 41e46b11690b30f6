"""Downloads the starter model with progress output.

Also a script (`python -m app.terminal.starter_model`), silent when the file is there.
"""

import sys
from pathlib import Path
from typing import TextIO

from app.services.catalogue import starter_entry
from app.services.starter_model import (
    StarterModelError,
    fetch_starter_model,
    has_starter_model,
)
from engine.safe_text import clean_line


def fetch_starter_model_visibly(stream: TextIO, folder: Path | None = None) -> None:
    """Download the starter model into `folder` with progress on `stream`; silent if it is there.

    Raises `StarterModelError`.
    """
    if has_starter_model(folder):
        return
    entry = starter_entry()
    stream.write(
        f"Getting the starter model: {entry.name}, {entry.bytes / 1e6:.0f} MB, "
        f"licence {entry.licence}\n  by {entry.made_by}\n"
    )

    def show(source: str, fraction: float) -> None:
        if stream.isatty():
            stream.write(f"\r  from {clean_line(source)}: {fraction:4.0%}")
        elif fraction in (0.0, 1.0):
            stream.write(f"  from {clean_line(source)}: {fraction:.0%}\n")
        stream.flush()

    try:
        path = fetch_starter_model(folder, on_progress=show)
    finally:
        # Ends the progress line.
        stream.write("\n" if stream.isatty() else "")
    stream.write(f"  {clean_line(str(path))}\n")


def main() -> int:
    """Download the starter model with progress; 0 on success, 2 on failure."""
    try:
        fetch_starter_model_visibly(sys.stdout)
    except StarterModelError as error:
        sys.stderr.write(f"{clean_line(str(error))}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\nInterrupted; nothing half-fetched is left.\n")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
