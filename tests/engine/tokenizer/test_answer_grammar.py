"""What is refused before it is compiled, because answers beside it would wait."""

import json
from typing import Any

import pytest

from engine.commands import ToolSpec
from engine.errors import RequestError, TooComplexError
from engine.tokenizer.answer_grammar import answer_grammar
from engine.tokenizer.tool_format import HERMES

NAMES = [f"name_{number}" for number in range(20_000)]


def grammar_of(schema: Any) -> str:
    return answer_grammar(json.dumps(schema), (), None, one_call=False)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "required": NAMES},
        {"type": "object", "properties": {name: {} for name in NAMES[:3000]}},
        {"anyOf": [{"patternProperties": {name: {} for name in NAMES[:3000]}}]},
        {"enum": [{"a": name} for name in NAMES]},
        {"allOf": [{"required": NAMES[:1000]} for _ in range(9)]},
        {"multipleOf": 2**31},
        {"multipleOf": 10**400},
        {"items": {"type": "number", "multipleOf": 9.99983}},
        {"properties": {name: {"multipleOf": 991} for name in NAMES[:30]}},
        {"allOf": [{"multipleOf": 997}, {"multipleOf": 9.91}]},
        {"multipleOf": 97, "$ref": "#/$defs/a", "$defs": {"a": {"multipleOf": 10_007}}},
    ],
)
def test_a_schema_that_takes_long_to_compile_is_refused(schema: Any) -> None:
    with pytest.raises(TooComplexError):
        grammar_of(schema)


def test_tools_count_together() -> None:
    parameters = json.dumps({"type": "object", "properties": {name: {} for name in NAMES[:800]}})
    tools = [ToolSpec(f"tool_{number}", "", parameters) for number in range(13)]
    assert answer_grammar("", tools[:9], HERMES.form, one_call=True)
    with pytest.raises(TooComplexError):
        answer_grammar("", tools, HERMES.form, one_call=True)


def test_what_people_ask_for_is_taken() -> None:
    assert grammar_of({"enum": NAMES})
    numbers = [0.01, 0.25, 5, 12, 1e-8, 1_000_000, 1e30]
    assert grammar_of({"properties": {f"{each}": {"multipleOf": each} for each in numbers}})
    assert grammar_of({"anyOf": [{"multipleOf": 0.05}, {"multipleOf": 60}, {"multipleOf": {}}]})
    tool = {"type": "object", "properties": {name: {"enum": NAMES[:9]} for name in NAMES[:20]}}
    tools = [ToolSpec(f"tool_{number}", "", json.dumps(tool)) for number in range(128)]
    assert answer_grammar("", tools, HERMES.form, one_call=False)


@pytest.mark.parametrize("depth", [101, 400, 20_000])
def test_a_schema_that_is_nested_too_deeply_is_refused(depth: int) -> None:
    nested = '{"items":' * depth + "true" + "}" * depth
    with pytest.raises(RequestError, match="not a JSON schema"):
        answer_grammar(nested, (), None, one_call=False)
    with pytest.raises(RequestError, match="not a JSON schema"):
        answer_grammar("", (ToolSpec("deep", "", nested),), HERMES.form, one_call=False)
