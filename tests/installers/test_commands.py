"""The two commands themselves: options, exit codes, what goes to pytest."""

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from installers.console import SetupError
from installers.environment import Environment
from installers.preparation import ROOT, run_guarded


def load_command(name: str) -> ModuleType:
    """The script as a module; `test` is also the name of a package of Python's own."""
    spec = importlib.util.spec_from_file_location(
        f"installers_{name}", ROOT / f"installers/{name}.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[ModuleType, list[list[str]]]:
    """installers/test.py in a prepared environment, whose tools only note that they were called."""
    module = load_command("test")
    calls: list[list[str]] = []

    def run(command: Sequence[str], **_options: Any) -> subprocess.CompletedProcess[str]:
        calls.append([Path(command[0]).stem, *command[1:]])
        code = {"mypy": 1, "pytest": 5}.get(Path(command[0]).stem, 0)
        return subprocess.CompletedProcess(command, code)

    environment = Environment(ROOT, tmp_path)
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(module, "prepare", lambda _venv, extras: (environment, True))
    monkeypatch.setattr(module, "missing_packages", list)
    return module, calls


def test_every_check_runs_and_the_first_failure_is_the_exit_code(
    checks: tuple[ModuleType, list[list[str]]], capsys: pytest.CaptureFixture[str]
) -> None:
    module, calls = checks
    assert module.main(["--", "-k", "gguf", "--", "x"]) == 1
    names = ["ruff", "ruff", "mypy", "lint-imports", "pytest", "pytest", "pytest"]
    (user_checks,) = [call for call in calls if call[0] == Path(sys.executable).stem]
    assert [call[0] for call in calls if call is not user_checks] == names
    of_pytest = [call[-4:] for call in calls if call[0] == "pytest"]
    assert of_pytest == [["-k", "gguf", "--", "x"]] * 3
    assert user_checks[1].endswith("user_environment.py")
    printed = capsys.readouterr().out
    assert "FAILED (exit code 5)" in printed
    assert "lint             passed" in printed
    assert "user environment passed" in printed


@pytest.mark.parametrize(
    ("codes", "expected"),
    [((0, 5, 5), 0), ((5, 0, 5), 0), ((5, 5, 0), 0), ((5, 5, 5), 5), ((5, 1, 5), 1)],
)
def test_tests_may_all_be_of_one_kind(
    checks: tuple[ModuleType, list[list[str]]],
    codes: tuple[int, int, int],
    expected: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module, _ = checks
    left = list(codes)

    def run(command: Sequence[str], **_options: Any) -> subprocess.CompletedProcess[str]:
        is_pytest = Path(command[0]).stem == "pytest"
        return subprocess.CompletedProcess(command, left.pop(0) if is_pytest else 0)

    monkeypatch.setattr(subprocess, "run", run)
    assert module.main(["--", "tests/app/widgets"]) == expected


def test_setup_only_installs_and_runs_no_check(checks: tuple[ModuleType, list[list[str]]]) -> None:
    module, calls = checks
    assert module.main(["--setup-only"]) == 0
    ((_, script, *arguments),) = calls
    assert script.endswith("user_environment.py")
    assert arguments[-1] == "--setup-only"


def test_the_window_opens_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = load_command("run")
    environment = Environment(ROOT, tmp_path)
    opened: list[Sequence[str]] = []
    monkeypatch.setattr(module, "_become", lambda command: opened.append(command) or 0)
    for can_open_window in (True, False):
        monkeypatch.setattr(
            module, "prepare", lambda _venv, can_open=can_open_window: (environment, can_open)
        )
        assert module.main([]) == 0
    assert [list(command[1:]) for command in opened] == [["-m", "app"], ["-m", "app", "chat"]]
    assert "the same chat opens here" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (SetupError("The disk is full."), 1, "The disk is full."),
        (KeyboardInterrupt(), 130, "goes on where it stopped"),
    ],
)
def test_what_ends_a_setup_is_said_in_a_sentence(
    error: BaseException, code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def main(_arguments: Sequence[str]) -> int:
        raise error

    assert run_guarded(main) == code
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("name", ["run", "test"])
def test_an_older_python_is_told_so(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        load_command(name)
