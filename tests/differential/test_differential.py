"""Drawn files of every architecture on the CPU; `python -m tests.differential` tries hundreds."""

import os
from pathlib import Path
from random import SystemRandom

import pytest

from engine.models.registry import SUPPORTED
from tests.differential.files import draw_case, write_case
from tests.differential.judge import judge
from tests.differential.shapes import DRAWS
from tests.support import golden_tools

FIXED_SEED = 0


def _is_right(architecture: str, seed: int, folder: Path) -> None:
    if not golden_tools.are_there():
        reason = f"No writer of drawn files in {golden_tools.folder()}; set ENCORE_GOLDEN."
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    case = draw_case(architecture, seed)
    path = folder / "case.gguf"
    write_case(case, path)
    verdict = judge(case, path, "cpu")
    assert verdict.is_right, (
        f"python -m tests.differential --architectures {architecture} --seeds {seed}:{seed + 1}: "
        f"{verdict} of {case}"
    )


def test_every_architecture_is_drawn() -> None:
    assert set(DRAWS) == set(SUPPORTED)


@pytest.mark.parametrize("architecture", DRAWS)
def test_a_drawn_file(architecture: str, tmp_path: Path) -> None:
    _is_right(architecture, FIXED_SEED, tmp_path)


def test_a_close_choice_of_experts_may_turn_all_rows_behind_it(tmp_path: Path) -> None:
    """One row is between three experts: the reference, that with rounding and we each take one."""
    _is_right("qwen3moe", 2128109126, tmp_path)


def test_a_close_choice_of_experts_may_change_most_rows(tmp_path: Path) -> None:
    """One row is between two experts: which it takes moves all 483 behind it."""
    _is_right("gemma4", 1619324106, tmp_path)


def test_a_close_choice_of_experts_among_floats_may_turn_a_row(tmp_path: Path) -> None:
    """Which of two experts a row of 878 takes is decided by the last bit of a sum."""
    _is_right("qwen3moe", 1007333056, tmp_path)


@pytest.mark.parametrize("architecture", DRAWS)
def test_a_file_that_was_never_drawn(architecture: str, tmp_path: Path) -> None:
    _is_right(architecture, SystemRandom().randrange(1000, 1 << 31), tmp_path)
