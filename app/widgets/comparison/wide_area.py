"""An area for what may be wider than the page."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


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
        self.setWidget(body)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._body and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        body, least = self._body, self._body.minimumSizeHint().width()
        lines = body.heightForWidth(max(self.width(), least))  # -1 where nothing wraps
        height = lines if lines >= 0 else body.sizeHint().height()
        bar = self.horizontalScrollBar().sizeHint().height() if least > self.width() else 0
        self.setFixedHeight(max(0, height + bar))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page, unless it turns sideways."""
        if event.angleDelta().x():
            super().wheelEvent(event)
        else:
            event.ignore()
