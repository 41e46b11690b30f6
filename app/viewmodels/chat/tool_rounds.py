"""The calls of an answer: allowed, carried out and answered, round after round. Knows no widget."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.domain import CallState, Message, ToolUse
from app.services.tools.connection import ServerState
from app.services.tools.messages import CallEnded
from app.services.tools.offered import OfferedTool, offer
from app.services.tools.problems import CALL_SECONDS
from app.services.tools.service import Call, ToolServers
from app.viewmodels.chat.answer import AnswerRecorder
from app.viewmodels.chat.chat_settings import ChatSettingsViewModel
from app.viewmodels.chat.request import Requests
from app.viewmodels.chat.tool_choice import ToolChoice
from engine.commands import Generate, ToolCall, ToolSpec

_MAX_CALLS = 16  # at once
_MAX_ARGUMENTS_LEN = 60_000

CreateRequest = Callable[[Sequence[ToolSpec]], Generate]
"""Makes the first request of an answer."""


class Decision(StrEnum):
    """What a person says to a call."""

    ALLOW = "allow"
    ALLOW_IN_CHAT = "allow in chat"
    REFUSE = "refuse"


@dataclass(slots=True)
class _Run:
    """What an answer in progress may call; `branch` ends before it."""

    message_id: int
    branch: Sequence[Message]
    tools: Mapping[str, OfferedTool] = field(default_factory=dict)
    num_rounds: int = 0
    call: Call | None = None

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        return tuple(
            ToolSpec(name, one.tool.description, one.tool.parameters)
            for name, one in self.tools.items()
        )


class ToolRounds(QObject):
    """Starts the answers of a chat, with the tools that it offers, and goes on after their calls.

    What a person allowed for a chat is forgotten when the window closes. `choice` says which tools
    a chat offers.

    Signals:
        told(problem: str): a server's tools are missing in this answer.
    """

    told = Signal(str)

    def __init__(
        self,
        answer: AnswerRecorder,
        servers: ToolServers | None,
        own: ChatSettingsViewModel,
        requests: Requests,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._answer = answer
        self._servers = servers
        self._own = own
        self.choice = ToolChoice(servers, own, self)
        self.choice.told.connect(self.told)
        self._requests = requests
        self._allowed: set[tuple[int, str, str]] = set()
        self._run: _Run | None = None
        answer.calls_made.connect(self._on_calls_made)
        answer.ended.connect(self._on_ended)

    @property
    def asking_in(self) -> int | None:
        """The conversation in which the person is asked about a call; None if in none."""
        message = self._answer.message
        use = self._next_open(message)
        is_asked = use is not None and use.state is CallState.ASKED
        return message.conversation_id if message is not None and is_asked else None

    def start(self, answer: Message, branch: Sequence[Message]) -> None:
        """Have the new `answer` written; `branch` ends with its question."""
        self._begin(answer, branch, partial(self._requests.new_answer, branch))

    def go_on(self, answer: Message, branch: Sequence[Message]) -> None:
        """Have the rest of `answer` written, as `Requests.unfinished` returned it."""
        whole = (*branch, answer)
        self._begin(answer, branch, partial(self._requests.rest_of_answer, whole))

    def decide(self, message_id: int, decision: Decision) -> None:
        """Answer the call that the person was asked about."""
        message, run = self._answer.message, self._run
        use = self._next_open(message)
        if message is None or message.id != message_id or run is None or use is None:
            return
        if use.state is not CallState.ASKED:
            return
        if decision is Decision.REFUSE:
            self._set(use, CallState.REFUSED)
            self._advance()
            return
        if decision is Decision.ALLOW_IN_CHAT:
            self._allowed.add(self._key(message, run.tools[use.name]))
        self._carry_out(run, use)

    def _begin(
        self, answer: Message, branch: Sequence[Message], create_request: CreateRequest
    ) -> None:
        wanted = self.choice.chosen_in(answer.conversation_id)
        self._run = run = _Run(answer.id, branch)
        if self._servers is None or not wanted:
            self._answer.start(answer, create_request(()))
            return
        self._answer.begin(answer)
        self._servers.connect_to_all(wanted, partial(self._on_ready, run, create_request))

    def _on_ready(
        self, run: _Run, create_request: CreateRequest, states: dict[str, ServerState]
    ) -> None:
        if run is not self._run or not self._answer.is_waiting or self._servers is None:
            return  # stopped meanwhile
        for state in states.values():
            if state.problem:
                self.told.emit(state.problem)
        run.tools = offer(
            (server, tool)
            for server_id, state in states.items()
            if (server := self._servers.store.find(server_id)) is not None
            for tool in state.tools
        )
        self._answer.ask(create_request(run.specs))

    def _on_calls_made(self, calls: Sequence[ToolCall]) -> None:
        message, run = self._answer.message, self._run
        if message is None or run is None:
            return
        run.num_rounds += 1
        number = 1 + max((use.round for use in message.tool_uses), default=-1)
        made = [
            self._use_of(run, call, number, message) for call in _told_apart(calls[:_MAX_CALLS])
        ]
        self._answer.set_tool_uses((*message.tool_uses, *made))
        limit = self._own.of(message.conversation_id).tool_rounds
        if run.num_rounds > limit:
            words = self.tr("The model called tools %1 times in a row, the limit in Settings.")
            self._answer.fail(words.replace("%1", str(limit)))
            return
        self._advance()

    def _use_of(self, run: _Run, call: ToolCall, number: int, message: Message) -> ToolUse:
        known = run.tools.get(call.name)
        use = ToolUse(
            id=call.id,
            name=call.name,
            server=known.server.name if known is not None else "",
            tool=known.tool.name if known is not None else "",
            arguments=call.arguments[:_MAX_ARGUMENTS_LEN],
            round=number,
            text_len=len(message.text),
            reasoning_len=len(message.reasoning),
        )
        if known is None:
            return replace(use, state=CallState.FAILED, result="There is no tool of this name.")
        if len(call.arguments) > _MAX_ARGUMENTS_LEN or not _is_object(call.arguments):
            problem = "The arguments are no JSON object, or too long."
            return replace(use, state=CallState.FAILED, result=problem, arguments="{}")
        return use

    def _advance(self) -> None:
        """Carry out the next call, ask for it, or let the model go on."""
        message, run = self._answer.message, self._run
        if message is None or run is None:
            return
        use = self._next_open(message)
        if use is None:
            self._answer.ask(self._requests.new_answer((*run.branch, message), run.specs))
        elif (
            use.state is CallState.ASKED
            and self._key(message, run.tools[use.name]) in self._allowed
        ):
            self._carry_out(run, use)

    def _carry_out(self, run: _Run, use: ToolUse) -> None:
        assert self._servers is not None
        self._set(use, CallState.RUNNING)
        on_ready = partial(self._on_server_ready, run, use)
        self._servers.connect_to(run.tools[use.name].server.id, on_ready)

    def _on_server_ready(self, run: _Run, use: ToolUse, state: ServerState) -> None:
        if run is not self._run or self._servers is None:
            return
        if state.problem:
            self._on_call_ended(run, use, CallEnded("", state.problem, is_error=True))
            return
        known, on_ended = run.tools[use.name], partial(self._on_call_ended, run, use)
        run.call = self._servers.call(known.server.id, known.tool.name, use.arguments, on_ended)

    def _on_call_ended(self, run: _Run, use: ToolUse, ended: CallEnded) -> None:
        if run is not self._run:
            return
        run.call = None
        result = ended.text
        if ended.is_silent:
            result = f"There was no answer within {CALL_SECONDS:.0f} seconds."
        self._set(use, CallState.FAILED if ended.is_error else CallState.DONE, result)
        self._advance()

    def _set(self, use: ToolUse, state: CallState, result: str = "") -> None:
        message = self._answer.message
        assert message is not None
        changed = replace(use, state=state, result=result)
        same = (use.round, use.id)
        self._answer.set_tool_uses(
            [changed if (one.round, one.id) == same else one for one in message.tool_uses]
        )

    def _next_open(self, message: Message | None) -> ToolUse | None:
        uses = message.tool_uses if message is not None else ()
        return next((use for use in uses if use.is_open), None)

    def _key(self, message: Message, known: OfferedTool) -> tuple[int, str, str]:
        return message.conversation_id, known.server.id, known.tool.name

    def _on_ended(self) -> None:
        """The answer ended in any way: nothing of it goes on."""
        run, self._run = self._run, None
        if run is not None and run.call is not None and self._servers is not None:
            self._servers.cancel(run.call)


def _told_apart(calls: Sequence[ToolCall]) -> list[ToolCall]:
    """`calls` with an id for each, as not every server gives."""
    known: dict[str, ToolCall] = {}
    for number, call in enumerate(calls):
        call_id = call.id if call.id and call.id not in known else f"call{number:05}"
        known[call_id] = ToolCall(call_id, call.name, call.arguments)
    return list(known.values())


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
