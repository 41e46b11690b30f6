"""What a load begins before torch is there."""

import threading
from pathlib import Path
from typing import Any

import pytest

from engine import session_loader
from engine.config import EngineConfig


class Loader:
    """Stands where the session is imported."""

    @staticmethod
    def load(path: Path, *_: Any) -> Path:
        return path


@pytest.mark.parametrize(
    ("device", "opened"), [("cpu", None), ("auto", 0), ("cuda", 0), ("cuda:3", 3)]
)
def test_the_gpu_is_opened_beside_the_import(
    device: str, opened: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers: list[int] = []
    threads: list[threading.Thread] = []
    start = threading.Thread.start

    def note(thread: threading.Thread) -> None:
        threads.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", note)
    monkeypatch.setattr(session_loader, "open_context", numbers.append)
    monkeypatch.setattr(session_loader, "import_session", lambda: Loader)
    path = Path("model.gguf")
    loaded = session_loader.load_session(path, EngineConfig(device=device), print, print)
    assert loaded == path  # type: ignore[comparison-overlap]
    for thread in threads:
        thread.join()
    assert numbers == ([] if opened is None else [opened])
