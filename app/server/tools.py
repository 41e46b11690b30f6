"""Tools, calls and forms of answers, from a request's body to the engine's prompt. Knows no reply.

https://platform.openai.com/docs/guides/function-calling and /structured-outputs
"""

import msgspec

from app.server.api_error import ApiError, invalid
from app.server.bodies import AllowedTools, CallBody, ChatBody, NamedChoice, ToolBody
from engine.commands import ToolCall, ToolChoice, ToolSpec

_ANY_OBJECT = '{"type": "object"}'


def tools_of(body: ChatBody) -> tuple[tuple[ToolSpec, ...], ToolChoice]:
    """The tools that the answer may call, and whether it has to. Raises `ApiError`.

    Where some are named, the model is told of no other.
    """
    choice = body.tool_choice or "auto"
    tools = tuple(_spec(tool, at) for at, tool in enumerate(body.tools or ()))
    if not tools and choice not in ("none", "auto"):
        raise invalid("tool_choice needs tools.", "tool_choice")
    if isinstance(choice, NamedChoice):
        tools, choice = _named(tools, choice)
    match choice:
        case "none":
            return (), "auto"
        case "auto":
            return tools, "auto"
        case "required":
            return tools, "required"
    raise invalid("tool_choice must be none, auto, required or the name of one.", "tool_choice")


def _named(tools: tuple[ToolSpec, ...], choice: NamedChoice) -> tuple[tuple[ToolSpec, ...], str]:
    """Those of the tools that a choice names, and whether one has to be called."""
    allowed = choice.allowed_tools or AllowedTools("required", [choice])
    names = {each.function.name for each in allowed.tools if each.function is not None}
    named = tuple(tool for tool in tools if tool.name in names)
    if not names or names - {tool.name for tool in named}:
        raise invalid("tool_choice must name one of the tools.", "tool_choice")
    return named, allowed.mode


def may_call_several(body: ChatBody) -> bool:
    """Whether an answer goes on after a call; the one function that is named is called once."""
    if body.parallel_tool_calls is not None:
        return body.parallel_tool_calls
    return not (isinstance(body.tool_choice, NamedChoice) and body.tool_choice.function)


def calls_of(calls: list[CallBody] | None, place: str) -> tuple[ToolCall, ...]:
    """The calls of an assistant's message. Raises `ApiError`."""
    for at, call in enumerate(calls or ()):
        if call.type != "function":
            raise only_functions(f"{place}.tool_calls[{at}]")
    return tuple(
        ToolCall(call.id, call.function.name, call.function.arguments) for call in calls or ()
    )


def schema_of(body: ChatBody) -> str:
    """The JSON schema that the answer must follow, "" for any text. Raises `ApiError`."""
    form = body.response_format
    if form is None or form.type == "text":
        return ""
    if form.type == "json_object":
        return _ANY_OBJECT
    if form.type != "json_schema":
        raise invalid(
            "response_format.type must be text, json_object or json_schema.", "response_format"
        )
    if form.json_schema is None or form.json_schema.schema is None:
        raise invalid(
            "response_format.json_schema.schema is missing.", "response_format.json_schema"
        )
    return msgspec.json.encode(form.json_schema.schema).decode()


def _spec(tool: ToolBody, at: int) -> ToolSpec:
    if tool.type != "function":
        raise only_functions(f"tools[{at}]")
    function = tool.function
    parameters = msgspec.json.encode(function.parameters or {"type": "object"}).decode()
    return ToolSpec(function.name, function.description or "", parameters)


def only_functions(place: str) -> ApiError:
    """A tool or a call at `place` is of another kind."""
    return invalid(f"{place} must have the type function; there are no others here.", place)
