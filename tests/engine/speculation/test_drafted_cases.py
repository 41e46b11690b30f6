"""Some of the drawn cases of `tests.support.drafted_cases`: drafters change no token."""

from pathlib import Path

import pytest

from tests.support.drafted_cases import draw_case, judge


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(4))
def test_drafters_change_no_token(golden_dir: Path, tmp_path: Path, seed: int) -> None:
    assert judge(draw_case(seed, golden_dir, tmp_path), num_actions=4).problems == []
