"""Requests of others than the owner of an engine process. Knows no Qt."""

from collections.abc import Callable

from msgspec.structs import replace

from app.services.engine.process import Client, CreateClient
from engine.commands import Cancel, Embed, Generate
from engine.errors import EngineError
from engine.events import Embedded, Event, Failed, Finished

OnGuestEvent = Callable[[Event], None]


class BusyError(EngineError):
    """The engine has other work just now; asking again later helps."""


class GuestRequests:
    """Answers for others through the client that an owner has made by `connect`.

    Each is marked as a guest's, so that answers of the owner begin before those that wait.
    Their events go straight to whoever asked, all others to the owner. Any thread may call any
    method. Listeners are called on the client's reader thread and must return at once; the last
    event of each request is `Finished`, `Embedded` or `Failed`.
    """

    def __init__(self, create_client: CreateClient) -> None:
        self._create_client = create_client
        self._client: Client | None = None
        self._pass_on: Callable[[Event], None] = _ignore
        self._tell_exit: Callable[[int], None] = _ignore
        self._listeners: dict[str, OnGuestEvent] = {}
        self._why_held = ""

    def connect(self, on_event: Callable[[Event], None], on_exit: Callable[[int], None]) -> Client:
        """Create the owner's client; its listeners get what is not for guests."""
        self._pass_on, self._tell_exit = on_event, on_exit
        self._client = self._create_client(self._on_event, self._on_exit)
        return self._client

    @property
    def is_empty(self) -> bool:
        """Whether no answer is waited for."""
        return not self._listeners

    def ask(self, command: Generate | Embed, on_event: OnGuestEvent) -> None:
        """Request an answer. Raises `EngineError` when the engine cannot take it."""
        if self._why_held:
            raise BusyError(self._why_held)
        request_id = command.request_id
        self._listeners[request_id] = on_event
        marked = replace(command, for_guest=True)
        is_sent = False
        try:
            is_sent = self._client is not None and self._client.send(marked)
        finally:
            if not is_sent:
                self._listeners.pop(request_id, None)
        if not is_sent:
            raise EngineError("The engine is not running; try again in a moment.")

    def cancel(self, request_id: str) -> None:
        """Stop an answer; its listener is not called any more."""
        if request_id in self._listeners and self._client is not None:
            self._listeners[request_id] = _ignore
            self._client.send(Cancel(request_id))

    def end_all(self, message: str) -> None:
        """Stop all answers, and tell whoever asked why."""
        for request_id, listener in tuple(self._listeners.items()):
            self.cancel(request_id)
            listener(Failed(request_id, message))

    def hold(self, message: str) -> None:
        """Stop all answers and give none until `resume`; `message` says why."""
        self._why_held = message
        self.end_all(message)

    def resume(self) -> None:
        """End `hold`."""
        self._why_held = ""

    def _on_event(self, event: Event) -> None:
        request_id = getattr(event, "request_id", None)
        if request_id is None or request_id not in self._listeners:
            self._pass_on(event)
        elif isinstance(event, Finished | Embedded | Failed):
            self._listeners.pop(request_id)(event)
        else:
            self._listeners[request_id](event)

    def _on_exit(self, returncode: int) -> None:
        asked = tuple(self._listeners)
        self._tell_exit(returncode)  # first: a guest that is told may ask again at once
        for request_id in asked:
            self._on_event(Failed(request_id, "The engine ended unexpectedly; ask again."))


def _ignore(_: object) -> None:
    """The listener of an answer that nobody wants any more."""
