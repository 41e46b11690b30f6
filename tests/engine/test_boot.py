"""Processes with libraries of their own: from any folder, with no library of the interpreter's."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from engine.boot import module_command

ROOT = Path(__file__).parents[2]
INTERPRETER = Path(sys.base_prefix) / ("python.exe" if os.name == "nt" else "bin/python3")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sources and libraries in a folder with spaces and letters of several scripts."""
    folder = tmp_path_factory.mktemp("Encore für 日本") / "En core"
    for name in ("engine", "app"):
        shutil.copytree(ROOT / name, folder / "src" / name)
    (folder / "lib").symlink_to(sysconfig.get_path("purelib"))
    return folder


def _run(installed: Path, libraries: str, module: str, *arguments: str, **variables: str):
    boot = installed / "src/engine/boot.py"
    return subprocess.run(
        [str(INTERPRETER), "-I", str(boot), libraries, module, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=installed.parent,
        env=os.environ | variables,
    )


def test_modules_come_from_the_sources_and_the_folder_of_libraries(installed: Path) -> None:
    code = installed / "src/engine/_probe.py"
    code.write_text(
        "import json, sys, engine.boot, engine.client, msgspec\n"
        "files = [engine.client.__file__, msgspec.__file__]\n"
        "print(json.dumps([files, sys.argv, engine.boot.module_command('engine', 'x')]))\n"
    )
    libraries = str(installed / "lib")
    result = _run(installed, libraries, "engine._probe", "--a", "ü b", PYTHONPATH="/nowhere")
    assert result.returncode == 0, result.stderr
    (own, library), argv, command = json.loads(result.stdout)
    assert Path(own).is_relative_to(installed / "src")
    assert library.startswith(libraries)
    assert argv[1:] == ["--a", "ü b"]
    boot = str(installed / "src/engine/boot.py")
    assert command[1:] == ["-I", boot, libraries, "engine", "x"]


def test_the_working_directory_shadows_nothing(installed: Path) -> None:
    shadow = installed.parent / "msgspec.py"
    shadow.write_text("raise SystemExit('shadowed')")
    result = _run(installed, str(installed / "lib"), "engine", "--help")
    shadow.unlink()
    assert result.returncode == 0, result.stderr


def test_a_chat_needs_nothing_of_the_interpreter(installed: Path, starter_model: Path) -> None:
    # The chat template is rendered in a child process, which needs the same libraries.
    arguments = ("generate", str(starter_model), "--chat", "Say hello.", "--max-tokens", "4")
    libraries = str(installed / "lib")
    result = _run(installed, libraries, "engine", *arguments, "--json", "--seed=1")
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    assert len(json.loads(result.stdout)["ids"]) == 4


def test_without_a_folder_the_interpreter_brings_the_libraries() -> None:
    executable, mode, boot, libraries, *rest = module_command("engine", "serve-pipe")
    assert (executable, mode, libraries) == (sys.executable, "-P", "")
    assert Path(boot) == ROOT / "engine/boot.py"
    assert rest == ["engine", "serve-pipe"]
