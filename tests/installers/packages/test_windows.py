"""The setup and the MSI: made, and where Wine is, installed, asked and uninstalled. No window: Wine lacks what Qt needs."""

import ast
import filecmp
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from installers.build import KINDS, pack
from installers.tools import find_tool
from tests.installers.packages.conftest import need

pytestmark = [
    pytest.mark.packages,
    pytest.mark.timeout(600),
    pytest.mark.xdist_group("others"),
]

_AMD64 = 0x8664
_WINDOW, _CONSOLE = 2, 3
_FILES = ("Encore.exe", "bin/encore.exe", "python/pythonw.exe", "src/engine/boot.py", "bundle.json")
# As the program starts: a folder of packages with its .pth files.
_IMPORT = """
import site, sys
sys.path[:0] = sys.argv[1:]
site.addsitedir(sys.argv[1])
import {}
win32job.CreateJobObject(None, "")
"""


class Wine:
    """A Windows of its own in `prefix`."""

    def __init__(self, prefix: Path) -> None:
        self.drive = prefix / "drive_c"
        overrides = "mscoree,mshtml,winemenubuilder.exe="
        self._variables = os.environ | {
            "WINEPREFIX": str(prefix),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": overrides,
            "DISPLAY": "",
        }
        self.run("wineboot", "--init")

    def run(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Run a program to its end."""
        return subprocess.run(
            [find_tool("wine64"), *words],
            env=self._variables,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=300,
        )

    def has_key(self, key: str) -> bool:
        """Whether the registry has `key`."""
        return self.run("reg", "query", key).returncode == 0

    def find(self, pattern: str) -> list[Path]:
        """The files on its drive that match."""
        return list(self.drive.glob(pattern))


@pytest.fixture(scope="session")
def wine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wine]:
    """Wine, where it is installed."""
    need("wine64")
    wine = Wine(tmp_path_factory.mktemp("wine") / "prefix")
    yield wine
    wine.run("wineboot", "--kill")


@pytest.fixture(scope="session")
def setup(windows_bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The setup for one person."""
    need("makensis")
    return pack(KINDS["nsis"], windows_bundle, tmp_path_factory.mktemp("nsis"), is_fast=True)


@pytest.fixture(scope="session")
def package(windows_bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The MSI."""
    need("wixl")
    return pack(KINDS["msi"], windows_bundle, tmp_path_factory.mktemp("msi"), is_fast=True)


def test_launchers_are_programs_for_64_bit_windows(windows_bundle: Path) -> None:
    for name, subsystem in (("Encore.exe", _WINDOW), ("bin/encore.exe", _CONSOLE)):
        content = (windows_bundle / name).read_bytes()
        header = int.from_bytes(content[0x3C:0x40], "little")
        assert content[:2] == b"MZ"
        assert content[header : header + 4] == b"PE\0\0"
        assert int.from_bytes(content[header + 4 : header + 6], "little") == _AMD64
        assert int.from_bytes(content[header + 8 : header + 12], "little") == 0  # no time
        assert int.from_bytes(content[header + 0x5C : header + 0x5E], "little") == subsystem


def test_the_children_of_tool_servers_can_be_ended(windows_bundle: Path, wine: Wine) -> None:
    utilities = ast.parse((windows_bundle / "lib/mcp/os/win32/utilities.py").read_bytes())
    imported = {
        name.name
        for node in ast.walk(utilities)
        if isinstance(node, ast.Import)
        for name in node.names
    }
    wanted = sorted(name for name in imported if name.startswith(("pywin", "win32")))
    assert "win32job" in wanted
    script = windows_bundle.parent / "imports.py"
    script.write_text(_IMPORT.format(", ".join(wanted)), encoding="utf-8")
    program = windows_bundle / "python/python.exe"
    # Others pack the same folder: nothing may be written into it.
    done = wine.run(program, "-I", "-B", script, windows_bundle / "lib")
    assert done.returncode == 0, done.stderr


def test_a_setup_is_installed_asked_and_uninstalled(setup: Path, wine: Wine) -> None:
    assert wine.run(setup, "/S").returncode == 0
    (program,) = wine.find("users/*/AppData/Local/Programs/Encore")
    _check_installed(wine, program)
    assert wine.has_key(r"HKCU\Software\Classes\Encore.gguf\shell\open\command")
    assert wine.find("users/*/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Encore.lnk")
    data = program.parents[1] / "Encore/conversations"
    data.mkdir(parents=True, exist_ok=True)
    # With _?= the uninstaller works where it is, and is waited for.
    where = f"_?=C:\\{program.relative_to(wine.drive)}".replace("/", "\\")
    assert wine.run(program / "Uninstall.exe", "/S", where).returncode == 0
    assert not (program / "python").exists()
    assert {path.name for path in program.glob("*")} <= {"Uninstall.exe"}
    assert not wine.has_key(r"HKCU\Software\Classes\Encore.gguf")
    assert not wine.find("users/*/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Encore.lnk")
    assert data.is_dir()


def test_an_msi_is_installed_asked_and_uninstalled(package: Path, wine: Wine) -> None:
    assert wine.run("msiexec", "/i", package, "/qn").returncode == 0
    (program,) = wine.find("Program Files/Encore")
    _check_installed(wine, program)
    assert wine.has_key(r"HKLM\Software\Classes\Encore.gguf\shell\open\command")
    assert wine.run("msiexec", "/x", package, "/qn").returncode == 0
    assert not (program / "Encore.exe").exists()
    assert not wine.has_key(r"HKLM\Software\Classes\Encore.gguf")


@pytest.mark.parametrize(("kind", "name"), [("nsis", "setup"), ("msi", "package")])
def test_the_same_bundle_gives_the_same_bytes(
    windows_bundle: Path, tmp_path: Path, kind: str, name: str, request: pytest.FixtureRequest
) -> None:
    first: Path = request.getfixturevalue(name)
    second = pack(KINDS[kind], windows_bundle, tmp_path, is_fast=True)
    assert filecmp.cmp(first, second, shallow=False)


def _check_installed(wine: Wine, program: Path) -> None:
    assert all((program / name).is_file() for name in _FILES)
    listed = wine.run(program / "bin/encore.exe", "models", "list")
    assert listed.returncode == 0, listed.stderr
    assert "models" in listed.stdout + listed.stderr
    mistaken = wine.run(program / "bin/encore.exe", "models", "verify", "no such model")
    assert mistaken.returncode == 2
