"""The banner above the composer."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from app.domain import NoticeLevel
from app.viewmodels.banner import Banner
from app.widgets.icons import IconButton, icon_pixmap
from app.widgets.plain_widgets import create_selectable_label, restyle
from app.widgets.theme import em

_PASSING_MS = 15_000
_ICONS = {NoticeLevel.INFO: "info", NoticeLevel.WARNING: "warning", NoticeLevel.ERROR: "warning"}


class BannerBar(QFrame):
    """Shows a notice with its action until it is dismissed.

    One that passes goes by itself, but not while nobody is there or the pointer is on it.
    """

    def __init__(self, banner: Banner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._banner = banner
        self._icon = QLabel(self)
        self._text = create_selectable_label(self)
        self._action = QPushButton(self)
        self._action.setProperty("look", "link")
        self._action.setAccessibleName(self.tr("Nothing to do"))
        self._timer = QTimer(self, interval=_PASSING_MS)
        close = IconButton("close", self.tr("Dismiss"), self, size=1.0)
        row = QHBoxLayout(self)
        row.setContentsMargins(em(self, 0.8), em(self, 0.4), em(self, 0.4), em(self, 0.4))
        row.setSpacing(em(self, 0.6))
        row.addWidget(self._icon)
        row.addWidget(self._text, 1)
        row.addWidget(self._action)
        row.addWidget(close)
        self._action.clicked.connect(banner.perform_action)
        close.clicked.connect(banner.dismiss)
        banner.changed.connect(self._on_changed)
        self._timer.timeout.connect(self._on_time)
        self._on_changed()

    def _on_time(self) -> None:
        if self.isActiveWindow() and not self.underMouse():
            self._banner.dismiss()

    def _on_changed(self) -> None:
        banner = self._banner
        self.setVisible(bool(banner.text))
        self._timer.stop()
        if banner.is_passing:
            self._timer.start()
        if not banner.text:
            return
        restyle(self, "level", banner.level.value)
        color = self.palette().placeholderText().color().name()
        self._icon.setPixmap(
            icon_pixmap(_ICONS[banner.level], color, em(self, 1.3), self.devicePixelRatioF())
        )
        self._text.setText(banner.text)
        self._action.setText(banner.action_label)
        self._action.setAccessibleName(banner.action_label or self.tr("Nothing to do"))
        self._action.setVisible(bool(banner.action_label))
