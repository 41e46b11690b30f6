"""The grammar of an answer that must be JSON, or calls of tools. Knows no vocabulary.

In the notation of llguidance: https://github.com/guidance-ai/llguidance/blob/main/docs/syntax.md
"""

import json
from collections.abc import Sequence

from engine.commands import ToolSpec
from engine.errors import RequestError, TooComplexError
from engine.tokenizer.multiples import check_multiples
from engine.tokenizer.real_dates import require_real_dates
from engine.tokenizer.tool_format import CallForm
from engine.tokenizer.tool_turns import members, parse_json, tool_parameters

# What may stand before the answer, and between the parts of JSON: bounded, so that a model that is
# sure of nothing but space still comes to an end.
_LEAD = r"/[ \n]{0,3}/"
_SPACE = {"whitespace_pattern": r"[ \n\t]{0,20}"}

# Compiling takes time by the square of an object's names, 0.5 s for 2,000 optional ones, and by the
# number of objects and lists, 0.7 s for 5,000 in an enum. Meanwhile other answers wait.
_MAX_PAIRS_OF_NAMES = 2 * 2000**2
_MAX_PARTS = 10_000
_NAMING = ("properties", "patternProperties", "required")

_COMBINED = {"allOf", "anyOf", "oneOf", "$ref", "patternProperties"}


def answer_grammar(
    json_schema: str, tools: Sequence[ToolSpec], form: CallForm | None, *, one_call: bool
) -> str:
    """The grammar of JSON that follows `json_schema`, if any, or of calls of `tools` in `form`.

    Raises RequestError for a schema that is none, TooComplexError for one that is too large.
    """
    rules: list[str] = []
    kinds: list[str] = []
    schema = _checked_schema(json_schema) if json_schema else None
    parameters = [tool_parameters(tool) for tool in tools]
    _check_size([schema, *parameters])
    check_multiples([schema, *parameters])
    if schema is not None:
        kinds.append("value")
        rules.append(f"value: %json {_grammar_of(schema)}")
    if tools and form is not None:
        kinds.append("calls")
        has_more = form.between is not None and not one_call
        rules.append(
            f"calls: call ({_literal(form.between or '')} call)*" if has_more else "calls: call"
        )
        rules.append("call: " + " | ".join(f"call_{number}" for number in range(len(tools))))
        for number, tool in enumerate(tools):
            name = json.dumps(tool.name)[1:-1]
            before, after = _literal(form.before % name), _literal(form.after)
            rules.append(f"call_{number}: {before} arguments_{number} {after}")
            rules.append(f"arguments_{number}: %json {_grammar_of(_closed(parameters[number]))}")
    return "\n".join([f"start: {_LEAD} ({' | '.join(kinds)})", *rules])


def _checked_schema(text: str) -> dict[str, object]:
    schema = parse_json(text)
    if schema is True:
        return {}
    if not isinstance(schema, dict):
        raise RequestError("The form that was asked for is not a JSON schema; correct it.")
    return schema


def _check_size(schemas: Sequence[object]) -> None:
    """Raise TooComplexError for more than is compiled in a moment."""
    num_parts = num_pairs = 0
    level = list(schemas)
    while level:
        parts = [each for each in level if isinstance(each, dict | list)]
        num_parts += len(parts)
        for each in parts:
            if isinstance(each, dict):
                lists = (each.get(key) for key in _NAMING)
                num_pairs += sum(
                    len(names) ** 2 for names in lists if isinstance(names, dict | list)
                )
        if num_parts > _MAX_PARTS or num_pairs > _MAX_PAIRS_OF_NAMES:
            raise TooComplexError
        level = [inner for each in parts for inner in members(each)]


def _closed(parameters: dict[str, object]) -> dict[str, object]:
    """`parameters` of an object without others than those listed, unless it says it takes some."""
    schema = {"type": "object", **parameters}
    is_list = "properties" in schema and not schema.keys() & _COMBINED
    return {"additionalProperties": False, **schema} if is_list else schema


def _grammar_of(schema: dict[str, object]) -> str:
    """The notation of what follows `schema`, which is changed."""
    require_real_dates(schema)
    return json.dumps({**schema, "x-guidance": _SPACE})


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False) if text else '""'
