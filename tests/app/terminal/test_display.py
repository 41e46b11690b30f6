"""Whether a window can be shown here."""

import ctypes
import sys
from pathlib import Path

import pytest

from app.terminal import display
from app.terminal.display import why_no_window

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only")


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


def test_no_display_is_said() -> None:
    assert why_no_window() == "There is no display here."


def test_a_display_that_does_not_answer_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":4711")
    assert why_no_window() == "The display :4711 does not answer."
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert why_no_window() == "The display wayland-0 does not answer."


def test_a_platform_asked_for_by_name_is_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert why_no_window() is None


@pytest.mark.parametrize(
    ("variable", "value", "file_names"),
    [
        ("QT_QPA_PLATFORM", "offscreen", ("libQt6Widgets.so.6",)),
        ("QT_QPA_PLATFORM", "offscreen:size=9x9", ("libqoffscreen.so",)),
        ("DISPLAY", ":0", ("libxcb.so.1", "libqxcb.so")),
    ],
)
def test_a_library_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, file_names: tuple[str, ...]
) -> None:
    def load(path: str) -> None:
        if path.endswith(file_names):
            raise OSError("libglib-2.0.so.0: cannot open shared object file: No such file")

    monkeypatch.setenv(variable, value)
    monkeypatch.setattr(ctypes, "CDLL", load)
    assert why_no_window() == (
        "The window needs libglib-2.0.so.0, which is not here; python3 installers/run.py installs it."
    )


@pytest.mark.parametrize(
    ("bundle", "remedy"),
    [(None, "run.py installs it"), (Path("/opt/encore"), "the system's package manager")],
)
def test_a_missing_library_is_named_with_what_brings_it(
    monkeypatch: pytest.MonkeyPatch, bundle: Path | None, remedy: str
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setattr(display, "_missing_library", lambda _platform: "libxcb-cursor.so.0")
    monkeypatch.setattr(display, "bundle_dir", lambda: bundle)
    reason = why_no_window() or ""
    assert "libxcb-cursor.so.0" in reason
    assert remedy in reason
