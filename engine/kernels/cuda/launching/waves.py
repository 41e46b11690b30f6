"""How many programs run at once on the GPUs whose launch shapes were measured."""

MULTIPROCESSORS = 132  # of an H100 or H200
_REGISTERS = 1 << 16  # of a multiprocessor
_MOST_REGISTERS = 255  # of a thread


def programs_each(programs: int) -> int:
    """The programs of the multiprocessor that has most of a launch's `programs`."""
    return -(-programs // MULTIPROCESSORS)


def registers_each(programs: int, warps: int) -> int:
    """The most registers of a thread with which a launch's `programs` are resident all at once."""
    most = _REGISTERS // (32 * warps * programs_each(programs))
    return min(most, _MOST_REGISTERS) // 8 * 8  # they are given out by eights
