"""Answers that follow a schema, sampled at temperature 1, are what jsonschema calls valid.

    .venv/bin/python -m tests.support.schema_cases MODEL [--answers 1000] [--first 0] [--together 8]

Each answer has a seed of its own, its number; the schema and the seed of each that is not valid are printed.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import jsonschema
from msgspec.structs import replace

from engine.commands import ChatMessage, ChatPrompt, Generate
from engine.config import EngineConfig, SamplingParams
from engine.events import Event, Finished
from engine.session.session import Session

# The chain at its widest: every token that the schema allows may come.
WIDEST = SamplingParams(temperature=1.0, top_k=0, top_p=1.0, min_p=0.0)
MAX_TOKENS = 1000


def _object(*required: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required or properties),
        "additionalProperties": False,
    }


def _text(longest: int = 24) -> dict[str, Any]:
    return {"type": "string", "maxLength": longest}


def _list(items: dict[str, Any], most: int = 3, least: int = 0) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


def _number(least: int = 0, most: int = 1000) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}


def _half(least: float, most: float) -> dict[str, Any]:
    """A number of few digits; a small model may write others without end."""
    return {"type": "number", "minimum": least, "maximum": most, "multipleOf": 0.5}


_DATE = {"type": "string", "format": "date"}
_COLOR = {"enum": ["red", "green", "blue"]}
_TREE = {
    **_object(name=_text(8), children=_list({"$ref": "#/$defs/leaf"}, 2)),
    "$defs": {"leaf": _object(name=_text(8), size=_number())},
}
_CIRCLE = _object(kind={"const": "circle"}, radius=_half(0.5, 9))
_SQUARE = _object(kind={"const": "square"}, side=_half(1, 2))

SCHEMAS: tuple[dict[str, Any], ...] = (
    {"type": "boolean"},
    {"type": "null"},
    _COLOR,
    _number(),
    _number(-5, 5),
    _half(0.5, 3.5),
    _text(30),
    {"type": "string", "minLength": 5, "maxLength": 9},
    {"type": "string", "pattern": "^[A-Z]{3}-[0-9]{4}$"},
    _DATE,
    {"type": "string", "format": "uuid"},
    {"type": ["integer", "null"], "minimum": 0, "maximum": 99},
    _list({"type": "boolean"}, 4),
    _list(_number(), 5, 2),
    {"type": "array", "prefixItems": [_text(6), _number()], "items": False, "minItems": 2},
    _object(name=_text(), age=_number(0, 120)),
    _object("name", name=_text(), age=_number(), email=_text()),
    _object(when=_DATE, where=_text(), who=_list(_text(12), 2)),
    _object(color=_COLOR, tags=_list({"enum": ["a", "b", "c"]})),
    _object(point=_object(x=_half(-1, 1), y=_half(-1, 1))),
    _object(a=_object(b=_object(c=_object(d={"type": "boolean"})))),
    _list(_object(id=_number(), done={"type": "boolean"}), 3, 1),
    _TREE,
    {"anyOf": [_CIRCLE, _SQUARE]},
    _object(shapes=_list({"anyOf": [_CIRCLE, _SQUARE]}, 2)),
    _object(value={"anyOf": [_text(10), _number(), {"type": "null"}]}),
    {"allOf": [_object("a", a=_number(), b=_number()), {"required": ["b"]}]},
    {"type": "object", "properties": {"n": {"const": 7}}, "required": ["n"],
     "additionalProperties": False, "title": "Seven", "description": "It is always 7."},
    _object(**{"key with space": _text(5), "ключ": _number(), 'quo"te': {"type": "null"}}),
    _object(steps=_list(_object(text=_text(20), minutes=_number(1, 90)), 2, 1)),
)  # fmt: skip


def command(number: int) -> Generate:
    """The request of the answer with this number; numbers go over all schemas in turn."""
    schema = SCHEMAS[number % len(SCHEMAS)]
    question = ChatMessage("user", "Give me an example of this, as JSON: " + json.dumps(schema))
    prompt = ChatPrompt((question,), thinking=False, json_schema=json.dumps(schema))
    sampling = replace(WIDEST, seed=number)
    return Generate(str(number), prompt, sampling, max_tokens=MAX_TOKENS)


def problem_of(number: int, finished: Finished) -> str:
    """What is wrong with the answer with this number; "" for a valid one."""
    schema = SCHEMAS[number % len(SCHEMAS)]
    if finished.reason != "stop":
        return f"ended for {finished.reason}"
    try:
        value = json.loads(finished.text)
        checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
        jsonschema.validate(value, schema, jsonschema.Draft202012Validator, format_checker=checker)
    except (ValueError, jsonschema.ValidationError) as error:
        return str(error).partition("\n")[0]
    return ""


def answers(session: Session, numbers: range, together: int) -> Iterator[tuple[int, Finished]]:
    """The answers with these numbers, `together` of them at once."""
    waiting = iter(numbers)
    running: dict[int, Iterator[list[Event]]] = {}
    while True:
        for number in islice(waiting, together - len(running)):
            running[number] = session.steps(command(number))
        if not running:
            return
        for number, steps in tuple(running.items()):
            for event in next(steps):
                if isinstance(event, Finished):
                    del running[number]
                    yield number, event


def main() -> int:
    """Sample answers and print what is not valid; the exit code is 1 for any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--answers", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="number of the first answer")
    parser.add_argument("--together", type=int, default=8)
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args()
    config = EngineConfig(device=options.device, context_len=2048, num_sequences=options.together)
    session = Session.load(options.model, config)
    began, num_bad, num_tokens, num_recaptures = time.perf_counter(), 0, 0, 0
    numbers = range(options.first, options.first + options.answers)
    for number, finished in answers(session, numbers, options.together):
        num_tokens += len(finished.ids)
        num_recaptures += finished.meter.recaptures or 0
        problem = problem_of(number, finished)
        if problem:
            num_bad += 1
            sys.stdout.write(f"{number}, schema {number % len(SCHEMAS)}: {problem}\n")
            sys.stdout.flush()
    seconds = time.perf_counter() - began
    session.close()
    sys.stdout.write(
        f"{options.answers - num_bad} of {options.answers} answers valid, {num_tokens} tokens, "
        f"{num_recaptures} recaptures, {seconds:.0f} s\n"
    )
    return 1 if num_bad else 0


if __name__ == "__main__":
    sys.exit(main())
