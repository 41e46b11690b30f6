"""The budget of one rendering: work, text size, members visited. Knows no Jinja."""

from typing import Any

MAX_SOURCE_LEN = 1 << 18
MAX_TEXT_LEN = 1 << 23
# Output length for a small input; a large input allows a multiple of its length.
_FREE_LEN = 1 << 18
_MAX_GROWTH = 4
# Calls, loop iterations, members visited and characters joined.
_UNITS = 2_000_000
_CHARACTERS_PER_UNIT = 256
_MEMBERS_PER_UNIT = 16
_MAX_NUMBER_BITS = 4096
_MEMBER_LEN = 8  # the size of a number or of a list's brackets

_CONTAINERS = (list, tuple, dict, set, frozenset)


class TemplateLimitError(RuntimeError):
    """The template does more work or makes more text than any legitimate one."""


class Budget:
    """Counts the work of one rendering; raises `TemplateLimitError` above the limits.

    `given` are the template's variables; they must outlive this object, unchanged.
    """

    def __init__(self, given: Any = None) -> None:
        self._units = _UNITS
        self._given: dict[int, int] = {}
        self._max_len = MAX_TEXT_LEN
        # Measured once.
        self._given = self._measure(given)
        growth = _FREE_LEN + _MAX_GROWTH * self._given[id(given)]
        self._max_len = min(growth, MAX_TEXT_LEN)

    def spend(self, units: int = 1) -> None:
        """Count work."""
        self._units -= units
        if self._units < 0:
            raise TemplateLimitError("the template does not come to an end")

    def check_size(self, size: int, num_new: int | None = None) -> None:
        """Check text, or a list, of `size` characters, `num_new` of them newly made."""
        if size > self._max_len:
            raise TemplateLimitError("the template makes too much text")
        self.spend((size if num_new is None else num_new) // _CHARACTERS_PER_UNIT)

    def check_number(self, value: Any) -> None:
        """Check an operand of arithmetic."""
        if isinstance(value, int) and value.bit_length() > _MAX_NUMBER_BITS:
            raise TemplateLimitError("a number in the template is too large")

    def check_members(self, value: Any) -> Any:
        """Return `value` if its members, counted with repetition, are within the limit.

        Nested repeated lists are measured once each, not walked through.
        """
        if isinstance(value, str):
            self.check_size(len(value))
        elif self.measure(value) > self._max_len:
            raise TemplateLimitError("a list in the template holds too much")
        return value

    def measure(self, value: Any) -> int:
        """The approximate length of `value` as text."""
        return self._length(value, {}) or self._measure(value)[id(value)]

    def _measure(self, value: Any) -> dict[int, int]:
        """The lengths as text of `value` and of each container in it, by identity."""
        lengths: dict[int, int] = {}
        is_open: set[int] = set()
        pending = [value]
        while pending:
            item = pending[-1]
            if id(item) in lengths:
                pending.pop()
                continue
            members = _members(item)
            self.spend(1 + len(members) // _MEMBERS_PER_UNIT)
            inner = [
                member
                for member in members
                if isinstance(member, _CONTAINERS) and self._length(member, lengths) is None
            ]
            if not inner:
                pending.pop()
                length = sum(self._length(member, lengths) or 0 for member in members)
                lengths[id(item)] = min(_MEMBER_LEN + length, MAX_TEXT_LEN + 1)
            elif id(item) in is_open:
                raise TemplateLimitError("a list in the template holds itself")
            else:
                is_open.add(id(item))
                pending += inner
        return lengths

    def _length(self, member: Any, lengths: dict[int, int]) -> int | None:
        if isinstance(member, str):
            return len(member) + _MEMBER_LEN
        if isinstance(member, _CONTAINERS):
            return lengths.get(id(member), self._given.get(id(member)))
        return _MEMBER_LEN


def _members(container: Any) -> list[Any]:
    if isinstance(container, dict):
        return [*container.keys(), *container.values()]
    return list(container) if isinstance(container, _CONTAINERS) else []
