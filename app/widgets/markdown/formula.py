"""Renders TeX formulas to pictures, in the child process. Nothing heavy is imported before one is.

A formula that is too long, too deep or has commands unknown to the renderer has no picture.
"""

import re
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

CHILD_MODULES = (__name__, "PySide6.QtSvg", "ziamath.tex", "ziamath.zmath")
MAX_TEX = 1200  # characters; rendering takes 1 ms each and more
_MAX_DEPTH = 7  # the renderer takes twice as long for each level
_MAX_SIDE = 4000.0  # pixels
_SIZE = 1.12  # of the font of formulas, relative to the text around
_NESTING = re.compile(
    r"(?P<open>\{|\\(?:left|begin)(?![A-Za-z]))|(?P<close>\}|\\(?:right|end)(?![A-Za-z]))|\\.",
    re.DOTALL,
)
_INVISIBLE = re.compile(r"\\label\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![A-Za-z])")
_TAG = re.compile(r"\\tag\*?\s*\{([^{}]*)\}")
_UNKNOWN = re.compile(r"\\[A-Za-z]|<merror")


@dataclass(frozen=True, slots=True)
class Formula:
    """What a picture is made of; lengths in pixels, `scale` device pixels each."""

    tex: str
    is_display: bool
    text_size: int
    color: str
    scale: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A rendered formula; `ascent` of its `height` pixels stand above the baseline."""

    png: bytes
    width: float
    height: float
    ascent: float
    scale: float


def tex_of(source: str) -> str:
    """The TeX within the delimiters `$`, `$$`, `\\(` or `\\[` of `source`."""
    width = 2 if source.startswith(("$$", "\\")) else 1
    return source[width:-width].strip()


def can_render(tex: str) -> bool:
    """Whether rendering `tex` is worth a try."""
    return 0 < len(tex) <= MAX_TEX and _depth(tex) <= _MAX_DEPTH


def render_formula(formula: Formula) -> Picture | None:
    """The picture of `formula`; None if it cannot be rendered."""
    from PySide6.QtCore import QByteArray
    from PySide6.QtSvg import QSvgRenderer

    if not can_render(formula.tex):
        return None
    try:
        svg = _svg(formula)
    except Exception:  # noqa: BLE001 - whatever the renderer raises, the source is shown
        return None
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    box = renderer.viewBoxF()
    if not (0 < box.width() <= _MAX_SIDE and 0 < box.height() <= _MAX_SIDE):
        return None
    scale = formula.scale
    return Picture(_png(renderer, scale), box.width(), box.height(), -box.top(), scale)


def _svg(formula: Formula) -> str:
    """SVG with the baseline at 0. Raises whatever the renderer does on bad TeX."""
    from ziamath.config import config
    from ziamath.tex import tex2mml
    from ziamath.zmath import Latex

    config.svg2 = False  # Qt reads SVG 1.2
    tex = _TAG.sub(r"\\qquad\\text{(\1)}", _INVISIBLE.sub("", formula.tex))
    if _UNKNOWN.search(tex2mml(tex, inline=not formula.is_display)):
        raise ValueError("a command is unknown")
    size = formula.text_size * _SIZE
    rendered = Latex(tex, size=size, color=formula.color, inline=not formula.is_display)
    return str(rendered.svg())


def _png(renderer: "QSvgRenderer", scale: float) -> bytes:
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, Qt
    from PySide6.QtGui import QImage, QImageWriter, QPainter

    size = renderer.viewBoxF().size() * scale
    image = QImage(
        ceil(size.width()), ceil(size.height()), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(QPointF(0, 0), size))
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())


def _depth(tex: str) -> int:
    """How deep braces, environments and stretched brackets nest, all together."""
    depth = deepest = 0
    for match in _NESTING.finditer(tex):
        depth += bool(match["open"]) - bool(match["close"])
        deepest = max(deepest, depth)
    return deepest
