"""Reads values of files that anyone may have written: what is not as expected counts as missing."""

import math
from collections.abc import Mapping
from typing import Any

MAX_TEXT = 2_000_000
_MAX_TITLE = 300
_MAX_NAME = 200
_FIRST_MS = 1e11  # later numbers are milliseconds
_LAST_SECOND = 4e9


def mapping(value: object) -> Mapping[str, Any]:
    """`value` if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[Any]:
    """`value` if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def text(value: object) -> str:
    """`value` if it is text, as the database takes it; "" if it is too long or none."""
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        return ""
    # JSON may hold halves of a surrogate pair.
    return value.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def title(value: object) -> str:
    """`value` as one line."""
    return " ".join(text(value)[: 4 * _MAX_TITLE].split())[:_MAX_TITLE]


def name(value: object) -> str | None:
    """`value` as the name of a model, None if there is none."""
    return title(value)[:_MAX_NAME] or None


def moment(value: object) -> float | None:
    """Seconds since 1970 from seconds or milliseconds, None if out of range."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    seconds = value / 1000 if value > _FIRST_MS else float(value)
    return seconds if 0 < seconds < _LAST_SECOND else None
