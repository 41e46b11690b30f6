"""What a load may take before its plan is known."""

from pathlib import Path

import pytest

from engine.config import EngineConfig
from engine.runtime import found_device, memory_watch
from engine.runtime.memory_watch import bytes_before_plan

GPU_BYTES = 4 << 30


class Driver:
    """CUDA's own. Its start takes long: here it fails the test."""

    def cuInit(self, flags: int) -> int:  # noqa: N802 - CUDA's name
        raise AssertionError(f"started with {flags}")


@pytest.mark.parametrize(
    ("device", "driver", "more"),
    [
        ("auto", Driver(), GPU_BYTES),
        ("cuda:0", Driver(), GPU_BYTES),
        ("cpu", Driver(), 0),
        ("auto", None, 0),
    ],
)
def test_more_is_allowed_where_a_gpu_may_be_used_and_the_driver_is_not_started(
    device: str, driver: Driver | None, more: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (memory_watch, found_device):
        monkeypatch.setattr(module, "load_driver", lambda: driver, raising=False)
    path = tmp_path / "model.gguf"
    path.write_bytes(b"1234")
    without = bytes_before_plan(path, EngineConfig(device="cpu"))
    assert bytes_before_plan(path, EngineConfig(device=device)) == without + more
    path.write_bytes(b"12345678")
    assert bytes_before_plan(path, EngineConfig(device=device)) == without + more + 8
