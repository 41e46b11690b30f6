"""A string that tracks which characters its author wrote through string operations.

Knows nothing of templates. Plain `str`, and results that an operation cannot track, count as
not written, so a mistake here turns marks into text, never text into marks.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, SupportsIndex

_REPLACEMENT = "\ufffd"
_RUN = re.compile(b"\x00+|\x01+")
_CONVERSION = re.compile(r"%(?:\((\w*)\))?[#0\- +]*\d*(?:\.\d+)?([a-zA-Z%])")


class WrittenText(str):
    """A string with a flag per character: 1 if the author wrote it, else 0.

    Without flags nothing counts as written.
    """

    __slots__ = ("_flags",)
    _flags: bytes

    def __new__(cls, text: str = "", flags: bytes | None = None) -> "WrittenText":
        made = super().__new__(cls, text)
        made._flags = flags_of(text) if flags is None else flags
        return made

    @classmethod
    def written(cls, text: str) -> "WrittenText":
        """`text` with every character marked as written."""
        return cls(text, b"\x01" * len(text))

    @property
    def plain(self) -> str:
        """The same characters without flags."""
        return str.__getitem__(self, slice(None))

    @property
    def written_part(self) -> str:
        """The author's text, with U+FFFD for each other piece."""
        return "".join(piece if is_written else _REPLACEMENT for piece, is_written in self.runs())

    def is_written(self, start: int, end: int) -> bool:
        """Whether the author wrote all characters in [`start`, `end`)."""
        return self._flags.find(0, start, end) < 0

    def runs(self) -> Iterator[tuple[str, bool]]:
        """The pieces in order, each with whether the author wrote it."""
        for run in _RUN.finditer(self._flags):
            yield str.__getitem__(self, slice(*run.span())), run[0][0] == 1

    def __str__(self) -> str:
        return self

    def __add__(self, other: str) -> "WrittenText":
        if not isinstance(other, str):
            return NotImplemented
        return WrittenText(str.__add__(self, other), self._flags + flags_of(other))

    def __radd__(self, other: str) -> "WrittenText":
        if not isinstance(other, str):
            return NotImplemented
        return WrittenText(str.__add__(other, self), flags_of(other) + self._flags)

    def __mul__(self, count: SupportsIndex) -> "WrittenText":
        return WrittenText(str.__mul__(self, count), self._flags * count)

    __rmul__ = __mul__

    def __getitem__(self, index: SupportsIndex | slice) -> "WrittenText":
        flags = self._flags[index]
        return WrittenText(
            str.__getitem__(self, index), bytes((flags,)) if isinstance(flags, int) else flags
        )

    def __iter__(self) -> Iterator[str]:
        return (self[index] for index in range(len(self)))

    def __mod__(self, values: Any) -> str:
        plain = str.__mod__(self, values)
        rest = iter(values if isinstance(values, tuple) else (values,))
        parts: list[str] = []
        end = 0
        for field in _CONVERSION.finditer(self):
            parts.append(self[end : field.start()])
            end = field.end()
            if field[2] == "%":
                parts.append(self[field.start() : field.start() + 1])
            elif field[1] is not None:
                parts.append(str.__mod__(field[0], values))
            else:
                value = next(rest, "")
                is_text = field[0] == "%s" and isinstance(value, str)
                parts.append(value if is_text else str.__mod__(field[0], (value,)))
        tracked = join([*parts, self[end:]])
        return tracked if tracked == plain else plain

    def join(self, parts: Iterable[str]) -> "WrittenText":
        return join(parts, self)

    def strip(self, chars: str | None = None) -> "WrittenText":
        return self.lstrip(chars).rstrip(chars)

    def lstrip(self, chars: str | None = None) -> "WrittenText":
        return self[len(self) - len(str.lstrip(self, chars)) :]

    def rstrip(self, chars: str | None = None) -> "WrittenText":
        return self[: len(str.rstrip(self, chars))]

    def removeprefix(self, prefix: str) -> "WrittenText":
        return self[len(self) - len(str.removeprefix(self, prefix)) :]

    def removesuffix(self, suffix: str) -> "WrittenText":
        return self[: len(str.removesuffix(self, suffix))]

    def split(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[str]:
        return self._located(str.split(self, sep, maxsplit), 0 if sep is None else len(sep))

    def rsplit(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[str]:
        return self._located(str.rsplit(self, sep, maxsplit), 0 if sep is None else len(sep))

    def splitlines(self, keepends: bool = False) -> list[str]:  # noqa: FBT001, FBT002 - str's own signature
        lines = self._located(str.splitlines(self, keepends=True), 0)
        if keepends:
            return lines
        bare = str.splitlines(self)
        return [line[: len(text)] for line, text in zip(lines, bare, strict=True)]

    def partition(self, sep: str) -> tuple[str, str, str]:
        return self._parted(self.find(sep), sep) or (self, "", "")

    def rpartition(self, sep: str) -> tuple[str, str, str]:
        return self._parted(self.rfind(sep), sep) or ("", "", self)

    def replace(self, old: str, new: str, count: SupportsIndex = -1) -> str:
        """As `str.replace`; an empty `old` cannot be tracked."""
        text = str.replace(self, old, new, count)
        if not old:
            return text
        flags, end = [], 0
        for start in _places(self, old, count):
            flags.append(self._flags[end:start])
            end = start + len(old)
        return WrittenText(text, flags_of(new).join([*flags, self._flags[end:]]))

    def upper(self) -> str:
        return self._mapped(str.upper)

    def lower(self) -> str:
        return self._mapped(str.lower)

    def casefold(self) -> str:
        return self._mapped(str.casefold)

    def swapcase(self) -> str:
        return self._mapped(str.swapcase)

    def title(self) -> str:
        return self._mapped(str.title)

    def capitalize(self) -> str:
        return self._mapped(str.capitalize)

    def _mapped(self, change: Callable[[str], str]) -> str:
        """Change case, which never shortens text: at equal length the flags stay valid."""
        text = change(self)
        return WrittenText(text, self._flags) if len(text) == len(self) else text

    def _located(self, pieces: Sequence[str], gap: int) -> list[str]:
        """`pieces`, which occur in this text in order, at least `gap` characters apart."""
        found, end = [], -gap
        for piece in pieces:
            start = self.find(piece, end + gap)
            end = start + len(piece)
            found.append(self[start:end])
        return list[str](found)

    def _parted(self, at: int, sep: str) -> tuple[str, str, str] | None:
        end = at + len(sep)
        return (self[:at], self[at:end], self[end:]) if at >= 0 else None


def flags_of(text: str) -> bytes:
    """The flags of `text`; those of plain text are all 0."""
    return text._flags if isinstance(text, WrittenText) else bytes(len(text))


def join(parts: Iterable[str], separator: str = "") -> WrittenText:
    """`separator.join(parts)` that keeps the flags."""
    parts = list(parts)
    return WrittenText(
        str.join(separator, parts), flags_of(separator).join(flags_of(part) for part in parts)
    )


def replace(text: str, old: str, new: str, count: int = -1) -> str:
    """`text.replace(old, new, count)`; `new` may be written though `text` is not."""
    if isinstance(new, WrittenText) and old in text:
        text = WrittenText(text)
    return text.replace(old, new, count)


def _places(text: str, part: str, count: SupportsIndex) -> Iterator[int]:
    """The offsets of `part` in `text`, at most `count`, from left to right."""
    at, left = text.find(part), int(count)
    while at >= 0 and left:
        yield at
        at, left = text.find(part, at + len(part)), left - 1


def without_surrogates(text: str) -> str:
    """`text` with unpaired surrogates, which cannot be encoded, as U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        pass
    else:
        return text
    if not isinstance(text, WrittenText):
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return join(
        WrittenText.written(without_surrogates(run)) if is_written else without_surrogates(run)
        for run, is_written in text.runs()
    )
