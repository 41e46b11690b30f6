"""Conversations become the prompts that models were trained on, or ChatML with a notice."""

import json
from pathlib import Path

import pytest

from engine.commands import ChatMessage
from engine.errors import RequestError
from engine.tokenizer import chat_template
from engine.tokenizer.chat_template import ChatTemplate
from engine.tokenizer.tokenizer import create_tokenizer

SYSTEM = ChatMessage("system", "Be terse.")
USER = ChatMessage("user", "Hi")
ASSISTANT = ChatMessage("assistant", "Hello")
CHATML = "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
STRICT = (
    "{% for m in messages %}"
    "{% if m.role == 'system' or (m.role == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('no') }}{% endif %}[{{ m.role }}]{{ m.content }}{% endfor %}"
)


@pytest.fixture
def chat(make_metadata, open_chat):
    """A chat template from its source, with <s> and </s> as special tokens."""

    def make(source: str | None, tokens: tuple[str, ...] = ("<s>", "</s>", "a")) -> ChatTemplate:
        return open_chat(make_metadata(list(tokens), bos_id=0, eos_id=1, chat_template=source))

    return make


def test_golden_conversations(
    golden_dir: Path, starter_model: Path, read_metadata, open_chat
) -> None:
    metadata = read_metadata(starter_model)
    template, tokenizer = open_chat(metadata), create_tokenizer(metadata)
    assert template.notice is None
    assert template.stop_strings == ()
    cases = json.loads((golden_dir / "chat-smollm2.json").read_text(encoding="utf-8"))
    assert len(cases) == 3
    for case in cases:
        text = template.render([ChatMessage(**message) for message in case["messages"]])
        assert text == case["text"]
        assert tokenizer.encode(text, add_special=True, parse_special=True) == case["ids"]


def test_templates_see_the_usual_names(chat) -> None:
    template = chat(
        "{{ bos_token }}{% if tools %}no{% endif %}"
        "{% for m in messages %}\n  {% if loop.index > 1 %}{% break %}{% endif %}\n"
        "{% generation %}{{ m['role'] ~ ':' ~ m.content | trim }}{% endgeneration %}{% endfor %}\n"
        "{{ {'k': '<\u00e9>'} | tojson }}{{ strftime_now('%Y') | length }}{{ eos_token }}"
        "{% if add_generation_prompt %}>{% endif %}"
    )
    messages = [ChatMessage("user", " x "), ASSISTANT]
    assert template.render(messages) == '<s>user:x{"k": "<\u00e9>"}4</s>>'
    assert not template.render(messages, add_generation_prompt=False).endswith("</s>>")
    assert template.notice is None


def test_the_template_named_default_is_used_when_there_is_no_other(
    make_metadata, open_chat
) -> None:
    metadata = make_metadata(["a"], chat_templates={"tool_use": "T", "default": "D"})
    assert open_chat(metadata).render([USER]) == "D"


def test_without_a_template_chatml_is_used_and_said(chat) -> None:
    template = chat(None)
    assert template.render([USER]) == CHATML
    assert template.render([SYSTEM, USER, ASSISTANT], add_generation_prompt=False) == (
        "<|im_start|>system\nBe terse.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
        "<|im_start|>assistant\nHello<|im_end|>\n"
    )
    assert "no chat template" in (template.notice or "")
    assert template.stop_strings == ("<|im_end|>", "<|im_start|>")


def test_chatml_needs_no_stop_strings_where_its_marks_are_tokens(chat) -> None:
    template = chat(None, tokens=("<|im_start|>", "<|im_end|>"))
    assert template.notice is not None
    assert template.stop_strings == ()


@pytest.mark.parametrize(
    "source",
    ["{% if %}", "{{ messages[7].content }}", "{{ nothing.at.all }}", "{{ 1 / 0 }}", "{{ 1()() }}"],
)
def test_a_broken_template_gives_way_to_chatml_and_says_so(chat, source: str) -> None:
    template = chat(source)
    assert "does not work" in (template.notice or "")
    assert template.render([USER]) == CHATML


def test_a_rejected_system_message_goes_into_the_first_question(chat) -> None:
    assert chat(STRICT).render([SYSTEM, USER, ASSISTANT, USER]) == (
        "[user]Be terse.\n\nHi[assistant]Hello[user]Hi"
    )


def test_a_system_message_that_the_template_leaves_out_goes_there_too(chat) -> None:
    template = chat("{% for m in messages if m.role != 'system' %}{{ m.content }}{% endfor %}")
    assert template.render([SYSTEM, USER]) == "Be terse.\n\nHi"
    assert template.notice is None


def test_neighbors_of_one_role_are_joined_where_the_template_wants_turns(chat) -> None:
    assert chat(STRICT).render([USER, USER, ASSISTANT]) == "[user]Hi\n\nHi[assistant]Hello"


def test_a_conversation_that_the_template_refuses_is_rendered_as_chatml_once(chat) -> None:
    template = chat(STRICT)
    assert template.render([ASSISTANT, USER]).startswith("<|im_start|>assistant\nHello")
    assert "does not accept" in (template.notice or "")
    assert template.stop_strings == ("<|im_end|>", "<|im_start|>")
    assert template.render([USER]) == "[user]Hi"
    assert template.notice is None
    assert template.stop_strings == ()


def test_a_template_that_takes_too_long_gives_way_to_chatml_for_good(chat, monkeypatch) -> None:
    template = chat(STRICT)
    monkeypatch.setattr(chat_template, "_SECONDS", -1.0)
    assert template.render([USER]) == CHATML
    assert "more time or memory" in (template.notice or "")
    monkeypatch.undo()
    assert template.render([USER]) == CHATML
    assert "more time or memory" in (template.notice or "")
    assert template.stop_strings == ("<|im_end|>", "<|im_start|>")


def test_a_long_conversation_that_takes_too_long_does_not_cost_others_the_template(
    chat, monkeypatch
) -> None:
    template = chat(STRICT)
    monkeypatch.setattr(chat_template, "_SECONDS", -1.0)
    for long in ([USER] * 2000, [ChatMessage("user", "x" * (1 << 21))]):
        with pytest.raises(RequestError, match="too long"):
            template.render(long)
    monkeypatch.undo()
    assert template.render([USER]) == "[user]Hi"
    assert template.notice is None


def test_a_model_whose_template_takes_too_long_to_try_is_used_with_chatml(
    chat, monkeypatch
) -> None:
    monkeypatch.setattr(chat_template, "_SECONDS", -1.0)
    template = chat("{% if enable_thinking %}a{% endif %}{{ messages[0].content }}")
    assert "more time or memory" in (template.notice or "")
    assert template.thinking is None
    assert template.render([USER]) == CHATML


def test_whoever_no_longer_waits_can_leave(chat) -> None:
    def leave() -> None:
        raise InterruptedError

    template = chat(
        "{% if messages | length > 1 %}{% for i in range(999999) %}a{% endfor %}{% endif %}"
    )
    with pytest.raises(InterruptedError):
        template.render([USER, USER], check=leave)
    assert template.render([USER]) == ""


@pytest.mark.parametrize(
    ("source", "is_left_out"),
    [
        ("You help.", True),
        ("{% for m in messages if m.role == 'system' %}{{ m.content }}{% endfor %}", True),
        ("{{ messages[0].content }}", True),
        ("{{ messages[-1].content }}", False),
        ("{{ messages[-1].content | trim | upper }}", False),
        ("{{ messages[-1].content | replace(' ', '\n') }}", False),
    ],
)
def test_a_question_that_the_template_leaves_out_is_told(
    chat, source: str, is_left_out: bool
) -> None:
    template = chat(source)
    template.render([USER, ASSISTANT, ChatMessage("user", " And \u00df why? ")])
    assert ("leaves your last message out" in (template.notice or "")) == is_left_out
    assert template.stop_strings == ()


def test_a_conversation_too_long_for_any_template_is_refused(chat) -> None:
    with pytest.raises(RequestError, match="too long"):
        chat(None).render([ChatMessage("user", "x" * (1 << 26))])
