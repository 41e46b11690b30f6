"""Requests whose answers are for the program: nothing of them is shown."""

from collections.abc import Callable

from app.services.engine.process import Exited
from engine.commands import Cancel, Command, Generate
from engine.events import Event, Failed, Finished

OnAnswered = Callable[[Finished | None], None]


class QuietRequests:
    """Answers that go to a callback and to no signal of the service."""

    def __init__(self, send: Callable[[Command], bool]) -> None:
        self._send = send
        self._waiting: dict[str, OnAnswered] = {}
        self._is_held = False

    def ask(self, command: Generate, on_done: OnAnswered) -> None:
        """Request an answer; `on_done` gets it later, or None if there is none."""
        self._waiting[command.request_id] = on_done
        if self._is_held or not self._send(command):
            self._end(command.request_id, None)

    def cancel(self, request_id: str) -> None:
        """Stop an answer; its callback is not called any more."""
        if self._waiting.get(request_id) is not None:
            self._waiting[request_id] = _ignore
            self._send(Cancel(request_id))

    def hold(self) -> None:
        """Stop all answers and give none until `resume`: something is measured."""
        self._is_held = True
        for request_id in tuple(self._waiting):
            self._send(Cancel(request_id))

    def resume(self) -> None:
        """End `hold`."""
        self._is_held = False

    def take(self, event: Event | Exited) -> bool:
        """Whether an event belongs to one of these requests; its end is passed on."""
        if isinstance(event, Exited):
            for waiting in tuple(self._waiting):
                self._end(waiting, None)
            return False
        if getattr(event, "request_id", None) not in self._waiting:
            return False
        if isinstance(event, Finished):
            self._end(event.request_id, event)
        elif isinstance(event, Failed):
            self._end(event.request_id, None)
        return True

    def _end(self, request_id: str, finished: Finished | None) -> None:
        self._waiting.pop(request_id)(finished)


def _ignore(_finished: Finished | None) -> None:
    """Replaces the callback of an answer that is not wanted any more."""
