"""Dates of a JSON schema that exist: the grammar's `date` has the year 0 and each 29 February."""

from typing import Any

_YEAR = "(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})"
_FOURTH = "(0[48]|[2468][048]|[13579][26])"
_LEAP_YEAR = f"([0-9]{{2}}{_FOURTH}|{_FOURTH}00)"
_REAL_DATE = f"^({_YEAR}-(0[13-9]|1[0-2]|02-([01]|2[0-8]))|{_LEAP_YEAR}-02-29)"
_FORMATS = ("date", "date-time")

_SCHEMAS = (
    "additionalProperties", "allOf", "anyOf", "items", "oneOf", "prefixItems",
)  # fmt: skip
_NAMED_SCHEMAS = ("$defs", "definitions", "patternProperties", "properties")


def require_real_dates(schema: dict[str, Any]) -> None:
    """Give each part of `schema` that is a date, or begins with one, a pattern of those that exist.

    ISO 8601 has a year 0 and few calendars of programs do; they refuse it, as they do 29 February
    where there is none.
    """
    parts: list[object] = [schema]
    while parts:
        part = parts.pop()
        if isinstance(part, list):
            parts.extend(part)
        if not isinstance(part, dict):
            continue
        parts.extend(part.get(key) for key in _SCHEMAS)
        named = [part.get(key) for key in _NAMED_SCHEMAS]
        parts.extend(each for names in named if isinstance(names, dict) for each in names.values())
        if part.get("format") in _FORMATS:
            also = part.get("allOf")
            part["allOf"] = [*(also if isinstance(also, list) else ()), {"pattern": _REAL_DATE}]
