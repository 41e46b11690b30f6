"""A window is used without a purpose: nothing is raised or said by Qt, nothing stands still."""

import random
from pathlib import Path

import pytest

from tests.hostile.window.use import use_window


@pytest.mark.parametrize("seed", [0, None])
def test_nothing_goes_wrong_whatever_is_pressed(tmp_path: Path, seed: int | None) -> None:
    if seed is None:
        seed = random.SystemRandom().randrange(1 << 32)
    outcome = use_window(tmp_path / "window", seed, 10.0)
    assert outcome.is_right, f"seed {seed}: {outcome.text}"


def test_an_exception_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import threading\n"
        "def fail():\n"
        "    threading.Timer(0.5, fail).start()\n"
        "    1 / 0\n"
        "threading.Timer(0.5, fail).start()\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    outcome = use_window(tmp_path / "window", 0, 2.0)
    assert not outcome.is_right
    assert "fault: Traceback" in outcome.text
    assert "ZeroDivisionError" in outcome.text
