"""How many programs run at once on the GPUs whose launch shapes were measured."""

MULTIPROCESSORS = 132  # of an H100 or H200


def programs_each(programs: int) -> int:
    """The programs of the multiprocessor that has most of a launch's `programs`."""
    return -(-programs // MULTIPROCESSORS)
