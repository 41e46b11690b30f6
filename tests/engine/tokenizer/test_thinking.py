"""What chat templates of many families let a request say about thinking."""

import pytest

from engine.commands import ChatMessage
from engine.events import Thinking
from engine.tokenizer.chat_template import ChatTemplate
from engine.tokenizer.thinking import GEMMA, HARMONY, MISTRAL, TAGS, ReasoningMarks

USER = ChatMessage("user", "Hi")
TURNS = "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
OPENING = "{% if add_generation_prompt %}<|im_start|>assistant\n"

# In the manner of Qwen3: thinks unless told not to.
QWEN3 = (
    TURNS + OPENING + "{% if enable_thinking is defined and enable_thinking is false %}"
    "{{ '<think>\n\n</think>\n\n' }}{% endif %}{% endif %}"
)
# Of the small Qwen3.5: does not think unless told to.
QWEN35 = (
    TURNS + OPENING + "{% if enable_thinking is defined and enable_thinking is true %}"
    "{{ '<think>\n' }}{% else %}{{ '<think>\n\n</think>\n\n' }}{% endif %}{% endif %}"
)
# Of SmolLM3: the variable is given a default, and turned into a word of the system message.
SMOLLM3 = (
    "{% if enable_thinking is not defined %}{% set enable_thinking = true %}{% endif %}"
    "{% set mode = '/think' if enable_thinking else '/no_think' %}<|im_start|>system\n{{ mode }}\n"
    + TURNS
    + OPENING
    + "{% if not enable_thinking %}<think>\n\n</think>\n{% endif %}{% endif %}"
)
# Of Granite 3: the same under another name.
GRANITE = (
    "{% if thinking %}Write your thoughts between <think></think>.{% endif %}" + TURNS + OPENING
    + "{% endif %}"
)  # fmt: skip
# Of gpt-oss: a macro writes down whatever effort it is given.
GPT_OSS = (
    "{% macro system() %}{% if reasoning_effort is not defined %}"
    "{% set reasoning_effort = 'medium' %}{% endif %}Reasoning: {{ reasoning_effort }}{% endmacro %}"
    "<|start|>system<|message|>{{ system() }}<|end|>"
    "{% for m in messages %}<|start|>{{ m.role }}"
    "{% if m.role == 'assistant' %}<|channel|>final{% endif %}<|message|>{{ m.content }}<|end|>"
    "{% endfor %}{% if add_generation_prompt %}<|start|>assistant{% endif %}"
)
# Of Mistral Small 4: an effort, checked, one of which is none at all.
MISTRAL4 = (
    "{% set effort = reasoning_effort | default('none') %}"
    "{% if effort not in ['none', 'high'] %}{{ raise_exception('no such effort') }}{% endif %}"
    "{% if effort == 'high' %}[SYSTEM]Think in [THINK][/THINK].{% endif %}"
    "{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}"
)
# Of Gemma 4: a token in the system turn, and an empty thought where it is not wanted.
GEMMA4 = (
    "{% if enable_thinking is defined and enable_thinking %}<|turn>system\n<|think|><turn|>\n"
    "{% endif %}{% for m in messages %}<|turn>{{ m.role }}\n{{ m.content }}<turn|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|turn>model\n"
    "{% if not enable_thinking | default(false) %}<|channel>thought\n<channel|>{% endif %}{% endif %}"
)
# Of DeepSeek R1: always thinks; past reasoning is cut off.
R1 = (
    "{% for m in messages %}{{ m.role }}: {{ m.content.split('</think>')[-1] }}\n{% endfor %}"
    "{% if add_generation_prompt %}Assistant: <think>\n{% endif %}"
)
# A switch and an effort.
BOTH = (
    TURNS + OPENING + "{% set effort = reasoning_effort | default('xhigh') %}"
    "{% if enable_thinking is defined and not enable_thinking %}<think></think>{% else %}"
    "{% if effort not in ('xhigh', 'medium', 'low') %}{{ raise_exception('no') }}{% endif %}"
    "{% if effort == 'low' %}Briefly. {% endif %}<think>{% endif %}{% endif %}"
)


@pytest.fixture
def chat(make_metadata, open_chat):
    def make(source: str, *tokens: str) -> ChatTemplate:
        return open_chat(make_metadata(["a", *tokens], chat_template=source))

    return make


@pytest.mark.parametrize(
    ("source", "thinking", "marks"),
    [
        (QWEN3, Thinking(is_switchable=True, is_on=True), TAGS),
        (QWEN35, Thinking(is_switchable=True, is_on=False), TAGS),
        (SMOLLM3, Thinking(is_switchable=True, is_on=True), TAGS),
        (GRANITE, Thinking(is_switchable=True, is_on=False), TAGS),
        (GPT_OSS, Thinking(efforts=("low", "medium", "high")), HARMONY),
        (MISTRAL4, Thinking(efforts=("none", "high")), MISTRAL),
        (GEMMA4, Thinking(is_switchable=True, is_on=False), GEMMA),
        (R1, Thinking(), TAGS),
        (BOTH, Thinking(is_switchable=True, efforts=("low", "medium", "xhigh")), TAGS),
        (TURNS, None, TAGS),
        ("{% if enable_thinking %}{% endif %}" + TURNS, None, TAGS),
    ],
    ids=["qwen3", "qwen35", "smollm3", "granite", "gpt-oss", "mistral4", "gemma4", "r1", "both",
         "plain", "idle"],
)  # fmt: skip
def test_what_a_template_lets_be_said(
    chat, source: str, thinking: Thinking | None, marks: ReasoningMarks
) -> None:
    template = chat(source)
    assert template.notice is None
    assert template.thinking == thinking
    assert template.marks is marks


def test_marks_are_found_in_the_vocabulary_where_the_template_is_silent(chat) -> None:
    assert chat(TURNS, *GEMMA.tokens).marks is GEMMA
    assert chat(TURNS, "[THINK]", "[/THINK]").marks is MISTRAL


def test_wishes_reach_the_template(chat) -> None:
    qwen3 = chat(QWEN3)
    assert qwen3.render([USER]).endswith("assistant\n")
    assert qwen3.render([USER], thinking=True).endswith("assistant\n")
    assert qwen3.render([USER], thinking=False).endswith("<think>\n\n</think>\n\n")
    assert "no_think" in chat(SMOLLM3).render([USER], thinking=False)
    assert "<|think|>" in chat(GEMMA4).render([USER], thinking=True)
    assert "Reasoning: high" in chat(GPT_OSS).render([USER], effort="high")
    assert "Briefly" in chat(BOTH).render([USER], thinking=True, effort="low")


def test_wishes_that_a_template_has_no_word_for_change_nothing(chat) -> None:
    for source in (TURNS, R1, GPT_OSS, MISTRAL4, BOTH):
        template = chat(source)
        assert template.render([USER], thinking=None, effort="utmost") == template.render([USER])
        assert template.notice is None
    assert chat(R1).render([USER], thinking=False) == chat(R1).render([USER])


def test_past_reasoning_is_given_only_to_templates_that_speak_of_it(chat) -> None:
    answer = ChatMessage("assistant", "Yes.", "Let me see.")
    speaking = chat(
        "{% for m in messages %}{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>"
        "{% endif %}{{ m.content }}{% endfor %}"
    )
    assert speaking.render([USER, answer, USER]) == "Hi<think>Let me see.</think>Yes.Hi"
    strict = chat("{% for m in messages %}{{ m | length }}{{ m.content }}{% endfor %}")
    assert strict.render([USER, answer, USER]) == "2Hi2Yes.2Hi"
