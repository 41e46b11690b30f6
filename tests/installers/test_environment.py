"""When the environment is made, left alone, repaired or refused. pip and venv are played by a recorder."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from installers import environment as module
from installers.console import SetupError
from installers.environment import STAMP_NAME, Environment, forget_broken_packages
from installers.torch_build import Machine

PYPROJECT = """
[project]
dependencies = ["numpy>=2"]
[project.optional-dependencies]
engine = ["torch>=2.11,<2.14"]
dev = ["pytest"]
"""


class Commands:
    """Takes the place of subprocess.run: makes what venv would make, and notes what is installed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.installs: list[list[str]] = []
        self.num_venvs = 0
        self.pip_fails = False

    def __call__(self, command: Sequence[str], **_options: Any) -> subprocess.CompletedProcess[str]:
        output, code = "", 0
        if command[1:3] == ["-m", "venv"]:
            self.num_venvs += 1
            (self.folder / "bin").mkdir()
            (self.folder / "Scripts").mkdir()
            (self.folder / "lib/python3.11/site-packages").mkdir(parents=True)
            (self.folder / "Lib/site-packages").mkdir(parents=True, exist_ok=True)
            (self.folder / "pyvenv.cfg").touch()
            for name in ("bin/python", "Scripts/python.exe"):
                (self.folder / name).touch()
        elif command[1] == "-c":
            if not Path(command[0]).exists():
                raise FileNotFoundError(command[0])
            output = f"True {self.folder}"
        elif command[1:4] == ["-m", "pip", "install"]:
            self.installs.append(list(command[4:]))
            code = int(self.pip_fails)
        return subprocess.CompletedProcess(command, code, output, "")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "checkout").mkdir()
    (tmp_path / "checkout/pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    return tmp_path / "checkout"


@pytest.fixture
def commands(root: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    commands = Commands(root / "env")
    monkeypatch.setattr(subprocess, "run", commands)
    monkeypatch.setattr(module, "this_machine", lambda: Machine("Darwin", None))
    monkeypatch.setattr(module, "has_own_index", lambda _python: False)
    return commands


def test_a_finished_environment_is_left_alone(root: Path, commands: Commands) -> None:
    for _ in range(3):
        Environment(root, root / "env").ensure()
    assert (commands.num_venvs, len(commands.installs)) == (1, 1)
    assert "torch>=2.11,<2.14" in commands.installs[0]
    assert commands.installs[0][-2:] == ["--editable", f"{root}[engine]"]


def test_changed_dependencies_are_installed_into_what_is_there(
    root: Path, commands: Commands
) -> None:
    Environment(root, root / "env").ensure()
    (root / "pyproject.toml").write_text(
        PYPROJECT.replace("numpy>=2", "numpy>=3"), encoding="utf-8"
    )
    Environment(root, root / "env").ensure()
    assert (commands.num_venvs, len(commands.installs)) == (1, 2)


def test_tools_once_installed_are_kept_by_a_plain_start(root: Path, commands: Commands) -> None:
    Environment(root, root / "env").ensure()
    Environment(root, root / "env", extras=("dev",)).ensure()
    assert commands.installs[-1][-1] == f"{root}[dev,engine]"
    Environment(root, root / "env").ensure()
    assert len(commands.installs) == 2


def test_an_install_that_fails_is_tried_again_next_time(root: Path, commands: Commands) -> None:
    commands.pip_fails = True
    with pytest.raises(SetupError, match="run the same command again"):
        Environment(root, root / "env").ensure()
    commands.pip_fails = False
    Environment(root, root / "env").ensure()
    assert (commands.num_venvs, len(commands.installs)) == (1, 2)


def test_a_half_made_environment_is_made_anew(root: Path, commands: Commands) -> None:
    Environment(root, root / "env").ensure()
    for name in ("bin", "Scripts"):
        shutil.rmtree(root / "env" / name)
    (root / "env/left-over").touch()
    Environment(root, root / "env").ensure()
    assert commands.num_venvs == 2
    assert not (root / "env/left-over").exists()


def test_a_new_gpu_or_driver_brings_the_other_build(
    root: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    Environment(root, root / "env").ensure()
    versions = ["2.13.0+cpu", "2.13.0+cu126"]
    monkeypatch.setattr(module, "offered_versions", lambda _python, _index: versions)
    for cuda, asked in (
        ((12, 4), "torch==2.13.0+cu126"),
        ((13, 0), "torch>=2.11,<2.14,!=2.13.0+cpu"),
    ):
        monkeypatch.setattr(module, "this_machine", lambda cuda=cuda: Machine("Linux", cuda))
        monkeypatch.setattr(module, "driver_cuda", lambda cuda=cuda: cuda)
        num_installs = len(commands.installs)
        for _ in range(2):
            Environment(root, root / "env").ensure()
        assert len(commands.installs) == num_installs + 1
        assert asked in commands.installs[-1]


def test_a_newer_driver_for_the_same_cuda_changes_nothing(
    root: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "this_machine", lambda: Machine("Linux", (13, 0)))
    monkeypatch.setattr(module, "driver_cuda", lambda: (13, 2))
    monkeypatch.setattr(module, "offered_versions", lambda _python, _index: ["2.13.0"])
    for _ in range(2):
        Environment(root, root / "env").ensure()
    assert len(commands.installs) == 1


def test_a_damaged_stamp_counts_as_none(root: Path, commands: Commands) -> None:
    Environment(root, root / "env").ensure()
    for damage in ("", "[]", json.dumps({"extras": []}), "{"):
        (root / "env" / STAMP_NAME).write_text(damage, encoding="utf-8")
        assert not Environment(root, root / "env").is_current()


def test_somebody_elses_folder_is_not_touched(root: Path, commands: Commands) -> None:
    (root / "env").mkdir()
    (root / "env/thesis.txt").touch()
    with pytest.raises(SetupError, match="--venv"):
        Environment(root, root / "env").ensure()
    assert [path.name for path in (root / "env").iterdir()] == ["thesis.txt"]


def test_a_package_that_pip_did_not_finish_is_forgotten(tmp_path: Path) -> None:
    for name in ("whole", "unlisted", "incomplete"):
        (tmp_path / f"{name}-1.dist-info").mkdir()
        (tmp_path / f"{name}-1.dist-info/METADATA").touch()
    (tmp_path / "whole.py").touch()
    record = "{0}.py,,\n{0}-1.dist-info/METADATA,,\n__pycache__/{0}.cpython-311.pyc,,\n"
    for name in ("whole", "incomplete"):
        path = tmp_path / f"{name}-1.dist-info/RECORD"
        path.write_text(record.format(name), encoding="utf-8")
    forget_broken_packages(tmp_path)
    assert [path.name for path in tmp_path.glob("*.dist-info")] == ["whole-1.dist-info"]
