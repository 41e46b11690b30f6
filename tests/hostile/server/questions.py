"""Questions that have one answer each, and how it is read from a reply."""

import json
from dataclasses import dataclass
from typing import Any

CHAT, TEXT, RESPONSES = "/v1/chat/completions", "/v1/completions", "/v1/responses"
EMBEDDINGS = "/v1/embeddings"


@dataclass(frozen=True)
class Question:
    """A body without its model; it may be streamed if `streams`."""

    path: str
    body: dict[str, Any]
    streams: bool = True

    def content(self, model: str, *, is_stream: bool) -> bytes:
        """The body of the request."""
        body = self.body | {"model": model}
        return json.dumps(body | {"stream": True} if is_stream else body).encode()


def _chat(text: str, seed: int, **options: Any) -> dict[str, Any]:
    messages = [{"role": "user", "content": text}]
    chosen = {"messages": messages, "max_tokens": 12, "temperature": 0.8, "seed": seed}
    return chosen | options


_PLACE = {
    "type": "object",
    "properties": {"city": {"type": "string", "maxLength": 5}, "warm": {"type": "boolean"}},
    "required": ["city", "warm"],
    "additionalProperties": False,
}
_TOOL = {"type": "function", "function": {"name": "weather", "parameters": _PLACE}}
_FORM = {"type": "json_schema", "json_schema": {"name": "place", "schema": _PLACE}}

QUESTIONS = (
    Question(CHAT, _chat("What is a graph?", 0)),
    Question(CHAT, _chat("Name three rivers.", 1)),
    Question(CHAT, _chat("Why is the sky blue?", 2, logit_bias={"40": 3})),
    Question(CHAT, _chat("Count to ten.", 3, n=2)),
    Question(CHAT, _chat("Where?", 4, response_format=_FORM, max_tokens=60)),
    Question(
        CHAT,
        _chat("Is it warm?", 5, tools=[_TOOL], tool_choice="required", max_tokens=90)
        | {"parallel_tool_calls": False},
    ),
    Question(TEXT, {"prompt": "Once upon", "max_tokens": 9, "temperature": 0.7, "seed": 7}),
    Question(TEXT, {"prompt": [5, 6, 7], "max_tokens": 6, "logprobs": 2, "temperature": 0}, False),
    Question(EMBEDDINGS, {"input": ["One text.", "And another, a longer one."]}, False),
)


def whole_answer(body: bytes) -> object:
    """What a reply in one piece says, without what differs from time to time."""
    reply = json.loads(body)
    if "data" in reply:
        return [each["embedding"] for each in reply["data"]]
    told = [choice["logprobs"] for choice in reply["choices"]]
    return [_said(choice) for choice in reply["choices"]], told


def streamed_answer(body: bytes) -> object:
    """The same of a stream that ended as it should. Raises ValueError for another."""
    *events, done, last = body.split(b"\n\n")
    if (done, last) != (b"data: [DONE]", b""):
        raise ValueError(f"no end: {body[-200:]!r}")
    said: dict[int, list[Any]] = {}
    for event in events:
        if not event.startswith(b"data: "):
            continue
        for choice in json.loads(event.removeprefix(b"data: "))["choices"]:
            text, calls = said.setdefault(choice["index"], ["", []])
            delta = choice.get("delta", choice)
            new_text, new_calls = _said({"message": delta} if "delta" in choice else choice)
            said[choice["index"]] = [text + new_text, calls + new_calls]
    return [said[index] for index in sorted(said)], [None] * len(said)


def _said(choice: dict[str, Any]) -> list[Any]:
    """The text, and the functions called."""
    message = choice.get("message")
    if message is None:
        return [choice["text"], []]
    calls = [each["function"] for each in message.get("tool_calls", ())]
    return [message.get("content") or "", calls]
