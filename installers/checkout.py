"""What the installers take from the checkout: its files, its version, the time of its commit."""

import os
import shutil
import subprocess
import time
import tomllib
from pathlib import Path

from installers.console import SetupError
from installers.preparation import ROOT


def read_version() -> str:
    """The version in pyproject.toml."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    version: str = tomllib.loads(text)["project"]["version"]
    return version


def read_revision() -> str:
    """The commit that is checked out."""
    return _git("rev-parse", "HEAD").strip()


def read_epoch() -> int:
    """The time that every file in an installer gets, in seconds: SOURCE_DATE_EPOCH, or the commit's."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return int(given) if given else int(_git("log", "-1", "--format=%ct"))


def read_moment() -> tuple[int, int, int, int, int, int]:
    """The same time as archives have it."""
    return time.gmtime(read_epoch())[:6]


def copy_tracked(names: tuple[str, ...], target: Path) -> None:
    """Copy the files in `names` that git knows."""
    for name in _git("ls-files", "-z", "--", *names).split("\0"):
        if name and (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name)


def _git(*arguments: str) -> str:
    command = ["git", "-c", "safe.directory=*", *arguments]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise SetupError(f"git cannot read the checkout: {result.stderr.strip()}")
    return result.stdout
