"""The programs that people start on Windows: Encore.exe, and bin/encore.exe for the command line."""

import shutil
import tempfile
from pathlib import Path

from installers.checkout import read_version
from installers.icons.containers import build_ico
from installers.templates import fill
from installers.tools import find_tool, run_tool

_HERE = Path(__file__).parent
_COMPILER = "x86_64-w64-mingw32-gcc"
# Where it goes, the interpreter that it starts, how far up the bundle is, for which part of Windows.
_PROGRAMS = (
    ("Encore.exe", "pythonw.exe", 0, "-mwindows"),
    ("bin/encore.exe", "python.exe", 1, "-mconsole"),
)


def add_launchers(bundle: Path) -> None:
    """Compile them into a bundle."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "encore.ico").write_bytes(build_ico())
        shutil.copyfile(_HERE / "launcher.manifest", folder / "launcher.manifest")
        text = fill(_HERE / "launcher.rc.in", NUMBERS=version_numbers().replace(".", ","))
        (folder / "launcher.rc").write_text(text, encoding="utf-8")
        resource = [find_tool("x86_64-w64-mingw32-windres"), "launcher.rc", "launcher.o"]
        run_tool(resource, folder=folder)
        for place, python, depth, subsystem in _PROGRAMS:
            command = [find_tool(_COMPILER), "-Os", "-s", "-municode", subsystem, "-static"]
            command += [f'-DPYTHON=L"{python}"', f"-DDEPTH={depth}", "-Wl,--no-insert-timestamp"]
            command += ["-Wall", "-Wextra", "-Werror", "-o", bundle / place]
            run_tool([*command, _HERE / "launcher.c", folder / "launcher.o"])


def version_numbers() -> str:
    """The version as Windows wants it: four numbers."""
    numbers = [part for part in read_version().split(".") if part.isdigit()]
    return ".".join([*numbers, "0", "0", "0"][:4])
