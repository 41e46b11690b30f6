"""How slow this machine is just now, for limits of time that hold on an ordinary one."""

import time

_COUNT, _SECONDS = 2_000_000, 0.2  # an ordinary machine counts so far in that time


def slowness() -> float:
    """How many times as long as an ordinary machine this thread takes for fixed work; at least 1."""
    began, total = time.thread_time(), 0
    for number in range(_COUNT):
        total += number * number % 7
    return max(1.0, (time.thread_time() - began) / _SECONDS)
