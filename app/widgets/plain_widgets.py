"""Labels, bars, areas, lists and search fields as all pages have them."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QMimeData,
    QObject,
    QSize,
    Qt,
)
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QComboBox,
    QFrame,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QProgressBar,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QToolButton,
    QToolTip,
    QWidget,
)

from app.viewmodels.formatting import tool_tip
from app.widgets.announcement import announce
from app.widgets.icons import create_icon, icon_pixmap
from app.widgets.theme import em


class ElidedLabel(QLabel):
    """One line, elided with … if too long; the tool tip has the whole text.

    It stands at the `side` of a window from left to right, at the other one if that is mirrored;
    a plain label of Latin words would stay at the left.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        super().__init__(parent)
        self._full = ""
        self._side = side
        self.setProperty("look", "small")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        _align(self, side)

    def set_text(self, text: str) -> None:
        """Show `text`, elided to the width."""
        if text != self._full:
            self._full = text
            self.setToolTip(tool_tip(text))
            self.setAccessibleName(text)
            self.updateGeometry()
            self._elide()

    def _elide(self) -> None:
        self.setText(
            self.fontMetrics().elidedText(self._full, Qt.TextElideMode.ElideRight, self.width())
        )

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self._full) + 2
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            _align(self, self._side)


def _align(label: QLabel, side: Qt.AlignmentFlag) -> None:
    """Put the words at the `side` of a window from left to right, whatever script they are in."""
    absolute = QStyle.visualAlignment(label.layoutDirection(), side)
    label.setAlignment(absolute | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)


class Column(QWidget):
    """At most `ems` wide, in the size that the text has by now."""

    def __init__(self, ems: float, parent: QWidget) -> None:
        super().__init__(parent)
        self._ems = ems
        self._fit()

    def _fit(self) -> None:
        self.setMaximumWidth(em(self, self._ems))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()


def create_label(parent: QWidget, look: str = "", text: str = "") -> QLabel:
    """A label of plain text, over several lines if need be, where one begins to read."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setProperty("look", look)
    _align(label, Qt.AlignmentFlag.AlignLeft)
    if label.layoutDirection() == Qt.LayoutDirection.RightToLeft:
        # Qt moves a line to the left by the space at which it was broken.
        label.setContentsMargins(em(label, 0.5), 0, 0, 0)
    return label


def create_selectable_label(parent: QWidget, look: str = "") -> QLabel:
    """The same, whose text the user can copy."""
    label = create_label(parent, look)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def create_logo(parent: QWidget) -> QLabel:
    """The program's icon, centered."""
    logo = QLabel(parent)
    logo.setPixmap(icon_pixmap("encore", "", em(parent, 3.6), parent.devicePixelRatioF()))
    logo.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    logo.setAccessibleName("Encore")
    return logo


def create_bar(parent: QWidget) -> QProgressBar:
    """A progress bar without a number; its value is in thousandths."""
    bar = QProgressBar(parent)
    bar.setRange(0, 1000)
    bar.setTextVisible(False)
    return bar


def create_area(body: QWidget, parent: QWidget) -> QScrollArea:
    """An area that scrolls `body` vertically."""
    area = QScrollArea(parent)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(body)
    return area


def create_combo(parent: QWidget, name: str) -> QComboBox:
    """A list to choose one from, called `name`, whose popup is drawn in the theme."""
    combo = QComboBox(parent)
    call_combo(combo, name)
    # Qt's own delegate for it knows no style sheet.
    combo.setItemDelegate(QStyledItemDelegate(combo))
    keep_from_wheel(combo)
    return combo


def call_combo(combo: QComboBox, name: str) -> None:
    """Name `combo` for screen readers. On Linux Qt tells them its value and whose label it has."""
    for called in (combo, combo.view()):
        called.setAccessibleName(name)
    label = combo.findChild(QLabel) or QLabel(combo)
    label.hide()
    label.setText(name)
    label.setBuddy(combo)


def keep_from_wheel(control: QWidget) -> None:
    """Leave the wheel to what `control` is in: it never changes a value that it passes over."""
    control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    control.installEventFilter(_WheelGuard(control))


class _WheelGuard(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel:
            event.ignore()
            return True
        return super().eventFilter(watched, event)


def fill_list(
    view: QListView, model: QAbstractItemModel, delegate: QAbstractItemDelegate, name: str
) -> None:
    """Have `view`, called `name`, show the rows of `model`."""
    view.setModel(model)
    view.setItemDelegate(delegate)
    view.setAccessibleName(name)
    view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    view.setMouseTracking(True)


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet depends on."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class TextField(QPlainTextEdit):
    """A text over several lines, called `name`. Tab leaves it; files are refused in a sentence."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setProperty("look", "field")

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt's name
        if not any(url.isLocalFile() for url in source.urls()):
            super().insertFromMimeData(source)
            return
        words = self.tr("Only text can be put here. Open the file and copy what it says.")
        QToolTip.showText(self.mapToGlobal(self.rect().center()), words, self)
        announce(self, words, is_urgent=True)


def theme_clear_button(field: QLineEdit) -> None:
    """Give the button that clears `field` an icon of ours and a name."""
    clear = field.findChild(QAction, "_q_qlineeditclearaction")
    if clear is not None:
        size, ratio = em(field, 1.0), field.devicePixelRatioF()
        clear.setIcon(create_icon("close", field.palette(), size, ratio))
        for button in field.findChildren(QToolButton):
            if not button.text():
                button.setAccessibleName(QCoreApplication.translate("SearchField", "Clear"))


class SearchField(QLineEdit):
    """A field to search in, with an icon and a button that clears it."""

    def __init__(self, placeholder: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        self._action = QAction(self.tr("Search"), self)
        self.addAction(self._action, QLineEdit.ActionPosition.LeadingPosition)
        self._set_icon()

    def take_focus(self) -> None:
        """Focus the field and select its text."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def _set_icon(self) -> None:
        size, ratio = em(self, 1.15), self.devicePixelRatioF()
        self._action.setIcon(create_icon("search", self.palette(), size, ratio))
        theme_clear_button(self)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._set_icon()
