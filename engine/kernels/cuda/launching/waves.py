"""How many programs run at once on the GPUs whose launch shapes were measured."""

MULTIPROCESSORS = 132  # of an H100 or H200
_REGISTERS = 1 << 16  # of a multiprocessor
MOST_REGISTERS = 248  # of a thread: of 255, as they are given out by eights


def programs_each(programs: int) -> int:
    """The programs of the multiprocessor that has most of a launch's `programs`."""
    return -(-programs // MULTIPROCESSORS)


def registers_each(programs: int, warps: int, *, spare: int = 0) -> int:
    """The most registers of a thread with which a launch's `programs` are resident all at once.

    With `spare`, so many more on each multiprocessor.
    """
    most = _REGISTERS // (32 * warps * (programs_each(programs) + spare))
    return min(most // 8 * 8, MOST_REGISTERS)
