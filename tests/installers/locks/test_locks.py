"""The lock files: whole, public, for the right system, and up to date with pyproject.toml."""

import re
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from installers.locks.make import RUNTIMES, WINDOWS_LIBRARIES
from installers.preparation import ROOT

_PLATFORMS = {"linux": "linux", "macos": "darwin", "windows": "win32"}

LOCKS = ROOT / "installers/locks"
RUNTIME_LOCKS = sorted(LOCKS.glob("cp*/pylock.*.toml"))
WINDOW_LOCKS = sorted(LOCKS.glob("cp*/gui-*.txt"))
_HOSTS = ("https://files.pythonhosted.org/packages/", "https://download.pytorch.org/whl/")
_SYSTEMS = {"linux": "x86_64", "windows": "win_amd64", "macos": "arm64"}


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _lock(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _asked(group: str | None) -> dict[str, Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = project["optional-dependencies"][group] if group else project["dependencies"]
    return {canonicalize_name(Requirement(line).name): Requirement(line) for line in lines}


@pytest.mark.parametrize("path", RUNTIME_LOCKS, ids=_name)
def test_each_wheel_has_a_public_address_a_size_and_a_digest(path: Path) -> None:
    for package in _lock(path)["packages"]:
        (wheel,) = package["wheels"]
        assert wheel["url"].startswith(_HOSTS)
        assert wheel["size"] > 0
        assert re.fullmatch("[0-9a-f]{64}", wheel["hashes"]["sha256"])


@pytest.mark.parametrize("path", RUNTIME_LOCKS, ids=_name)
def test_each_wheel_fits_the_python_and_the_system(path: Path) -> None:
    tag, system = path.parent.name, _SYSTEMS[path.name.split(".")[1].split("-")[0]]
    for package in _lock(path)["packages"]:
        file = package["wheels"][0]["url"].rpartition("/")[2].replace("%2B", "+")
        name, version, _, tags = parse_wheel_filename(file)
        assert (name, str(version)) == (canonicalize_name(package["name"]), package["version"])
        assert any(
            tag in one.interpreter or one.abi == "abi3" or one.interpreter.startswith("py")
            for one in tags
        )
        assert all(
            one.platform == "any" or system in one.platform or "universal2" in one.platform
            for one in tags
        ), file


@pytest.mark.parametrize("path", RUNTIME_LOCKS, ids=_name)
def test_a_runtime_has_all_that_the_engine_asks_for(path: Path) -> None:
    lock = _lock(path)
    versions = {package["name"]: package["version"] for package in lock["packages"]}
    for name, requirement in _asked("engine").items():
        assert requirement.specifier.contains(versions[name], prereleases=True)
    assert lock["tool"]["encore"]["date"] <= date.today()
    download = sum(package["wheels"][0]["size"] for package in lock["packages"])
    assert lock["tool"]["encore"]["unpacked-bytes"] > download
    assert path.name.split(".")[1] in RUNTIMES


@pytest.mark.parametrize("path", WINDOW_LOCKS, ids=_name)
def test_the_window_has_all_that_it_asks_for_and_uv(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    versions = dict(re.findall(r"^([a-z0-9-]+)==([^ ]+) \\$", text, re.MULTILINE))
    system = {"sys_platform": _PLATFORMS[path.stem.removeprefix("gui-")]}
    for name, requirement in _asked(None).items():
        if requirement.marker is None or requirement.marker.evaluate(system):
            assert requirement.specifier.contains(versions[name])
    assert "uv" in versions
    assert not versions.keys() & {"torch", "numpy", "numba", "gguf", "tokenizers", "jinja2"}
    assert text.count("==") <= text.count("--hash=sha256:")
    assert path.stem in WINDOWS_LIBRARIES


def test_both_kinds_are_there_for_each_system_of_a_release() -> None:
    names = {path.name for path in (LOCKS / "cp313").iterdir()}
    assert {f"{name}.txt" for name in WINDOWS_LIBRARIES} <= names
    for system in _SYSTEMS:
        assert any(name.startswith(f"pylock.{system}") for name in names)
