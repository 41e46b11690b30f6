"""Parses markdown to tokens, finds block boundaries, and closes unfinished markup.

CommonMark with tables, strikethrough, footnotes, formulas and bare addresses; HTML is text.
"""

import re
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from app.markdown_rules import (
    footnote_mark_rule,
    footnote_rule,
    link_addresses,
    math_block_rule,
    math_rule,
)
from app.widgets.markdown.cost import MAX_INLINE_MARKS, MAX_TABLE_CELLS, count_marks

_INCOMPLETE_MARKER = re.compile(r"[ \t>]*(?:-+|=+|\*+|_+|#+|`{1,2}|~{1,2}|[-*+])[ \t]*")
_FENCE = re.compile(r"^[ \t>]*(?:[-*+] +)?(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)
_FENCE_END = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_MAY_NEST = re.compile(r"^[ \t>*+\-\d.)]{10}", re.MULTILINE)
_INLINE_MARK = re.compile(r"\\.|`+|\*\*|__|~~|\*|_|!?\[|\](?:\([^()\s]*\)?)?", re.DOTALL)


def create_parser() -> MarkdownIt:
    """The parser of all messages.

    Text that is too costly to format stays plain; `env["is_plain"]` reports it.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.block.ruler.at("table", _table_rule, {"alt": ["paragraph", "reference"]})
    parser.block.ruler.before(
        "fence", "math_block", math_block_rule, {"alt": ["paragraph", "reference", "blockquote"]}
    )
    parser.block.ruler.before("reference", "footnote", footnote_rule, {"alt": ["paragraph"]})
    parser.inline.ruler.before("escape", "math", math_rule)
    parser.inline.ruler.before("link", "footnote_mark", footnote_mark_rule)
    parser.core.ruler.at("inline", _inline_rule)
    return parser


def _table_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """The table rule, limited in cells: each row has as many as the delimiter row."""
    if start + 2 > end or not table(state, start, start + 2, True):
        return False
    delimiters = state.src[state.bMarks[start + 1] : state.eMarks[start + 1]]
    max_rows = MAX_TABLE_CELLS // len(delimiters.strip().strip("|").split("|"))
    last = min(end, start + 2 + max_rows)
    num_rows = next((row for row in range(start + 2, last) if state.isEmpty(row)), last) - start - 1
    if num_rows <= max_rows:
        return table(state, start, end, silent)
    state.env["is_plain"] = True
    return False


def _inline_rule(state: StateCore) -> None:
    num_left = MAX_INLINE_MARKS
    for token in state.tokens:
        if token.type != "inline":
            continue
        num_left -= count_marks(token.content)
        token.children = []
        if num_left >= 0:
            state.md.inline.parse(token.content, state.md, state.env, token.children)
            token.children = link_addresses(token.children)
        else:
            state.env["is_plain"] = True
            token.children = _plain_children(token.content)


def _plain_children(text: str) -> list[Token]:
    children: list[Token] = []
    for line in text.split("\n"):
        children += (Token("softbreak", "br", 0), Token("text", "", 0, content=line))
    return children[1:]


def final_len(parser: MarkdownIt, source: str) -> int:
    """The number of characters of `source` in blocks that further text cannot change.

    A top-level block, or item of a top-level list, is final once another one follows on complete
    lines: a growing line may still become something else (`# ` a heading, `#x` not). Link
    definitions are the exception: they act backwards, so texts with any are rendered again at the
    end.
    """
    tokens: list[Token] = []
    parser.block.parse(source, parser, {}, tokens)
    num_complete = source.count("\n")
    starts = {
        token.map[0]
        for token in tokens
        if token.map
        and (token.level == 0 or (token.level == 1 and token.type == "list_item_open"))
        and token.map[0] + _LINES_TO_BEGIN.get(token.type, 1) <= num_complete
    }
    if len(starts) < 2:
        return 0
    return sum(len(line) + 1 for line in source.split("\n")[: max(starts)])


# A table is recognized by its second line.
_LINES_TO_BEGIN = {"table_open": 2}


def find_references(parser: MarkdownIt, source: str) -> dict[str, Any]:
    """Link definitions of `source` by label."""
    if "]:" not in source:
        return {}
    env: dict[str, Any] = {}
    parser.block.parse(source, parser, env, [])
    return dict(env.get("references", {}))


def is_too_deep(parser: MarkdownIt, source: str) -> bool:
    """Whether quotes and lists are nested too deep for the parser."""
    if not _MAY_NEST.search(source):
        return False
    tokens: list[Token] = []
    parser.block.parse(source, parser, {}, tokens)
    deepest = parser.options["maxNesting"] - 1
    return any(token.level >= deepest and token.type in _CONTAINERS for token in tokens)


_CONTAINERS = ("blockquote_open", "list_item_open")


def close_dangling(tail: str) -> str:
    """`tail` with open emphasis, code and links closed, to avoid flicker.

    Only for display during streaming; a wrong guess lasts until the next characters.
    """
    if _has_open_fence(tail):
        return tail
    start = tail.rfind("\n\n") + 1
    head, paragraph = tail[:start], tail[start:]
    last_line = paragraph[paragraph.rfind("\n") + 1 :]
    if _INCOMPLETE_MARKER.fullmatch(last_line):
        paragraph = paragraph[: len(paragraph) - len(last_line)]
    open_marks = _open_marks(paragraph)
    while open_marks and paragraph.endswith(open_marks[-1]):
        paragraph = paragraph[: -len(open_marks.pop())]
    return head + paragraph.rstrip(" ") + "".join(_CLOSERS.get(m, m) for m in reversed(open_marks))


_CLOSERS = {"[": "]", "![": "]", "](": ")"}


def is_open_fence(text: str) -> bool:
    """Whether `text` is a fenced code block from its start on that is not closed."""
    match = _FENCE.match(text)
    if match is None or not text.startswith(("```", "~~~")) or "\n" not in text:
        return False
    is_fence = match.group(1)[0] == "~" or "`" not in match.group(2)
    return is_fence and not may_close_fence(text, match.end())


def may_close_fence(text: str, position: int) -> bool:
    """Whether a line of `text` from `position` on looks like a closing fence."""
    return _FENCE_END.search(text, position) is not None


def _has_open_fence(text: str) -> bool:
    fence = ""
    for match in _FENCE.finditer(text):
        marks = match.group(1)
        if not fence:
            fence = marks
        elif marks.startswith(fence) and not match.group(2).strip():
            fence = ""
    return bool(fence)


def _open_marks(text: str) -> list[str]:
    """Unclosed inline markup of `text`, outermost first."""
    stack: list[str] = []
    for match in _INLINE_MARK.finditer(text):
        mark = match.group()
        in_code = bool(stack) and stack[-1].startswith("`")
        if mark.startswith("\\") or (in_code and mark != stack[-1]):
            continue
        if stack and mark == stack[-1]:
            stack.pop()
        elif mark.startswith("]"):
            if stack and stack[-1] in ("[", "!["):
                stack.pop()
                if mark.startswith("](") and not mark.endswith(")"):
                    stack.append("](")
        elif _can_open(text, match.start(), match.end(), mark):
            stack.append(mark)
    return stack


def _can_open(text: str, start: int, end: int, mark: str) -> bool:
    follows_word = start > 0 and text[start - 1].isalnum()
    if end < len(text) and text[end].isspace() and not mark.startswith("`"):
        return False
    return not (mark.startswith("_") and follows_word)
