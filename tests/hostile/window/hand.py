"""A hand without a purpose: clicks, types, drags, drops and pastes on whatever is in front."""

from collections import deque
from random import Random
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QToolButton,
    QWidget,
)

from tests.hostile.window.home import Home, befall

if TYPE_CHECKING:
    from collections.abc import Callable

_CONTROLS = (
    QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit,
    QPlainTextEdit, QTabBar,
)  # fmt: skip
_Key, _Mod, _Button = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton
_KEYS = [
    _Key.Key_Escape, _Key.Key_Return, _Key.Key_Enter, _Key.Key_Tab, _Key.Key_Backtab, _Key.Key_Up,
    _Key.Key_Down, _Key.Key_Left, _Key.Key_Right, _Key.Key_Delete, _Key.Key_Backspace, _Key.Key_F2,
    _Key.Key_Home, _Key.Key_End, _Key.Key_PageUp, _Key.Key_PageDown, _Key.Key_Space, _Key.Key_Menu,
    _Key.Key_F1, _Key.Key_F5, _Key.Key_F10,
]  # fmt: skip
# Q with Ctrl would end the run.
_LETTERS = [getattr(_Key, f"Key_{letter}") for letter in "ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789"]
_LETTERS += [_Key.Key_Comma, _Key.Key_Period, _Key.Key_Plus, _Key.Key_Minus, _Key.Key_Slash]
_MODIFIERS = [
    _Mod.ControlModifier,
    _Mod.ShiftModifier,
    _Mod.AltModifier,
    _Mod.ControlModifier | _Mod.ShiftModifier,
]
_TEXTS = [
    "Hello", "x" * 300, "Привет", "世界 你好", "שלום", "👩‍👩‍👧 é", "\u202eabc", "\x00", " ",
    "\n", "<b>x</b>", "```python\nprint(1)\n", "$\\frac{1}{2}$",
    "| a | b |\n|---|---|\n| 1 | 2 |", "# a\n\n- [ ] b\n> c", "0", "-5", "1e9", "0.5",
    "999999999999", "/", "{{date}}", "C:\\x", "http://127.0.0.1:9/v1", "q4",
]  # fmt: skip
_WHEEL = [-1200, -120, -15, 15, 120, 1200]


class Hand:
    """Acts on `window`, its dialogs and menus; `done` names the last actions, `count` is of all."""

    def __init__(self, window: QWidget, home: Home, random: Random) -> None:
        self.done: deque[str] = deque(maxlen=12)
        self.count = 0
        self._window = window
        self._home = home
        self._random = random
        self._actions: dict[Callable[[QWidget], None], float] = {
            self._click: 30, self._press_key: 14, self._type: 8, self._press_shortcut: 8,
            self._rest: 8, self._turn_wheel: 6, self._open_menu: 6, self._ask_for_menu: 5,
            self._double_click: 3, self._drag: 3, self._befall: 3, self._paste: 2, self._drop: 1.5,
            self._resize: 1, self._change_state: 0.5,
        }  # fmt: skip

    def act(self) -> None:
        """Do one thing; it may open a dialog with an event loop of its own, to act in."""
        self.count += 1
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if front is None:
            tops = [top for top in QApplication.topLevelWidgets() if top.isVisible()]
            front = self._random.choice([top for top in tops if not isinstance(top, QMenu)])
        if QApplication.activePopupWidget() is None and not front.isActiveWindow():
            front.activateWindow()  # no window manager does
        if isinstance(front, QFileDialog):
            self._answer(front)
        elif isinstance(front, QMenu):
            self._choose(front)
        else:
            (action,) = self._random.choices([*self._actions], [*self._actions.values()])
            action(front)

    def _note(self, action: str, widget: QWidget | None = None) -> None:
        self.done.append(action if widget is None else f"{action} {_words(widget)}")

    def _place(self, top: QWidget) -> tuple[QWidget, QPoint]:
        """A widget of `top` that can be seen, most often a control, and a point in it."""
        shown = [
            child
            for child in top.findChildren(QWidget)
            if child.isVisible() and child.isEnabled() and not child.visibleRegion().isEmpty()
        ]
        controls = [child for child in shown if isinstance(child, _CONTROLS)]
        widget = self._random.choice(
            controls if controls and self._random.random() < 0.8 else shown or [top]
        )
        if isinstance(widget, QAbstractItemView) and (point := self._row(widget)) is not None:
            return widget.viewport(), point
        if isinstance(widget, QAbstractScrollArea):
            widget = widget.viewport()
        seen = widget.visibleRegion().boundingRect()
        seen = widget.rect() if seen.isEmpty() else seen
        across, down = (self._random.randrange(max(size, 1)) for size in seen.size().toTuple())
        return widget, seen.topLeft() + QPoint(across, down)

    def _row(self, view: QAbstractItemView) -> QPoint | None:
        count = view.model().rowCount(view.rootIndex()) if view.model() is not None else 0
        if not count:
            return None
        index = view.model().index(self._random.randrange(count), 0, view.rootIndex())
        center = view.visualRect(index).center()
        return center if view.viewport().rect().contains(center) else None

    def _modifier(self, share: float) -> Qt.KeyboardModifier:
        is_held = self._random.random() < share
        return self._random.choice(_MODIFIERS) if is_held else _Mod.NoModifier

    def _focused(self, top: QWidget) -> QWidget:
        """Where keys arrive; without a window manager the focus may stay behind a dialog."""
        focused = QApplication.focusWidget()
        return top if focused is None or focused.window() is not top.window() else focused

    def _click(self, top: QWidget) -> None:
        widget, point = self._place(top)
        self._note("click", widget)
        QTest.mouseClick(widget, _Button.LeftButton, self._modifier(0.1), point)

    def _double_click(self, top: QWidget) -> None:
        widget, point = self._place(top)
        self._note("double click", widget)
        QTest.mouseDClick(widget, _Button.LeftButton, _Mod.NoModifier, point)

    def _ask_for_menu(self, top: QWidget) -> None:
        widget, point = self._place(top)
        self._note("context menu", widget)
        QTest.mouseClick(widget, _Button.RightButton, _Mod.NoModifier, point)
        place, reason = widget.mapToGlobal(point), QContextMenuEvent.Reason.Mouse
        QApplication.postEvent(widget, QContextMenuEvent(reason, point, place))

    def _drag(self, top: QWidget) -> None:
        widget, point = self._place(top)
        self._note("drag", widget)
        QTest.mousePress(widget, _Button.LeftButton, _Mod.NoModifier, point)
        for step in range(1, 4):
            QTest.mouseMove(widget, point + QPoint(9 * step, 7 * step))
        QTest.mouseRelease(widget, _Button.LeftButton, _Mod.NoModifier, point + QPoint(27, 21))

    def _turn_wheel(self, top: QWidget) -> None:
        widget, point = self._place(top)
        self._note("wheel", widget)
        turned, phase = QPoint(0, self._random.choice(_WHEEL)), Qt.ScrollPhase.NoScrollPhase
        places = QPointF(point), QPointF(widget.mapToGlobal(point))
        held = _Button.NoButton, self._modifier(0.1)
        QApplication.postEvent(widget, QWheelEvent(*places, QPoint(), turned, *held, phase, False))

    def _press_key(self, top: QWidget) -> None:
        key, widget = self._random.choice(_KEYS), self._focused(top)
        self._note(key.name, widget)
        QTest.keyClick(widget, key, self._modifier(0.3))

    def _press_shortcut(self, top: QWidget) -> None:
        key, modifier = self._random.choice(_LETTERS), self._random.choice(_MODIFIERS)
        widget = self._focused(top)
        self._note(f"{modifier.name} {key.name}", widget)
        QTest.keyClick(widget, key, modifier)

    def _type(self, top: QWidget) -> None:
        text, widget = self._random.choice(_TEXTS), self._focused(top)
        self._note(f"type {text[:20]!r}", widget)
        for character in text:
            event = QKeyEvent(QEvent.Type.KeyPress, 0, _Mod.NoModifier, character)
            QApplication.postEvent(widget, event)

    def _paste(self, top: QWidget) -> None:
        data = QMimeData()
        kind, widget = self._random.choice(["text", "file", "image", "html"]), self._focused(top)
        self._note(f"paste {kind}", widget)
        match kind:
            case "text":
                data.setText(self._random.choice(_TEXTS) * self._random.choice([1, 50]))
            case "file":
                data.setUrls([QUrl.fromLocalFile(str(self._random.choice(self._home.files)))])
            case "image":
                data.setImageData(QImage(20, 20, QImage.Format.Format_RGB32))
            case _:
                data.setHtml("<b>x</b><img src='x'>")
        QGuiApplication.clipboard().setMimeData(data)
        QTest.keyClick(widget, _Key.Key_V, _Mod.ControlModifier)

    def _drop(self, top: QWidget) -> None:
        widget, point = self._place(top)
        data = QMimeData()
        files = self._random.sample(self._home.files, 2)
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in files])
        self._note(f"drop {[path.name for path in files]}", widget)
        how = Qt.DropAction.CopyAction, data, _Button.LeftButton, _Mod.NoModifier
        QApplication.sendEvent(widget, QDragEnterEvent(point, *how))
        QApplication.sendEvent(widget, QDropEvent(QPointF(point), *how))

    def _open_menu(self, top: QWidget) -> None:
        buttons = [
            button
            for button in top.findChildren(QToolButton)
            if button.menu() is not None and button.isVisible() and button.isEnabled()
        ]
        if buttons:
            button = self._random.choice(buttons)
            self._note("menu", button)
            QTest.mouseClick(button, _Button.LeftButton)

    def _choose(self, menu: QMenu) -> None:
        actions = [
            action
            for action in menu.actions()
            if action.isEnabled() and action.isVisible() and not action.isSeparator()
            and "Encore" not in action.text()  # one that names it quits it, in every language
        ]  # fmt: skip
        if not actions or self._random.random() < 0.2:
            self._note("leave the menu")
            QTest.keyClick(menu, _Key.Key_Escape)
            return
        action = self._random.choice(actions)
        self._note(f"choose {action.text()!r}")
        QTest.mouseClick(menu, _Button.LeftButton, pos=menu.actionGeometry(action).center())

    def _answer(self, dialog: QFileDialog) -> None:
        """Choose one of our files or folders, and nothing else on this computer."""
        folders = [self._home.folder / name for name in ("files", "models", "other")]
        files = [*self._home.files, folders[0] / "new.md", folders[2] / "none" / "new.json"]
        is_folder = dialog.fileMode() is QFileDialog.FileMode.Directory
        path = self._random.choice(folders if is_folder else files)
        self._note(f"file dialog: {path.name}")
        if self._random.random() < 0.5:
            folders[2].mkdir(exist_ok=True)
            dialog.selectFile(str(path))
            dialog.accept()
        if dialog.isVisible():
            dialog.reject()

    def _resize(self, top: QWidget) -> None:
        size = QSize(self._random.randrange(200, 2200), self._random.randrange(200, 1400))
        self._note(f"resize to {size.toTuple()}", top)
        top.resize(size)

    def _change_state(self, _top: QWidget) -> None:
        window = self._window
        show = self._random.choice(
            [window.showMaximized, window.showMinimized, window.showFullScreen, window.showNormal]
        )
        self._note(show.__name__)
        show()
        if window.isMinimized() or not window.isVisible():
            window.showNormal()

    def _befall(self, _top: QWidget) -> None:
        self._note(befall(self._home, self._random))

    def _rest(self, _top: QWidget) -> None:
        self._note("rest")


def _words(widget: QWidget) -> str:
    parent = widget.parentWidget()
    within = "" if parent is None else f" in {type(parent).__name__}"
    return f"{type(widget).__name__} {widget.accessibleName()[:40]!r}{within}"
