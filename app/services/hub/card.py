"""The first sentences of a model card as plain text: no markup, badges, tables or front matter."""

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.safe_text import clean_line

if TYPE_CHECKING:
    from markdown_it.token import Token

MAX_SUMMARY_LEN = 420
# All patterns run in linear time: no two parts of one can match the same characters.
_FRONT_MATTER_START = re.compile(r"\s*^---[ \t]*$", re.MULTILINE)
_FRONT_MATTER_END = re.compile(r"^---[ \t]*$", re.MULTILINE)
_COMMENT_START, _COMMENT_END = "<!--", "-->"
_TAG = re.compile(r"<[^<>]+>")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[\"'(]?[A-Z0-9])")
_MAX_CARD_LEN = 16 << 10
# Shorter paragraphs are captions and links.
_MIN_PARAGRAPH_LEN = 40


def summarize_card(markdown: str) -> str:
    """The first sentences of the card's paragraphs; "" when it has none.

    At most `MAX_SUMMARY_LEN` characters; whole sentences if one fits.
    """
    from markdown_it import MarkdownIt

    text = _without_comments(_without_front_matter(markdown))[:_MAX_CARD_LEN]
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)
    prose: list[str] = []
    for before, token in pairwise(tokens):
        # Paragraphs of lists and quotations are nested deeper.
        if token.type == "inline" and before.type == "paragraph_open" and before.level == 0:
            paragraph = _plain(token)
            if len(paragraph) >= _MIN_PARAGRAPH_LEN:
                prose.append(paragraph)
        if sum(map(len, prose)) >= MAX_SUMMARY_LEN:
            break
    return _cut(clean_line(" ".join(prose)))


def _without_front_matter(markdown: str) -> str:
    start = _FRONT_MATTER_START.match(markdown)
    end = _FRONT_MATTER_END.search(markdown, start.end()) if start else None
    return markdown[end.end() :] if end else markdown


def _without_comments(text: str) -> str:
    """Remove closed comments; HTML does not treat unclosed ones as comments."""
    parts, position = [], 0
    while (start := text.find(_COMMENT_START, position)) >= 0:
        end = text.find(_COMMENT_END, start)
        if end < 0:
            break
        parts.append(text[position:start])
        position = end + len(_COMMENT_END)
    return "".join([*parts, text[position:]])


def _plain(token: "Token") -> str:
    """The text of an inline token: of links their text, no images, no HTML."""
    parts: list[str] = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
    return " ".join(_TAG.sub("", "".join(parts)).split())


def _cut(text: str) -> str:
    """As many whole sentences as fit, else as many words."""
    if len(text) <= MAX_SUMMARY_LEN:
        return text
    kept = ""
    for sentence in _SENTENCE_END.split(text):
        longer = f"{kept} {sentence}".strip()
        if len(longer) > MAX_SUMMARY_LEN:
            break
        kept = longer
    return kept or text[: MAX_SUMMARY_LEN - 1].rsplit(" ", 1)[0] + "…"
