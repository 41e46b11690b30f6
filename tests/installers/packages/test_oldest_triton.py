"""The oldest Triton that people can have lowers the kernels: older torch builds bring it."""

import os
import random
import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest

from installers.preparation import ROOT

pytestmark = [
    pytest.mark.packages,
    pytest.mark.timeout(900),
    pytest.mark.xdist_group("others"),
    pytest.mark.skipif(
        sys.platform != "linux", reason="There are wheels of Triton for Linux only."
    ),
]


def _oldest_version() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needs = chain(project["dependencies"], *project["optional-dependencies"].values())
    (version,) = {found[1] for need in needs if (found := re.match(r"triton>=([\d.]+)", need))}
    return f"{version}.0" if version.count(".") == 1 else version


def test_the_oldest_triton_lowers_kernels_of_drawn_sizes_and_types(tmp_path: Path) -> None:
    package = f"triton=={_oldest_version()}"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--target", str(tmp_path), package], check=True)
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "TRITON_INTERPRET": "0"}
    command = [sys.executable, "-c", "import triton; print(triton.__version__)"]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert f"triton=={told.stdout.strip()}" == package
    command = [
        sys.executable,
        "-m",
        "tests.support.lowered_cases",
        str(random.randrange(1000)),
        "3",
    ]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
