r"""Makes untrusted text (from models, metadata, names, servers) safe to show in a terminal.

Invisible characters other than line ends are escaped, as \x1b or \u202e: they cannot move the
cursor, color, ring, or disguise text. Knows no stream.
"""

import json
import re
from typing import Any, Final

import msgspec

_CONTROLS: Final = r"\x00-\x08\x0b-\x1f\x7f-\x9f"
# Direction controls; line and paragraph separators; deprecated formats; annotations; noncharacters.
_FORMATS: Final = (
    r"\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\ufffe\uffff\ud800-\udfff"
)
# Joiners, zero-width spaces, fillers, tags: part of some scripts and emoji, deceptive in a name.
_INVISIBLE: Final = (
    r"\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u3164\ufe00-\ufe0f\ufeff"
    r"\uffa0\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_IN_TEXT = re.compile(f"[{_CONTROLS}{_FORMATS}]")
_IN_LINES = re.compile(f"[{_CONTROLS}{_FORMATS}{_INVISIBLE}]")
_LINE_ENDS = re.compile(r"\r\n?")
_MAX_LINE_LEN = 2000


def clean_text(text: str) -> str:
    """Clean multi-line text: newlines and tabs stay, a carriage return becomes a newline."""
    return _IN_TEXT.sub(_written_out, _LINE_ENDS.sub("\n", text))


def clean_line(text: str, max_len: int = _MAX_LINE_LEN) -> str:
    """Clean a name or sentence: one line of at most `max_len` visible characters."""
    if len(text) > max_len:
        text = f"{text[: max_len - 1]}…"
    return _IN_LINES.sub(_written_out, " ".join(text.split()))


class TextCleaner:
    """Cleans a text in pieces as `clean_text` would the whole, wherever it was cut."""

    def __init__(self) -> None:
        self._ends_in_return = False

    def clean(self, piece: str) -> str:
        """The next piece, cleaned."""
        if self._ends_in_return:
            # The carriage return already gave the newline.
            piece = piece.removeprefix("\n") if piece else piece
        self._ends_in_return = piece.endswith("\r") or (self._ends_in_return and not piece)
        return clean_text(piece)


def to_json(value: object, enc_hook: Any = None) -> str:
    """`value` as exact JSON on one line, with everything escaped that `clean_line` escapes."""
    try:
        encoded = msgspec.json.encode(value, enc_hook=enc_hook).decode()
    except UnicodeEncodeError:
        # A file name that is not valid text has lone surrogates.
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
