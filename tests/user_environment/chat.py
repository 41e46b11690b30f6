"""The chat in a terminal, through a pipe."""

import sys
import tempfile
import unittest
from pathlib import Path

from tests.user_environment.commands import STARTER, encore, starter_model

QUESTION = "What is the capital of France?\n"


class Chat(unittest.TestCase):
    def test_questions_from_a_pipe_are_answered_by_the_model_named(self) -> None:
        options = ("--temperature", "0", "--max-tokens", "16", "--device", "cpu")
        result = encore("chat", STARTER[:7], *options, stdin=f"{QUESTION}/new\n{QUESTION}")
        self.assertEqual(result.stdout.count("Paris"), 2)
        self.assertRegex(result.stderr, r"· cpu · (4096|8192) tokens · license apache-2\.0")

    @unittest.skipUnless(sys.platform.startswith("linux"), "elsewhere there is always a display")
    def test_without_a_display_the_window_is_a_chat_in_the_terminal(self) -> None:
        variables = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"), "")
        home = Path(self.enterContext(tempfile.TemporaryDirectory()))
        settings = home / "config" / "settings.toml"
        settings.parent.mkdir()
        # A small model may not stop by itself: its answer ends where the context does.
        settings.write_text("schema_version = 1\n\n[model]\ncontext_len = 256\n", encoding="utf-8")
        variables |= {"ENCORE_HOME": str(home), "ENCORE_MODELS": str(starter_model().parent)}
        result = encore(stdin=QUESTION, variables=variables)
        self.assertIn("There is no display here. Here is the same chat", result.stderr)
        self.assertTrue(result.stdout.strip())
