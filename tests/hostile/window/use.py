"""Uses one window in a process of its own, and says what went wrong."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[3]
_START_SECONDS = 120.0  # and to close
# As `python -m app` starts a window.
_CHILD = """
import runpy
from app.services.overrides import guard_overrides
guard_overrides()
runpy.run_module("tests.hostile.window.child", run_name="__main__", alter_sys=True)
"""
_HOME_VARIABLES = "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"


@dataclass(frozen=True)
class Outcome:
    """`text` names every fault, with the actions before it."""

    is_right: bool
    text: str


def use_window(folder: Path, seed: int, seconds: float) -> Outcome:
    """Have a hand that `seed` draws use a window for so long. Everything is below `folder`."""
    folder.mkdir(parents=True)
    environment = os.environ | dict.fromkeys(_HOME_VARIABLES, str(folder)) | {
        "QT_QPA_PLATFORM": "offscreen",
        "QT_LOGGING_RULES": "qt.text.font.db=false",  # scripts that no font here has
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        "ENCORE_UPDATES": "http://127.0.0.1:9/",
        "TMPDIR": str(folder),
    }  # fmt: skip
    try:
        done = subprocess.run(
            [sys.executable, "-c", _CHILD, folder / "home", str(seed), str(seconds)],
            cwd=_ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=seconds + _START_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        return Outcome(False, f"It did not end.\n{error.stdout!r}")
    return Outcome(done.returncode == 0, f"{done.stdout}ended with {done.returncode}\n")
