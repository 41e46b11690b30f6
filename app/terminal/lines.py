"""How the commands write: untrusted text on a line of its own, or exact JSON."""

from typing import TextIO

from engine.safe_text import clean_line, to_json


def write_line(stream: TextIO, text: str, indent: str = "") -> None:
    """Write `text` as one line, so that it cannot look like two."""
    stream.write(f"{indent}{clean_line(text)}\n")


def write_json(stream: TextIO, content: object) -> None:
    """Write `content`, with all its fields."""
    stream.write(to_json(content, enc_hook=str) + "\n")


def describe_license(name: str | None) -> str:
    """The license of a model, in words."""
    return f"license {name}" if name else "license not stated"
