"""The pages of an empty conversation: example prompts, or how to get a model."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.widgets.card_button import CardButton, WrappingButton
from app.widgets.flow_layout import FlowLayout
from app.widgets.plain_widgets import Column, create_area, create_bar, create_label, create_logo
from app.widgets.theme import em


class WelcomePage(QWidget):
    """Three example prompts.

    Signals:
        prompt_chosen(text: str)
    """

    prompt_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = _centered_column(self)
        column.addWidget(create_logo(self))
        column.addWidget(_label(self, self.tr("What shall we talk about?"), "title"))
        column.addWidget(
            _label(self, self.tr("Everything stays on this computer."), "muted"),
        )
        column.addSpacing(em(self, 1.2))
        for title, prompt in (
            (self.tr("Explain"), self.tr("Explain how a rainbow forms, in simple words.")),
            (self.tr("Write"), self.tr("Write a short, friendly note to thank a neighbor.")),
            (self.tr("Program"), self.tr("Write a Python function that reverses a string.")),
        ):
            column.addWidget(self._create_card(title, prompt))

    def _create_card(self, title: str, prompt: str) -> QPushButton:
        card = CardButton(prompt, self)
        card.setCursor(Qt.CursorShape.PointingHandCursor)
        card.setAccessibleName(f"{title}: {prompt}")
        card.setProperty("prompt", prompt)
        card.clicked.connect(self._on_card_clicked)
        return card

    def _on_card_clicked(self) -> None:
        self.prompt_chosen.emit(self.sender().property("prompt"))


class NoModelPage(QWidget):
    """How to get a model.

    Signals:
        fetch_pressed(), discover_pressed(), import_pressed(), folder_pressed()
    """

    fetch_pressed = Signal()
    import_pressed = Signal()
    folder_pressed = Signal()
    discover_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = _centered_column(self)
        column.addWidget(create_logo(self))
        column.addWidget(_label(self, self.tr("A model is needed first"), "title"))
        self._hint = _label(self, "", "muted")
        self._hint.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self._hint)
        column.addSpacing(em(self, 1.2))
        self._fetch = WrappingButton(self.tr("Download the starter model (about 100 MB)"), self)
        self._fetch.setProperty("look", "accent")
        self._fetch.clicked.connect(self.fetch_pressed)
        column.addWidget(self._fetch, 0, Qt.AlignmentFlag.AlignHCenter)
        self._progress = create_bar(self)
        self._progress.setAccessibleName(self.tr("Download"))
        self._stage = _label(self, "", "small")
        column.addWidget(self._progress)
        column.addWidget(self._stage)
        buttons = QWidget(self)
        flow = FlowLayout(buttons, em(self, 0.6), is_centered=True)
        for name, text, signal in (
            ("discover", self.tr("Find a model…"), self.discover_pressed),
            ("import", self.tr("Import a GGUF file…"), self.import_pressed),
            ("folder", self.tr("Open the models folder"), self.folder_pressed),
        ):
            button = QPushButton(text, buttons)
            button.setObjectName(name)
            button.clicked.connect(signal)
            flow.addWidget(button)
        column.addWidget(buttons)
        column.addWidget(_label(self, self.tr("Or drop a .gguf file anywhere here."), "small"))

    def show_state(self, *, hint: str, can_fetch: bool, progress: str, fraction: float) -> None:
        """Show how to get a model, or the progress of the download."""
        self._hint.setText(hint)
        self._fetch.setVisible(can_fetch)
        for widget in (self._progress, self._stage):
            widget.setVisible(bool(progress))
        self._stage.setText(progress)
        self._progress.setValue(round(fraction * 1000))


def _centered_column(page: QWidget) -> QVBoxLayout:
    whole = QWidget(page)
    area = create_area(whole, page)
    area.setObjectName("welcomeArea")
    frame = QHBoxLayout(page)
    frame.setContentsMargins(0, 0, 0, 0)
    frame.addWidget(area)
    outer = QHBoxLayout(whole)
    inside = Column(40, whole)
    inside.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    outer.addStretch(1)
    outer.addWidget(inside, 8, Qt.AlignmentFlag.AlignVCenter)
    outer.addStretch(1)
    column = QVBoxLayout(inside)
    column.setSpacing(em(page, 0.6))
    return column


def _label(page: QWidget, text: str, look: str) -> QLabel:
    label = create_label(page, look, text)
    label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    return label
