"""`encore serve` with the starter model, asked by a program of the standard library."""

import json
import signal
import subprocess
import unittest
import urllib.request

from tests.user_environment.commands import SECONDS, script, starter_model


class ServerTest(unittest.TestCase):
    def test_another_program_gets_an_answer(self) -> None:
        server = subprocess.Popen(
            [script("encore"), "serve", "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        try:
            address = server.stdout.readline().split()[3] if server.stdout else ""
            reply = self._ask(address)
            self.assertEqual(reply["choices"][0]["finish_reason"], "length")
            self.assertTrue(reply["choices"][0]["message"]["content"])
            self.assertEqual(reply["usage"]["completion_tokens"], 8)
        finally:
            server.send_signal(signal.SIGTERM)
            _, said = server.communicate(timeout=SECONDS)
        self.assertNotIn("Traceback", said)

    def _ask(self, address: str) -> dict:
        body = {
            "model": starter_model().name,
            "messages": [{"role": "user", "content": "Tell me a long story."}],
            "max_tokens": 8,
        }
        request = urllib.request.Request(
            f"{address}/chat/completions",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=SECONDS) as reply:
            return json.load(reply)
