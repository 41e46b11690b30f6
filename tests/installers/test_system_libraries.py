"""What is asked of apt, and what is said where apt may not be asked."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from installers import system_libraries as module
from installers.console import SetupError
from installers.system_libraries import FONT_PACKAGE, ensure_window_libraries

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only")


class Apt:
    """Plays apt-get: nothing installs before an update; what is installed can be loaded."""

    def __init__(self, missing: set[str], *, needs_update: bool = False) -> None:
        self.missing = missing
        self.needs_update = needs_update
        self.calls: list[str] = []

    def __call__(self, command: Sequence[str], **_options: Any) -> subprocess.CompletedProcess[str]:
        if command[:2] == ["sudo", "-n"] and command[2] == "true":
            return subprocess.CompletedProcess(command, 1)
        verb = "update" if "update" in command else "install"
        self.calls.append(verb)
        code = int(verb == "install" and self.needs_update)
        if verb == "update":
            self.needs_update = False
        elif code == 0:
            self.missing.clear()
        return subprocess.CompletedProcess(command, code)


@pytest.fixture
def apt(monkeypatch: pytest.MonkeyPatch) -> Apt:
    apt = Apt({"libxcb-cursor.so.0"})
    monkeypatch.setattr(subprocess, "run", apt)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(module, "_can_load", lambda name: name not in apt.missing)
    monkeypatch.setattr(module, "_has_font", lambda: True)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    return apt


def test_nothing_missing_asks_nobody(apt: Apt) -> None:
    apt.missing.clear()
    ensure_window_libraries()
    assert apt.calls == []


def test_root_installs_at_once_where_the_lists_are_there(apt: Apt) -> None:
    ensure_window_libraries()
    assert apt.calls == ["install"]


def test_root_on_a_fresh_image_gets_the_lists_first(apt: Apt) -> None:
    apt.needs_update = True
    ensure_window_libraries()
    assert apt.calls == ["install", "update", "install"]


def test_anyone_else_is_told_the_one_command(apt: Apt, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr(module, "_has_font", lambda: False)
    with pytest.raises(SetupError, match=f"apt-get install -y libxcb-cursor0 {FONT_PACKAGE}$"):
        ensure_window_libraries()
    assert apt.calls == []


def test_another_distribution_is_told_the_libraries(
    apt: Apt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(SetupError, match=r"libxcb-cursor\.so\.0"):
        ensure_window_libraries()


def test_what_still_cannot_be_loaded_is_said(apt: Apt, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_can_load", lambda _name: False)
    with pytest.raises(SetupError, match="still cannot be loaded"):
        ensure_window_libraries()
