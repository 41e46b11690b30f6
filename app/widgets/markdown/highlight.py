"""Tokenizes code blocks into keywords, strings, comments and so on. Without Qt."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String
from pygments.util import ClassNotFound

Kind = Literal["keyword", "string", "number", "muted", "name"]

MAX_HIGHLIGHTED = 100_000
MAX_LINE = 2000  # characters; colors make a line slow to lay out
_KINDS: tuple[tuple[Any, Kind], ...] = (
    (Comment, "muted"),
    (String, "string"),
    (Number, "number"),
    (Keyword, "keyword"),
    (Operator.Word, "keyword"),
    (Name.Function, "name"),
    (Name.Class, "name"),
    (Name.Builtin, "name"),
    (Name.Tag, "keyword"),
    (Name.Attribute, "name"),
    (Name.Decorator, "number"),
)


@dataclass(frozen=True, slots=True)
class Span:
    """`length` characters from `start` on line `line`, of one kind."""

    line: int
    start: int
    length: int
    kind: Kind


@lru_cache(maxsize=64)
def code_spans(source: str, language: str) -> tuple[Span, ...]:
    """The spans of `source` by line; none for an unknown language, a long text or a long line."""
    if not language or len(source) > MAX_HIGHLIGHTED:
        return ()
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return ()
    is_short = [len(line) <= MAX_LINE for line in source.split("\n")]
    spans: list[Span] = []
    line = column = 0
    for token, text in lexer.get_tokens(source):
        kind = next((kind for family, kind in _KINDS if token in family), None)
        for number, part in enumerate(text.split("\n")):
            if number:
                line, column = line + 1, 0
            units = len(part.encode("utf-16-le")) // 2  # Qt counts UTF-16 units
            if kind is not None and units and line < len(is_short) and is_short[line]:
                spans.append(Span(line, column, units, kind))
            column += units
    return tuple(spans)
