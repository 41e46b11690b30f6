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


def _open_and_close(home: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"ENCORE_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    environment.pop("ENCORE_MODELS", None)
    return subprocess.run(
        [sys.executable, "-c", OPEN_AND_CLOSE],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_window_opens_without_torch_and_ends_cleanly(tmp_path: Path) -> None:
    ended = _open_and_close(tmp_path)
    assert (ended.returncode, ended.stdout) == (0, ""), ended.stderr
    assert "Traceback" not in ended.stderr
    assert (tmp_path / "log" / "encore.log").is_file()
    assert (tmp_path / "config" / "window.ini").is_file()


@pytest.mark.skipif(os.name != "posix", reason="Windows has other means")
def test_nobody_else_may_read_anything_but_the_models(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        for name in ("data/models/shared.gguf", "log/encore.log", "log/engine.log.old"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text("x")
        ended = _open_and_close(tmp_path)
    finally:
        os.umask(before)
    assert ended.returncode == 0, ended.stderr
    open_to_others = {
        str(path.relative_to(tmp_path))
        for path in tmp_path.rglob("*")
        if path.stat().st_mode & 0o077
    }
    assert open_to_others == {"data/models", "data/models/shared.gguf"}


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
