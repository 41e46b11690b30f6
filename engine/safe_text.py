"""Text that strangers wrote (models, metadata, names, servers), made fit to be shown: it can say nothing to a terminal.

What is neither seen nor a line's end is written out, as \x1b or \u202e: it neither moves the cursor, colours,
rings, nor lets text look like other text. Knows no stream.
"""

import json
import re
from typing import Any, Final

import msgspec

_CONTROLS: Final = r"\x00-\x08\x0b-\x1f\x7f-\x9f"
# Embeddings, overrides, isolates and marks of direction; lines' and paragraphs' ends; old formats; annotations; no characters.
_FORMATS: Final = (
    r"\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\ufffe\uffff\ud800-\udfff"
)
# Joiners, spaces without width, fillers, tags: part of some scripts and emoji, in a name only there to deceive.
_INVISIBLE: Final = (
    r"\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u3164\ufe00-\ufe0f\ufeff"
    r"\uffa0\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_IN_TEXT = re.compile(f"[{_CONTROLS}{_FORMATS}]")
_IN_LINES = re.compile(f"[{_CONTROLS}{_FORMATS}{_INVISIBLE}]")
_LINE_ENDS = re.compile(r"\r\n?")
_MAX_LINE_LEN = 2000


def clean_text(text: str) -> str:
    """`text` of any number of lines: newlines and tabs stay, a carriage return is a newline."""
    return _IN_TEXT.sub(_written_out, _LINE_ENDS.sub("\n", text))


def clean_line(text: str, max_len: int = _MAX_LINE_LEN) -> str:
    """A name or a sentence: one line of at most `max_len` characters, in which nothing is unseen."""
    if len(text) > max_len:
        text = f"{text[: max_len - 1]}…"
    return _IN_LINES.sub(_written_out, " ".join(text.split()))


class TextCleaner:
    """Cleans a text that comes in pieces, wherever it was cut, as `clean_text` would the whole."""

    def __init__(self) -> None:
        self._ends_in_return = False

    def clean(self, piece: str) -> str:
        """The next piece, cleaned."""
        if self._ends_in_return:
            # Its newline was written when the carriage return came.
            piece = piece.removeprefix("\n") if piece else piece
        self._ends_in_return = piece.endswith("\r") or (self._ends_in_return and not piece)
        return clean_text(piece)


def to_json(value: object, enc_hook: Any = None) -> str:
    """`value` as JSON on one line: exact, with everything that `clean_line` writes out escaped."""
    try:
        encoded = msgspec.json.encode(value, enc_hook=enc_hook).decode()
    except UnicodeEncodeError:
        # A file's name whose bytes are no text has lone surrogates.
        return json.dumps(msgspec.to_builtins(value, enc_hook=enc_hook), separators=(",", ":"))
    return _IN_LINES.sub(_escaped, encoded)


def _written_out(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _escaped(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))
