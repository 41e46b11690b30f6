"""The program as a whole: it opens without torch, logs what goes wrong, and ends cleanly."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.main import _report_crashes
from app.services.notices import Notices

REPOSITORY = Path(__file__).resolve().parents[2]

OPEN_AND_CLOSE = """
import sys
import app.main as main

real_build = main.build

def build(*arguments, **options):
    parts = real_build(*arguments, **options)
    sys.stdout.write(" ".join(sorted({"httpx2", "huggingface_hub", "keyring"} & set(sys.modules))))
    parts.window.painted.connect(parts.window.close)
    return parts

main.build = build
code = main.run(["encore"])
sys.stdout.write(" ".join(sorted({"torch", "triton", "numba"} & set(sys.modules))))
sys.exit(code)
"""


def test_the_window_opens_without_torch_and_ends_cleanly(tmp_path: Path) -> None:
    environment = os.environ | {"ENCORE_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    environment.pop("ENCORE_MODELS", None)
    ended = subprocess.run(
        [sys.executable, "-c", OPEN_AND_CLOSE],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (0, ""), ended.stderr
    assert "Traceback" not in ended.stderr
    assert (tmp_path / "log" / "encore.log").is_file()
    assert (tmp_path / "config" / "window.ini").is_file()


def test_an_error_nobody_caught_is_logged_and_shown(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    notices = Notices()
    _report_crashes(notices)
    error = ZeroDivisionError("a bug")
    with caplog.at_level(logging.CRITICAL):
        sys.excepthook(ZeroDivisionError, error, None)
    assert "a bug" in caplog.text
    assert "log" in notices.take_unseen()[0].text
