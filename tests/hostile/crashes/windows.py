"""Windows of Encore in processes of their own, used by a script: to be killed at any moment, or left to go on beside."""

import json
import os
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication

from app.domain import Author
from app.main import Paths, build
from app.services.engine.engine_service import EngineService
from app.services.notices import Notices
from app.storage.conversations import Conversations
from app.storage.database import open_database
from app.storage.private_files import replace_privately
from app.storage.saved_texts import SavedTexts
from app.storage.settings.settings_file import SettingsFile
from app.storage.temporary import FIRST_TEMPORARY_ID
from app.viewmodels.chat.answer import AnswerEnd
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.conversation_list import ConversationListModel
from app.viewmodels.settings import SettingsViewModel
from app.viewmodels.sidebar.exchange import ExchangeViewModel
from app.viewmodels.sidebar.rows import SidebarRows
from engine.boot import module_command
from engine.client import EngineClient
from tests.hostile.crashes.journal import Journal, What
from tests.support.fake_engine import FakeEngine

OTHER_TITLE = "the other window's"
IMPORTED_TITLE = "imported"
IMPORTED_MESSAGES = 6
_ENGINE = module_command("tests.hostile.crashes.paced_engine")
_WORDS = ("gravity", "Zürich", "otter", "世界", "train", "shape", "replay")
_LONG = 10_000_000


@dataclass
class Core:
    """What a window consists of, drawn or not."""

    chat: ChatViewModel
    conversations: ConversationListModel
    rows: SidebarRows
    exchange: ExchangeViewModel
    settings: SettingsViewModel
    engine: EngineService
    close: Callable[[], None]


def folders(home: Path) -> Paths:
    """Everything in one folder, as with ENCORE_HOME."""
    names = ("data", "config", "log", "models", "cache")
    return Paths(*(home / name for name in names))


def use(home: Path, seed: int, journal_path: Path, *, is_drawn: bool, is_patient: bool) -> None:
    """The victim: opens a window over `home` and uses it until it is killed; a patient one hears answers out."""
    journal, draw = Journal(journal_path), random.Random(seed)
    num_tokens = _LONG if is_patient else draw.randrange(2000)
    core, app = _open(home, journal, draw, is_drawn=is_drawn, num_tokens=num_tokens)
    user = _User(core, draw, home, is_patient=is_patient)
    core.engine.load(Path("tiny.gguf"), core.settings.settings.engine_config)
    journal.note(What.READY)
    user.act()
    app.exec()


def stay(home: Path, seed: int, journal_path: Path, end_path: Path) -> None:
    """The other window: it has deleted a conversation and answers, until `end_path` is there."""
    journal, draw = Journal(journal_path), random.Random(seed)
    core, app = _open(home, journal, draw, is_drawn=False, num_tokens=_LONG, tokens_per_second=30)
    for title in (f"{OTHER_TITLE} deleted", OTHER_TITLE):
        core.conversations.create()
        core.conversations.rename(core.conversations.current_id or 0, title)
        if title != OTHER_TITLE:
            core.conversations.delete(core.conversations.current_id or 0)
    core.conversations.select(_row_id(core, OTHER_TITLE))
    core.engine.load(Path("tiny.gguf"), core.settings.settings.engine_config)
    if not core.chat.send("Go on until I say stop."):
        journal.note(What.PROBLEM, "not sent:", core.chat.banner.text)

    def end() -> None:
        core.conversations.undo_delete()
        journal.note(What.DONE)
        core.close()
        app.quit()

    def look() -> None:
        if end_path.exists() and core.chat.is_busy:
            core.chat.answer_ended.connect(end)
            core.chat.stop()
        elif not end_path.exists():
            QTimer.singleShot(20, look)

    journal.note(What.READY)
    look()
    app.exec()


def _open(
    home: Path,
    journal: Journal,
    draw: random.Random,
    *,
    is_drawn: bool,
    num_tokens: int,
    tokens_per_second: float | None = None,
) -> tuple[Core, QCoreApplication]:
    _report_errors(journal)
    if is_drawn:
        app: QCoreApplication = QApplication(["encore"])
        core = _open_window(home, journal)
    else:
        app = QCoreApplication(["encore"])
        engine = FakeEngine(
            tokens_per_second=tokens_per_second or draw.choice((200.0, 1000.0, 5000.0)),
            num_tokens=num_tokens,
        )
        engine.thoughts = ("hm ",) * draw.choice((0, 0, 30))
        core = _open_core(home, engine)
    chat = core.chat
    for added in (chat._answer.text_added, chat._answer.reasoning_added):
        added.connect(lambda *_: _note_shown(chat, journal))
    chat._answer.ended.connect(partial(_note_ended, journal))
    chat.banner.changed.connect(lambda: _note_unsaved(chat, journal))
    return core, app


def _open_core(home: Path, client: FakeEngine) -> Core:
    """As `app.main.build` does it, without what is drawn."""
    paths = folders(home)
    notices = Notices()
    database = open_database(paths.data / "conversations.sqlite3")
    conversations = Conversations(database.connection, lease=database.lease)
    conversations.recover()
    conversations.purge_deleted()
    engine = EngineService(client.connect, notices)
    settings = SettingsViewModel(SettingsFile(paths.config / "settings.toml"), engine, notices)
    saved = SavedTexts.below(paths.data)
    chat = ChatViewModel(conversations, engine, settings, notices, saved)
    listed = ConversationListModel(conversations)
    listed.current_changed.connect(chat.open_conversation)
    chat.conversation_touched.connect(listed.touch)
    chat.branches.created.connect(listed.open_created)
    engine.start()
    listed.open_last()

    rows = SidebarRows(listed, conversations.folders)
    exchange = ExchangeViewModel(conversations, listed, notices)

    def close() -> None:
        chat.close()
        engine.close()
        exchange.close()
        database.close()

    return Core(chat, listed, rows, exchange, settings, engine, close)


def _open_window(home: Path, journal: Journal) -> Core:
    """The real window with an engine process of its own."""

    def create(on_event: Callable[[Any], None], on_exit: Callable[[int], None]) -> EngineClient:
        return _ToldClient(
            journal, on_event, on_exit, lambda: _ENGINE, log_path=home / "log/engine.log"
        )

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    parts = build(app, folders(home), create)
    parts.window.show()
    models = parts.view_models

    def close() -> None:
        parts.window.close()
        parts.close()

    return Core(
        *(models.chat, models.conversations, models.rows, models.exchange),
        *(models.settings, parts.engine, close),
    )


class _ToldClient(EngineClient):
    """Tells which process it has started, so that it can be killed."""

    def __init__(self, journal: Journal, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._journal = journal

    def start(self) -> None:
        super().start()
        if self._process is not None:
            self._journal.note(What.ENGINE, self._process.pid)


class _User:
    """Does something every few milliseconds, in conversations that are not the other window's."""

    def __init__(self, core: Core, draw: random.Random, home: Path, *, is_patient: bool) -> None:
        self._core, self._draw, self._home = core, draw, home
        self._actions = (
            *(self._ask,) * 6,
            *(self._show_version, self._create, self._select, self._rename),
            *(self._search, self._set, self._write),
            *(self._begin_temporary, self._pin, self._file, self._import),
        )
        if not is_patient:
            self._actions += (self._stop, self._regenerate, self._edit, self._delete, self._undo)
            self._actions += (*(self._continue,) * 3, self._edit_answer, self._branch)
            self._actions += (self._delete_message, self._accept_offer)

    def act(self) -> None:
        """One action, and the next one soon."""
        if self._is_elsewhere():
            self._core.conversations.create()
        else:
            self._draw.choice(self._actions)()
        QTimer.singleShot(self._draw.choice((0, 5, 20, 80, 300)), self.act)

    def _is_elsewhere(self) -> bool:
        return self._core.chat.title.startswith(OTHER_TITLE)

    def _text(self) -> str:
        return " ".join(self._draw.choices(_WORDS, k=self._draw.randrange(1, 30)))

    def _ask(self) -> None:
        self._core.chat.send(self._text())

    def _stop(self) -> None:
        self._core.chat.stop()

    def _regenerate(self) -> None:
        self._core.chat.regenerate()

    def _edit(self) -> None:
        questions = [
            message
            for message in self._core.chat.messages.messages
            if message.author is Author.USER
        ]
        if questions:
            self._core.chat.edit_and_resend(self._draw.choice(questions).id, self._text())

    def _continue(self) -> None:
        self._core.chat.continue_answer()

    def _edit_answer(self) -> None:
        row_id, text = self._any_message(), self._text()
        if row_id is not None and self._draw.random() < 0.5:
            self._core.chat.edit_and_continue(row_id, text)
        elif row_id is not None:
            self._core.chat.branches.edit_answer(row_id, text)

    def _branch(self) -> None:
        row_id = self._any_message()
        if row_id is not None:
            self._core.chat.branches.branch_into_new_chat(row_id)

    def _delete_message(self) -> None:
        row_id = self._any_message()
        if row_id is not None:
            self._core.chat.branches.delete(row_id)

    def _accept_offer(self) -> None:
        """Undo a deletion, or go on without the oldest turns."""
        self._core.chat.banner.perform_action()

    def _any_message(self) -> int | None:
        """A message shown, but for conversations that were imported: those are counted."""
        shown = self._core.chat.messages.messages
        if not shown or any(one.text.startswith(IMPORTED_TITLE) for one in shown):
            return None
        return self._draw.choice(shown).id

    def _show_version(self) -> None:
        shown = self._core.chat.messages.messages
        if shown:
            self._core.chat.branches.show_version(
                self._draw.choice(shown).id, self._draw.choice((-1, 1))
            )

    def _create(self) -> None:
        self._core.conversations.create()

    def _select(self) -> None:
        ids = _own_ids(self._core)
        if ids:
            self._core.conversations.select(self._draw.choice(ids))

    def _delete(self) -> None:
        ids = _own_ids(self._core)
        if len(ids) > 2:
            self._core.conversations.delete(self._draw.choice(ids))

    def _undo(self) -> None:
        self._core.conversations.undo_delete()

    def _rename(self) -> None:
        ids = _own_ids(self._core)
        if ids:
            self._core.conversations.rename(self._draw.choice(ids), self._text())

    def _begin_temporary(self) -> None:
        self._core.conversations.create(is_temporary=True)

    def _pin(self) -> None:
        ids = [one for one in _own_ids(self._core) if one < FIRST_TEMPORARY_ID]
        if ids:
            self._core.rows.pin([self._draw.choice(ids)], is_pinned=self._draw.random() < 0.5)

    def _file(self) -> None:
        ids = [one for one in _own_ids(self._core) if one < FIRST_TEMPORARY_ID]
        folders = [folder.id for folder in self._core.rows.folders]
        if len(folders) < 3:
            self._core.rows.create_folder(self._text(), ids[:2])
        elif self._draw.random() < 0.3:
            self._core.rows.delete_folder(self._draw.choice(folders))
        elif ids:
            self._core.rows.move([self._draw.choice(ids)], self._draw.choice((None, *folders)))

    def _import(self) -> None:
        path = self._home / "import.jsonl"
        threads = [f"{IMPORTED_TITLE} {self._draw.getrandbits(32)}" for _ in range(20)]
        lines = [
            {
                "thread_id": thread,
                "role": ("user", "assistant")[number % 2],
                "content": [{"text": {"value": f"{thread} {self._text()}"}}],
                "created_at": 1_700_000_000 + number,
            }
            for thread in threads
            for number in range(IMPORTED_MESSAGES)
        ]
        replace_privately(path, "\n".join(map(json.dumps, lines)).encode())
        self._core.exchange.import_files([path])

    def _search(self) -> None:
        self._core.conversations.set_search(self._draw.choice(("", "", "ott", "zur", "shape")))

    def _set(self) -> None:
        name, value = self._draw.choice(
            (
                ("temperature", self._draw.random()),
                ("kvpad", self._draw.random() < 0.5),
                ("system_prompt", self._text()),
                ("seed", self._draw.randrange(1000)),
            )
        )
        self._core.settings.set_value(name, value)

    def _write(self) -> None:
        self._core.chat.set_draft(self._text())


def _own_ids(core: Core) -> list[int]:
    model = core.conversations
    rows = [model._rows[row] for row in range(model.rowCount())]
    return [row.id for row in rows if not row.title.startswith(OTHER_TITLE)]


def _row_id(core: Core, title: str) -> int:
    return next(row.id for row in core.conversations._rows if row.title == title)


def _note_shown(chat: ChatViewModel, journal: Journal) -> None:
    live = chat._answer.message
    if live is not None:
        journal.note(What.SHOWN, live.id, len(live.text) + len(live.reasoning))


def _note_ended(journal: Journal, end: AnswerEnd) -> None:
    journal.note(What.ENDED, end.message.id, len(end.message.text) + len(end.message.reasoning))


def _note_unsaved(chat: ChatViewModel, journal: Journal) -> None:
    if "could not be saved" in chat.banner.text:
        journal.note(What.PROBLEM, chat.banner.text)


def _report_errors(journal: Journal) -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

    def report(kind: type[BaseException], error: BaseException, trace: object) -> None:
        journal.note(What.PROBLEM, kind.__name__, str(error).replace("\n", " "))

    sys.excepthook = report
