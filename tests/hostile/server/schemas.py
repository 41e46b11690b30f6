"""JSON schemas and tools that mean harm, or nothing, drawn from a generator of random numbers."""

import json
import random
from collections.abc import Callable
from typing import Any

PATTERNS = (
    "(a+)+$", "(a|a)*b", "(.*)*x", "a{1000000}", "((a{1,99}){1,99}){1,99}", "(x+x+)+y", "[",
    "(?=x)y",
    r"\p{L}{999}", r"(a)\1", "(?<n>a", "^(([a-z])+.)+[A-Z]([a-z])+$", r"\d{1,500}\w{1,500}",
    "(?:a?){500}a{500}", "\\", "^$", "(|||)", r"[\u0000-\U0010ffff]{64}", "\ud800",
)  # fmt: skip
NAMES = (
    "", " ", "\0", "\ud800", "😀" * 9, "\u202eabc", "a\nb", '"', "\\", "__proto__", "x" * 5000,
    "ﷺ",
    "<tool_call>", "</tool_call>", "<|im_end|>", "$ref", "é", "e\u0301",
)  # fmt: skip
_NUMBERS = (-1, 0, 1, 2**31, 10**40, -(10**40), 1e308, -1e308, 1e-300, 0.5, None, "5", [])
_TYPES = ("object", "array", "string", "number", "integer", "boolean", "null", "what", 5, [], {})

Drawn = Callable[[random.Random], Any]


def hostile_schema(draw: random.Random) -> Any:
    """A schema as nobody would write it."""
    return draw.choice(_KINDS)(draw)


def hostile_tools(draw: random.Random) -> Any:
    """Tools as nobody would offer them."""
    count = draw.choice([0, 1, 2, 30, 128, 129, 3000])
    few = [hostile_schema(draw) for _ in range(2)] if count < 30 else [{}]
    return [
        {
            "type": draw.choice(["function"] * 9 + ["custom", ""]),
            "function": {
                "name": draw.choice(NAMES) if draw.random() < 0.1 else f"tool_{number}",
                "description": draw.choice(NAMES),
                "parameters": draw.choice(few),
            },
        }
        for number in range(count)
    ]


def _loop(draw: random.Random) -> Any:
    """References that lead nowhere, in circles, or elsewhere."""
    ends = [
        {"$ref": "#"},
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
        {"$ref": "#/$defs/missing"},
        {"$ref": "http://evil.example/schema.json"},
        {"$ref": "file:///etc/passwd"},
        {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]},
        {"allOf": [{"$ref": "#"}, {"type": "object"}]},
        {"type": "array", "items": {"$ref": "#"}, "minItems": 1},
        {"type": "object", "properties": {"x": {"$ref": "#"}}, "required": ["x"]},
    ]
    return draw.choice(ends)


def _bomb(draw: random.Random) -> Any:
    pattern = draw.choice(PATTERNS)
    if draw.random() < 0.3:
        return {"type": "object", "patternProperties": {pattern: {"type": "string"}}}
    return {"type": "string", "pattern": pattern, "maxLength": draw.choice([5, 10**6])}


def _large(draw: random.Random) -> Any:
    """A long list of one kind or the other."""
    count = draw.choice([100, 2000, 20_000])
    words = [f"{draw.getrandbits(60):x}" for _ in range(count)]
    return draw.choice(
        [
            {"enum": words},
            {"enum": [{"a": word} for word in words[:2000]]},
            {"type": "object", "properties": {word: {"type": "string"} for word in words[:5000]}},
            {"type": "object", "properties": {}, "required": words},
            {"anyOf": [{"const": word} for word in words]},
            {"oneOf": [{"type": "string", "minLength": n} for n in range(count // 20)]},
            {"const": words[:2000]},
        ]
    )


def _product(draw: random.Random) -> Any:
    """Parts whose combinations are many."""
    width, number = draw.choice([(2, 8), (2, 20), (5, 30)])
    parts = [
        {"anyOf": [{"properties": {f"p{i}": {"const": j}}} for j in range(width)]}
        for i in range(number)
    ]
    return {draw.choice(["allOf", "oneOf"]): parts, "type": "object"}


def _multiple(draw: random.Random) -> Any:
    """Numbers that are multiples of others that nobody asks for."""
    numbers = [draw.choice([1, 0.001, 1e-9, 1e6]) * draw.randrange(1, 10**n) for n in (2, 5, 10)]
    numbers.append(draw.choice([10**400, -(10**400), 1e-300, 1e308]))
    around = draw.choice(["allOf", "anyOf", "prefixItems"])
    return draw.choice(
        [
            {"multipleOf": draw.choice(numbers)},
            {around: [{"multipleOf": number} for number in draw.sample(numbers, 2)]},
        ]
    )


def _deep(draw: random.Random) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(draw.choice([5, 60, 120, 400])):
        around = draw.choice(["items", "anyOf", "properties", "not"])
        inner = {"anyOf": [schema], "properties": {"x": schema}}.get(around, schema)
        schema = {around: inner}
    return schema


def _contradiction(draw: random.Random) -> Any:
    return draw.choice(
        [
            {"type": "integer", "minimum": 5, "maximum": 1},
            {"type": "string", "minLength": 9, "maxLength": 1},
            {"type": "array", "minItems": 9, "maxItems": 1},
            {"enum": []},
            {"not": {}},
            {"const": 1, "type": "string"},
            {"type": "object", "required": ["x"], "additionalProperties": False},
            {"allOf": [{"type": "string"}, {"type": "number"}]},
            {"type": "integer", "multipleOf": 0},
            {"type": "number", "minimum": 0.1, "maximum": 0.2, "multipleOf": 7},
            False,
        ]
    )


def _odd(draw: random.Random) -> Any:
    """Words of the schema language with values that they cannot have."""
    words = (
        "type", "properties", "required", "items", "prefixItems", "enum", "const", "minItems",
        "maxItems", "minLength", "maxLength", "minimum", "maximum", "multipleOf", "pattern",
        "format", "$ref", "$defs", "additionalProperties", "anyOf", "x-guidance", "$schema", "$id",
    )  # fmt: skip
    values = [*_NUMBERS, *_TYPES, *NAMES, True, {"whitespace_pattern": "("}, [None], {"a": 1}]
    return {word: draw.choice(values) for word in draw.sample(words, draw.randrange(1, 5))}


def _sound(draw: random.Random) -> Any:
    """What people ask for, with names that they do not use."""
    name = draw.choice(NAMES)
    return {
        "type": "object",
        "properties": {name: {"type": draw.choice(["string", "integer", "boolean"])}},
        "required": [name],
        "additionalProperties": False,
    }


def _not_a_schema(draw: random.Random) -> Any:
    return draw.choice([True, None, 5, "x", [], [[]], {"a": {}}])


_KINDS: tuple[Drawn, ...] = (
    _loop, _bomb, _large, _product, _multiple, _deep, _contradiction, _odd, _odd, _sound,
    _not_a_schema,
)  # fmt: skip


def encoded(value: Any) -> bytes:
    """JSON of it; lone surrogates are written as escapes."""
    return json.dumps(value).encode()
