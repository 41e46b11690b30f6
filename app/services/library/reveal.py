"""Shows a file in the desktop's file manager (Windows, macOS, Linux)."""

import shutil
import subprocess
import sys
from pathlib import Path

from engine.errors import RequestError

_TIMEOUT_SECONDS = 5.0
_FILE_MANAGER = "org.freedesktop.FileManager1"


def reveal(path: Path) -> None:
    """Open the file manager at `path` and select it if possible. Raises `RequestError`."""
    if not path.exists():
        raise RequestError(f"{path} is no longer there; list the models again.")
    for command in reveal_commands(path):
        if shutil.which(command[0]) and _succeeds(command):
            return
    raise RequestError(f"No file manager could be opened; the file is {path}.")


def reveal_commands(path: Path, platform: str = sys.platform) -> list[list[str]]:
    """The commands to try, best first."""
    if platform == "win32":
        return [["explorer", "/select,", str(path)]]
    if platform == "darwin":
        return [["open", "-R", str(path)]]
    show_items = [
        "dbus-send",
        "--session",
        "--print-reply",
        f"--dest={_FILE_MANAGER}",
        "/org/freedesktop/FileManager1",
        f"{_FILE_MANAGER}.ShowItems",
        # A comma would end the item.
        f"array:string:{path.as_uri().replace(',', '%2C')}",
        "string:",
    ]
    return [show_items, ["xdg-open", str(path.parent)]]


def _succeeds(command: list[str]) -> bool:
    try:
        result = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        # The command stays open with the file manager.
        return True
    except OSError:
        return False
    # Explorer returns 1 on success.
    return result.returncode == 0 or command[0] == "explorer"
