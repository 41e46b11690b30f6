"""A few replies of a hostile Hub; `python -m tests.hostile.hub` tries hundreds."""

import subprocess
import sys
from pathlib import Path
from random import SystemRandom

import pytest

ROOT = Path(__file__).parents[3]
NUM_CASES = 12


@pytest.mark.parametrize(
    "first", [0, SystemRandom().randrange(1000, 1 << 30)], ids=["fixed", "drawn"]
)
def test_no_reply_does_harm(first: int) -> None:
    """In a process of its own, whose memory nobody else uses; failures name the seed to replay."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.hostile.hub", "--seeds", f"{first}:{first + NUM_CASES}"],
        check=False, cwd=ROOT, capture_output=True, text=True, timeout=110,
    )  # fmt: skip
    assert run.returncode == 0, f"seeds from {first}: {run.stdout}{run.stderr}"
