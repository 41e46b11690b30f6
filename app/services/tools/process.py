"""The process of one tool server, as the window has it: orders in, reports out."""

import contextlib
import logging
import os
import queue
import subprocess
import threading
from collections.abc import Callable

import msgspec

from app.services.tools.messages import Order, Report
from engine.boot import module_command

_log = logging.getLogger(__name__)


class ToolProcess:
    """Started at once. It is ended by `close`, and by the end of this process.

    `on_report` gets each report, and at last `on_end` the exit code, on a thread of its own.
    """

    def __init__(self, on_report: Callable[[Report], None], on_end: Callable[[int], None]) -> None:
        self._on_report = on_report
        self._on_end = on_end
        self._orders: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self._process = subprocess.Popen(
            module_command("app.services.tools.host"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=dict(os.environ),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        for work, name in ((self._write, "tool-orders"), (self._read, "tool-reports")):
            threading.Thread(target=work, name=name, daemon=True).start()

    def send(self, order: Order) -> None:
        """Have the process do something; it is told as soon as it listens."""
        self._orders.put(order)

    def close(self) -> None:
        """Let the server be ended; that is made sure of without waiting here."""
        self._orders.put(None)

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        with contextlib.suppress(OSError), pipe:
            while (order := self._orders.get()) is not None:
                pipe.write(msgspec.json.encode(order) + b"\n")
                pipe.flush()

    def _read(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None
        decoder = msgspec.json.Decoder(Report)
        with pipe:
            try:
                for line in pipe:
                    self._on_report(decoder.decode(line))
            except msgspec.DecodeError:
                _log.exception("a tool server's process said something else")
        self._orders.put(None)  # its writer has nothing more to do
        self._on_end(self._process.wait())
