"""The window, drawn but not shown: a model from the Hub, its verdict, a question, and the command that opens it."""

import contextlib
import subprocess
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path

import psutil
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.main import Paths, build
from app.paths import log_dir
from app.viewmodels.library.discover import DiscoverState
from app.viewmodels.library.repo_page import RepoState
from tests.support.hub_pages import PageRepo
from tests.support.pages_server import serve_pages
from tests.user_environment.commands import STARTER, script, starter_model

REPO = "somebody/SmolLM2-135M-Instruct-GGUF"
SECONDS = 300
LOADED_BYTES = 400 << 20  # its libraries take 200 MiB, with the starter model 470


class Window(unittest.TestCase):
    def test_from_the_search_to_the_first_answer(self) -> None:
        hub = self.enterContext(serve_pages())
        hub.put(PageRepo(REPO, {STARTER: starter_model().read_bytes()}))
        home = Path(self.enterContext(tempfile.TemporaryDirectory()))
        app = QApplication([])
        paths = Paths(*(home / name for name in ("data", "config", "log", "models", "cache")))
        parts = build(app, paths)
        self.addCleanup(parts.close)
        vm, window = parts.view_models, parts.window
        for name, value in (
            ("hub_endpoint", hub.endpoint),
            ("temperature", 0.0),
            ("device", "cpu"),
        ):
            vm.settings.set_value(name, value)
        window.resize(1280, 820)
        window.show()
        self.addCleanup(window.close)
        self.assertTrue(QTest.qWaitForWindowExposed(window))

        QTest.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
        self.assertTrue(window.page("Models").isVisible())
        page = window.page("Models").discover
        QTest.keyClicks(page.search, "smollm2")
        QTest.keyClick(page.search, Qt.Key.Key_Return)
        self._wait_for(lambda: vm.library.discover.state is DiscoverState.RESULTS)
        page.list.setCurrentIndex(vm.library.discover.index(0))
        QTest.keyClick(page.list, Qt.Key.Key_Return)
        self._wait_for(lambda: vm.library.repo.state is RepoState.READY)
        (card,) = page.repo_view.cards
        self._wait_for(lambda: card.pill.text not in ("", "Checking…"))
        self.assertEqual(card.pill.text, "Runs on the CPU", card.sentence.text())

        QTest.mouseClick(card.download, Qt.MouseButton.LeftButton)
        self._wait_for(card.chat.isVisible)
        QTest.mouseClick(card.chat, Qt.MouseButton.LeftButton)
        self._wait_for(lambda: vm.chat.status_text == "Ready")
        window.show_chat()
        edit = window.chat_page.composer.edit
        QTest.keyClicks(edit, "What is the capital of France?")
        QTest.keyClick(edit, Qt.Key.Key_Return)
        self._wait_for(lambda: vm.chat.is_busy)
        self._wait_for(lambda: not vm.chat.is_busy)
        answer = vm.chat.messages.view(1).text
        self.assertIn("Paris", answer)
        self.assertEqual(vm.chat.banner.text, "")

    def test_the_command_opens_it_and_loads_a_model(self) -> None:
        self._open()
        self._open(starter_model())
        for name in ("encore.log", "engine.log"):
            text = (log_dir() / name).read_text(encoding="utf-8")
            self.assertNotRegex(text, "Traceback|ERROR|CRITICAL")

    def _open(self, *arguments: Path) -> None:
        """Run `encore` until its engine has taken the model's weights in, then end it."""
        opened = subprocess.Popen([script("encore"), *arguments])
        self.addCleanup(opened.kill)
        process = psutil.Process(opened.pid)

        def has_loaded() -> bool:
            self.assertIsNone(opened.poll(), "the window has closed by itself")
            # A child may end while it is looked at: the window has some that soon do.
            with contextlib.suppress(psutil.Error):
                children = process.children(recursive=True)
                engines = (child for child in children if "serve-pipe" in child.cmdline())
                return any(engine.memory_info().rss > LOADED_BYTES for engine in engines)
            return False

        self._wait_for(has_loaded)
        opened.terminate()
        opened.wait(SECONDS)

    def _wait_for(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + SECONDS
        while not condition():
            self.assertLess(time.monotonic(), deadline, "it takes too long")
            QTest.qWait(20)
