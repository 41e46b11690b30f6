"""Some drawn templates end in an answer or a sentence; `python -m tests.hostile.templates` tries hundreds."""

from random import SystemRandom

import pytest

from tests.hostile.templates.trial import set_off

FIXED_SEEDS = (0, 1, 2, 3, 4, 5)


def _is_right(seed: int) -> None:
    outcome = set_off(seed)
    assert outcome.is_right, (
        f"python -m tests.hostile.templates --seeds {seed}:{seed + 1}: {outcome}"
    )


@pytest.mark.alone
@pytest.mark.parametrize("seed", FIXED_SEEDS)
def test_a_drawn_template(seed: int) -> None:
    _is_right(seed)


@pytest.mark.alone
def test_a_template_that_was_never_drawn() -> None:
    _is_right(SystemRandom().randrange(1000, 1 << 31))
