"""Puts archives of compiled kernels into a wheel, and that wheel into the locks of a bundle.

So the app fetches, checks, installs and repairs kernels like the engine's other libraries, and
offers new ones with them. Standard library only.
"""

import base64
import hashlib
import re
import tomllib
import zipfile
from collections.abc import Sequence
from email.parser import Parser
from pathlib import Path

from engine.kernels.cuda.launching.module_names import KERNELS_PACKAGE
from installers.console import SetupError

_BLOCK_BYTES = 4096  # as locks count what files take
_UNPACKED = re.compile(r"^unpacked-bytes = (\d+)$", re.MULTILINE)
_LOCKS = "pylock.linux-cu*.toml"
_PACKAGE = """
[[packages]]
name = "{name}"
version = "{version}"
wheels = [{{ url = "{url}", size = {size}, hashes = {{ sha256 = "{sha256}" }} }}]
"""


def write_wheel(
    archives: Sequence[Path], version: str, python: str, triton: str, folder: Path
) -> Path:
    """Make the wheel of `archives` in `folder`; the same bytes for the same archives.

    `python` ("cp313") and `triton` ("3.7.1") are what Triton's keys depend on.
    """
    info = f"{KERNELS_PACKAGE}-{version}.dist-info"
    tag = f"{python}-none-any"
    about = f"Name: {KERNELS_PACKAGE}\nVersion: {version}\nLicense: Apache-2.0\n"
    metadata = f"Metadata-Version: 2.1\n{about}Requires-Dist: triton=={triton}\n"
    contents = {
        f"{KERNELS_PACKAGE}/__init__.py": b'"""Kernels of Encore, compiled before."""\n',
        **{f"{KERNELS_PACKAGE}/{path.name}": path.read_bytes() for path in archives},
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n".encode(),
    }
    rows = [f"{name},{_record(content)},{len(content)}" for name, content in contents.items()]
    contents[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    wheel = folder / f"{KERNELS_PACKAGE}-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w") as file:
        for name, content in contents.items():
            file.writestr(zipfile.ZipInfo(name), content)
    return wheel


def add_to_locks(wheel: Path, locks: Path, python: str, address: str) -> None:
    """Have the CUDA builds in `locks` bring `wheel`, which will lie at `address`.

    Raises `SetupError` where it is for another Python, or no build has its Triton.
    """
    _, version, tag, *_ = wheel.name.split("-")
    if tag != python:
        raise SetupError(f"{wheel.name} has kernels for {tag}; this bundle has {python}.")
    if not address.startswith(("https://", "http://")):
        raise SetupError(
            f"{wheel.name} needs an address that it is fetched from: `release.py keygen` writes "
            "assets/update-address."
        )
    triton = _required_triton(wheel)
    fitting = [
        path for path in sorted(locks.glob(_LOCKS)) if locked_version(path, "triton") == triton
    ]
    if not fitting:
        raise SetupError(f"{wheel.name} is for Triton {triton}, which no CUDA build has.")
    content = wheel.read_bytes()
    package = _PACKAGE.format(
        name=KERNELS_PACKAGE.replace("_", "-"),
        version=version,
        url=f"{_folder(address)}/{wheel.name}",
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )
    unpacked = _unpacked_bytes(wheel)
    for path in fitting:
        text = path.read_text(encoding="utf-8")
        text = _UNPACKED.sub(lambda one: f"unpacked-bytes = {int(one[1]) + unpacked}", text)
        path.write_text(text + package, encoding="utf-8")


def _folder(address: str) -> str:
    """The address of the folder that the list of updates lies in."""
    return address.rpartition("/")[0] if address.endswith(".json") else address.rstrip("/")


def _required_triton(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as file:
        name = next(name for name in file.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(file.read(name).decode())
    return str(metadata["Requires-Dist"]).partition("==")[2]


def locked_version(path: Path, name: str) -> str | None:
    """The version of a package in the lock at `path`; None if it has none."""
    packages = tomllib.loads(path.read_text(encoding="utf-8"))["packages"]
    versions: dict[str, str] = {package["name"]: package["version"] for package in packages}
    return versions.get(name)


def _unpacked_bytes(wheel: Path) -> int:
    with zipfile.ZipFile(wheel) as file:
        return sum(-(-one.file_size // _BLOCK_BYTES) * _BLOCK_BYTES for one in file.infolist())


def _record(content: bytes) -> str:
    digest = hashlib.sha256(content).digest()
    return f"sha256={base64.urlsafe_b64encode(digest).rstrip(b'=').decode()}"
