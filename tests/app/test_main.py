"""The program as a whole: it opens without torch, logs what goes wrong, and ends cleanly."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.main import Paths, build
from app.widgets.library.models_page import ModelsPage
from tests.support.fake_engine import FakeEngine

REPOSITORY = Path(__file__).resolve().parents[2]

OPEN_AND_CLOSE = """
import sys
import app.main as main

real_build = main.build
LATE = {
    "asyncio", "statistics", "httpx2", "huggingface_hub", "keyring",
    "starlette", "uvicorn", "prometheus_client",
}

def build(*arguments, **options):
    parts = real_build(*arguments, **options)
    sys.stdout.write(" ".join(sorted(LATE & set(sys.modules))))
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


def test_where_nothing_can_be_written_the_window_opens_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("in the way")
    ended = _open_and_close(tmp_path / "home")
    assert (ended.returncode, ended.stdout) == (0, ""), ended.stderr
    assert "Traceback" not in ended.stderr
    assert "no log can be written" in ended.stderr


def test_a_window_that_can_keep_nothing_says_so_and_works(
    qapp: QApplication, tmp_path: Path
) -> None:
    (tmp_path / "home").write_text("in the way")
    names = ("data", "config", "log", "models", "cache")
    parts = build(qapp, Paths(*(tmp_path / "home" / name for name in names)), FakeEngine().connect)
    assert "nothing is kept in this window" in parts.view_models.chat.banner.text
    assert parts.view_models.chat.conversation_id is not None
    parts.window.close()
    parts.close()
    parts.window.deleteLater()


def test_the_models_page_is_made_once_the_window_is_painted(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    names = ("data", "config", "log", "models", "cache")
    parts = build(qapp, Paths(*(tmp_path / name for name in names)), FakeEngine().connect)
    parts.window.show()
    qtbot.waitUntil(lambda: parts.window.findChild(ModelsPage) is not None)
    parts.window.close()
    parts.close()
    parts.window.deleteLater()


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
