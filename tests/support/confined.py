"""Runs Python in a process that is confined as the engine's is. `CAN` says whether this system can do so."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from engine.confinement.landlock import landlock_version

ROOT = Path(__file__).parents[2]
# As on a machine with NVIDIA's driver.
_FIND_DRIVER = """
import engine.confinement.places
engine.confinement.places._GPU_DRIVERS = ("null",)
"""
_CONFINE = """
from engine.confinement.confine import confine
confinement = confine()
assert confinement.network_denied and confinement.files_limited, confinement
"""

VERSION = landlock_version()
CAN = bool(VERSION) and platform.machine() in ("x86_64", "aarch64")

needs_confinement = pytest.mark.skipif(
    not CAN and not os.environ.get("CI"), reason="this kernel has no Landlock or no call filter"
)


def run_confined(
    program: str,
    *arguments: object,
    returncode: int = 0,
    has_gpu: bool = False,
    **environment: str,
) -> str:
    """What `program`, confined from its first line on, writes to stdout; it must end with `returncode`."""
    program = (_FIND_DRIVER if has_gpu else "") + _CONFINE + program
    return run_program(program, *arguments, returncode=returncode, **environment)


def run_program(program: str, *arguments: object, returncode: int = 0, **environment: str) -> str:
    """The same without confining it. Returns when every process that it started has ended."""
    ours, theirs = os.pipe()
    try:
        result = subprocess.run(
            [sys.executable, "-P", "-c", program, *map(str, arguments)],
            env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
            pass_fds=(theirs,),
        )
    finally:
        os.close(theirs)
        os.read(ours, 1)
        os.close(ours)
    assert result.returncode == returncode, result.stderr
    return result.stdout
