"""An area for what may be wider than the page."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget


class WideArea(QScrollArea):
    """Scrolls its widget sideways alone: it is as high as the widget."""

    def __init__(self, body: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._body = body
        self.setObjectName("libraryArea")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setWidget(body)

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        body, least = self._body, self._body.minimumSizeHint().width()
        lines = body.heightForWidth(max(width, least))  # -1 where nothing wraps
        height = lines if lines >= 0 else body.sizeHint().height()
        bar = self.horizontalScrollBar().sizeHint().height() if least > width else 0
        return max(0, height + bar)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.heightForWidth(self.width()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._body and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page, unless it turns sideways."""
        if event.angleDelta().x():
            super().wheelEvent(event)
        else:
            event.ignore()
