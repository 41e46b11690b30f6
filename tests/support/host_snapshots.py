"""Makes a load keep snapshots in host memory, however much room the device has."""

from dataclasses import replace

import pytest

from engine.runtime.memory import MemoryNeeds
from engine.runtime.residency import ALL_RESIDENT, Residency


def keep_snapshots_in_host_memory(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """From now on; their bytes in each load are appended to what is returned."""
    moved: list[int] = []

    def residency(needs: MemoryNeeds, context_len: int, *_: int) -> Residency:
        moved.append(needs._snapshots_bytes(context_len))
        return replace(ALL_RESIDENT, snapshots_host_bytes=moved[-1], scratch_spared_bytes=moved[-1])

    monkeypatch.setattr(MemoryNeeds, "residency", residency)
    return moved
