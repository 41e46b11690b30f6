"""Requests of others than the window: their events go straight to whoever asked. Knows no Qt."""

from collections.abc import Callable

from engine.commands import Cancel, Command, Generate
from engine.errors import EngineError
from engine.events import Event, Failed, Finished

OnGuestEvent = Callable[[Event], None]


class GuestRequests:
    """Answers that share an engine process with the window. Any thread may call any method.

    Listeners are called on the client's reader thread and must return at once. The last event of
    each request is `Finished` or `Failed`.
    """

    def __init__(self, send: Callable[[Command], bool]) -> None:
        self._send = send
        self._listeners: dict[str, OnGuestEvent] = {}

    @property
    def is_empty(self) -> bool:
        """Whether no answer is waited for."""
        return not self._listeners

    def ask(self, command: Generate, on_event: OnGuestEvent) -> None:
        """Request an answer. Raises `EngineError` when the engine cannot take it."""
        request_id = command.request_id
        self._listeners[request_id] = on_event
        is_sent = False
        try:
            is_sent = self._send(command)
        finally:
            if not is_sent:
                self._listeners.pop(request_id, None)
        if not is_sent:
            raise EngineError("The engine is not running; try again in a moment.")

    def cancel(self, request_id: str) -> None:
        """Stop an answer; its listener is not called any more."""
        if request_id in self._listeners:
            self._listeners[request_id] = _ignore
            self._send(Cancel(request_id))

    def end_all(self, message: str) -> None:
        """Stop all answers, and tell whoever asked why."""
        for request_id, listener in tuple(self._listeners.items()):
            self.cancel(request_id)
            listener(Failed(request_id, message))

    def take(self, event: Event) -> bool:
        """Whether an event belongs to one of these requests; then it was passed on."""
        request_id = getattr(event, "request_id", None)
        if request_id is None or request_id not in self._listeners:
            return False
        has_ended = isinstance(event, Finished | Failed)
        listener = (
            self._listeners.pop(request_id, None) if has_ended else self._listeners.get(request_id)
        )
        if listener is not None:
            listener(event)
        return True

    def fail_all(self, message: str) -> None:
        """The engine has ended: tell whoever asked that there will be no answer."""
        for request_id in tuple(self._listeners):
            self.take(Failed(request_id, message))


def _ignore(_event: Event) -> None:
    """The listener of an answer that nobody wants any more."""
