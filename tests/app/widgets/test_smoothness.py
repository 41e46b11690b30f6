"""The window stays alive and light while text pours in."""

import gc
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager

import psutil
import pytest
from pytestqt.qtbot import QtBot

from app.main import Parts
from tests.support.fake_engine import FakeEngine
from tests.support.heartbeat import assert_in_time

pytestmark = pytest.mark.alone

NUM_ANSWERS, TOKENS_PER_ANSWER = 50, 2000
MAX_GROWTH_BYTES = 12_000_000

# Programs that ask the server at an address, again and again, and read each stream.
PROGRAMS = """
import http.client, json, sys, threading

body = {"messages": [{"role": "user", "content": "Count."}], "stream": True, "logprobs": True}

def ask():
    while True:
        connection = http.client.HTTPConnection(sys.argv[1])
        headers = {"Content-Type": "application/json"}
        connection.request("POST", "/v1/chat/completions", json.dumps(body), headers)
        reply = connection.getresponse()
        print(reply.status, len(reply.read()), flush=True)

for _ in range(8):
    threading.Thread(target=ask).start()
"""


def answer(qtbot: QtBot, parts: Parts, text: str) -> None:
    assert parts.view_models.chat.send(text)
    qtbot.waitUntil(lambda: not parts.view_models.chat.is_busy, timeout=30_000)


def test_a_thousand_tokens_a_second_leave_the_event_loop_in_time(
    qtbot: QtBot, parts: Parts, engine: FakeEngine
) -> None:
    answer(qtbot, parts, "Warm up fonts, layouts and lexers.")
    engine.tokens_per_second, engine.num_tokens = 1000.0, 3000
    assert_in_time(lambda: answer(qtbot, parts, "Count."))


@contextmanager
def eight_guests(qtbot: QtBot, parts: Parts) -> Iterator[None]:
    """Programs that ask the window's server and get answers all the time."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        parts.view_models.settings.set_value("server_port", free.getsockname()[1])
    parts.view_models.settings.set_value("serve", True)
    server = parts.view_models.server
    qtbot.waitUntil(lambda: server.address != "", timeout=30_000)
    host = server.address.removeprefix("http://").removesuffix("/v1")
    command = [sys.executable, "-c", PROGRAMS, host]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as programs:
        try:
            yield
        finally:
            programs.kill()
        assert programs.stdout is not None
        replies = programs.stdout.read().split("\n")[:-1]
    assert len(replies) > 8
    assert {reply.split()[0] for reply in replies} == {"200"}


def test_eight_guests_leave_the_event_loop_in_time(
    qtbot: QtBot, parts: Parts, engine: FakeEngine
) -> None:
    answer(qtbot, parts, "Warm up fonts, layouts and lexers.")
    engine.tokens_per_second, engine.num_tokens = 1000.0, 100
    with eight_guests(qtbot, parts):
        qtbot.wait(2000)
        assert_in_time(lambda: qtbot.wait(3000))
        answer(qtbot, parts, "And one of the window's own.")


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_memory_is_flat_over_a_hundred_thousand_tokens(
    qtbot: QtBot, parts: Parts, engine: FakeEngine
) -> None:
    engine.num_tokens = TOKENS_PER_ANSWER
    process = psutil.Process()
    sizes: list[int] = []
    for _ in range(NUM_ANSWERS):
        answer(qtbot, parts, "Go on.")
        engine.sent.clear()  # it keeps every prompt, and with it every earlier answer
        gc.collect()
        sizes.append(process.memory_info().rss)
    settled = sizes[NUM_ANSWERS // 5]
    assert sizes[-1] - settled < MAX_GROWTH_BYTES, " ".join(f"{size >> 20}" for size in sizes)
