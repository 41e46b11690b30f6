"""Starts Python modules of Encore with chosen libraries; the first code of every process.

    python -I boot.py LIBRARIES MODULE [ARGUMENTS ...]

The window and the engine have libraries of their own in an installed Encore, and one interpreter.
Standard library only: nothing else can be imported yet.
"""

import runpy
import site
import sys
from pathlib import Path

_PATH = Path(__file__).resolve()
libraries_dir = ""
"""The folder of libraries of this process; empty in a checkout, whose environment has them."""


def module_command(module: str, *arguments: str, libraries: Path | None = None) -> tuple[str, ...]:
    """The command line that runs `module` with this interpreter.

    `libraries` is a folder of packages. None means those of this process: the folder that it was
    started with, or the interpreter's own packages.
    """
    folder = libraries_dir if libraries is None else str(libraries)
    # With libraries of our own, PYTHON* variables and the user's packages must not mix with them;
    # without, the environment is the user's. The working directory is never searched.
    mode = "-I" if folder else "-P"
    return (sys.executable, mode, str(_PATH), folder, module, *arguments)


def _run(libraries: str, module: str, arguments: list[str]) -> None:
    """Run `module` as the main program; an empty `libraries` adds none."""
    sys.path[:0] = [str(_PATH.parents[1]), libraries] if libraries else [str(_PATH.parents[1])]
    if libraries:
        site.addsitedir(libraries)  # some packages name folders of theirs in .pth files
    from engine import boot  # noqa: PLW0406  this file again, by the name that others import

    boot.libraries_dir = libraries
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("Give a folder of libraries, or an empty argument, and the module to run.")
    _run(sys.argv[1], sys.argv[2], sys.argv[3:])
