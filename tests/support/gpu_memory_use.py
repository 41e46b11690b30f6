"""What of a GPU's memory is taken: by torch's allocator, and in all, as nvidia-smi says."""

import shutil
import subprocess
import threading
from dataclasses import dataclass
from types import TracebackType

import torch

MIB = 1 << 20
_SECONDS = 0.05


def taken_mib(gpu: int = 0) -> int | None:
    """MiB of the GPU that all processes take; None without nvidia-smi."""
    program = shutil.which("nvidia-smi")
    if program is None:
        return None
    query = [program, "--query-gpu=memory.used", "--format=csv,noheader,nounits", f"-i={gpu}"]
    found = subprocess.run(query, capture_output=True, text=True, check=False)
    return int(found.stdout.split()[0]) if found.returncode == 0 and found.stdout else None


@dataclass(frozen=True)
class Reading:
    """MiB at one moment: of tensors, of segments, free parts of segments in use, all of the GPU."""

    allocated: int
    reserved: int
    unused: int
    taken: int | None


def read_use() -> Reading:
    """Now; zeros where torch has no GPU."""
    names = ("allocated_bytes", "reserved_bytes", "inactive_split_bytes")
    stats = torch.cuda.memory_stats() if torch.cuda.is_initialized() else {}
    return Reading(*(stats.get(f"{name}.all.current", 0) // MIB for name in names), taken_mib())


class PeakUse:
    """The most MiB that are taken while it is entered, less what was taken before."""

    def __init__(self, gpu: int = 0) -> None:
        self._gpu = gpu
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._before: int | None = None
        self._most: int | None = None

    @property
    def mib(self) -> int | None:
        """None without nvidia-smi."""
        if self._most is None or self._before is None:
            return None
        return self._most - self._before

    def __enter__(self) -> "PeakUse":
        self._before = self._most = taken_mib(self._gpu)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(_SECONDS):
            now = taken_mib(self._gpu)
            if now is not None:
                self._most = max(self._most or 0, now)
