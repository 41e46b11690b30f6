"""Questions to the engine, each answered by one event to whoever asked."""

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from engine.commands import ChatPrompt, Command, CountTokens, Inspect
from engine.config import EngineConfig
from engine.errors import EngineError
from engine.events import Inspected, InspectFailed, TokensCounted

Reply = Inspected | InspectFailed | TokensCounted


class Inquiries(QObject):
    """Those without an answer so far. `send` is the client's; `on_asked` is called after each."""

    def __init__(
        self, send: Callable[[Command], bool], on_asked: Callable[[], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._send = send
        self._on_asked = on_asked
        self._waiting: dict[str, tuple[Callable[[Any], None], Reply]] = {}
        self._num_asked = 0

    @property
    def is_empty(self) -> bool:
        """Whether everything is answered."""
        return not self._waiting

    def inspect(
        self,
        path: Path,
        configs: tuple[EngineConfig, ...],
        on_done: Callable[[Inspected | InspectFailed], None],
    ) -> None:
        """Ask what a file contains and needs with each of `configs`, also during an answer."""
        self._ask(Inspect(self._next_id(), str(path), configs), on_done)

    def count_tokens(
        self, prompt: ChatPrompt, texts: tuple[str, ...], on_done: Callable[[TokensCounted], None]
    ) -> None:
        """Ask for the sizes of a prompt and of texts; answered after a running answer."""
        self._ask(CountTokens(self._next_id(), prompt, texts), on_done)

    def _next_id(self) -> str:
        self._num_asked += 1
        return f"inquiry-{self._num_asked}"

    def _ask(self, command: Inspect | CountTokens, on_done: Callable[[Any], None]) -> None:
        request_id = command.request_id
        self._waiting[request_id] = (on_done, _failure_of(command))
        is_sent = False
        with contextlib.suppress(EngineError):
            is_sent = self._send(command)
        if not is_sent:
            QTimer.singleShot(0, self, partial(self.fail, request_id))
        self._on_asked()

    def answer(self, reply: Reply) -> None:
        """Pass a reply on, once."""
        on_done, _ = self._waiting.pop(reply.request_id, (None, None))
        if on_done is not None:
            on_done(reply)

    def fail(self, *request_ids: str) -> None:
        """Fail these questions; all of them by default."""
        for request_id in request_ids or tuple(self._waiting):
            if request_id in self._waiting:
                self.answer(self._waiting[request_id][1])

    def clear(self) -> None:
        """Forget all without an answer."""
        self._waiting.clear()


def _failure_of(command: Inspect | CountTokens) -> Reply:
    if isinstance(command, CountTokens):
        return TokensCounted(command.request_id)
    message = QCoreApplication.translate(
        "Engine", "The engine that would look into the file is not running; try again."
    )
    return InspectFailed(command.request_id, message)
