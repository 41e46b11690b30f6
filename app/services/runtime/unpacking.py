"""Unpacks wheels with uv, and tries out the result in a child process."""

import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from app.services.downloads.stop import StopSignal
from app.services.runtime.errors import RuntimeInstallError
from app.services.runtime.lock import Wheel
from engine.boot import module_command
from engine.environment import engine_environment
from engine.safe_text import clean_line

_POLL_SECONDS = 0.1
_TEST_SECONDS = 600.0
_MAX_REASON_LEN = 300
_DISK_IS_FULL = ("os error 28", "os error 112", "No space left")  # Linux and macOS; Windows

_log = logging.getLogger(__name__)


def unpack(uv: Path, wheels: Sequence[Wheel], source: Path, folder: Path, stop: StopSignal) -> None:
    """Unpack `wheels`, files in `source`, into `folder`/lib; each must have the hash of its lock.

    Raises `RuntimeInstallError`, `StoppedError`, OSError.
    """
    requirements, cache = folder / "requirements.txt", folder / "cache"
    requirements.write_text("".join(f"{wheel.requirement}\n" for wheel in wheels), "utf-8")
    command = [
        str(uv), "pip", "install", "--no-config", "--offline", "--no-index", "--find-links", str(source),
        "--require-hashes", "--no-deps", "--no-progress", "--python", sys.executable,
        "--target", str(folder / "lib"), "--requirement", str(requirements),
        # Beside the target, so that files are linked, not copied; it is deleted with the rest.
        "--cache-dir", str(cache), "--link-mode", "hardlink",
    ]  # fmt: skip
    code, output = _run(command, stop)
    if code != 0:
        _log.info("uv failed: %s", output)
        if any(words in output for words in _DISK_IS_FULL):
            raise RuntimeInstallError(
                f"The disk of {folder.parent} is full: free some room, then try again; what was "
                "fetched is kept."
            )
        raise RuntimeInstallError(
            f"The engine's libraries could not be unpacked: {_reason(output)}; try again."
        )
    shutil.rmtree(cache, ignore_errors=True)
    requirements.unlink()


def try_out(libraries: Path, model: Path, stop: StopSignal) -> None:
    """Let the engine with `libraries` answer with the tiny `model`.

    Raises `RuntimeInstallError`, `StoppedError`.
    """
    command = module_command("engine.smoke_test", str(model), libraries=libraries)
    code, output = _run(command, stop, _TEST_SECONDS)
    if code != 0:
        _log.info("the test of %s failed with %d: %s", libraries, code, output)
        raise RuntimeInstallError(
            f"The engine does not run with these libraries: {_reason(output)}; nothing was changed, "
            "choose another build or try again."
        )


def _run(
    command: Sequence[str], stop: StopSignal, patience_seconds: float | None = None
) -> tuple[int, str]:
    """Run `command`; returns its exit code and what it printed. Raises `StoppedError`, OSError."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=engine_environment(os.environ),  # without what would change uv's ways, or passwords
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    waited_seconds = 0.0
    try:
        while True:
            stop.check()
            try:
                output, _ = process.communicate(timeout=_POLL_SECONDS)
            except subprocess.TimeoutExpired:
                waited_seconds += _POLL_SECONDS
                if patience_seconds is not None and waited_seconds > patience_seconds:
                    return 1, "it did not end"
            else:
                return process.returncode, output.decode("utf-8", "replace")
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def _reason(output: str) -> str:
    """The last line of what a program said."""
    lines = [line.strip(" \t│╰─▶×") for line in output.splitlines() if line.strip()]
    return clean_line(lines[-1] if lines else "it ended without a word", _MAX_REASON_LEN).rstrip(
        "."
    )
