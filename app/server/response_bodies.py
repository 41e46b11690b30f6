"""The body of a request for a response, and what it asks of the engine. Knows no HTTP and no reply.

https://platform.openai.com/docs/api-reference/responses/create; nothing is stored, so a request
holds the whole conversation.
"""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, to_builtins

from app.server.api_error import invalid, unsupported
from app.server.bodies import (
    MAX_TOOLS,
    AllowedTools,
    CallBody,
    CalledFunction,
    ChatBody,
    ChosenFunction,
    FunctionBody,
    Message,
    NamedChoice,
    Number,
    NumLogprobs,
    Part,
    ResponseFormat,
    SchemaBody,
    ToolBody,
    ToolName,
)
from app.server.jobs import Job, chat_job, text_of
from app.server.tools import only_functions
from engine.config import SamplingParams

_ROLES = ("system", "developer", "user", "assistant")
_LOGPROBS = "message.output_text.logprobs"
_STORED = ("previous_response_id", "conversation", "prompt", "background")
_REPEATED = (
    "frequency_penalty", "instructions", "max_output_tokens", "metadata", "parallel_tool_calls",
    "presence_penalty", "reasoning", "temperature", "tool_choice", "tools", "top_logprobs",
    "top_p", "truncation", "user",
)  # fmt: skip
_SAMPLING = (
    "temperature", "top_p", "top_k", "min_p", "seed", "frequency_penalty", "presence_penalty",
)  # fmt: skip


class Item(Struct, frozen=True):
    """A message, reasoning, a call, or the result of one; which fields it has depends on `type`."""

    type: str = "message"
    role: str = ""
    content: str | list[Part] | None = None
    call_id: str = ""
    name: str = ""
    arguments: str = "{}"
    output: str | list[Part] = ""


class ResponseTool(Struct, frozen=True):
    """A tool that the answer may call."""

    type: str
    name: ToolName = ""
    description: str | None = None
    parameters: dict[str, Any] | None = None


class ChosenTool(Struct, frozen=True):
    """The tool that the answer must call, or those that it may: `tools`, one at least by `mode`."""

    type: str
    name: str = ""
    mode: str = "auto"
    tools: Annotated[list["ChosenTool"], Meta(max_length=MAX_TOOLS)] | None = None


class TextFormat(Struct, frozen=True):
    """What form the answer must have."""

    type: str = "text"
    name: str | None = None
    schema: dict[str, Any] | bool | None = None


class TextOptions(Struct, frozen=True):
    """What kind of text the answer is."""

    format: TextFormat | None = None


class ReasoningOptions(Struct, frozen=True):
    """How much the model thinks first. All of it is told: there are no summaries."""

    effort: str | None = None


class ResponseBody(Struct, frozen=True, kw_only=True):
    """The body of a request for a response. None: the setting's value.

    `truncation` "auto": of a conversation that does not fit, the oldest turns are dropped.
    """

    input: str | Annotated[list[Item], Meta(min_length=1)]
    model: str | None = None
    stream: bool | None = None
    instructions: str | None = None
    max_output_tokens: Annotated[int, Meta(ge=1, lt=1 << 31)] | None = None
    temperature: float | None = None
    top_p: float | None = None
    top_k: Number | None = None
    min_p: float | None = None
    seed: int | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    top_logprobs: NumLogprobs | None = None
    include: list[str] | None = None
    text: TextOptions | None = None
    reasoning: ReasoningOptions | None = None
    tools: Annotated[list[ResponseTool], Meta(max_length=MAX_TOOLS)] | None = None
    tool_choice: str | ChosenTool | None = None
    parallel_tool_calls: bool | None = None
    truncation: Literal["auto", "disabled"] | None = None
    metadata: dict[str, str] | None = None
    user: str | None = None
    previous_response_id: Any = None
    conversation: Any = None
    prompt: Any = None
    background: bool | None = None


def response_job(body: ResponseBody, defaults: SamplingParams) -> Job:
    """The job of a response. Raises `ApiError`."""
    for name in _STORED:
        if getattr(body, name):
            raise unsupported(name, "Stored responses and prompts are")
    form = (body.text and body.text.format) or TextFormat()
    has_logprobs = _LOGPROBS in (body.include or ())
    chat = ChatBody(
        messages=_messages(body),
        model=body.model,
        stream=body.stream,
        max_completion_tokens=body.max_output_tokens,
        **{name: getattr(body, name) for name in _SAMPLING},
        logprobs=has_logprobs,
        top_logprobs=body.top_logprobs if has_logprobs else None,
        reasoning_effort=body.reasoning.effort if body.reasoning else None,
        response_format=_format(form),
        tools=[_tool(tool, f"tools[{at}]") for at, tool in enumerate(body.tools or ())],
        tool_choice=_choice(body.tool_choice),
        parallel_tool_calls=body.parallel_tool_calls,
    )
    job = chat_job(chat, defaults, drop_oldest=body.truncation == "auto")
    wanted = {name: getattr(body, name) for name in _REPEATED} | {"text": TextOptions(form)}
    repeated = to_builtins({name: value for name, value in wanted.items() if value is not None})
    return replace(job, id=f"resp_{uuid.uuid4().hex}", repeated=repeated)


def _messages(body: ResponseBody) -> list[Message]:
    """The conversation; reasoning, text and calls that follow each other are one message."""
    messages = [Message("system", body.instructions)] if body.instructions else []
    if isinstance(body.input, str):
        return [*messages, Message("user", body.input)]
    for at, item in enumerate(body.input):
        message = _message(item, f"input[{at}]")
        before = messages[-1] if messages else message
        is_new_text = bool(before.content and message.content)
        if len(messages) and before.role == message.role == "assistant" and not is_new_text:
            messages[-1] = _both(before, message)
        else:
            messages.append(message)
    return messages


def _message(item: Item, place: str) -> Message:
    match item.type:
        case "message" if item.role in _ROLES:
            return Message(item.role, _text(item.content, f"{place}.content"))
        case "message":
            roles = ", ".join(_ROLES)
            raise invalid(f"{place}.role must be one of {roles}.", f"{place}.role")
        case "reasoning":
            thoughts = _text(item.content, f"{place}.content")
            return Message("assistant", reasoning_content=thoughts)
        case "function_call":
            call = CallBody(item.call_id, CalledFunction(item.name, item.arguments))
            return Message("assistant", tool_calls=[call])
        case "function_call_output":
            output = _text(item.output, f"{place}.output")
            return Message("tool", output, tool_call_id=item.call_id)
    raise unsupported(place, f"Items of the type {item.type} are")


def _both(first: Message, second: Message) -> Message:
    """Two parts of one answer."""
    return Message(
        first.role,
        (first.content or second.content),
        (first.reasoning_content or "") + (second.reasoning_content or ""),
        [*(first.tool_calls or ()), *(second.tool_calls or ())],
    )


def _text(content: str | Sequence[Part] | None, place: str) -> str:
    if content is None or isinstance(content, str):
        return content or ""
    return text_of(content, place)


def _format(form: TextFormat) -> ResponseFormat:
    if form.type not in ("text", "json_object", "json_schema"):
        raise invalid("text.format.type must be text, json_object or json_schema.", "text.format")
    if form.type == "json_schema" and form.schema is None:
        raise invalid("text.format.schema is missing.", "text.format.schema")
    return ResponseFormat(form.type, SchemaBody(form.name, form.schema))


def _tool(tool: ResponseTool, place: str) -> ToolBody:
    if tool.type != "function":
        raise only_functions(place)
    if not tool.name:
        raise invalid(f"{place}.name is missing.", f"{place}.name")
    return ToolBody(tool.type, FunctionBody(tool.name, tool.description, tool.parameters))


def _choice(choice: str | ChosenTool | None) -> str | NamedChoice | None:
    if not isinstance(choice, ChosenTool):
        return choice
    if choice.type != "allowed_tools":
        return _named(choice)
    return NamedChoice(
        type=choice.type,
        allowed_tools=AllowedTools(choice.mode, [_named(tool) for tool in choice.tools or ()]),
    )


def _named(tool: ChosenTool) -> NamedChoice:
    return NamedChoice(ChosenFunction(tool.name), tool.type)
