"""The shapes that steps are padded to: the rows of a prompt's step, the ladder of KV windows."""

PREFILL_WIDTH = 32
WINDOW = 256


def ladder(capacity: int) -> list[int]:
    """All windows of a cache of `capacity` rows: multiples of 256, the last clamped to capacity."""
    return [min(end, capacity) for end in range(WINDOW, capacity + WINDOW, WINDOW)]


def window_for(length: int, capacity: int) -> int:
    """The smallest window that holds `length` rows."""
    return min(-(-length // WINDOW) * WINDOW, capacity)
