"""Tools and their calls as chat templates take them, and as plain turns for those that do not.

The values follow https://huggingface.co/docs/transformers/chat_extras.
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from engine.commands import ChatMessage, ToolCall, ToolSpec
from engine.errors import RequestError
from engine.tokenizer.written_text import without_surrogates

MAX_DEPTH = 100
"""Of JSON that is written again: what writes it, and templates, call themselves for each level."""

_REASONING = "reasoning_content"
_JOINED_RESULTS = "tool_responses"
_ID = re.compile(r"[A-Za-z0-9]{9}")  # Mistral's templates refuse others
_SYSTEM = """\
You can call tools. These are their names and the JSON schemas of their arguments:
<tools>
{tools}
</tools>

To call tools, end your answer with a JSON object for each, its name and its arguments, between tags.
You then get the results between <tool_response> tags. A call looks like this:
<tool_call>
{{"name": "NAME", "arguments": {{}}}}
</tool_call>"""


def tool_values(tools: Sequence[ToolSpec]) -> list[dict[str, Any]]:
    """The variable `tools` of templates. Raises RequestError for parameters that are no object."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": tool_parameters(tool),
            },
        }
        for tool in tools
    ]


def message_values(messages: Sequence[ChatMessage], source: str) -> list[dict[str, Any]]:
    """The fields of each message for the template `source`; reasoning only if that mentions it.

    Gemma 4 wants results within the turn that called for them.
    """
    joins_results = _JOINED_RESULTS in source and "tool_call_id" not in source
    names: dict[str, tuple[str, str]] = {}  # id and name of each call
    turns: list[dict[str, Any]] = []
    for message in messages:
        turn: dict[str, Any] = {"role": message.role, "content": message.content}
        if message.reasoning and _REASONING in source:
            turn[_REASONING] = message.reasoning
        for call in message.tool_calls:
            call_id = call.id if _ID.fullmatch(call.id) else f"{len(names):09}"
            names[call.id] = call_id, call.name
        if message.tool_calls:
            turn["tool_calls"] = [
                _call_value(call, names[call.id][0]) for call in message.tool_calls
            ]
        if message.role == "tool":
            call_id, name = names.get(message.tool_call_id, (message.tool_call_id, ""))
            turn |= {"tool_call_id": call_id, "name": name}
            if joins_results and turns and turns[-1].get("tool_calls"):
                result = {"name": name, "response": message.content}
                turns[-1].setdefault(_JOINED_RESULTS, []).append(result)
                continue
        turns.append(turn)
    return turns


def plain_turns(messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> list[ChatMessage]:
    """The conversation in the form of Hermes: text alone, in turns of three roles."""
    turns: list[ChatMessage] = []
    for message in messages:
        content = message.content
        if message.role == "tool":
            content = f"<tool_response>\n{content}\n</tool_response>"
            if turns and turns[-1].role == "user" and turns[-1].tool_call_id:
                content = f"{turns.pop().content}\n{content}"
            turns.append(ChatMessage("user", content, tool_call_id="-"))
            continue
        calls = "\n".join(map(_tagged, message.tool_calls))
        content = "\n".join(part for part in (content, calls) if part)
        turns.append(replace(message, content=content, tool_calls=()))
    if tools:
        lines = "\n".join(json.dumps(value, ensure_ascii=False) for value in tool_values(tools))
        block = _SYSTEM.format(tools=without_surrogates(lines))
        is_system = bool(turns) and turns[0].role == "system"
        system = f"{turns.pop(0).content}\n\n{block}" if is_system else block
        turns.insert(0, ChatMessage("system", system))
    return [replace(turn, tool_call_id="") for turn in turns]


def is_understood(text: str, messages: Iterable[ChatMessage], tools: Iterable[ToolSpec]) -> bool:
    """Whether a template put all that concerns tools into `text`."""
    names = [tool.name for tool in tools]
    for message in messages:
        names += [call.name for call in message.tool_calls]
        if message.role == "tool" and not any(form in text for form in _forms(message.content)):
            return False
    return all(name in text for name in names)


def _forms(content: str) -> tuple[str, ...]:
    """A result as templates may show it: as it is, or within JSON."""
    bare = content.strip()
    return bare, json.dumps(bare)[1:-1], json.dumps(bare, ensure_ascii=False)[1:-1]


def tool_parameters(tool: ToolSpec) -> dict[str, Any]:
    """The schema of its arguments. Raises RequestError for one that is no object."""
    value = parse_json(tool.parameters)
    if not isinstance(value, dict):
        raise RequestError(
            f"The parameters of the tool {tool.name} are not a JSON schema; correct them."
        )
    return value


def _call_value(call: ToolCall, call_id: str) -> dict[str, Any]:
    arguments = parse_json(call.arguments)
    return {
        "type": "function",
        "id": call_id,
        "function": {
            "name": call.name,
            "arguments": arguments if isinstance(arguments, dict) else call.arguments,
        },
    }


def _tagged(call: ToolCall) -> str:
    values = _call_value(call, "")["function"]
    return f"<tool_call>\n{json.dumps(values, ensure_ascii=False)}\n</tool_call>"


def parse_json(text: str) -> Any:
    """The value of a JSON text; None for what is none, or is nested deeper than `MAX_DEPTH`."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [inner for each in level for inner in members(each)]
        if not level:
            return value
    return None


def members(value: Any) -> Iterable[Any]:
    """What an object or a list holds."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
