"""Checks what people get: makes a second environment by run.py alone, then runs tests/user_environment in it.

It shares downloads with the first one, as pip keeps them, and nothing else: no package, no settings, no
models, no compiled loops. Needs nothing but Python 3.11's standard library.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from installers.environment import Environment
from installers.preparation import ROOT, create_parser, run_guarded

_OURS = ("ENCORE_", "HF_", "HUGGING_FACE_", "XDG_", "TRITON_", "NUMBA_")


def beside(venv: Path) -> Path:
    """The folder of the second environment, where `venv` is that of the first."""
    return venv.with_name(f"{venv.name}-user")


def main(arguments: Sequence[str]) -> int:
    """Make the environment, or complete it; run the checks; the exit code of what failed, or 0."""
    options = create_parser("Check Encore as people get it.").parse_args(arguments)
    folder = beside(options.venv.expanduser().absolute())
    with tempfile.TemporaryDirectory(prefix="encore-user-") as name:
        home = Path(name)
        variables = os.environ | {"ENCORE_HOME": str(home / "encore")}
        command = [sys.executable, str(ROOT / "installers/run.py"), "--setup-only"]
        code = _run([*command, "--venv", str(folder)], variables)
        if code != 0 or options.setup_only:
            return code
        python = Environment(ROOT, folder).python
        return _run([str(python), "-m", "tests.user_environment"], _as_a_newcomer(home))


def _as_a_newcomer(home: Path) -> Mapping[str, str]:
    """The variables of somebody who has nothing yet but what run.py put into `home`; windows are not shown."""
    (home / "person").mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    kept.pop("PYTHONPATH", None)
    return kept | {
        "ENCORE_HOME": str(home / "encore"),
        "HOME": str(home / "person"),
        "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
    }


def _run(command: Sequence[str], variables: Mapping[str, str]) -> int:
    return subprocess.run(command, cwd=ROOT, env=dict(variables), check=False).returncode


if __name__ == "__main__":
    sys.exit(run_guarded(main))
