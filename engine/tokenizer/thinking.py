"""Detects a model's reasoning options in its chat template. Knows no token stream."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from engine.events import Thinking

# The names of the switch in templates.
SWITCHES = ("enable_thinking", "thinking")
EFFORT = "reasoning_effort"
_EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
_USUAL_EFFORTS = ("low", "medium", "high")
_NO_EFFORT = "unheard-of"

Render = Callable[[Mapping[str, object]], str | None]
"""Renders a short conversation with the given variables; None if the template fails."""


@dataclass(frozen=True)
class ReasoningMarks:
    """The marks around a model's reasoning.

    `tokens`: the marks that may be special tokens. `is_anywhere`: reasoning may also occur within
    the answer, because such marks are never ordinary text. `to_answer` stands between reasoning and
    answer as the model writes them, `answer_opening` before an answer without reasoning.
    """

    opening: str
    closing: str
    tokens: tuple[str, ...]
    to_answer: str
    is_anywhere: bool = False
    answer_opening: str = ""


# https://cookbook.openai.com/articles/openai-harmony
HARMONY = ReasoningMarks(
    opening="<|channel|>analysis<|message|>",
    closing="<|end|>",
    tokens=("<|channel|>", "<|message|>", "<|start|>", "<|end|>"),
    to_answer="<|end|><|start|>assistant<|channel|>final<|message|>",
    answer_opening="<|channel|>final<|message|>",
)
# What the header of a message to the reader looks like; a pattern.
HARMONY_FINAL = r"<\|channel\|>final(?:[^<]|<\|constrain\|>)*<\|message\|>"
# https://ai.google.dev/gemma/docs/core/prompt-formatting-gemma4
GEMMA = ReasoningMarks(
    opening="<|channel>thought",
    closing="<channel|>",
    tokens=("<|channel>", "<channel|>"),
    to_answer="<channel|>",
    is_anywhere=True,
)
# https://huggingface.co/mistralai/Ministral-3-14B-Reasoning-2512/blob/main/SYSTEM_PROMPT.txt
MISTRAL = ReasoningMarks(
    "[THINK]", "[/THINK]", ("[THINK]", "[/THINK]"), to_answer="[/THINK]", is_anywhere=True
)
# DeepSeek R1, Qwen3 and most others.
TAGS = ReasoningMarks("<think>", "</think>", ("<think>", "</think>"), to_answer="\n</think>\n\n")


def find_marks(source: str, tokens: Collection[str]) -> ReasoningMarks:
    """The marks in a template's `source`, else those in the vocabulary, else `TAGS`."""
    kinds = (HARMONY, GEMMA, MISTRAL, TAGS)
    in_source = (marks for marks in kinds if any(token in source for token in marks.tokens[:2]))
    in_vocabulary = (marks for marks in kinds if all(token in tokens for token in marks.tokens))
    return next(in_source, None) or next(in_vocabulary, None) or TAGS


def describe_thinking(variables: Collection[str], render: Render) -> Thinking:
    """The reasoning options of a template with the free `variables`.

    A variable counts only if its value changes the prompt.
    """
    by_default = render({})
    efforts = _find_efforts(render) if EFFORT in variables else ()
    for name in SWITCHES:
        if name in variables:
            on, off = render({name: True}), render({name: False})
            if on is not None and off is not None and on != off:
                return Thinking(is_switchable=True, is_on=by_default != off, efforts=efforts)
    return Thinking(efforts=efforts)


def thinking_variables(
    variables: Collection[str], known: Thinking, *, thinking: bool | None, effort: str | None
) -> dict[str, object]:
    """The template variables for a request's options; unsupported options are omitted."""
    values: dict[str, object] = {}
    if thinking is not None and known.is_switchable:
        values |= {name: thinking for name in SWITCHES if name in variables}
    if effort in known.efforts:
        values[EFFORT] = effort
    return values


def _find_efforts(render: Render) -> tuple[str, ...]:
    """The efforts that the template distinguishes; the usual three if it accepts any word."""
    unknown = render({EFFORT: _NO_EFFORT})
    if unknown is not None and _NO_EFFORT in unknown:
        return _USUAL_EFFORTS
    rendered = {effort: render({EFFORT: effort}) for effort in _EFFORTS}
    return tuple(
        effort for effort, text in rendered.items() if text is not None and text != unknown
    )
