"""The second environment: filled by run.py alone, checked as somebody new to it."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from installers import user_environment


class Commands:
    """Takes the place of subprocess.run: notes what is called, and with what variables."""

    def __init__(self, *codes: int) -> None:
        self.codes = list(codes)
        self.commands: list[Sequence[str]] = []
        self.variables: list[Mapping[str, str]] = []

    def __call__(
        self, command: Sequence[str], env: Mapping[str, str], **_options: Any
    ) -> subprocess.CompletedProcess[str]:
        self.commands.append(command)
        self.variables.append(env)
        return subprocess.CompletedProcess(command, self.codes.pop(0))


def test_run_py_fills_it_and_its_own_python_runs_the_checks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(subprocess, "run", commands := Commands(0, 3))
    assert user_environment.main(["--venv", str(tmp_path / "env")]) == 3
    setup, checks = commands.commands
    assert Path(setup[1]).name == "run.py"
    assert setup[2:] == ["--setup-only", "--venv", str(tmp_path / "env-user")]
    assert Path(checks[0]).is_relative_to(tmp_path / "env-user")
    assert checks[1:] == ["-m", "tests.user_environment"]


def test_nothing_is_checked_where_the_setup_failed_or_was_all_that_was_wanted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(subprocess, "run", commands := Commands(1, 0))
    assert user_environment.main(["--venv", str(tmp_path / "env")]) == 1
    assert user_environment.main(["--setup-only", "--venv", str(tmp_path / "env")]) == 0
    assert [Path(command[1]).name for command in commands.commands] == ["run.py", "run.py"]


def test_settings_of_the_first_environment_are_not_shared(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ENCORE_MODELS", "mine")
    monkeypatch.setenv("HF_TOKEN", "mine")
    monkeypatch.setenv("PYTHONPATH", "mine")
    monkeypatch.setattr(subprocess, "run", commands := Commands(0, 0))
    assert user_environment.main(["--venv", str(tmp_path / "env")]) == 0
    of_setup, of_checks = commands.variables
    assert of_setup["ENCORE_HOME"] == of_checks["ENCORE_HOME"]
    assert "mine" not in of_checks.values()
    assert of_checks["HOME"] != of_setup["HOME"]
