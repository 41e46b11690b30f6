"""The chat in a terminal, through a pipe."""

import sys
import unittest

from tests.user_environment.commands import STARTER, encore

QUESTION = "What is the capital of France?\n"


class Chat(unittest.TestCase):
    def test_questions_from_a_pipe_are_answered_by_the_model_named(self) -> None:
        options = ("--temperature", "0", "--max-tokens", "16", "--device", "cpu")
        result = encore("chat", STARTER[:7], *options, stdin=f"{QUESTION}/new\n{QUESTION}")
        self.assertEqual(result.stdout.count("Paris"), 2)
        self.assertRegex(result.stderr, r"· cpu · (4096|8192) tokens · license apache-2\.0")

    @unittest.skipUnless(sys.platform.startswith("linux"), "elsewhere there is always a display")
    def test_without_a_display_the_window_is_a_chat_in_the_terminal(self) -> None:
        nothing = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"), "")
        result = encore(stdin=QUESTION, variables=nothing)
        self.assertIn("There is no display here. Here is the same chat", result.stderr)
        self.assertTrue(result.stdout.strip())
