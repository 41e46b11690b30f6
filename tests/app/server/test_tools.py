"""Tools, forms and biases reach the engine as they were meant, and calls come back as clients read them."""

import json
from typing import Any

import openai
import pytest

from engine.commands import ChatPrompt, Generate, ToolCall, ToolSpec
from tests.app.server.conftest import Served

QUESTION = [{"role": "user", "content": "What is the weather?"}]
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}
CALLS = (ToolCall("a", "weather", '{"city":"Oslo"}'), ToolCall("b", "time", "{}"))


def tool(name: str, **function: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, **function}}


TOOLS = [tool("weather", description="Of a city.", parameters=SCHEMA), tool("time")]


def prompt_for(served: Served, **options: Any) -> ChatPrompt:
    request = {"model": "tiny.gguf", "messages": QUESTION} | options
    served.openai().chat.completions.create(**request)
    prompt = served.process.sent_of(Generate)[-1].prompt
    assert isinstance(prompt, ChatPrompt)
    return prompt


def test_tools_reach_the_engine(served: Served) -> None:
    prompt = prompt_for(served, tools=TOOLS, parallel_tool_calls=False)
    assert prompt.tools == (
        ToolSpec("weather", "Of a city.", json.dumps(SCHEMA, separators=(",", ":"))),
        ToolSpec("time", "", '{"type":"object"}'),
    )
    assert (prompt.tool_choice, prompt.parallel_calls) == ("auto", False)


def test_a_choice_of_tools(served: Served) -> None:
    assert prompt_for(served, tools=TOOLS, tool_choice="none").tools == ()
    required = prompt_for(served, tools=TOOLS, tool_choice="required")
    assert (len(required.tools), required.tool_choice) == (2, "required")
    named = prompt_for(served, tools=TOOLS, tool_choice=tool("time"))
    assert ([each.name for each in named.tools], named.tool_choice) == (["time"], "required")
    assert (required.parallel_calls, named.parallel_calls) == (True, False)
    several = prompt_for(served, tools=TOOLS, tool_choice=tool("time"), parallel_tool_calls=True)
    assert several.parallel_calls
    allowed = {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": [tool("time")]}}
    bound = prompt_for(served, tools=TOOLS, tool_choice=allowed)
    assert ([each.name for each in bound.tools], bound.tool_choice) == (["time"], "auto")
    with pytest.raises(openai.BadRequestError, match="name one of the tools"):
        prompt_for(served, tools=TOOLS, tool_choice=tool("unknown"))


def test_calls_and_results_of_earlier_turns(served: Served) -> None:
    calls = [{"id": "a", **tool("weather", arguments='{"city":"Oslo"}')}]
    messages = [
        *QUESTION,
        {"role": "assistant", "tool_calls": calls},
        {"role": "tool", "tool_call_id": "a", "content": [{"type": "text", "text": "Snow."}]},
    ]
    _, assistant, result = prompt_for(served, messages=messages).messages
    assert (assistant.content, assistant.tool_calls) == ("", CALLS[:1])
    assert (result.role, result.content, result.tool_call_id) == ("tool", "Snow.", "a")


def test_calls_come_back_whole(served: Served) -> None:
    served.process.calls, served.process.num_tokens = CALLS, 0
    served.process.finish_reason = "tool_calls"
    reply = served.openai().chat.completions.create(
        model="tiny.gguf", messages=QUESTION, tools=TOOLS
    )
    choice = reply.choices[0]
    assert (choice.finish_reason, choice.message.content) == ("tool_calls", None)
    found = [(c.id, c.function.name, c.function.arguments) for c in choice.message.tool_calls]
    assert found == [(call.id, call.name, call.arguments) for call in CALLS]


def test_calls_come_back_streamed(served: Served) -> None:
    served.process.calls = CALLS
    served.process.finish_reason = "tool_calls"
    with served.openai().chat.completions.stream(
        model="tiny.gguf", messages=QUESTION, tools=TOOLS
    ) as stream:
        message = stream.get_final_completion().choices[0].message
    found = [(c.id, c.function.name, c.function.arguments) for c in message.tool_calls]
    assert found == [(call.id, call.name, call.arguments) for call in CALLS]


def test_a_form_reaches_the_engine(served: Served) -> None:
    for form, schema in (
        ({"type": "text"}, ""),
        ({"type": "json_object"}, '{"type": "object"}'),
        ({"type": "json_schema", "json_schema": {"name": "x", "schema": {"type": "null"}}},
         '{"type":"null"}'),
    ):  # fmt: skip
        assert prompt_for(served, response_format=form).json_schema == schema


def test_biases_reach_the_engine(served: Served) -> None:
    client = served.openai()
    for endpoint, options in (
        (client.chat.completions, {"messages": QUESTION}),
        (client.completions, {"prompt": "x"}),
    ):
        endpoint.create(model="tiny.gguf", logit_bias={"7": -100, "11": 2.5}, **options)
        assert served.process.sent_of(Generate)[-1].logit_bias == ((7, -100.0), (11, 2.5))
