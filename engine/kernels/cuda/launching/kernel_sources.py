"""Finds where functions end in formatted code, while kernels are imported. Knows no Triton.

Triton asks `inspect` for each kernel's source, which reads Python's tokens up to the end: half of
the time that the import of our kernels takes.
"""

import inspect
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


@contextmanager
def found_by_indentation() -> Iterator[None]:
    """Within, `inspect` tells by their indentation where our functions end.

    Only import code of this repository here: a string whose lines are not indented ends one.
    """
    own = inspect.getblock
    inspect.getblock = lambda lines: indented_block(lines) or own(lines)  # type: ignore[assignment]
    try:
        yield
    finally:
        inspect.getblock = own


def indented_block(lines: Sequence[str]) -> list[str] | None:
    """The function at the top of `lines`, decorators first, as `inspect.getblock` returns it.

    None where that is not plain: it is nested, or its signature does not end a line of its own.
    """
    last = _signature_end(lines)
    if last is None:
        return None
    for number, line in enumerate(lines[last + 1 :], start=last + 1):
        if line[0] in " \t" and not line.isspace():
            last = number
        elif not line.isspace() and line[0] != "#":
            break
    return list(lines[: last + 1])


def _signature_end(lines: Sequence[str]) -> int | None:
    """The last line of the signature: `def f(x):` or, below indented parameters, `):`."""
    begin = next((n for n, line in enumerate(lines) if not line.startswith(("@", ")", " "))), None)
    if begin is None or not lines[begin].startswith("def "):
        return None
    if _opens_body(lines[begin]):
        return begin
    after = enumerate(lines[begin + 1 :], start=begin + 1)
    end = next((number for number, line in after if not line.startswith(" ")), None)
    is_plain = end is not None and lines[end].startswith(")") and _opens_body(lines[end])
    return end if is_plain else None


def _opens_body(line: str) -> bool:
    return line.partition("#")[0].rstrip().endswith(":")
