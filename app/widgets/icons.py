"""Icons from assets/icons in the palette's colors, and icon buttons."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QEvent, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QIcon, QPainter, QPalette, QPixmap, QShowEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QToolButton, QWidget

from app.paths import assets_dir
from app.widgets.theme import em

_COPIED_MS = 1500


@lru_cache(maxsize=256)
def icon_pixmap(name: str, color: str, size: int, ratio: float) -> QPixmap:
    """The icon `name` in `color`, `size` logical pixels square, at pixel ratio `ratio`."""
    source = (assets_dir() / "icons" / f"{name}.svg").read_bytes()
    renderer = QSvgRenderer(QByteArray(source.replace(b"currentColor", color.encode())))
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(pixmap.rect()))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def create_icon(name: str, palette: QPalette, size: int, ratio: float) -> QIcon:
    """An icon that is muted at rest, clear under the pointer and faint when disabled."""
    role = QPalette.ColorRole
    icon = QIcon()
    for mode, color in (
        (QIcon.Mode.Normal, palette.color(role.PlaceholderText)),
        (QIcon.Mode.Active, palette.color(role.Text)),
        (QIcon.Mode.Disabled, palette.color(role.Mid)),
    ):
        for state in (QIcon.State.Off, QIcon.State.On):
            shown = palette.color(role.Accent) if state == QIcon.State.On else color
            icon.addPixmap(icon_pixmap(name, shown.name(), size, ratio), mode, state)
    return icon


class IconButton(QToolButton):
    """A flat button with an icon; `text` is its accessible name and tool tip."""

    def __init__(
        self, icon: str, text: str, parent: QWidget | None = None, *, size: float = 1.25
    ) -> None:
        super().__init__(parent)
        self._icon_name = icon
        self._ems = size
        self._is_quiet = False
        self._is_drawn = False
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_description(text)
        self._refresh()

    def set_description(self, text: str) -> None:
        """Set what the button does now."""
        self.setAccessibleName(text)
        self.setToolTip(text)

    def set_icon_name(self, name: str) -> None:
        """Set another icon."""
        if name != self._icon_name:
            self._icon_name = name
            self._refresh()

    def set_quiet(self, *, is_quiet: bool) -> None:
        """Draw no icon until the button has the focus; it keeps its place and works."""
        if is_quiet != self._is_quiet:
            self._is_quiet = is_quiet
            self._refresh()

    def _refresh(self) -> None:
        side = em(self, self._ems)
        self.setIconSize(QSize(side, side))
        self._is_drawn = self.isVisible()
        if not self._is_drawn:  # colors and sizes change several times before it is shown
            return
        hidden = self._is_quiet and not self.hasFocus()
        self.setIcon(QIcon() if hidden else self._create_icon(side))

    def _create_icon(self, side: int) -> QIcon:
        return create_icon(self._icon_name, self.palette(), side, self.devicePixelRatioF())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._is_drawn:
            self._refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._refresh()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._refresh()


class CopyButton(IconButton):
    """A button that says for a moment that it has copied; `text` is what it does otherwise."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__("copy", text, parent, size=1.05)
        self._text = text
        self._timer = QTimer(self, singleShot=True, interval=_COPIED_MS)
        self._timer.timeout.connect(self.show_ready)

    def show_copied(self) -> None:
        """Say that it has copied."""
        self.set_icon_name("check")
        self.set_description(self.tr("Copied"))
        self._timer.start()

    def show_ready(self) -> None:
        """Say what it does."""
        self._timer.stop()
        self.set_icon_name("copy")
        self.set_description(self._text)


class AccentButton(IconButton):
    """A round button in the accent color, for the main action."""

    def __init__(self, icon: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(icon, text, parent, size=1.3)
        self.setProperty("look", "accent")

    def _create_icon(self, side: int) -> QIcon:
        role = QPalette.ColorRole
        icon = QIcon()
        for mode, color in (
            (QIcon.Mode.Normal, role.HighlightedText),
            (QIcon.Mode.Disabled, role.PlaceholderText),
        ):
            name = self.palette().color(color).name()
            icon.addPixmap(icon_pixmap(self._icon_name, name, side, self.devicePixelRatioF()), mode)
        return icon
