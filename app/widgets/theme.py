"""The theme: palette, font size and style sheet of the application."""

import logging
from dataclasses import dataclass
from string import Template

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication, QStyleFactory, QWidget

from app.paths import assets_dir
from app.widgets.colors import ACCENTS, DARK, LIGHT, Colors, create_palette, with_accent

logger = logging.getLogger(__name__)

MIN_FONT_SCALE, MAX_FONT_SCALE, FONT_STEP = 80, 200, 10

_EM_LENGTHS = {
    "tiny": 0.15, "small": 0.3, "half": 0.5, "medium": 0.7, "one": 1.0, "wide": 1.4,
    "radius": 0.55, "pill": 1.1, "scrollbar": 0.65, "handle": 2.0, "indicator": 1.1,
    "arrow": 0.75, "font_small": 0.88, "font_large": 1.18, "font_title": 1.75, "font_meter": 1.45,
}  # fmt: skip
_SPACES = ("small", "half", "medium", "one", "wide")
_COMPACT = 0.7
_SHARE_OF_SCREEN = 0.9  # of its height, with a frame around the dialog
_COMPACT_PROPERTY = "isCompact"
# A theme made after another one must not take its scaled font for the system's.
_BASE_PROPERTY = "systemFontSize"


@dataclass(frozen=True, slots=True)
class Appearance:
    """What a person chose. `scheme` is "system", "light" or "dark", `font_scale` in percent."""

    scheme: str = "system"
    font_scale: int = 100
    accent: str = "violet"
    is_compact: bool = False


def em(widget: QWidget, count: float = 1.0) -> int:
    """`count` times the widget's font size, in pixels."""
    return max(1, round(QFontInfo(widget.font()).pixelSize() * count))


def gap(widget: QWidget, count: float) -> int:
    """`em` for the space between things, which is smaller where much shall fit the window."""
    return em(widget, count * (_COMPACT if is_compact() else 1.0))


def is_compact() -> bool:
    """Whether the person chose to have more on the screen."""
    app = QApplication.instance()
    return app is not None and bool(app.property(_COMPACT_PROPERTY))


def mono_font(like: QFont) -> QFont:
    """The system's fixed-width font, matched to the size of `like`."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPixelSize(max(6, round(QFontInfo(like).pixelSize() * 0.94)))
    return font


def resize_ems(dialog: QWidget, width: float, height: float) -> None:
    """Give `dialog` a size in ems, within the screen: its last buttons have to be seen."""
    room = dialog.screen().availableSize() * _SHARE_OF_SCREEN
    dialog.resize(QSize(em(dialog, width), em(dialog, height)).boundedTo(room))


def widen(dialog: QWidget, ems: float) -> None:
    """Have `dialog` at least so wide, within the screen."""
    room = dialog.screen().availableSize() * _SHARE_OF_SCREEN
    dialog.setMinimumWidth(min(em(dialog, ems), room.width()))


class Theme(QObject):
    """Applies palette, font size and style sheet to the application.

    Signals:
        changed(): colors or sizes changed.
    """

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__()
        self._app = app
        self._chosen = Appearance()
        if app.property(_BASE_PROPERTY) is None:
            app.setProperty(_BASE_PROPERTY, QFontInfo(app.font()).pointSizeF())
        self._base_size = float(app.property(_BASE_PROPERTY))
        self._template = Template(
            (assets_dir() / "themes" / "encore.qss").read_text(encoding="utf-8")
        )
        style = QStyleFactory.create("Fusion")
        if style is not None:
            app.setStyle(style)
        app.styleHints().colorSchemeChanged.connect(self._on_color_scheme_changed)

    @property
    def colors(self) -> Colors:
        """The current colors."""
        base, shade = (DARK, 1) if self.is_dark else (LIGHT, 0)
        return with_accent(base, ACCENTS[self._chosen.accent][shade])

    @property
    def is_dark(self) -> bool:
        """Whether the dark theme is chosen, or the system's."""
        if self._chosen.scheme == "system":
            return self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._chosen.scheme == "dark"

    def apply(self, chosen: Appearance) -> None:
        """Draw everything as `chosen` says."""
        self._chosen = chosen
        wanted = {"dark": Qt.ColorScheme.Dark, "light": Qt.ColorScheme.Light}
        self._app.styleHints().setColorScheme(wanted.get(chosen.scheme, Qt.ColorScheme.Unknown))
        self._app.setProperty(_COMPACT_PROPERTY, chosen.is_compact)
        self._refresh()

    def _refresh(self) -> None:
        # Without it first: to change one sheet for another takes Qt six times as long.
        self._app.setStyleSheet("")
        font = QFont(self._app.font())
        scale = min(MAX_FONT_SCALE, max(MIN_FONT_SCALE, self._chosen.font_scale))
        font.setPointSizeF(self._base_size * scale / 100)
        self._app.setFont(font)
        self._app.setPalette(create_palette(self.colors))
        self._app.setStyleSheet(self._create_style_sheet(font))
        self.changed.emit()

    def _create_style_sheet(self, font: QFont) -> str:
        size = QFontInfo(font).pixelSize()
        spaces = _COMPACT if self._chosen.is_compact else 1.0
        lengths = {
            name: f"{max(1, round(size * ems * (spaces if name in _SPACES else 1.0)))}px"
            for name, ems in _EM_LENGTHS.items()
        }
        colors = {name: getattr(self.colors, name) for name in Colors.__slots__}
        shade = "dark" if self.is_dark else "light"
        arrows = {
            name: (assets_dir() / "themes" / f"{name}-{shade}.svg").as_posix()
            for name in ("up", "down", "check", "tick", "info", "warning", "question")
        }
        # Style sheets draw the part at the left as the one before the handle, whatever it is.
        is_mirrored = self._app.layoutDirection() == Qt.LayoutDirection.RightToLeft
        filled = "add-page" if is_mirrored else "sub-page"
        return self._template.substitute(lengths | colors | arrows, filled=filled)

    def _on_color_scheme_changed(self) -> None:
        if self._chosen.scheme == "system":
            self._refresh()
