"""Texts with places for the version and the like: @VERSION@, @DATE@."""

from datetime import UTC, datetime
from pathlib import Path

from installers.checkout import read_epoch, read_version


def fill(template: Path, **values: str) -> str:
    """The text of a template: @VERSION@, @DATE@ and what `values` name."""
    date = datetime.fromtimestamp(read_epoch(), UTC).date()
    text = template.read_text(encoding="utf-8")
    for name, value in {"VERSION": read_version(), "DATE": str(date), **values}.items():
        text = text.replace(f"@{name}@", value)
    return text
