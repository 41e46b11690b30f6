"""Markdown to tokens: one parser, where its blocks begin, and how an unfinished tail is closed.

CommonMark with tables and strikethrough; HTML is text; `$…$`, `\\(…\\)` and `\\[…\\]` stay source.
"""

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

if TYPE_CHECKING:
    from markdown_it.token import Token

_MATH = re.compile(
    r"\$\$.+?\$\$|\\\[.+?\\\]|\\\(.+?\\\)|\$(?![\s$])(?:[^$\\\n]|\\.)*?(?<!\s)\$(?!\d)", re.DOTALL
)
_INCOMPLETE_MARKER = re.compile(r"[ \t>]*(?:-+|=+|\*+|_+|#+|`{1,2}|~{1,2}|[-*+])[ \t]*")
_FENCE = re.compile(r"^[ \t>]*(?:[-*+] +)?(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)
_FENCE_END = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_INLINE_MARK = re.compile(r"\\.|`+|\*\*|__|~~|\*|_|!?\[|\](?:\([^()\s]*\)?)?", re.DOTALL)


def create_parser() -> MarkdownIt:
    """The parser every message goes through."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.inline.ruler.before("escape", "math", _math_rule)
    return parser


def _math_rule(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's signature
    if state.src[state.pos] not in "$\\":
        return False
    match = _MATH.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        state.push("math", "", 0).content = match.group()
    state.pos = match.end()
    return True


def final_len(parser: MarkdownIt, source: str) -> int:
    """How many characters of `source` belong to blocks that no further text can change.

    A top-level block, or an item of a top-level list, is final once another one begins after it on
    complete lines: a line still growing may
    turn out to be something else (`# ` a heading, `#x` not). Link definitions are the exception;
    they act backwards, so a text that has any is rendered anew at its end.
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


# A table is one only from its second line on.
_LINES_TO_BEGIN = {"table_open": 2}


def close_dangling(tail: str) -> str:
    """`tail` with open emphasis, code and links closed, so that styling does not flicker.

    Only for display while text streams in; a guess that is wrong lasts until the next characters.
    """
    if _has_open_fence(tail):
        return tail
    start = tail.rfind("\n\n") + 1
    head, paragraph = tail[:start], tail[start:]
    last_line = paragraph[paragraph.rfind("\n") + 1 :]
    if _INCOMPLETE_MARKER.fullmatch(last_line):
        paragraph = paragraph[: len(paragraph) - len(last_line)]
    open_marks = _open_marks(paragraph)
    if open_marks and paragraph.endswith(open_marks[-1]):
        paragraph = paragraph[: -len(open_marks.pop())]
    return head + paragraph.rstrip(" ") + "".join(_CLOSERS.get(m, m) for m in reversed(open_marks))


_CLOSERS = {"[": "]", "![": "]", "](": ")"}


def is_open_fence(text: str) -> bool:
    """`text` is a fenced code block from its first character on, and its end is not in sight."""
    match = _FENCE.match(text)
    if match is None or not text.startswith(("```", "~~~")) or "\n" not in text:
        return False
    is_fence = match.group(1)[0] == "~" or "`" not in match.group(2)
    return is_fence and not may_close_fence(text, match.end())


def may_close_fence(text: str, position: int) -> bool:
    """A line of `text` from `position` on, a line's start or end, looks like the end of a fence."""
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
    """Inline marks of `text` that nothing closes yet, outermost first."""
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
