"""The install button and, while it works, its progress; problems with a way on."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.runtime.runtime import Phase, RuntimeViewModel
from app.widgets.plain_widgets import create_bar, create_selectable_label
from app.widgets.theme import em


class ProgressBox(QWidget):
    """One button; progress, speed, pause, cancel; what went wrong, and another try.

    Signals:
        done_pressed(): the engine is ready, and the person wants to chat.
    """

    done_pressed = Signal()

    def __init__(self, runtime: RuntimeViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runtime = runtime
        self._has_focus = False  # or had it, until its button went
        self.install = QPushButton(self.tr("Install"), self)
        self.done = QPushButton(self.tr("Start chatting"), self)
        self.pause = QPushButton(self.tr("Pause"), self)
        self.retry = QPushButton(self)
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self.bar = create_bar(self)
        self.status = create_selectable_label(self, "small")
        self.problem = create_selectable_label(self, "danger")
        self._arrange()
        self.install.clicked.connect(runtime.install)
        self.done.clicked.connect(self.done_pressed)
        self.pause.clicked.connect(runtime.pause)
        self.retry.clicked.connect(runtime.retry)
        self.cancel.clicked.connect(runtime.cancel)
        runtime.changed.connect(self._on_changed)
        self._on_changed()

    def _arrange(self) -> None:
        for button in (self.install, self.done, self.retry):
            button.setProperty("look", "accent")
        row = QHBoxLayout()
        row.setSpacing(em(self, 0.6))
        for button in (self.install, self.done, self.pause, self.retry, self.cancel):
            row.addWidget(button)
        row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.6))
        for widget in (self.bar, self.status, self.problem):
            column.addWidget(widget)
        column.addLayout(row)

    def _on_changed(self) -> None:
        runtime = self._runtime
        phase = runtime.phase
        is_running = phase is Phase.RUNNING
        fraction = runtime.fraction
        self.bar.setRange(0, 0 if is_running and fraction is None else 1000)
        self.bar.setValue(round((fraction or 0.0) * 1000))
        self.bar.setAccessibleName(runtime.status or self.tr("Progress"))
        status = runtime.status or runtime.outcome
        self.status.setText(status)
        self.problem.setText(runtime.problem)
        self.retry.setText(self.tr("Go on") if phase is Phase.PAUSED else self.tr("Try again"))
        is_idle = phase is Phase.IDLE
        for widget, is_shown in (
            (self.bar, is_running),
            (self.status, bool(status)),
            (self.problem, bool(runtime.problem)),
            (self.install, is_idle and runtime.can_install),
            (self.done, is_idle and not runtime.needs_install and not runtime.can_install),
            (self.pause, is_running and runtime.can_pause),
            (self.retry, phase in (Phase.PAUSED, Phase.FAILED)),
            (self.cancel, phase is not Phase.IDLE and runtime.can_cancel),
        ):
            self._has_focus |= widget.hasFocus()
            widget.setVisible(is_shown)
        self._keep_focus()
        self.install.setText(
            self.tr("Install") if runtime.needs_install else self.tr("Change to this build")
        )

    def _keep_focus(self) -> None:
        """Give the focus of a button that is gone to the one that comes next, if later."""
        buttons = (self.pause, self.retry, self.done, self.install, self.cancel)
        shown = [button for button in buttons if button.isVisibleTo(self)]
        if self._has_focus and shown and self.isVisible():
            self._has_focus = False
            if not any(button.hasFocus() for button in shown):
                shown[0].setFocus(Qt.FocusReason.OtherFocusReason)
