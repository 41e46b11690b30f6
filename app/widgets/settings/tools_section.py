"""The section of the settings with the tool servers."""

from functools import partial

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.tools.tool_servers import ToolServersViewModel, ToolServerView
from app.widgets.icons import IconButton
from app.widgets.plain_widgets import ElidedLabel, create_label
from app.widgets.settings.switch import Switch
from app.widgets.settings.tool_dialog import ToolDialog
from app.widgets.settings.tool_import_dialog import ToolImportDialog
from app.widgets.theme import em


class ToolsSection(QWidget):
    """A row for each server of a ToolServersViewModel; `add` and `read_in` make others."""

    def __init__(self, servers: ToolServersViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._servers = servers
        words = self.tr(
            "Programs and services that give a model tools, over the Model Context Protocol (MCP). "
            "One that is switched on can be chosen below the message box, and is started when a "
            "chat wants its tools. Each call is shown, and asked for."
        )
        self.add = QPushButton(self.tr("Add a server…"), self)
        self.read_in = QPushButton(self.tr("Import…"), self)
        self.rows: list[ToolServerRow] = []
        self._list = QVBoxLayout()
        self._list.setSpacing(em(self, 0.7))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.7))
        column.addWidget(create_label(self, "small", words))
        column.addLayout(self._list)
        column.addWidget(self.add)
        column.addWidget(self.read_in)
        self.add.clicked.connect(self._on_add)
        self.read_in.clicked.connect(self._on_read_in)
        servers.changed.connect(self._on_changed)
        servers.browser_wanted.connect(self._on_browser_wanted)
        self._on_changed()

    def _on_changed(self) -> None:
        views = self._servers.views
        if [row.view.id for row in self.rows] == [view.id for view in views]:
            for row, view in zip(self.rows, views, strict=True):
                row.show_view(view)  # in place, so that what has the focus keeps it
            return
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = [ToolServerRow(view, self) for view in views]
        for row in self.rows:
            self._list.addWidget(row)
            row.edit.clicked.connect(partial(self._on_edit, row))
            row.remove.clicked.connect(partial(self._on_remove, row))
            row.switch.clicked.connect(partial(self._on_switched, row))
            row.sign_in.clicked.connect(partial(self._on_sign_in, row))

    def _on_add(self) -> None:
        ToolDialog(self._servers, None, self.window()).open()

    def _on_read_in(self) -> None:
        ToolImportDialog(self._servers, self.window()).open()

    def _on_edit(self, row: "ToolServerRow") -> None:
        ToolDialog(self._servers, row.view, self.window()).open()

    def _on_switched(self, row: "ToolServerRow") -> None:
        self._servers.switch(row.view.id, is_on=row.switch.isChecked())

    def _on_sign_in(self, row: "ToolServerRow") -> None:
        if row.view.sign_in == "done":
            self._servers.sign_out(row.view.id)
        else:
            self._servers.sign_in(row.view.id)

    def _on_browser_wanted(self, address: str) -> None:
        QDesktopServices.openUrl(QUrl(address))

    def _on_remove(self, row: "ToolServerRow") -> None:
        title = self.tr("Remove %1?").replace("%1", row.view.draft.name)
        question = self.tr(
            "How it is started, its key and your sign-in are forgotten. Conversations stay."
        )
        answer = QMessageBox.question(self.window(), title, question)
        if answer == QMessageBox.StandardButton.Yes:
            self._servers.remove(row.view.id)


class ToolServerRow(QWidget):
    """Name, place and state of a server, with its switch and buttons."""

    def __init__(self, view: ToolServerView, parent: QWidget) -> None:
        super().__init__(parent)
        self._name, self._place = ElidedLabel(self), ElidedLabel(self)
        self._name.setProperty("look", "strong")
        self.status = create_label(self, "small")
        self.switch = Switch(self)
        self.edit = IconButton("edit", "", self)
        self.remove = IconButton("trash", "", self)
        self.sign_in = QPushButton(self)
        top = QHBoxLayout()
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(self._name)
        texts.addWidget(self._place)
        top.addLayout(texts, 1)
        for widget in (self.switch, self.edit, self.remove):
            top.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(em(self, 0.2))
        column.addLayout(top)
        column.addWidget(self.status)
        column.addWidget(self.sign_in, 0, Qt.AlignmentFlag.AlignLeading)
        self.show_view(view)

    def show_view(self, view: ToolServerView) -> None:
        """Show a server, or its new state."""
        self.view = view
        name = view.draft.name
        self._name.set_text(name)
        self._place.set_text(view.place)
        self.status.setText(view.status)
        self.status.setVisible(bool(view.status))
        is_done = view.sign_in == "done"
        self.sign_in.setText(self.tr("Sign out") if is_done else self.tr("Sign in…"))
        words = self.tr("Sign out of %1") if is_done else self.tr("Sign in to %1 with the browser")
        self.sign_in.setAccessibleName(words.replace("%1", name))
        self.sign_in.setVisible(view.sign_in != "none")
        self.switch.setChecked(view.draft.is_on)
        self.switch.setAccessibleName(self.tr("Chats may use %1").replace("%1", name))
        self.edit.set_description(self.tr("Change %1").replace("%1", name))
        self.remove.set_description(self.tr("Remove %1").replace("%1", name))
