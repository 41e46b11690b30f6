"""Responses, as the clients of that API ask for them and read them."""

import json
from typing import Any

import openai
import pytest

from engine.commands import ChatMessage, ChatPrompt, Generate, ToolCall, ToolSpec
from tests.app.server.conftest import Served
from tests.support.fake_engine import RECORDED

ANSWER = "".join(RECORDED)
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}
TOOL = {"type": "function", "name": "weather", "description": "Of a city.", "parameters": SCHEMA}
CALL = ToolCall("a", "weather", '{"city":"Oslo"}')


def create(served: Served, **options: Any) -> Any:
    request = {"model": "tiny.gguf", "input": "What is replay?"} | options
    return served.openai().responses.create(**request)


def asked(served: Served) -> Generate:
    return served.process.sent_of(Generate)[-1]


def prompt_of(served: Served) -> ChatPrompt:
    prompt = asked(served).prompt
    assert isinstance(prompt, ChatPrompt)
    return prompt


def test_a_text_is_answered(served: Served) -> None:
    reply = create(served, instructions="Be short.", temperature=0.3, max_output_tokens=50)
    assert (reply.object, reply.status, reply.output_text) == ("response", "completed", ANSWER)
    usage = reply.usage
    assert (usage.input_tokens, usage.output_tokens) == (12, len(RECORDED))
    assert usage.input_tokens_details.cached_tokens == 4
    assert (reply.instructions, reply.temperature) == ("Be short.", 0.3)
    assert reply.model_extra["timings"]["captures"] == 4
    assert prompt_of(served).messages == (
        ChatMessage("system", "Be short."),
        ChatMessage("user", "What is replay?"),
    )
    assert (asked(served).max_tokens, asked(served).sampling.temperature) == (50, 0.3)


def test_a_conversation_goes_on_from_what_was_answered(served: Served) -> None:
    served.process.thoughts, served.process.calls = ("Let me see.",), (CALL,)
    served.process.finish_reason = "tool_calls"
    before = create(served, tools=[TOOL])
    kinds = [item.type for item in before.output]
    assert kinds == ["reasoning", "message", "function_call"]
    call = before.output[-1]
    assert (call.call_id, call.name, call.arguments) == ("a", CALL.name, CALL.arguments)
    question = {"role": "user", "content": [{"type": "input_text", "text": "Is it warm?"}]}
    result = {"type": "function_call_output", "call_id": "a", "output": "Snow."}
    items = [item.model_dump(exclude_none=True) for item in before.output]
    create(served, input=[question, *items, result])
    user, assistant, tool = prompt_of(served).messages
    assert user.content == "Is it warm?"
    assert (assistant.content, assistant.reasoning) == (ANSWER, "Let me see.")
    assert assistant.tool_calls == (CALL,)
    assert (tool.role, tool.content, tool.tool_call_id) == ("tool", "Snow.", "a")


def test_a_stream_brings_the_parts_of_what_it_ends_with(served: Served) -> None:
    served.process.thoughts, served.process.calls = ("Let me ", "think. "), (CALL,)
    with served.openai().responses.stream(model="tiny.gguf", input="x") as stream:
        events: list[Any] = list(stream)
    kinds = [event.type for event in events]
    assert kinds[:2] == ["response.created", "response.in_progress"]
    assert kinds[-1] == "response.completed"
    assert [event.sequence_number for event in events] == list(range(len(events)))
    texts = [e.delta for e in events if e.type == "response.output_text.delta"]
    thoughts = [e.delta for e in events if e.type == "response.reasoning_text.delta"]
    assert ("".join(texts), "".join(thoughts)) == (ANSWER, "Let me think. ")
    done = [event.item for event in events if event.type == "response.output_item.done"]
    final = events[-1].response
    assert [(item.id, item.status) for item in done] == [
        (item.id, "completed") for item in final.output
    ]
    assert final.output_text == ANSWER
    assert final.output[-1].arguments == CALL.arguments


def test_forms_tools_and_thinking_reach_the_engine(served: Served) -> None:
    form = {"type": "json_schema", "name": "place", "schema": SCHEMA, "strict": True}
    chosen = {"type": "function", "name": "weather"}
    create(
        served, text={"format": form}, tools=[TOOL], tool_choice=chosen,
        parallel_tool_calls=False, reasoning={"effort": "low"},
    )  # fmt: skip
    prompt, written = prompt_of(served), json.dumps(SCHEMA, separators=(",", ":"))
    assert (prompt.json_schema, prompt.effort) == (written, "low")
    assert prompt.tools == (ToolSpec("weather", "Of a city.", written),)
    assert (prompt.tool_choice, prompt.parallel_calls) == ("required", False)


def test_an_answer_may_be_bound_to_some_of_the_tools(served: Served) -> None:
    time = TOOL | {"name": "time"}
    named = [{"type": "function", "name": "weather"}]
    for mode in ("auto", "required"):
        choice = {"type": "allowed_tools", "mode": mode, "tools": named}
        reply = create(served, tools=[TOOL, time], tool_choice=choice)
        prompt = prompt_of(served)
        assert ([tool.name for tool in prompt.tools], prompt.tool_choice) == (["weather"], mode)
        assert (len(reply.tools), reply.tool_choice.mode) == (2, mode)


def test_what_clients_send_besides_is_heeded_or_left_alone(served: Served) -> None:
    refused = [{"type": "refusal", "refusal": "No."}]
    reply = create(
        served,
        input=[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": refused}],
        store=True, metadata={"a": "b"}, truncation="auto", include=["reasoning.encrypted_content"],
        reasoning={"effort": "high", "summary": "auto"}, text={"verbosity": "low"}, user="me",
        service_tier="auto", prompt_cache_key="k", safety_identifier="s", max_tool_calls=3,
        background=False, previous_response_id=None, stream_options={"include_obfuscation": False},
        extra_body={"seed": 7, "top_k": 3, "min_p": 0.1, "presence_penalty": 0.5},
    )  # fmt: skip
    prompt, sampling = prompt_of(served), asked(served).sampling
    assert prompt.messages == (ChatMessage("user", "Hi"), ChatMessage("assistant", "No."))
    assert (prompt.drop_oldest, prompt.effort) == (True, "high")
    penalty = sampling.presence_penalty
    assert (sampling.seed, sampling.top_k, sampling.min_p, penalty) == (7, 3, 0.1, 0.5)
    assert (reply.store, reply.metadata, reply.truncation) == (False, {"a": "b"}, "auto")
    assert (reply.reasoning.effort, reply.text.format.type) == ("high", "text")
    create(served, truncation="disabled")
    assert not prompt_of(served).drop_oldest


def test_an_answer_that_was_cut_says_so(served: Served) -> None:
    served.process.finish_reason = "length"
    reply = create(served)
    assert (reply.status, reply.incomplete_details.reason) == ("incomplete", "max_output_tokens")
    assert reply.output[0].status == "incomplete"
    *_, last = create(served, stream=True)
    assert last.type == "response.incomplete"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"previous_response_id": "resp_1"}, "leave out previous_response_id"),
        ({"background": True}, "leave out background"),
        ({"input": [{"type": "item_reference", "id": "x"}]}, "item_reference"),
        ({"input": [{"role": "nobody", "content": "x"}]}, r"input\[0\].role"),
        ({"input": [{"role": "user", "content": [{"type": "input_image"}]}]}, "other than text"),
        ({"tools": [{"type": "web_search"}]}, r"tools\[0\] must have the type function"),
        ({"text": {"format": {"type": "xml"}}}, "text.format.type"),
        ({"max_output_tokens": 0}, "max_output_tokens"),
        ({"truncation": "some"}, "truncation"),
        ({"tools": [TOOL], "tool_choice": {"type": "allowed_tools", "tools": []}}, "tool_choice"),
    ],
)
def test_what_cannot_be_done_is_refused(served: Served, options: Any, sentence: str) -> None:
    with pytest.raises(openai.BadRequestError, match=sentence):
        create(served, **options)


def test_an_error_within_a_stream_is_an_event(served: Served) -> None:
    served.process.num_tokens, served.process.tokens_per_second = 1000, 50
    events = iter(create(served, stream=True))
    assert next(events).type == "response.created"
    served.process.kill()
    *_, last = events
    assert (last.type, last.code) == ("error", "server_error")
    assert "ended unexpectedly" in last.message
