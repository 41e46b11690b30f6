"""Reasoning and answer come apart the same way however the text is cut."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.session.reasoning import ReasoningSplitter, create_splitter
from engine.tokenizer.thinking import GEMMA, HARMONY, MISTRAL, TAGS, ReasoningMarks

KINDS = {"tags": TAGS, "gemma": GEMMA, "mistral": MISTRAL, "harmony": HARMONY}
PIECES = (
    *(mark for marks in KINDS.values() for mark in marks.tokens),
    *("<|return|>", "thought", "analysis", "final", "commentary to=f", "assistant"),
    *("\n", " ", "a b", "<", "|", "think>", "</", "é"),
)
START = "<|start|>assistant"
ANALYSIS, FINAL = "<|channel|>analysis<|message|>", "<|channel|>final<|message|>"


def split(marks: ReasoningMarks, *texts: str, prompt: str = "") -> tuple[str, str]:
    splitter = create_splitter(marks, prompt)
    parts = [*(splitter.push(text) for text in texts), splitter.flush()]
    return "".join(p.reasoning for p in parts), "".join(p.answer for p in parts)


@given(
    marks=st.sampled_from(list(KINDS.values())),
    prompt=st.sampled_from(["", "x<think>\n", "[THINK]", "<|start|>user<|end|>" + START]),
    pieces=st.lists(st.sampled_from(PIECES), max_size=14),
    cuts=st.lists(st.integers(0, 120), max_size=12),
)
def test_the_result_does_not_depend_on_the_pieces(
    marks: ReasoningMarks, prompt: str, pieces: list[str], cuts: list[int]
) -> None:
    text = "".join(pieces)
    places = sorted({0, *(min(cut, len(text)) for cut in cuts), len(text)})
    parts = [text[begin:end] for begin, end in pairwise(places)]
    whole = split(marks, text, prompt=prompt)
    assert split(marks, *parts, prompt=prompt) == whole
    assert split(marks, *text, prompt=prompt) == whole


@pytest.mark.parametrize(
    ("marks", "prompt", "text", "expected"),
    [
        (TAGS, "", "\n<think>\nHm.\n\nSo.\n</think>\n\nYes.\n", ("Hm.\n\nSo.", "Yes.\n")),
        (TAGS, "assistant\n<think>\n", "Hm.</think>Yes.", ("Hm.", "Yes.")),
        (TAGS, "<think>\n\n</think>\n\n", "Yes.", ("", "Yes.")),
        (TAGS, "", "<think>\n\n</think>\n\nYes.", ("", "Yes.")),
        (TAGS, "", "  Yes.", ("", "  Yes.")),
        (TAGS, "", "\n", ("", "\n")),
        (TAGS, "", "Write <think>so</think>.", ("", "Write <think>so</think>.")),
        (TAGS, "", "<think>a</think>b <think>", ("a", "b <think>")),
        (TAGS, "", "<thinker>", ("", "<thinker>")),
        (TAGS, "", "<think>cut short </thi", ("cut short </thi", "")),
        (GEMMA, "", "<|channel>thought\nHm.\n<channel|>Yes.", ("Hm.", "Yes.")),
        (GEMMA, "<|channel>thought\n<channel|>", "Yes.", ("", "Yes.")),
        (GEMMA, "", "<|channel>thought\n<channel|>Yes.<channel|>", ("", "Yes.")),
        (MISTRAL, "", "[THINK]a[/THINK]b[THINK]c[/THINK] d", ("a\n\nc", "b d")),
        (HARMONY, START, f"{ANALYSIS}Hm.<|end|>{START}{FINAL}Yes.", ("Hm.", "Yes.")),
        (HARMONY, START, f"{ANALYSIS}a<|end|>{START}{ANALYSIS}b<|end|>{START}{FINAL}c",
         ("a\n\nb", "c")),
        (HARMONY, START, f"{ANALYSIS}Hm", ("Hm", "")),
        (HARMONY, START, "<|channel|>ana", ("", "")),
        (HARMONY, START, "<|message|>Yes.", ("", "Yes.")),
        (HARMONY, START + FINAL, "Yes.<|return|>", ("", "Yes.")),
        (HARMONY, START, "<|channel|>commentary to=f <|constrain|>json<|message|>{}<|call|>",
         ("{}", "")),
        (HARMONY, START, "Plain words.", ("", "Plain words.")),
        (HARMONY, "", "Plain words.", ("", "Plain words.")),
    ],
)  # fmt: skip
def test_each_family_of_marks(
    marks: ReasoningMarks, prompt: str, text: str, expected: tuple[str, str]
) -> None:
    assert split(marks, text, prompt=prompt) == expected


def test_reasoning_is_given_as_it_comes_and_half_a_mark_held_back() -> None:
    splitter = create_splitter(TAGS, "<think>")
    assert splitter.push("Let me see. ")[:2] == ("Let me see.", "")
    assert splitter.push("Two </th")[:2] == (" Two", "")
    assert splitter.push("ree ")[:2] == (" </three", "")
    assert splitter.push("</think>")[:2] == ("", "")
    assert splitter.push("\n\nThree")[:2] == ("", "Three")
    assert splitter.push(" it is")[:2] == ("", " it is")


def test_plain_text_is_all_answer() -> None:
    splitter = ReasoningSplitter()
    assert splitter.push("<think>a")[:2] == ("", "<think>a")
    assert splitter.flush()[:2] == ("", "")
