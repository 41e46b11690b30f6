"""What a load begins before torch is there."""

import threading
from pathlib import Path
from typing import Any

import pytest

from engine import session_loader
from engine.config import EngineConfig, SpeculationConfig
from engine.errors import DeviceLostError, EngineError, NotEnoughMemoryError, RequestError
from engine.session.session import Session
from engine.session_loader import load_session
from tests.support.block_checks import BLOCK


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


@pytest.mark.parametrize(
    ("kind", "error", "num_loads"),
    [
        ("/drafter.gguf", RequestError("It cannot draft."), 2),
        ("/drafter.gguf", NotEnoughMemoryError("It needs more memory."), 2),
        ("/drafter.gguf", DeviceLostError("The GPU failed."), 1),
        ("auto", RequestError("It is no model."), 1),
    ],
)
def test_a_drafter_that_cannot_be_used_is_left_out(
    kind: str, error: EngineError, num_loads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[str] = []

    class Failing:
        notices: tuple[str, ...] = ("placed",)

        @classmethod
        def load(cls, _path: Path, config: EngineConfig, *_: Any) -> "Failing":
            wanted.append(config.speculation.kind)
            if config.speculation.kind == kind:
                raise error
            return cls()

    monkeypatch.setattr(session_loader, "import_session", lambda: Failing)
    config = EngineConfig(device="cpu", speculation=SpeculationConfig(kind))
    if num_loads == 1:
        with pytest.raises(type(error)):
            load_session(Path("model.gguf"), config, print, print)
    else:
        assert load_session(Path("model.gguf"), config, print, print).notices == (
            "placed",
            str(error),
        )
    assert wanted == [kind, "none"][:num_loads]


def _load(model: Path, drafter: str) -> tuple[Session, int]:
    """A session, and what was planned for the model and all that came with it."""
    planned = [0]
    speculation = SpeculationConfig(drafter, draft_tokens=2)
    config = EngineConfig(device="cpu", context_len=256, speculation=speculation)
    return load_session(model, config, lambda *_: None, planned.append), max(planned)


def test_a_model_comes_with_its_drafter_or_without_one(golden_dir: Path) -> None:
    model, other = golden_dir / "tiny-llama.gguf", golden_dir / f"{BLOCK}.gguf"
    planned = []
    for drafter, has_one in (("none", False), (str(model), True), (str(other), False)):
        session, num_bytes = _load(model, drafter)
        planned.append(num_bytes)
        assert (session.drafter is not None) == has_one
        assert (other.name in "".join(session.notices)) == (drafter == str(other))
        session.close()
    assert planned[1] > planned[0] == planned[2]
