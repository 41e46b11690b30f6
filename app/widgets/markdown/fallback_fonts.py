"""Loads fallback fonts of other scripts before the text is laid out."""

import re
import time

from PySide6.QtGui import QFont, QTextLayout
from PySide6.QtWidgets import QWidget

from app.widgets.markdown.cost import UNIT_SECONDS, Budget
from app.widgets.markdown.style import MarkdownStyle

_CHARACTER_COST = 2.0  # units of a character whose fonts are loaded
_KNOWN = re.compile(r"[\u0000-\u024f]+")
_EMPHASIS = re.compile(r"[*_]")
_STRONG = re.compile(r"\*\*|__")
_HEADING = re.compile(r"^[ >]*(#{1,6})\s|^[ >]*(?:==|--)", re.MULTILINE)
_FIRST_IDEOGRAPH = 0x2E80  # from here on scripts have thousands of characters


class FallbackFonts:
    """The fallback fonts of a text.

    Qt searches a font when it first lays out a script in a style, which takes about 10 ms, and
    forgets unused ones. So each character range is laid out separately, within a budget, and kept.
    """

    def __init__(self) -> None:
        self._loaded: dict[tuple[str, int], QTextLayout] = {}

    def load(self, text: str, widget: QWidget, budget: Budget) -> bool:
        """Load the fonts of the markdown `text` in `widget`; False if the budget ran out."""
        others = {_range_of(character): character for character in set(_KNOWN.sub("", text))}
        if not others:
            return True
        for font in _fonts(text, MarkdownStyle.create(widget.palette(), widget.font())):
            key = font.key()
            for block, character in others.items():
                if (key, block) in self._loaded:
                    continue
                if not budget.take(_CHARACTER_COST):
                    return False
                begin = time.thread_time()
                self._loaded[key, block] = _laid_out(character, font)
                budget.charge((time.thread_time() - begin) / UNIT_SECONDS)
        return True


def _range_of(character: str) -> int:
    """The range of characters that likely share a font."""
    number = ord(character)
    return (number >> 12) + (1 << 12) if number >= _FIRST_IDEOGRAPH else number >> 6


def _fonts(text: str, style: MarkdownStyle) -> list[QFont]:
    """The fonts that markdown may use for `text`."""
    plain = style.text()
    formats = [plain]
    if _EMPHASIS.search(text):
        formats.append(style.emphasis(plain))
    if _STRONG.search(text):
        formats.append(style.strong(plain))
    if "|" in text:
        formats.append(style.table_heading(plain))
    if "`" in text:
        formats.append(style.inline_code(plain))
    if "```" in text or "~~~" in text or "    " in text:
        formats.append(style.code())
    marks = {match[1] for match in _HEADING.finditer(text)}
    formats += (style.heading(len(each) if each else 1) for each in sorted(marks, key=str))
    return [each.font() for each in formats]


def _laid_out(character: str, font: QFont) -> QTextLayout:
    layout = QTextLayout(character, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return layout
