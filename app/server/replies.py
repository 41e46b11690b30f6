"""From the engine's events to the JSON of replies, whole or chunk by chunk. Knows no HTTP.

https://platform.openai.com/docs/api-reference/chat/object and /completions/object. `timings` are
the meter's numbers under its names; those that are not known are left out.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from msgspec.structs import asdict

from app.server.api_error import ApiError
from app.server.jobs import Job
from app.server.logprobs import chat_logprobs, text_len, text_logprobs
from engine.commands import ToolCall
from engine.events import (
    Event,
    Finished,
    FinishReason,
    Meter,
    ReasoningDelta,
    Started,
    TextDelta,
    TokenLogprob,
)

_REASONS: dict[FinishReason, str] = {
    "stop": "stop",
    "stop_string": "stop",
    "length": "length",
    "context": "length",
    "tool_calls": "tool_calls",
}
_COUNTERS = ("recaptures", "replays", "eager", "fallbacks", "drafted", "accepted")
_TIMINGS = ("tok_s", "prompt_tok_s", "ttft_ms", "captures", *_COUNTERS)


class Form(Protocol):
    """How one endpoint writes its replies."""

    kind: str
    chunk_kind: str

    def opening(self, echo: str) -> dict[str, Any] | None:
        """What a stream begins an answer with, if anything."""
        ...

    def piece(self, event: TextDelta | ReasoningDelta) -> dict[str, Any] | None:
        """More text of an answer."""
        ...

    def calls(self, finished: Finished) -> list[dict[str, Any]]:
        """The calls of tools that an answer ends with."""
        ...

    def logprobs(self, tokens: Sequence[TokenLogprob], begin: int) -> dict[str, Any]:
        """Log probabilities of tokens, of which the first begins at the character `begin`."""
        ...

    def ending(self) -> dict[str, Any]:
        """What a stream ends an answer with."""
        ...

    def whole(self, echo: str, finished: Finished) -> dict[str, Any]:
        """All text of an answer."""
        ...


class ChatForm:
    """A chat completion."""

    kind = "chat.completion"
    chunk_kind = "chat.completion.chunk"

    def opening(self, echo: str) -> dict[str, Any] | None:
        """Say whose turn it is."""
        return {"delta": {"role": "assistant", "content": echo}}

    def piece(self, event: TextDelta | ReasoningDelta) -> dict[str, Any] | None:
        """Text, or reasoning beside it."""
        is_text = isinstance(event, TextDelta)
        return {"delta": {"content" if is_text else "reasoning_content": event.text}}

    def calls(self, finished: Finished) -> list[dict[str, Any]]:
        """Each in one piece, with its place among them."""
        return [
            {"delta": {"tool_calls": [{"index": index, **_call(call)}]}}
            for index, call in enumerate(finished.tool_calls)
        ]

    def logprobs(self, tokens: Sequence[TokenLogprob], begin: int) -> dict[str, Any]:  # noqa: ARG002  one protocol
        """Of each token by itself."""
        return chat_logprobs(tokens)

    def ending(self) -> dict[str, Any]:
        """Nothing more."""
        return {"delta": {}}

    def whole(self, echo: str, finished: Finished) -> dict[str, Any]:
        """The message."""
        text, calls = echo + finished.text, finished.tool_calls
        message: dict[str, Any] = {"role": "assistant", "content": text, "refusal": None}
        if calls:
            message |= {"content": text or None, "tool_calls": [_call(call) for call in calls]}
        if finished.reasoning:
            message["reasoning_content"] = finished.reasoning
        return {"message": message}


class TextForm:
    """A completion."""

    kind = "text_completion"
    chunk_kind = "text_completion"

    def opening(self, echo: str) -> dict[str, Any] | None:
        """Repeat the prompt, where that was asked for."""
        return {"text": echo} if echo else None

    def piece(self, event: TextDelta | ReasoningDelta) -> dict[str, Any] | None:
        """Text. The API has no place for reasoning here."""
        return {"text": event.text} if isinstance(event, TextDelta) else None

    def calls(self, finished: Finished) -> list[dict[str, Any]]:  # noqa: ARG002  one protocol
        """None: no tools are named here."""
        return []

    def logprobs(self, tokens: Sequence[TokenLogprob], begin: int) -> dict[str, Any]:
        """Lists, with the place of each token."""
        return text_logprobs(tokens, begin)

    def ending(self) -> dict[str, Any]:
        """Nothing more."""
        return {"text": ""}

    def whole(self, echo: str, finished: Finished) -> dict[str, Any]:
        """The text."""
        return {"text": echo + finished.text}


@dataclass
class Reply:
    """Builds the reply to a job from its events, in any order of its answers."""

    end_mark = b"data: [DONE]\n\n"

    form: Form
    job: Job
    model: str
    created: int = field(default_factory=lambda: int(time.time()))
    _started: dict[int, Started] = field(default_factory=dict)
    _finished: dict[int, Finished] = field(default_factory=dict)
    _num_told: dict[int, int] = field(default_factory=dict)  # characters with log probabilities

    def add(self, number: int, event: Event) -> list[dict[str, Any]]:
        """Take note of an event of an answer; the chunks that a stream sends for it."""
        match event:
            case Started():
                self._started[number] = event
                opening = self.form.opening(self.job.echoes[number])
                return [self._chunk(number, opening)] if opening else []
            case TextDelta() | ReasoningDelta():
                piece = self.form.piece(event)
                return [self._chunk(number, piece, event=event)] if piece else []
            case Finished():
                self._finished[number] = event
                calls = [self._chunk(number, call) for call in self.form.calls(event)]
                ending = self._chunk(number, self.form.ending(), _REASONS[event.reason])
                return [*calls, ending | {"timings": timings_of([event.meter])}]
        return []

    def closing(self) -> list[dict[str, Any]]:
        """The usage, if it was asked for."""
        if not self.job.has_usage_chunk:
            return []
        return [self._heading(self.form.chunk_kind) | {"choices": [], "usage": self._usage()}]

    def refused(self, refusal: ApiError) -> dict[str, Any]:
        """The error as it is in a reply of its own."""
        return refusal.body

    def whole(self) -> dict[str, Any]:
        """The reply in one piece, once every answer is finished."""
        answers = [self._finished[number] for number in range(len(self.job.commands))]
        choices = [
            {
                "index": number,
                **self.form.whole(self.job.echoes[number], answer),
                "logprobs": self.form.logprobs(answer.logprobs, 0) if answer.logprobs else None,
                "finish_reason": _REASONS[answer.reason],
            }
            for number, answer in enumerate(answers)
        ]
        return self._heading(self.form.kind) | {
            "choices": choices,
            "usage": self._usage(),
            "timings": timings_of([answer.meter for answer in answers]),
        }

    def _heading(self, kind: str) -> dict[str, Any]:
        return {"id": self.job.id, "object": kind, "created": self.created, "model": self.model}

    def _chunk(
        self,
        number: int,
        content: dict[str, Any],
        reason: str | None = None,
        event: Event | None = None,
    ) -> dict[str, Any]:
        choice = {"index": number, **content, "logprobs": None, "finish_reason": reason}
        if isinstance(event, TextDelta) and event.logprobs:
            begin = self._num_told.get(number, 0)
            choice["logprobs"] = self.form.logprobs(event.logprobs, begin)
            self._num_told[number] = begin + text_len(event.logprobs)
        return self._heading(self.form.chunk_kind) | {"choices": [choice]}

    def _usage(self) -> dict[str, Any]:
        """Several answers to one prompt count it once."""
        prompts = [
            started
            for number, started in self._started.items()
            if number % self.job.num_per_prompt == 0
        ]
        prompt = sum(started.prompt_tokens or 0 for started in prompts)
        answer = sum(len(finished.ids) for finished in self._finished.values())
        return {
            "prompt_tokens": prompt,
            "completion_tokens": answer,
            "total_tokens": prompt + answer,
            "prompt_tokens_details": {
                "cached_tokens": sum(started.cached_tokens or 0 for started in prompts)
            },
        }


def _call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function}


def timings_of(meters: list[Meter]) -> dict[str, Any]:
    """The known numbers of one answer; of several, the sums of those that count something."""
    names = _TIMINGS if len(meters) == 1 else _COUNTERS
    known = [{name: asdict(meter)[name] for name in names} for meter in meters]
    return {
        name: sum(values)
        for name in names
        if (values := [numbers[name] for numbers in known if numbers[name] is not None])
    }
