"""Dates that a schema's grammar allows are dates of the calendar, and all of them."""

import json
from collections.abc import Callable
from datetime import date
from random import Random
from typing import Any

import pytest
from llguidance import LLMatcher, LLTokenizer

from engine.tokenizer.answer_grammar import answer_grammar

DATE = {"type": "string", "format": "date"}
YEARS = (0, 1, 4, 100, 400, 1600, 1700, 1900, 1996, 2000, 2023, 2024, 2100, 9996, 9999)
BYTES = LLTokenizer("byte")


def accepts(schema: dict[str, Any], value: object) -> bool:
    grammar = answer_grammar(json.dumps(schema), (), None, one_call=True)
    matcher = LLMatcher(BYTES, LLMatcher.grammar_from_lark(grammar))
    assert not matcher.get_error()
    text = json.dumps(value).encode()
    return matcher.try_consume_tokens(list(text)) == len(text) and bool(matcher.is_accepting())


def is_real(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def some_days(random: Random) -> list[str]:
    drawn = [
        (random.randint(0, 9999), random.randint(0, 13), random.randint(0, 32)) for _ in "x" * 60
    ]
    ends = [
        (year, month, day) for year in YEARS for month, day in ((2, 28), (2, 29), (2, 30), (12, 31))
    ]
    return [f"{year:04}-{month:02}-{day:02}" for year, month, day in drawn + ends]


@pytest.mark.parametrize("seed", range(2))
def test_days_of_the_calendar_and_no_others_may_come(seed: int) -> None:
    for day in some_days(Random(seed)):
        assert accepts(DATE, day) == is_real(day), day


@pytest.mark.parametrize(
    "put",
    [
        lambda schema: {"type": "object", "properties": {"x": schema}, "required": ["x"]},
        lambda schema: {"type": "object", "additionalProperties": schema, "required": ["x"]},
        lambda schema: {"type": "object", "allOf": [{"properties": {"x": schema}}]},
        lambda schema: {
            "type": "object",
            "properties": {"x": {"anyOf": [{"$ref": "#/$defs/day"}, {"type": "null"}]}},
            "$defs": {"day": schema},
        },
    ],
)
def test_dates_anywhere_in_a_schema_are_real(put: Callable[[object], dict[str, Any]]) -> None:
    assert accepts(put(DATE), {"x": "2024-02-29"})
    assert not accepts(put(DATE), {"x": "2023-02-29"})
    assert not accepts(put(DATE), {"x": "0000-01-01"})


def test_dates_in_lists_times_and_patterns_are_real() -> None:
    assert accepts({"type": "array", "items": DATE}, ["2024-02-29"])
    assert not accepts({"type": "array", "items": DATE}, ["2023-02-29"])
    moment = {"type": "string", "format": "date-time"}
    assert accepts(moment, "2024-02-29T12:00:00Z")
    assert not accepts(moment, "2023-02-29T12:00:00Z")
    in_may = DATE | {"pattern": "-05-"}
    assert accepts(in_may, "2023-05-01")
    assert not accepts(in_may, "2023-06-01")
    assert not accepts(in_may, "0000-05-01")


def test_what_is_only_called_a_date_stays_as_it_is() -> None:
    named = {"type": "object", "properties": {"format": {"const": {"format": "date"}}}}
    assert accepts(named, {"format": {"format": "date"}})
    assert accepts({"enum": [{"format": "date"}]}, {"format": "date"})
