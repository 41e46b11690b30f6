"""Assembles what is installed: CPython, the window's libraries, the sources, uv and the locks, in one folder.

Nothing is frozen. The same commit gives the same bytes: files get the commit's time, compiled modules are
made in one order.
"""

import json
import os
import shutil
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from engine.kernels.cuda.launching.module_names import archive_name
from engine.quants.loop_sources import PREBUILT_LOOPS, loops_key
from installers import portable_python
from installers.checkout import copy_tracked, read_epoch, read_revision, read_version
from installers.console import SetupError, say, step
from installers.kernel_wheel import add_to_locks, locked_version
from installers.preparation import ROOT
from installers.qt_files import prune_qt, used_modules
from installers.runtimes import lack_everywhere, lacks_of_gpus
from installers.third_party import collect_licenses
from installers.tools import find_uv, run_tool
from installers.windows.pywin32_files import prune_pywin32

_LOCKS = ROOT / "installers/locks"
_UPDATE_ADDRESS = ROOT / "assets/update-address"


@dataclass(frozen=True)
class System:
    """What a bundle is for. `platform` is as uv says it; `add_launchers` puts what people start into a folder."""

    name: str
    platform: str
    add_launchers: Callable[[Path], None]


def assemble(
    system: System, python: Path | None, folder: Path, *, may_lack_runtime: bool = False
) -> None:
    """Fill the new `folder`; `python` is a relocatable CPython for that system, or None for a copy of this one.

    Raises `SetupError`, also where most computers would lack a runtime of their own unless they may.
    """
    step(f"Assembling Encore {read_version()} for {system.name}")
    folder.mkdir(parents=True)
    licenses = folder / "licenses"
    if python is None:
        if system.name != "linux":
            raise SetupError(f"Name a relocatable CPython for {system.name}: --python DIR.")
        portable_python.copy_this(folder / "python", licenses)
    else:
        portable_python.copy_given(python, folder / "python")
    version = portable_python.read_version(folder / "python")
    locks = _find_locks(system, version, may_lack_runtime=may_lack_runtime)
    copy_tracked(("app", "engine", "assets", "LICENSE"), folder / "src")
    _install_libraries(system, version, locks / f"gui-{system.name}.txt", folder)
    prune_qt(folder / "lib", used_modules(folder / "src/app"))
    prune_pywin32(folder / "lib")
    collect_licenses(folder / "lib", licenses)
    _collect_python_licenses(python, folder, licenses)
    _remove_uv_package(folder / "lib")
    (folder / "locks").mkdir()
    for lock in locks.glob(f"pylock.{system.name}-*.toml"):
        shutil.copyfile(lock, folder / "locks" / lock.name)
    content = {"version": read_version(), "revision": read_revision(), "system": system.name}
    (folder / "bundle.json").write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    _compile(system, version, folder)
    system.add_launchers(folder)
    settle(folder)


def _find_locks(system: System, version: str, *, may_lack_runtime: bool) -> Path:
    """The locks for a Python; says what people will miss where one is missing. Raises `SetupError`."""
    locks = _LOCKS / f"cp{version.replace('.', '')}"
    if not locks.is_dir():
        names = ", ".join(sorted(path.name for path in _LOCKS.glob("cp*")))
        raise SetupError(
            f"There are no locks for Python {version}, only {names}; name another Python (--python "
            "DIR), or make them (locks/make.py)."
        )
    if lack := lack_everywhere(system.name, version, locks):
        if not may_lack_runtime:
            raise SetupError(f"{lack} Make it (locks/make.py), or pass --incomplete.")
        say(f"    {lack}")
    for lack in lacks_of_gpus(system.name, locks):
        say(f"    {lack}")
    return locks


def add_triton_modules(folder: Path, modules: Path) -> None:
    """Put compiled modules of Triton, and kernels, where the engine looks. Raises `SetupError`."""
    found = sorted(modules.glob("*.so"))
    if not found:
        raise SetupError(f"There are no modules in {modules}; triton_modules.py makes them.")
    found += sorted(modules.glob(archive_name("*")))
    target = folder / "src/engine/kernels/cuda/launching/prebuilt"
    target.mkdir()
    for module in found:
        shutil.copyfile(module, target / module.name)
    settle(folder)


def add_loops(folder: Path, archive: Path) -> None:
    """Put compiled loops where the engine looks. Raises `SetupError` if they would not be found."""
    sources = folder / "src"
    locks = (folder / "locks").glob("pylock.*.toml")
    versions = set(filter(None, (locked_version(path, "numba") for path in locks)))
    keys = {loops_key(version, sources / "engine") for version in versions}
    tag = f".py{portable_python.read_version(folder / 'python').replace('.', '')}."
    with zipfile.ZipFile(archive) as file:
        names = file.namelist()
    if {name.partition("/")[0] for name in names} != keys or not all(tag in name for name in names):
        raise SetupError(
            f"{archive} has loops of other sources, or of another Python or numba than the bundle "
            "has; make them again (loops.py)."
        )
    target = sources / PREBUILT_LOOPS.relative_to(ROOT)
    target.parent.mkdir()
    shutil.copyfile(archive, target)
    settle(folder)


def add_kernels(folder: Path, wheel: Path) -> None:
    """Have the CUDA builds of the bundle bring the kernels in `wheel`. Raises `SetupError`."""
    tag = f"cp{portable_python.read_version(folder / 'python').replace('.', '')}"
    address = _UPDATE_ADDRESS.read_text("utf-8").strip() if _UPDATE_ADDRESS.is_file() else ""
    add_to_locks(wheel, folder / "locks", tag, address)
    settle(folder)


def name_package(folder: Path, kind: str) -> None:
    """Write into the bundle which kind of installer it comes in: updates are of the same kind."""
    path = folder / "bundle.json"
    content = json.loads(path.read_text(encoding="utf-8")) | {"package": kind}
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    epoch = read_epoch()
    os.utime(path, (epoch, epoch))


def settle(folder: Path) -> None:
    """Give every file in `folder` the same time and plain permissions, whatever made it."""
    epoch = read_epoch()
    for path in [*folder.rglob("*"), folder]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or _is_program(path) else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)


def _is_program(path: Path) -> bool:
    """Whether a file is executed; libraries and modules of Python are not, whatever they claim."""
    is_loaded = path.suffix == ".py" or ".so" in path.suffixes
    return bool(path.stat().st_mode & 0o100) and not is_loaded


def _install_libraries(system: System, version: str, lock: Path, folder: Path) -> None:
    """The window's libraries into lib/, uv into bin/: what the lock says, checked by its hashes."""
    libraries = folder / "lib"
    command = [find_uv(), "pip", "install", "--no-config", "--quiet", "--link-mode", "copy"]
    command += ["--target", libraries, "--python-version", version]
    command += ["--python-platform", system.platform, "--only-binary", ":all:", "--no-deps"]
    run_tool([*command, "--require-hashes", "--requirements", lock], _plain_environment())
    (folder / "bin").mkdir()
    name = "uv.exe" if system.name == "windows" else "uv"
    shutil.move(libraries / "bin" / name, folder / "bin" / name)
    shutil.rmtree(libraries / "bin")
    for record in libraries.glob("*.dist-info/RECORD"):
        record.unlink()  # lists what is not here, and scripts with this machine's paths
    (libraries / ".lock").unlink(missing_ok=True)


def _remove_uv_package(libraries: Path) -> None:
    for path in (libraries / "uv", *libraries.glob("uv-*.dist-info")):
        shutil.rmtree(path)


def _collect_python_licenses(python: Path | None, folder: Path, licenses: Path) -> None:
    """The interpreter's own license, wherever its distribution keeps it, and those of what is linked into it."""
    places = ("LICENSE.txt", "LICENSE", "lib/python3.*/LICENSE.txt", "Lib/LICENSE.txt")
    found = [path for place in places for path in (folder / "python").glob(place)]
    if not found:
        raise SetupError("The given Python does not hold its license (LICENSE.txt).")
    (licenses / "CPython").mkdir(parents=True, exist_ok=True)
    shutil.copyfile(found[0].resolve(), licenses / "CPython/LICENSE.txt")
    linked = python.parent / "licenses" if python else None
    if linked and linked.is_dir():
        shutil.copytree(linked, licenses / "CPython", dirs_exist_ok=True)


def _compile(system: System, version: str, folder: Path) -> None:
    """Compile every module: nothing may be written where Encore is installed, and a start must not wait.

    The files are not compared with their sources at run time, so that no time of a file matters.
    """
    own = portable_python.find_executable(folder / "python") if system.name == "linux" else None
    python = own or _find_python(version)
    if python is None:
        say(f"    no Python {version} is here to compile the modules: the first start will be slow")
        return
    # Constants are written in the order of their hashes.
    variables = _plain_environment() | {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [python, "-m", "compileall", "-q", "-f", "--invalidation-mode", "unchecked-hash"]
    command += ["-s", folder]
    with ThreadPoolExecutor() as pool:
        parts = [folder / part for part in ("python", "lib", "src")]
        list(pool.map(lambda part: run_tool([*command, part], variables), parts))


def _find_python(version: str) -> Path | None:
    """An interpreter of that version on this machine; compiled modules are the same on every system."""
    try:
        command = [find_uv(), "python", "find", "--no-config", "--no-project"]
        return Path(run_tool([*command, "--no-python-downloads", version]).strip())
    except SetupError:
        return None


def _plain_environment() -> dict[str, str]:
    """This process's variables without those that Python and virtual environments read."""
    hidden = ("PYTHON", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
