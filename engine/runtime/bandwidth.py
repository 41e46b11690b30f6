"""How fast a GPU's memory, the bus to it and the processor are: measured once, and kept.

By kind of GPU, and by processor, its threads and the type of weights.
"""

import contextlib
import json
import os
import platform
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

_FILE = "experts/bandwidths.json"
_PROCESSOR_INFO = Path("/proc/cpuinfo")
_DEVICE_BYTES, _BUS_BYTES = 128 << 20, 64 << 20
_REPEATS = 5


@dataclass(frozen=True)
class Bandwidth:
    """Bytes per second: `device` of a copy, read and written; `bus` from pinned host memory.

    `processor` are bytes of weights that its products with a row get through; None: not measured.
    """

    device: float
    bus: float
    processor: float | None = None


def known_bandwidth(gpu_name: str) -> Bandwidth | None:
    """What was measured on a GPU of this product name; None if nothing was."""
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
        found = json.loads(_path().read_text(encoding="utf-8"))[gpu_name]
        bandwidth = Bandwidth(float(found["device"]), float(found["bus"]))
        if bandwidth.device > 0 and bandwidth.bus > 0:
            return bandwidth
    return None


def keep_bandwidth(gpu_name: str, bandwidth: Bandwidth) -> None:
    """Keep it for GPUs of this product name; a folder that cannot be written is no failure."""
    _keep(gpu_name, {"device": bandwidth.device, "bus": bandwidth.bus})


def known_processor_speed(threads: int, kind: str) -> float | None:
    """Bytes of weights of the type `kind` per second on so many threads; None if not measured."""
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
        speed = float(json.loads(_path().read_text(encoding="utf-8"))[_processor(threads)][kind])
        if speed > 0:
            return speed
    return None


def keep_processor_speed(threads: int, kind: str, speed: float) -> None:
    """Keep it for this processor; a folder that cannot be written is no failure."""
    _keep(_processor(threads), {kind: speed})


def _processor(threads: int) -> str:
    name = ""
    with contextlib.suppress(OSError):
        lines = _PROCESSOR_INFO.read_text(encoding="utf-8", errors="replace").splitlines()
        named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
        name = next(named, "")
    return f"{name or platform.processor() or platform.machine()}, {threads} threads"


def _keep(name: str, found: dict[str, float]) -> None:
    """Add `found` to what is kept under `name`."""
    path = _path()
    known: Any = {}
    with contextlib.suppress(OSError, ValueError):
        known = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(known, dict):
        known = {}
    before = known.get(name)
    known[name] = {**(before if isinstance(before, dict) else {}), **found}
    part = path.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(known), encoding="utf-8")
        part.replace(path)


def measure_bandwidth(index: int) -> Bandwidth:
    """Copy some memory on the GPU cuda:`index`, the current one; takes some milliseconds."""
    # Here, not above: headers are inspected without it.
    import torch

    from engine.kernels.cuda.pinned_memory import pin

    device = torch.device("cuda", index)
    source, target = (
        torch.empty(_DEVICE_BYTES, dtype=torch.uint8, device=device) for _ in range(2)
    )
    pinned = pin(_BUS_BYTES, device)

    def best_seconds(to: torch.Tensor, of: torch.Tensor) -> float:
        seconds = []
        for _ in range(_REPEATS):
            begin, end = (
                torch.cuda.Event(enable_timing=True)  # type: ignore[no-untyped-call]
                for _ in range(2)
            )
            begin.record()
            to.copy_(of, non_blocking=True)
            end.record()
            end.synchronize()
            seconds.append(float(begin.elapsed_time(end)) / 1000)
        return min(seconds)

    on_device = 2 * _DEVICE_BYTES / best_seconds(target, source)
    return Bandwidth(on_device, _BUS_BYTES / best_seconds(target[:_BUS_BYTES], pinned))


def _path() -> Path:
    return user_cache_path("Encore") / _FILE
