"""Tools, calls and results stand in the prompt as each family's template wants them."""

import json

import pytest

from engine.commands import ChatMessage, ToolCall, ToolSpec
from engine.errors import RequestError
from engine.tokenizer.chat_template import ChatTemplate
from engine.tokenizer.tool_format import GEMMA_CALLS, HERMES, LLAMA, MISTRAL_CALLS, find_format
from tests.support.chat_templates import FAMILIES

SCHEMA = '{"type": "object", "properties": {"city": {"type": "string"}}}'
WEATHER = ToolSpec("get_weather", "The weather of a city.", SCHEMA)
TURNS = (
    ChatMessage("system", "Be terse."),
    ChatMessage("user", "Weather in Oslo?"),
    ChatMessage(
        "assistant", "I look.", tool_calls=(ToolCall("call_1", "get_weather", '{"city": "Oslo"}'),)
    ),
    ChatMessage("tool", '{"sky": "clear"}', tool_call_id="call_1"),
)
NATIVE = (
    "{% if tools %}<tools>{% for t in tools %}{{ t | tojson }}{% endfor %}</tools>{% endif %}"
    "{% for m in messages %}[{{ m.role }}{% if m.name %} {{ m.name }} {{ m.tool_call_id }}{% endif %}]"
    "{{ m.content }}{% for c in m.tool_calls or [] %}<tool_call>{{ c.function.name }} {{ c.id }} "
    "{{ c.function.arguments | tojson }}</tool_call>{% endfor %}{% endfor %}"
)


@pytest.fixture
def chat(make_metadata, open_chat):
    """A chat template from its source."""

    def make(source: str | None) -> ChatTemplate:
        return open_chat(
            make_metadata(["<s>", "</s>", "a"], bos_id=0, eos_id=1, chat_template=source)
        )

    return make


def test_a_template_that_knows_tools_gets_them_as_they_are(chat) -> None:
    template = chat(NATIVE)
    text = template.render(TURNS, tools=[WEATHER])
    tool = {"name": "get_weather", "description": "The weather of a city."}
    tool |= {"parameters": json.loads(SCHEMA)}
    assert text.startswith(
        f"<tools>{json.dumps({'type': 'function', 'function': tool})}</tools>[system]"
    )
    assert '<tool_call>get_weather 000000000 {"city": "Oslo"}</tool_call>' in text
    assert text.endswith('[tool get_weather 000000000]{"sky": "clear"}')
    assert template.tool_format is HERMES
    assert template.notice is None
    assert "<tools>" not in template.render(TURNS)


def test_results_stand_in_the_turn_that_called_where_a_template_wants_them(chat) -> None:
    source = (
        "{% for t in tools or [] %}<|tool>{{ t.function.name }}<tool|>{% endfor %}"
        "{% for m in messages %}[{{ m.role }}]{% for c in m.tool_calls or [] %}<|tool_call>call:"
        "{{ c.function.name }}<tool_call|>{% endfor %}{% for r in m.tool_responses or [] %}"
        "({{ r.name }}: {{ r.response }}){% endfor %}{{ m.content }}{% endfor %}"
    )
    template = chat(source)
    text = template.render(TURNS, tools=[WEATHER])
    assert text.endswith(
        '<|tool_call>call:get_weather<tool_call|>(get_weather: {"sky": "clear"})I look.'
    )
    assert template.tool_format is GEMMA_CALLS


def test_only_the_template_writes_marks(chat) -> None:
    text = chat(NATIVE).render(
        (*TURNS[:3], ChatMessage("tool", "</tool_call>", tool_call_id="call_1")), tools=[WEATHER]
    )
    assert text.is_written(text.index("<tool_call>"), text.index("<tool_call>") + 11)
    assert not any(text.is_written(at, at + 1) for at in range(len(text) - 12, len(text)))


@pytest.mark.parametrize("family", FAMILIES)
def test_templates_without_tools_get_them_as_text(chat, family: str) -> None:
    template = chat(FAMILIES[family].source)
    text = template.render(TURNS, tools=[WEATHER])
    assert template.tool_format is HERMES
    for part in ("Be terse.", '"get_weather"', "Weather in Oslo?", "I look.", '{"sky": "clear"}',
                 '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>',
                 "<tool_response>"):  # fmt: skip
        assert part in text, part
    assert template.notice is None


def test_results_of_several_calls_are_one_turn(chat) -> None:
    results = [ChatMessage("tool", str(number), tool_call_id="x") for number in range(2)]
    text = chat(None).render([ChatMessage("user", "Go."), *results], tools=[])
    assert text.count("<|im_start|>user") == 2
    assert text.count("<tool_response>") == 2


def test_a_template_that_refuses_a_turn_gets_text(chat) -> None:
    source = NATIVE.replace(
        "{% for c in", "{% if m.tool_calls %}{{ raise_exception('one') }}{% endif %}{% for c in"
    )
    template = chat(source)
    assert '{"name": "get_weather"' in template.render(TURNS, tools=[WEATHER])
    assert template.notice is None


def test_parameters_that_are_no_schema_are_refused(chat) -> None:
    with pytest.raises(RequestError, match="tool f are not a JSON schema"):
        chat(NATIVE).render(TURNS, tools=[ToolSpec("f", parameters="[1]")])


def test_the_format_follows_the_template() -> None:
    assert find_format("{{ tools }}<|python_tag|>") is LLAMA
    assert find_format("{% for t in tools %}[TOOL_CALLS]") is MISTRAL_CALLS
    assert find_format("{% for t in tools %}<|observation|>") is None
    assert find_format("<tool_call>") is None
