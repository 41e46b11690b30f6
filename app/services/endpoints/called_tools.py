"""Puts the calls of tools together that a server streams in pieces. Knows no connection."""

from collections.abc import Iterable

from app.services.endpoints.protocol import CallDelta
from engine.commands import ToolCall

_MAX_CALLS = 64


class CalledTools:
    """The calls of one answer while it is read."""

    def __init__(self) -> None:
        self._calls: list[ToolCall] = []

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """Those that have a name; some servers leave out empty arguments."""
        named = (call for call in self._calls if call.name)
        return tuple(ToolCall(one.id, one.name, one.arguments or "{}") for one in named)

    def add(self, deltas: Iterable[CallDelta]) -> int:
        """Take the pieces of a chunk; returns their length."""
        length = 0
        for delta in deltas:
            place = self._place(delta)
            if place is None:
                continue
            before = self._calls[place]
            function = delta.function
            name = (function.name or "") if function is not None else ""
            arguments = (function.arguments or "") if function is not None else ""
            self._calls[place] = ToolCall(
                before.id or delta.id or "", before.name or name, before.arguments + arguments
            )
            length += len(name) + len(arguments)
        return length

    def _place(self, delta: CallDelta) -> int | None:
        """Which call it belongs to; without a number, an id begins another."""
        last = len(self._calls) - 1
        place = delta.index
        if place is None:
            is_next = last < 0 or (delta.id is not None and delta.id != self._calls[last].id)
            place = last + 1 if is_next else last
        if not 0 <= place <= min(last + 1, _MAX_CALLS - 1):
            return None
        if place > last:
            self._calls.append(ToolCall("", "", ""))
        return place
