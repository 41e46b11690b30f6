"""From the engine's events to a response, whole or event by event. Knows no HTTP.

https://platform.openai.com/docs/api-reference/responses/object and /responses-streaming. `timings`
are those of the other endpoints.
"""

import time
import uuid
from typing import Any, Literal

from app.server.api_error import ApiError
from app.server.jobs import Job
from app.server.logprobs import chat_logprobs
from app.server.replies import timings_of
from engine.commands import ToolCall
from engine.events import Event, Finished, Meter, ReasoningDelta, Started, TextDelta

_CUT = ("length", "context")
_DEFAULTS: dict[str, Any] = {
    "background": False, "instructions": None, "max_output_tokens": None, "metadata": {},
    "parallel_tool_calls": True, "previous_response_id": None, "reasoning": None, "store": False,
    "temperature": None, "tool_choice": "auto", "tools": [], "top_logprobs": 0, "top_p": None, "truncation": "disabled", "user": None,
}  # fmt: skip

Kind = Literal["message", "reasoning"]


class ResponseReply:
    """Builds a response from the events of its one answer."""

    end_mark = b""

    def __init__(self, job: Job, model: str) -> None:
        self._job = job
        self._model = model
        self._created = int(time.time())
        self._sequence_number = 0
        self._output: list[dict[str, Any]] = []
        self._open: Kind | None = None  # the last item, which grows
        self._cached_tokens = 0
        self._prompt_tokens = 0
        self._finished: Finished | None = None

    def add(self, number: int, event: Event) -> list[dict[str, Any]]:  # noqa: ARG002  one protocol
        """Take note of an event of the answer; the events that a stream sends for it."""
        match event:
            case Started():
                self._prompt_tokens = event.prompt_tokens or 0
                self._cached_tokens = event.cached_tokens or 0
                kinds = "created", "in_progress"
                return [self._event(f"response.{kind}", response=self.whole()) for kind in kinds]
            case ReasoningDelta():
                return [*self._turn_to("reasoning"), self._grow(event)]
            case TextDelta():
                return [*self._turn_to("message"), self._grow(event)]
            case Finished():
                return self._finish(event)
        return []

    def closing(self) -> list[dict[str, Any]]:
        """The response, complete or not."""
        response = self.whole()
        return [self._event(f"response.{response['status']}", response=response)]

    def refused(self, refusal: ApiError) -> dict[str, Any]:
        """The error, in the form that streams of responses have."""
        error = refusal.body["error"]
        told = {"code": error["code"] or error["type"], "message": error["message"]}
        return self._event("error", **told, param=error["param"])

    def whole(self) -> dict[str, Any]:
        """The response with what there is of it."""
        finished = self._finished
        details = {"reason": "max_output_tokens"} if self._status == "incomplete" else None
        return _DEFAULTS | dict(self._job.repeated) | {
            "id": self._job.id,
            "object": "response",
            "created_at": self._created,
            "status": self._status,
            "error": None,
            "incomplete_details": details,
            "model": self._model,
            "output": list(self._output),
            "usage": None if finished is None else self._usage(finished),
            "timings": timings_of([Meter() if finished is None else finished.meter]),
        }  # fmt: skip

    @property
    def _status(self) -> str:
        if self._finished is None:
            return "in_progress"
        return "incomplete" if self._finished.reason in _CUT else "completed"

    def _usage(self, finished: Finished) -> dict[str, Any]:
        answer = len(finished.ids)
        thought = None if finished.reasoning else 0  # not counted apart
        return {
            "input_tokens": self._prompt_tokens,
            "input_tokens_details": {"cached_tokens": self._cached_tokens},
            "output_tokens": answer,
            "output_tokens_details": {"reasoning_tokens": thought},
            "total_tokens": self._prompt_tokens + answer,
        }

    def _finish(self, finished: Finished) -> list[dict[str, Any]]:
        """End the last item, and add the calls of tools."""
        self._finished = finished
        is_empty = not (self._output or finished.tool_calls)
        events = self._turn_to("message") if is_empty else []
        events += self._close()
        for call in finished.tool_calls:
            events += self._call(call)
        return events

    def _turn_to(self, kind: Kind) -> list[dict[str, Any]]:
        """Let the last item be an open one of this kind."""
        if self._open == kind:
            return []
        events = self._close()
        self._open = kind
        own: dict[str, Any] = {"role": "assistant"} if kind == "message" else {"summary": []}
        events.append(self._add_item("msg" if kind == "message" else "rs", kind, **own, content=[]))
        self._output[-1]["content"] = [_part(kind)]
        if kind == "message":
            events.append(self._in_part("response.content_part.added", part=_part(kind)))
        return events

    def _grow(self, event: TextDelta | ReasoningDelta) -> dict[str, Any]:
        part = self._output[-1]["content"][0]
        part["text"] += event.text
        if isinstance(event, ReasoningDelta):
            return self._in_part("response.reasoning_text.delta", delta=event.text)
        logprobs = chat_logprobs(event.logprobs)["content"]
        part["logprobs"] += logprobs
        return self._in_part("response.output_text.delta", delta=event.text, logprobs=logprobs)

    def _close(self) -> list[dict[str, Any]]:
        """End the open item, if there is one."""
        if self._open is None:
            return []
        item = self._output[-1]
        part = item["content"][0]
        events = []
        if self._open == "message":
            told = {"text": part["text"], "logprobs": part["logprobs"]}
            events.append(self._in_part("response.output_text.done", **told))
            events.append(self._in_part("response.content_part.done", part=dict(part)))
        else:
            events.append(self._in_part("response.reasoning_text.done", text=part["text"]))
        self._open = None
        return [*events, self._end_item()]

    def _call(self, call: ToolCall) -> list[dict[str, Any]]:
        named = {"call_id": call.id, "name": call.name}
        added = self._add_item("fc", "function_call", **named, arguments="")
        self._output[-1]["arguments"] = call.arguments
        kind = "response.function_call_arguments"
        return [
            added,
            self._in_item(f"{kind}.delta", delta=call.arguments),
            self._in_item(f"{kind}.done", name=call.name, arguments=call.arguments),
            self._end_item(),
        ]

    def _add_item(self, prefix: str, kind: str, **fields: Any) -> dict[str, Any]:
        item = {"id": f"{prefix}_{uuid.uuid4().hex}", "type": kind, "status": "in_progress"}
        self._output.append(item | fields)
        return self._of_output("response.output_item.added", item=dict(self._output[-1]))

    def _end_item(self) -> dict[str, Any]:
        item = self._output[-1]
        item["status"] = "completed" if self._finished is None else self._status
        return self._of_output("response.output_item.done", item=dict(item))

    def _in_part(self, kind: str, **fields: Any) -> dict[str, Any]:
        return self._in_item(kind, content_index=0, **fields)

    def _in_item(self, kind: str, **fields: Any) -> dict[str, Any]:
        return self._of_output(kind, item_id=self._output[-1]["id"], **fields)

    def _of_output(self, kind: str, **fields: Any) -> dict[str, Any]:
        return self._event(kind, output_index=len(self._output) - 1, **fields)

    def _event(self, kind: str, **fields: Any) -> dict[str, Any]:
        number, self._sequence_number = self._sequence_number, self._sequence_number + 1
        return {"type": kind, "sequence_number": number, **fields}


def _part(kind: Kind) -> dict[str, Any]:
    """The one part of an item, without text."""
    if kind == "reasoning":
        return {"type": "reasoning_text", "text": ""}
    return {"type": "output_text", "text": "", "annotations": [], "logprobs": []}
