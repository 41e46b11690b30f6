"""The Engine page: what this computer has, the build that fits it, and one button to install it."""

from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QRadioButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.viewmodels.runtime.runtime import Phase
from app.widgets.icons import create_icon
from app.widgets.page import PageWidget
from app.widgets.plain_widgets import Column, create_area, create_label, create_logo
from app.widgets.runtime.progress_box import ProgressBox
from app.widgets.runtime.source_box import SourceBox
from app.widgets.runtime.view_models import RuntimePageViewModels
from app.widgets.theme import em

_COLUMN_EMS = 42


class EnginePage(PageWidget):
    """Shown at the first start, and from the settings to change the build."""

    def __init__(self, view_models: RuntimePageViewModels, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("enginePage")
        self._runtime, self._settings = view_models.runtime, view_models.settings
        self._title = create_label(self, "title")
        self._intro = create_label(self, "muted")
        self.facts = create_label(self)
        self.build_title = create_label(self, "strong")
        self.build_details = create_label(self, "muted")
        self.reason = create_label(self, "small")
        self.update_hint = create_label(self, "caution")
        self._builds = QWidget(self)
        self._offers = self._runtime.offers
        self.others = _Disclosure(self.tr("Choose another build"), self._builds, self)
        self.source = SourceBox(self._runtime, self._settings, self)
        self.sources = _Disclosure(self.tr("Install from a folder or a mirror"), self.source, self)
        self.progress = ProgressBox(self._runtime, self)
        self.updates = QCheckBox(self.tr("Encore may look for updates of itself"), self)
        self._updates_note = create_label(self, "small")
        self._arrange()
        self.progress.done_pressed.connect(self.closed)
        self.updates.setChecked(bool(self._settings.value("check_updates")))
        self.updates.toggled.connect(partial(self._settings.set_value, "check_updates"))
        self._settings.value_changed.connect(self._on_setting_changed)
        self._runtime.changed.connect(self._on_changed)
        self._fill_builds()
        self._on_changed()

    def take_focus(self) -> None:
        """Put the focus on the button of the page."""
        self.progress.install.setFocus(Qt.FocusReason.OtherFocusReason)

    def _arrange(self) -> None:
        body = QWidget(self)
        body.setObjectName("libraryBody")
        inside = Column(_COLUMN_EMS, body)
        inside.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        outer = QHBoxLayout(body)
        outer.addStretch(1)
        outer.addWidget(inside, 20, Qt.AlignmentFlag.AlignVCenter)
        outer.addStretch(1)
        column = QVBoxLayout(inside)
        column.setSpacing(em(self, 0.6))
        column.addWidget(create_logo(self))
        for label in (self._title, self._intro):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)
        column.addSpacing(em(self, 0.8))
        self._computer = self._create_card(self.tr("This computer"), (self.facts,))
        column.addWidget(self._computer)
        self._builds.setLayout(QVBoxLayout())
        build = (
            self.build_title, self.build_details, self.reason, self.update_hint, self.others,
            self.sources, self.progress,
        )  # fmt: skip
        column.addWidget(self._create_card(self.tr("Engine"), build))
        self._updates_note.setText(
            self.tr("It asks once a day, tells nothing about you, and installs nothing unasked.")
        )
        column.addSpacing(em(self, 0.4))
        for widget in (self.updates, self._updates_note):
            # Asked once; later the settings have it.
            widget.setVisible(self._runtime.needs_install)
        column.addWidget(self.updates)
        column.addWidget(self._updates_note)
        area = create_area(body, self)
        area.setObjectName("libraryArea")
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area)

    def _create_card(self, title: str, widgets: tuple[QWidget, ...]) -> QFrame:
        card = QFrame(self)
        card.setObjectName("engineCard")
        column = QVBoxLayout(card)
        side = em(self, 1.1)
        column.setContentsMargins(side, em(self, 0.9), side, side)
        column.setSpacing(em(self, 0.5))
        for widget in (create_label(card, "section", title), *widgets):
            column.addWidget(widget)
        return card

    def _on_changed(self) -> None:
        runtime = self._runtime
        if runtime.needs_install:
            self._title.setText(self.tr("One more step: the engine"))
            words = self._why_install()
        else:
            self._title.setText(self.tr("The engine"))
            words = self.tr("In use: %1").replace("%1", runtime.current)
        self._intro.setText(words)
        self.facts.setText("\n".join(runtime.facts) or self.tr("Looking at this computer…"))
        self._computer.setVisible(bool(runtime.facts) or runtime.phase is not Phase.FAILED)
        self._show_offers()
        for label, text in (
            (self.reason, runtime.reason),
            (self.update_hint, runtime.update_hint),
        ):
            label.setText(text)
            label.setVisible(bool(text))
        for widget in (self.build_title, self.build_details, self.sources):
            widget.setVisible(bool(self._offers))
        is_idle = runtime.phase is not Phase.RUNNING
        self.others.setVisible(len(self._offers) > 1)
        for widget in (self.others, self.sources):
            widget.setEnabled(is_idle)

    def _why_install(self) -> str:
        if self._runtime.is_for_other_version:
            return self.tr(
                "This version of Encore needs other libraries than those that are installed. They "
                "are fetched once. Meanwhile you can find and download models."
            )
        return self.tr(
            "Models run on libraries that must fit this computer. They are fetched once. "
            "Meanwhile you can find and download models."
        )

    def _show_offers(self) -> None:
        offers = self._runtime.offers
        if offers != self._offers:
            self._offers = offers
            self._fill_builds()
        for offer in offers:
            if offer.name == self._runtime.chosen:
                self.build_title.setText(offer.title)
                self.build_details.setText(offer.details)

    def _fill_builds(self) -> None:
        column = self._builds.layout()
        assert column is not None
        for widget in self._builds.findChildren(QWidget):
            widget.deleteLater()
        column.setContentsMargins(em(self, 1.2), 0, 0, 0)
        column.setSpacing(em(self, 0.25))
        for offer in self._offers:
            choice = QRadioButton(offer.kind, self._builds)
            choice.setAccessibleDescription(offer.details)
            choice.setChecked(offer.name == self._runtime.chosen)
            choice.clicked.connect(partial(self._runtime.choose, offer.name))
            details = create_label(self._builds, "small", offer.details)
            details.setIndent(em(self, 1.55))
            column.addWidget(choice)
            column.addWidget(details)

    def _on_setting_changed(self, name: str) -> None:
        if name == "check_updates":
            self.updates.setChecked(bool(self._settings.value(name)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class _Disclosure(QWidget):
    """`body` is hidden until `button` is pressed."""

    def __init__(self, title: str, body: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.body = body
        self.button = QToolButton(self)
        self.button.setText(title)
        self.button.setAccessibleName(title)
        self.button.setCheckable(True)
        self.button.setProperty("look", "thinking")
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.4))
        column.addWidget(self.button)
        column.addWidget(body)
        self.button.toggled.connect(self._on_toggled)
        self._on_toggled(is_open=False)

    def _on_toggled(self, is_open: bool) -> None:  # noqa: FBT001  a slot of Qt's signal
        self.body.setVisible(is_open)
        self._set_icon()

    def _set_icon(self) -> None:
        name = "chevron-down" if self.button.isChecked() else "chevron-right"
        size, ratio = em(self, 1.0), self.devicePixelRatioF()
        self.button.setIcon(create_icon(name, self.palette(), size, ratio))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._set_icon()
