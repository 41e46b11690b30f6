"""What is known of drafts at each depth, and of sure and unsure ones."""

from engine.speculation.acceptance import Acceptance


def test_sure_drafts_and_unsure_ones_are_told_apart() -> None:
    acceptance = Acceptance()
    for _ in range(60):
        acceptance.note([4], 1, 1)
        acceptance.note([1], 1, 0)
    assert acceptance.chance(0, 4) > 0.95
    assert acceptance.chance(0, 1) < 0.05
    assert 0.3 < acceptance.chance(0) < 0.7


def test_depths_are_told_apart_and_what_follows_a_wrong_draft_says_nothing() -> None:
    acceptance = Acceptance()
    for _ in range(60):
        acceptance.note([0, 0, 0], 3, 1)
    assert acceptance.chance(0) > 0.95
    assert acceptance.chance(1) < 0.05
    assert acceptance.chance(2) == Acceptance().chance(2)


def test_what_is_not_verified_any_more_gets_another_chance() -> None:
    acceptance = Acceptance()
    for _ in range(60):
        acceptance.note([1], 1, 0)
    for _ in range(400):
        acceptance.note([1], 0, 0)
    assert acceptance.chance(0, 1) > 0.5


def test_a_depth_that_was_not_tried_is_taken_for_as_good_as_the_one_before() -> None:
    acceptance = Acceptance()
    for _ in range(60):
        acceptance.note([0, 0], 2, 2)
    assert acceptance.chance(5) == acceptance.chance(1) > 0.95


def test_a_depth_that_is_not_drafted_any_more_gets_another_chance() -> None:
    """It is taken for as good as the one before it in the end."""
    acceptance = Acceptance()
    for _ in range(60):
        acceptance.note([0, 0, 0], 3, 1)
    assert acceptance.chance(1) < 0.05
    for _ in range(200):
        acceptance.note([0], 1, 1)
    assert acceptance.chance(1) > 0.9
