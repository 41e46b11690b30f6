"""Runs a module that compiles kernels, where others are interpreted, in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

_REPOSITORY = Path(__file__).resolve().parents[2]


def printed(module: str, *arguments: object, **variables: str) -> Any:
    """The JSON that `python -m tests.support.MODULE` prints, with environment `variables` too."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.support.{module}", *map(str, arguments)],
        cwd=_REPOSITORY,
        env=os.environ | {"TRITON_INTERPRET": "0"} | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
