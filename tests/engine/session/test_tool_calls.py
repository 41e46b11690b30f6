"""Calls of tools leave the answer, in each family's notation and however the text is cut."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import ToolSpec
from engine.session.reasoning import create_splitter
from engine.session.tool_calls import ToolCallSplitter
from engine.tokenizer.thinking import GEMMA, HARMONY, MISTRAL, TAGS, ReasoningMarks
from engine.tokenizer.tool_format import (
    FUNCTION_GEMMA,
    GEMMA_CALLS,
    GRANITE,
    HARMONY_CALLS,
    HERMES,
    LFM,
    LLAMA,
    MISTRAL_CALLS,
    ToolFormat,
)

TOOLS = (
    ToolSpec("f", parameters='{"properties": {"x": {"type": "string"}, "n": {"type": "integer"}}}'),
    ToolSpec("g.h"),
)
F = ("f", {"x": "a", "n": 1})
G = ("g.h", {})
JSON_F = '{"name": "f", "arguments": {"x": "a", "n": 1}}'
JSON_G = '{"name": "g.h", "arguments": {}}'
FORMATS = {
    "hermes": (TAGS, HERMES),
    "gemma": (GEMMA, GEMMA_CALLS),
    "function gemma": (TAGS, FUNCTION_GEMMA),
    "mistral": (MISTRAL, MISTRAL_CALLS),
    "lfm": (TAGS, LFM),
    "granite": (TAGS, GRANITE),
    "llama": (TAGS, LLAMA),
    "harmony": (HARMONY, HARMONY_CALLS),
}
START = "<|start|>assistant"
Result = tuple[str, str, list[tuple[str, object]]]


def read(marks: ReasoningMarks, tool_format: ToolFormat, *texts: str) -> Result:
    """The reasoning, the answer, and name and arguments of each call."""
    prompt = START if marks is HARMONY else ""
    inner = create_splitter(marks, prompt, keeps_calls=True)
    splitter = ToolCallSplitter(inner, tool_format, TOOLS)
    parts = [*map(splitter.push, texts), splitter.flush()]
    calls = [call for part in parts for call in part.calls]
    assert len({call.id for call in calls}) == len(calls)
    return (
        "".join(part.reasoning for part in parts),
        "".join(part.answer for part in parts),
        [(call.name, json.loads(call.arguments)) for call in calls],
    )


@pytest.mark.parametrize(
    ("family", "text", "expected"),
    [
        ("hermes", f"<tool_call>\n{JSON_F}\n</tool_call>", ("", "", [F])),
        ("hermes", f"<think>Hm.</think>\n\nI look.\n<tool_call>\n{JSON_F}\n</tool_call>\n"
         f"<tool_call>{JSON_G}</tool_call>", ("Hm.", "I look.", [F, G])),
        ("hermes", f"<tool_call>{JSON_F}", ("", "", [F])),
        ("hermes", "<tool_call>\n<function=f>\n<parameter=x>\na\n</parameter>\n<parameter=n>\n1\n"
         "</parameter>\n</function>\n</tool_call>", ("", "", [F])),
        ("hermes", "<tool_call><function=f><parameter=x>\n\n1\n\n</parameter></function></tool_call>",
         ("", "", [("f", {"x": "\n1\n"})])),
        ("hermes", '<tool_call>{"name": "f", "arguments": "{\\"n\\": 2}"}</tool_call>',
         ("", "", [("f", {"n": 2})])),
        ("hermes", f"```json\n{JSON_F}\n```", ("", "", [F])),
        ("hermes", f"\n```\n{JSON_F}\n```\n```json\n{JSON_G}\n```\nDone.", ("", "Done.", [F, G])),
        ("llama", '{"name": "f", "parameters": {"x": "a", "n": 1}}', ("", "", [F])),
        ("llama", f"<|python_tag|>{JSON_F}; {JSON_G}", ("", "", [F, G])),
        ("mistral", f"[TOOL_CALLS] [{JSON_F}, {JSON_G}]", ("", "", [F, G])),
        ("mistral", 'So.[TOOL_CALLS]f{"x": "a", "n": 1}[TOOL_CALLS]g.h[ARGS]{}', ("", "So.", [F, G])),
        ("mistral", 'a[TOOL_CALLS]f[CALL_ID]123abc[ARGS]{"x": "a", "n": 1}', ("", "a", [F])),
        ("gemma", '<|channel>thought\nHm.<channel|><|tool_call>call:f{x:<|"|>a<|"|>,n:1}<tool_call|>',
         ("Hm.", "", [F])),
        ("gemma", '<|tool_call>call:f{x:<|"|>b, c:d {<|"|>,y:{3:[true,null,-1.5]}}<tool_call|>',
         ("", "", [("f", {"x": "b, c:d {", "y": {"3": [True, None, -1.5]}})])),
        ("function gemma", "<start_function_call>call:f{x:<escape>a<escape>,n:1}<end_function_call>",
         ("", "", [F])),
        ("lfm", '<|tool_call_start|>[f(x="a", n=1), g.h()]<|tool_call_end|>Done.',
         ("", "Done.", [F, G])),
        ("hermes", f"<tool_call>{JSON_F}</tool_call>\n\nDone.", ("", "Done.", [F])),
        ("lfm", "<|tool_call_start|>[f(x='\\d')]", ("", "", [("f", {"x": "\\d"})])),
        ("granite", f"<|tool_call|>[{JSON_F}]", ("", "", [F])),
        ("harmony", "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary "
         'to=functions.f <|constrain|>json<|message|>{"x": "a", "n": 1}<|call|>', ("Hm.", "", [F])),
        ("harmony", '<|start|>assistant to=functions.f<|channel|>commentary json<|message|>{"n": 2}',
         ("", "", [("f", {"n": 2})])),
    ],
)  # fmt: skip
def test_each_family_of_notations(family: str, text: str, expected: Result) -> None:
    assert read(*FORMATS[family], text) == expected
    assert read(*FORMATS[family], *text) == expected


@pytest.mark.parametrize(
    ("family", "text"),
    [
        ("hermes", 'Look: <tool_call>{"name": "f", "argum'),
        ("hermes", "<tool_call>\nf(1)\n</tool_call> or so"),
        ("hermes", '<tool_call>{"name": "unknown", "arguments": {}}</tool_call>'),
        ("hermes", '<tool_call>{"name": "f", "arguments": [1]}</tool_call>'),
        ("hermes", f"<tool_call>{'[' * 5000}</tool_call>"),
        ("hermes", '<tool_call>{"name": "f", "arguments": {"x": "\\ud800"}}</tool_call>'),
        ("llama", '{"name": "Ada", "age": 36}'),
        ("hermes", '```json\n{"name": "Ada", "age": 36}\n```\nThat is Ada.'),
        ("hermes", "```json\n[1]\n```"),
        ("hermes", "``"),
        ("hermes", f"So:\n```json\n{JSON_F}\n```"),
        ("mistral", f"```json\n{JSON_F}\n```"),
        ("llama", f"For example: {JSON_F}"),
        ("mistral", "[TOOL_CALLS]f{"),
        ("gemma", "<|tool_call>call:f{x:<tool_call|>"),
        ("lfm", "<|tool_call_start|>[f(open('x'))]<|tool_call_end|>"),
        ("lfm", f"<|tool_call_start|>{'(' * 5000}<|tool_call_end|>"),
    ],
)
def test_what_is_no_call_stays_text(family: str, text: str) -> None:
    assert read(*FORMATS[family], text) == ("", text, [])


def test_space_stays_where_there_is_no_call() -> None:
    assert read(TAGS, HERMES, " Yes. ", "\n")[1] == " Yes. \n"


PIECES = (
    *(mark for _, tool_format in FORMATS.values() for mark in tool_format.tokens),
    *(JSON_F, '{"x": 1}', "call:f{n:1}", "[f(n=1)]", "\n", " ", "a", "<", "{", "f", "```", "json"),
    *("<|channel|>commentary to=functions.f<|message|>", "<|end|>", "<think>", "</think>"),
)


@given(
    family=st.sampled_from(list(FORMATS)),
    pieces=st.lists(st.sampled_from(PIECES), max_size=12),
    cuts=st.lists(st.integers(0, 200), max_size=10),
)
def test_the_result_does_not_depend_on_the_pieces(
    family: str, pieces: list[str], cuts: list[int]
) -> None:
    text = "".join(pieces)
    places = sorted({0, *(min(cut, len(text)) for cut in cuts), len(text)})
    parts = [text[begin:end] for begin, end in pairwise(places)]
    whole = read(*FORMATS[family], text)
    assert read(*FORMATS[family], *parts) == whole
    assert read(*FORMATS[family], *text) == whole
