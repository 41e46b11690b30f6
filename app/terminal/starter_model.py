"""Downloads the starter model with progress output.

Also a script (`python -m app.terminal.starter_model`), silent when the file is there.
"""

import sys
from pathlib import Path
from typing import TextIO

from app.domain import size_in_words
from app.services.catalogue import starter_entry
from app.services.starter_model import (
    StarterModelError,
    fetch_starter_model,
    has_starter_model,
)
from app.terminal.lines import describe_license, write_line
from engine.safe_text import clean_line


def fetch_starter_model_visibly(stream: TextIO, folder: Path | None = None) -> None:
    """Download the starter model into `folder` with progress on `stream`; silent if it is there.

    Raises `StarterModelError`.
    """
    if has_starter_model(folder):
        return
    entry = starter_entry()
    facts = (entry.name, size_in_words(entry.bytes), describe_license(entry.license))
    write_line(stream, f"Getting the starter model: {', '.join(facts)}")
    write_line(stream, f"by {entry.made_by}", indent="  ")

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
    write_line(stream, str(path), indent="  ")


def main() -> int:
    """Download the starter model with progress; 0 on success, 2 on failure."""
    try:
        fetch_starter_model_visibly(sys.stdout)
    except StarterModelError as error:
        write_line(sys.stderr, str(error))
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\nInterrupted; nothing half-fetched is left.\n")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
