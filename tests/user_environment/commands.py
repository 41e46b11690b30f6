"""Encore's commands, run as a person runs them: from another folder, by the scripts of the environment."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

SECONDS = 300  # compiling the kernels at the first start on a slow, busy machine

STARTER = "SmolLM2-135M-Instruct.Q4_1.gguf"


def encore(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run `encore` with `arguments`; `options` as for `run`."""
    return run(script("encore"), *arguments, **options)


def engine(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run `python -m engine` with `arguments`; `options` as for `run`."""
    return run(sys.executable, "-m", "engine", *arguments, **options)


def run(
    *command: str | Path,
    code: int = 0,
    stdin: str = "",
    variables: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run `command`, give it `stdin`, and check its exit code and that nothing fell through to a traceback."""
    with tempfile.TemporaryDirectory() as elsewhere:
        result = subprocess.run(
            [str(part) for part in command],
            input=stdin,
            cwd=elsewhere,
            env=os.environ | (variables or {}),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
    said = f"{command}\nstdout: {result.stdout}\nstderr: {result.stderr}"
    if result.returncode != code:
        raise AssertionError(f"exit code {result.returncode}, not {code}: {said}")
    if "Traceback" in result.stderr:
        raise AssertionError(f"a traceback: {said}")
    return result


def script(name: str) -> Path:
    """A command that a package brought."""
    return Path(sys.executable).with_name(f"{name}.exe" if os.name == "nt" else name)


def models() -> list[dict[str, Any]]:
    """What `encore models list` lists."""
    listed: list[dict[str, Any]] = json.loads(encore("models", "list", "--json").stdout)
    return listed


@cache
def starter_model() -> Path:
    """Where the installer put the starter model."""
    return next(Path(model["path"]) for model in models() if model["name"] == STARTER)
