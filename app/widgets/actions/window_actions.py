"""Declares what the window can do."""

from functools import partial
from typing import Protocol

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.domain import Author
from app.viewmodels.chat.chat_page import ChatViewModel
from app.widgets.actions.action_set import ActionSet, create_menu
from app.widgets.chat.chat_page import ChatPage
from app.widgets.model_picker import ModelPicker
from app.widgets.settings.own_data_section import OwnDataSection
from app.widgets.settings.settings_panel import SettingsPanel
from app.widgets.sidebar.sidebar import Sidebar
from app.widgets.top_bar import TopBar
from app.widgets.view_models import ViewModels


class Deeds(Protocol):
    """What the window itself does."""

    model_picker: ModelPicker
    chat_page: ChatPage
    sidebar: Sidebar
    settings_panel: SettingsPanel
    own_data: OwnDataSection
    top_bar: TopBar

    def focus_search(self) -> None: ...

    def show_chat(self) -> None: ...

    def toggle_page(self, name: str) -> None: ...

    def toggle_sidebar(self) -> None: ...

    def toggle_settings(self) -> None: ...

    def scale_font(self, steps: int) -> None: ...

    def toggle_theme(self) -> None: ...

    def show_updates(self) -> None: ...

    def quit(self) -> None: ...


class WindowActions(ActionSet):
    """The actions of the main deeds. A new one is a line here; everything else follows."""

    def __init__(self, deeds: Deeds, view_models: ViewModels, window: QWidget) -> None:
        super().__init__(view_models.shortcuts, window)
        self._deeds = deeds
        self._vm = view_models
        self._add_chat()
        self._add_models()
        self._add_view()
        self._add_switches()
        self._add_help()
        view_models.chat.state_changed.connect(self._enable_fitting)
        view_models.models.state_changed.connect(self._enable_fitting)
        view_models.settings.value_changed.connect(self._check_switch)
        self._enable_fitting()
        self._describe_buttons()

    def _describe_buttons(self) -> None:
        """Have tool tips say the keys, and the menu have all actions."""
        bar, sidebar, panel = self._deeds.top_bar, self._deeds.sidebar, self._deeds.settings_panel
        bar.menu.setMenu(create_menu(self, bar))
        self.describe(bar.sidebar, "sidebar", self.tr("Show the conversations"))
        self.describe(bar.new_chat, "new-chat", self.tr("New chat"))
        self.describe(bar.settings, "settings", self.tr("Settings"))
        self.describe(sidebar.collapse, "sidebar", self.tr("Hide the conversations"))
        self.describe(sidebar.new_chat, "new-chat", self.tr("New chat"))
        words = self.tr("Temporary chat, never saved")
        self.describe(sidebar.temporary, "temporary-chat", words)
        self.describe(panel.collapse, "settings", self.tr("Hide the settings"))
        composer = self._deeds.chat_page.composer
        self.describe(composer.attach, "attach", self.tr("Attach files"))
        for page in self._vm.pages:
            words = QCoreApplication.translate("Pages", page.help)
            self.describe(sidebar.pages[page.label], f"page-{page.label}", words)

    def _add_chat(self) -> None:
        deeds, vm, group = self._deeds, self._vm, self.tr("Chat")
        self.add(group, "new-chat", self.tr("New chat"), vm.conversations.create, "Ctrl+N")
        temporary = deeds.sidebar.create_temporary
        words = self.tr("Temporary chat, never saved")
        self.add(group, "temporary-chat", words, temporary, "Ctrl+Shift+N")
        self.add(group, "search", self.tr("Search the conversations"), deeds.focus_search, "Ctrl+K")
        self.add(group, "show-chat", self.tr("Go to the chat"), deeds.show_chat, "Ctrl+J")
        words = self.tr("Open or close a chat beside")
        self.add(group, "beside", words, vm.beside.toggle, "Ctrl+\\")
        attach = deeds.chat_page.choose_attachments
        self.add(group, "attach", self.tr("Attach files…"), attach, "Ctrl+Shift+A")
        self.add(group, "find", self.tr("Find in the chat"), self._find, "Ctrl+F")
        finder = deeds.chat_page.transcript.finder
        self.add(group, "find-next", self.tr("Next hit"), partial(finder.step, 1), "F3")
        before = partial(finder.step, -1)
        self.add(group, "find-previous", self.tr("Previous hit"), before, "Shift+F3")
        self.add(group, "regenerate", self.tr("Answer again"), self._regenerate, "Ctrl+R")
        self.add(group, "copy", self.tr("Copy the last answer"), self._copy, "Ctrl+Shift+C")
        self.add(group, "stop", self.tr("Stop the answer"), vm.chat.stop, "Ctrl+.")

    def _add_models(self) -> None:
        deeds, vm, group = self._deeds, self._vm, self.tr("Model")
        choose = deeds.model_picker.open_popup
        self.add(group, "choose-model", self.tr("Choose a model…"), choose, "Ctrl+M")
        import_model = deeds.chat_page.import_model
        self.add(group, "import-model", self.tr("Import a GGUF file…"), import_model)
        self.add(group, "unload-model", self.tr("Unload the model"), vm.models.unload, "Ctrl+U")
        reload_model = vm.settings.reload_model
        self.add(group, "reload-model", self.tr("Reload the model"), reload_model)

    def _add_view(self) -> None:
        deeds, group = self._deeds, self.tr("View")
        for page in self._vm.pages:
            label = QCoreApplication.translate("Pages", page.label)
            show = partial(deeds.toggle_page, page.label)
            self.add(group, f"page-{page.label}", label, show, page.keys)
        self.add(
            group,
            "sidebar",
            self.tr("Show or hide the conversations"),
            deeds.toggle_sidebar,
            "Ctrl+B",
        )
        self.add(group, "settings", self.tr("Settings"), deeds.toggle_settings, "Ctrl+,")
        larger, smaller = partial(deeds.scale_font, 1), partial(deeds.scale_font, -1)
        self.add(group, "larger", self.tr("Larger text"), larger, "Ctrl++", "Ctrl+=")
        self.add(group, "smaller", self.tr("Smaller text"), smaller, "Ctrl+-")
        usual = partial(deeds.scale_font, 0)
        self.add(group, "usual", self.tr("Usual text size"), usual, "Ctrl+0")
        self.add(group, "theme", self.tr("Light or dark"), deeds.toggle_theme, "Ctrl+Shift+L")

    def _add_switches(self) -> None:
        """The switches of the engine, which the menu leaves to the settings."""
        for option in self._vm.settings.options:
            if option.term:
                switch = partial(self._switch, option.name)
                action = self.add(self.tr("Speed"), f"switch-{option.name}", option.label, switch)
                action.setCheckable(True)
                self._check_switch(option.name)

    def _add_help(self) -> None:
        deeds, group = self._deeds, self.tr("Help")
        palette = self.open_palette
        self.add(group, "palette", self.tr("Command palette…"), palette, "Ctrl+Shift+P")
        shortcuts = self.open_shortcuts
        self.add(group, "shortcuts", self.tr("Keyboard shortcuts…"), shortcuts, "Ctrl+/")
        self.add(group, "updates", self.tr("Version and updates"), deeds.show_updates)
        self.add(group, "logs", self.tr("Logs…"), self.open_logs)
        deeds.own_data.logs.clicked.connect(self.open_logs)
        self.add(group, "quit", self.tr("Quit Encore"), deeds.quit, "Ctrl+Q")

    def open_palette(self) -> None:
        """Offer every action, found by typing."""
        from app.widgets.actions.command_palette import CommandPalette

        palette = CommandPalette(self, self.window)
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        palette.open_over_window()

    def open_shortcuts(self) -> None:
        """Show every action with its keys, to be changed."""
        from app.widgets.actions.shortcuts_dialog import ShortcutsDialog

        dialog = ShortcutsDialog(self, self.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def open_logs(self) -> None:
        """Show the logs beside the window."""
        from app.widgets.settings.logs_dialog import LogsDialog

        dialog = self.window.findChild(LogsDialog)
        if dialog is None:
            dialog = LogsDialog(self._vm.logs, self.window)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.report.clicked.connect(self._vm.own_data.make_report)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def _switch(self, name: str) -> None:
        settings = self._vm.settings
        settings.set_value(name, not settings.value(name))

    def _check_switch(self, name: str) -> None:
        action = f"switch-{name}"
        if any(entry.name == action for entry in self):
            self[action].setChecked(bool(self._vm.settings.value(name)))

    def _find(self) -> None:
        self._deeds.show_chat()
        self._deeds.chat_page.transcript.finder.open()

    def _regenerate(self) -> None:
        self._deeds.show_chat()
        self._vm.chat.regenerate()

    def _copy(self) -> None:
        QApplication.clipboard().setText(_last_answer(self._vm.chat))

    def _enable_fitting(self) -> None:
        chat = self._vm.chat
        self["stop"].setEnabled(chat.is_busy)
        has_answer = bool(_last_answer(chat))
        self["copy"].setEnabled(has_answer)
        self["regenerate"].setEnabled(chat.can_send and chat.messages.rowCount() > 0)
        for name in ("reload-model", "unload-model"):
            self[name].setEnabled(bool(self._vm.models.model_name))


def _last_answer(chat: ChatViewModel) -> str:
    shown = chat.messages.messages
    texts = [message.text for message in shown if message.author is Author.ASSISTANT]
    return texts[-1] if texts else ""
