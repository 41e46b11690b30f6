"""What the judge of drawn files takes for rounding."""

from pathlib import Path

import numpy as np
import pytest

from tests.differential.choices import Turn
from tests.differential.files import draw_case, write_case
from tests.differential.judge import Judge, draw_prompt
from tests.differential.reference import Reference
from tests.support import golden_tools

CASE = draw_case("laguna", 4)  # quantized, 4 of 33 experts for each of 31 tokens


@pytest.fixture
def path(tmp_path: Path) -> Path:
    if not golden_tools.are_there():
        pytest.skip("no writer of drawn files")
    path = tmp_path / "case.gguf"
    write_case(CASE, path)
    return path


@pytest.mark.parametrize("is_close", [True, False])
def test_a_turned_choice_takes_another_expert(path: Path, is_close: bool) -> None:
    """Two experts exchange their keys in that row; all other keys of the layer stay."""
    plain, ids = Reference(path, CASE.context_len), draw_prompt(CASE)
    plain.logits(ids)
    layer, position = max(plain.choices.keys), 7
    close = plain.choices.near(position, dict.fromkeys(plain.choices.keys, np.inf))
    of_layer = [turn for turn in close if turn.layer == layer]
    turn = of_layer[0 if is_close else -1]
    turned = Reference(path, CASE.context_len, turns=[turn])
    turned.logits(ids)
    before, after = plain.choices.keys[layer], turned.choices.keys[layer]
    assert after[position, turn.taken] == pytest.approx(before[position, turn.left])
    assert after[position, turn.left] == pytest.approx(before[position, turn.taken])
    others = np.ones(before.shape, bool)
    others[position, [turn.left, turn.taken]] = False
    assert np.array_equal(after[others], before[others])


def test_rows_with_experts_that_no_rounding_takes_are_wrong(path: Path) -> None:
    """In each row the first layer takes the least likely expert in place of the likeliest."""
    plain, ids = Reference(path, CASE.context_len), draw_prompt(CASE)
    right = plain.logits(ids)
    layer = min(plain.choices.keys)
    turns = [
        Turn(layer, position, int(row.argmax()), int(row.argmin()))
        for position, row in enumerate(plain.choices.keys[layer])
    ]
    wrong = Reference(path, CASE.context_len, turns=turns).logits(ids)
    judge = Judge(CASE, path, "cpu", ids)
    assert judge.error(right.astype(np.float32), 0) < judge.bound
    assert judge.error(wrong.astype(np.float32), 0) > 2 * judge.bound
