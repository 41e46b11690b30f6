"""What `multipleOf` in JSON schemas costs a grammar, which counts remainders one by one."""

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from engine.errors import TooComplexError
from engine.tokenizer.tool_turns import members

# Each remainder takes 5 µs and 0.5 KB; zeros at the end of a number cost nothing. Where parts are
# combined, those of the least common multiple are counted.
_MAX_REMAINDERS = 20_000
_MAX_COMMON_MULTIPLE = 100_000
_MAX_BITS = 1023
_COMBINING = ("allOf", "anyOf", "oneOf", "$ref")


def check_multiples(schemas: Sequence[object]) -> None:
    """Raise TooComplexError for multiples that are not compiled in a moment."""
    num_remainders = 0
    for schema in schemas:
        numbers, is_combined = _multiples(schema)
        num_remainders += sum(_remainders_of(number) for number in numbers)
        if num_remainders > _MAX_REMAINDERS:
            raise TooComplexError
        if is_combined and _common_multiple(numbers) > _MAX_COMMON_MULTIPLE:
            raise TooComplexError


def _multiples(schema: object) -> tuple[list[Decimal], bool]:
    """The numbers that `schema` wants multiples of, and whether it combines its parts."""
    numbers: list[Decimal] = []
    is_combined = False
    level = [schema]
    while level:
        parts = [part for part in level if isinstance(part, dict)]
        numbers += [_decimal(part["multipleOf"]) for part in parts if "multipleOf" in part]
        is_combined |= any(word in part for part in parts for word in _COMBINING)
        level = [inner for each in level for inner in members(each)]
    return numbers, is_combined


def _decimal(value: Any) -> Decimal:
    """A number that others may be multiples of; 1 for what is none.

    Raises TooComplexError for an integer that no float can be.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return Decimal(1)
    if isinstance(value, int) and value.bit_length() > _MAX_BITS:
        raise TooComplexError
    return Decimal(str(value)) if math.isfinite(value) and value > 0 else Decimal(1)


def _remainders_of(number: Decimal) -> int:
    """The digits of `number` without its decimal point and the zeros at its end."""
    digits = "".join(map(str, number.as_tuple().digits))
    return int(digits.rstrip("0"))


def _common_multiple(numbers: Sequence[Decimal]) -> int:
    """The least common multiple, in units of the smallest decimal place of any."""
    ratios = [number.as_integer_ratio() for number in numbers]
    unit = 10 ** max([0, *(-int(each.as_tuple().exponent) for each in numbers)])
    return math.lcm(*(upper * unit // lower for upper, lower in ratios))
