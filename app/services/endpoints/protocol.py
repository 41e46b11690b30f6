"""Requests and replies of the OpenAI-compatible protocol. Opens no connection."""

import math
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.commands import ChatMessage, ChatPrompt, Generate, ToolSpec
from engine.events import FinishReason, Meter

EXTENSIONS = frozenset(
    {
        "top_k",
        "min_p",
        "repeat_penalty",
        "repetition_penalty",
        "chat_template_kwargs",
        "timings_per_token",
    }
)
"""What some servers know and others refuse."""

OPTIONAL = EXTENSIONS | {
    "temperature",
    "top_p",
    "seed",
    "stop",
    "max_tokens",
    "presence_penalty",
    "frequency_penalty",
    "stream_options",
}
"""What a request can do without, if the server refuses it."""

REASONS: dict[str, FinishReason] = {
    "stop": "stop",
    "length": "length",
    "eos": "stop",
    "tool_calls": "tool_calls",
}


class CalledFunction(Struct, frozen=True):
    """What a chunk adds to the name and the arguments of a call."""

    name: str | None = None
    arguments: str | None = None


class CallDelta(Struct, frozen=True):
    """What a chunk adds to one of the answer's calls; some servers number them, others do not."""

    index: int | None = None
    id: str | None = None
    function: CalledFunction | None = None


class Delta(Struct, frozen=True):
    """What a chunk adds. Servers call what a model thinks by two names."""

    content: str | list[Any] | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    tool_calls: list[CallDelta] | None = None

    @property
    def text(self) -> str:
        """What it adds to the answer."""
        return self.content if isinstance(self.content, str) else ""

    @property
    def thoughts(self) -> str:
        """What it adds to the reasoning."""
        return self.reasoning_content or self.reasoning or ""


class Choice(Struct, frozen=True):
    """One of the answers; only the first is asked for."""

    delta: Delta | None = None
    finish_reason: str | None = None


class Chunk(Struct, frozen=True):
    """One event of an answer."""

    choices: list[Choice] | None = None
    usage: Any = None
    timings: Any = None
    error: Any = None


def chat_body(
    model: str, command: Generate, messages: list[dict[str, Any]], refused: frozenset[str]
) -> dict[str, Any]:
    """The request for an answer to `messages`, without the fields in `refused`."""
    sampling, prompt = command.sampling, command.prompt
    body: dict[str, Any] = {
        "model": model,
        "messages": messages,
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "top_k": sampling.top_k,
        "min_p": sampling.min_p,
        "seed": sampling.seed,
        "timings_per_token": True,
    }
    if sampling.repeat_penalty != 1.0 and sampling.penalty_last_n:
        # llama.cpp and vLLM have their own names for it.
        body["repeat_penalty"] = body["repetition_penalty"] = sampling.repeat_penalty
    if sampling.penalty_last_n:
        body["presence_penalty"] = sampling.presence_penalty or None
        body["frequency_penalty"] = sampling.frequency_penalty or None
    if command.max_tokens is not None:
        renamed = "max_tokens" in refused
        body["max_completion_tokens" if renamed else "max_tokens"] = command.max_tokens
    if command.stop:
        body["stop"] = list(command.stop)
    if isinstance(prompt, ChatPrompt) and prompt.thinking is not None:
        body["chat_template_kwargs"] = {"enable_thinking": prompt.thinking}
    if isinstance(prompt, ChatPrompt) and prompt.tools:
        body["tools"] = [_wire_tool(tool) for tool in prompt.tools]
    return {
        name: value for name, value in body.items() if value is not None and name not in refused
    }


def wire_messages(turns: tuple[ChatMessage, ...]) -> list[dict[str, Any]]:
    """Turns as the protocol has them; what models thought stays here."""
    return [_wire_message(turn) for turn in turns]


def _wire_message(turn: ChatMessage) -> dict[str, Any]:
    message: dict[str, Any] = {"role": turn.role, "content": turn.content}
    if turn.tool_calls:
        message["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in turn.tool_calls
        ]
    if turn.role == "tool":
        message["tool_call_id"] = turn.tool_call_id
    return message


def _wire_tool(tool: ToolSpec) -> dict[str, Any]:
    function = {
        "name": tool.name,
        "description": tool.description,
        "parameters": msgspec.json.decode(tool.parameters),
    }
    return {"type": "function", "function": function}


def decode_chunk(data: bytes) -> Chunk:
    """An event of an answer. Raises `msgspec.DecodeError` for what is none, `RecursionError`."""
    return msgspec.json.decode(data, type=Chunk)


def merged_meter(meter: Meter, usage: Any, timings: Any) -> Meter:
    """`meter` with what the server tells: usage of all, and the timings of llama.cpp and Encore."""
    known: dict[str, Any] = {}
    if isinstance(usage, dict):
        details = usage.get("prompt_tokens_details")
        known["prompt_tokens"] = _count(usage.get("prompt_tokens"))
        known["new_tokens"] = _count(usage.get("completion_tokens"))
        if isinstance(details, dict):
            known["cached_tokens"] = _count(details.get("cached_tokens"))
    if isinstance(timings, dict):
        for name in Meter.__struct_fields__:
            if name in timings:
                known[name] = _of_type(name, timings[name])
        known |= _of_llama_cpp(timings)
    return replace(meter, **{name: value for name, value in known.items() if value is not None})


def _of_llama_cpp(timings: dict[str, Any]) -> dict[str, Any]:
    read, cached = _count(timings.get("prompt_n")), _count(timings.get("cache_n"))
    return {
        "tok_s": _number(timings.get("predicted_per_second")),
        "prompt_tok_s": _number(timings.get("prompt_per_second")),
        "prompt_tokens": None if read is None or cached is None else read + cached,
        "cached_tokens": cached,
        "new_tokens": _count(timings.get("predicted_n")),
        "drafted": _count(timings.get("draft_n")),
        "accepted": _count(timings.get("draft_n_accepted")),
    }


def _of_type(name: str, value: Any) -> Any:
    if name == "drafting_pauses":
        return value if isinstance(value, bool) else None
    is_number = name.endswith("_ms") or "tok_s" in name
    return _number(value) if is_number else _count(value)


def _number(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and math.isfinite(value) and value > 0 else None


def _count(value: Any) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool)
    return value if is_count and 0 <= value < 1 << 53 else None
