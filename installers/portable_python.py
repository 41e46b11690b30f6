"""The interpreter of a bundle: a relocatable one that is given, pruned; on Linux, failing that, a copy of this one.

The copy is for tests and for one's own use: it needs a C library no older than this system's.
"""

import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path

from installers.console import SetupError
from installers.tools import find_tool, run_tool

_UNUSED = (
    *("test", "tests", "idlelib", "tkinter", "turtledemo", "lib2to3", "ensurepip", "pydoc_data"),
    *("site-packages", "dist-packages", "config-*", "__pycache__", "include", "share", "libs"),
    *("tcl", "tcl[0-9]*", "tk[0-9]*", "itcl[0-9]*", "thread[0-9]*", "libtcl*", "libtk*"),
    *("pkgconfig", "Scripts", "pip", "pip3*", "idle3*", "2to3*", "pydoc3*", "python3*-config"),
    # Not used, and linked to much; readline is under the GPL.
    *("_tkinter*", "nis.*", "readline.*", "_test*", "xxlimited*", "EXTERNALLY-MANAGED"),
)
# Of the C library, which every system has.
_SYSTEM = ("libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "libutil.so", "ld-linux")


def copy_given(source: Path, target: Path) -> None:
    """Copy a relocatable CPython without what Encore does not use. Raises `SetupError` when it is none."""
    if find_executable(source) is None:
        raise SetupError(f"{source} holds no Python: neither bin/python3 nor python.exe.")
    shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns(*_UNUSED))


def find_executable(folder: Path) -> Path | None:
    """The interpreter of a CPython in `folder`."""
    places = (folder / "bin/python3", folder / "python.exe")
    return next((path for path in places if path.exists()), None)


def read_version(folder: Path) -> str:
    """The minor version of a CPython in `folder`, such as "3.13", told by its files."""
    for path in (*folder.glob("lib/python3.*"), *folder.glob("python3[0-9]*.dll")):
        minor = path.name.removeprefix("python3").removesuffix(".dll").removeprefix(".")
        if minor.isdigit():
            return f"3.{minor}"
    raise SetupError(f"{folder} does not say which version of Python it is.")


def copy_this(target: Path, licenses: Path) -> None:
    """Copy the interpreter that runs this, with the libraries that it is linked to and their licenses."""
    if not sys.platform.startswith("linux"):
        raise SetupError("Name a relocatable CPython for that system: --python DIR.")
    name = f"python3.{sys.version_info.minor}"
    library = target / "lib" / name
    source = Path(sysconfig.get_path("stdlib"))
    shutil.copytree(source, library, ignore=shutil.ignore_patterns(*_UNUSED))
    (target / "bin").mkdir()
    binary = target / "bin/python3"
    shutil.copy2(Path(sys.base_prefix, "bin", name).resolve(), binary)
    (target / "bin" / name).symlink_to("python3")
    if sysconfig.get_config_var("Py_ENABLE_SHARED"):
        shared = sysconfig.get_config_var("INSTSONAME")
        shutil.copy2(Path(sysconfig.get_config_var("LIBDIR"), shared), target / "lib" / shared)
    linked = [binary, *library.glob("lib-dynload/*.so"), *target.glob("lib/*.so*")]
    libraries = sorted(linked_libraries(linked))
    for path in libraries:
        shutil.copy2(path.resolve(), target / "lib" / path.name)
    copy_debian_licenses(libraries, licenses)
    _make_relocatable(target, library)


def linked_libraries(files: list[Path]) -> set[Path]:
    """The shared libraries that `files` are linked to, those of the C library and of Python left out."""
    found = set()
    for file in files:
        listed = run_tool([find_tool("ldd"), file])
        for line in listed.splitlines():
            name, arrow, place = line.strip().partition(" => ")
            is_system = name.startswith((*_SYSTEM, "libpython"))
            if arrow and place.startswith("/") and not is_system:
                found.add(Path(place.split(" (")[0]))
    return found


def _make_relocatable(target: Path, library: Path) -> None:
    """Let every file find the libraries beside it, wherever the folder is, and drop debug symbols."""
    places = {target / "bin/python3": "$ORIGIN/../lib"}
    places |= dict.fromkeys(library.glob("lib-dynload/*.so"), "$ORIGIN/../..")
    places |= dict.fromkeys(target.glob("lib/*.so*"), "$ORIGIN")
    for path, place in sorted(places.items()):
        path.chmod(0o755)
        run_tool([find_tool("strip"), "--strip-unneeded", path])
        run_tool([find_tool("patchelf"), "--set-rpath", place, path])


def copy_debian_licenses(libraries: Iterable[Path], licenses: Path) -> None:
    """Keep what Debian says of the packages that `libraries` are from. Raises `SetupError`."""
    places = {
        library: [str(library), str(library.resolve()), f"/usr{library}"] for library in libraries
    }
    # Once for all of them: each call reads the lists of every package that is installed.
    asked = [place for names in places.values() for place in names]
    command = ["dpkg-query", "--search", *asked]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    owners = {}
    for line in listed.splitlines():
        packages, _, path = line.rpartition(": ")
        owners[path] = packages.split(",")[0].split(":")[0]
    for library, names in places.items():
        package = next((owners[name] for name in names if name in owners), None)
        if package is None:
            raise SetupError(f"The license of {library} is not known: no Debian package has it.")
        (licenses / package).mkdir(parents=True, exist_ok=True)
        shutil.copy(f"/usr/share/doc/{package}/copyright", licenses / package / "copyright")
