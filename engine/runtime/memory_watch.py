"""Limits the process to the memory planned for its work. Knows no model and no command."""

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil

from engine.config import EngineConfig
from engine.nvidia_driver import load_driver
from engine.runtime.found_device import private_bytes

_INTERVAL_SECONDS = 0.1
# Compilation, long prompts and the plan's error stay far below; a runaway passes it in a second.
_MARGIN_BYTES = 1 << 30
_MARGIN_SHARE = 0.25
# Beyond the watch's own limit: not all mapped memory is touched.
_MAPPED_MARGIN_BYTES = 2 << 30
_STACK_BYTES = 64 << 20  # of the threads that libraries start per processor
# torch, numba, other libraries and compiled loops.
_LIBRARIES_BYTES = 512 << 20
# Main memory of CUDA's libraries and of kernel compilation.
_GPU_PROCESS_BYTES = 4 << 30


def bytes_before_plan(path: Path, config: EngineConfig) -> int:
    """Main memory limit of a load before its plan; on a GPU, of the whole load."""
    file_bytes = 0
    with contextlib.suppress(OSError, ValueError):  # opening the file reports it
        file_bytes = path.stat().st_size
    # Whether there is a GPU is not asked: the driver starts beside the import of torch.
    may_use_gpu = config.device != "cpu" and load_driver() is not None
    return 2 * file_bytes + _LIBRARIES_BYTES + (_GPU_PROCESS_BYTES if may_use_gpu else 0)


class MemoryWatch:
    """Watches, during work, the main memory that this process has taken since `begin`.

    Far beyond the plan it calls `on_exceeded(taken_bytes, planned_bytes)` once, on its own thread.
    The callback must end the process: nothing else stops a runaway in compiled code.
    """

    def __init__(self, on_exceeded: Callable[[int, int], None]) -> None:
        self._on_exceeded = on_exceeded
        self._base_bytes = private_bytes()
        self._planned_bytes = 0
        self._is_working = threading.Event()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="memory", daemon=True)

    def begin(self, planned_bytes: int) -> None:
        """Allow `planned_bytes` beyond the memory taken so far."""
        limit_allocations(None)
        self._base_bytes = private_bytes()
        self._planned_bytes = planned_bytes

    def plan(self, planned_bytes: int) -> None:
        """Set the plan of the work begun: `planned_bytes` in main memory or mapped there.

        On Linux a single allocation far beyond it also fails with MemoryError.
        """
        self._planned_bytes = planned_bytes
        allowed = self._allowed_bytes - (private_bytes() - self._base_bytes)
        stacks = _STACK_BYTES * (os.cpu_count() or 1)
        limit_allocations(max(0, allowed) + _MAPPED_MARGIN_BYTES + stacks)

    @contextlib.contextmanager
    def working(self) -> Iterator[None]:
        """Watch during the block."""
        if not self._thread.is_alive():
            self._thread.start()
        self._is_working.set()
        try:
            yield
        finally:
            self._is_working.clear()

    def close(self) -> None:
        """Stop watching, and lift the limit of allocations."""
        self._closed.set()
        self._is_working.set()
        limit_allocations(None)

    @property
    def _allowed_bytes(self) -> int:
        return self._planned_bytes + int(self._planned_bytes * _MARGIN_SHARE) + _MARGIN_BYTES

    def _watch(self) -> None:
        while not self._closed.wait(_INTERVAL_SECONDS):
            self._is_working.wait()
            taken = private_bytes() - self._base_bytes
            if taken > self._allowed_bytes:
                self._on_exceeded(taken, self._planned_bytes)
                return


def limit_allocations(more_bytes: int | None) -> None:
    """Limit further private mappings of this process; None: no limit. Linux only.

    The limits of other systems miss most mappings.
    """
    if sys.platform != "linux":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = most
    if more_bytes is not None:
        limit = int(psutil.Process().memory_info().data) + more_bytes
        limit = limit if most == resource.RLIM_INFINITY else min(limit, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, most))
