"""Times of steps: those of the load, kept up to date at each depth of the context."""

from engine.speculation.costs import StepCosts

WIDTHS = (2, 4, 8)


def measured() -> StepCosts:
    costs = StepCosts(WIDTHS, 4096)
    costs.start_with(0.01, {2: 0.012, 4: 0.014, 8: 0.02}, 0.002)
    return costs


def test_a_round_is_told_in_plain_steps_by_the_width_that_holds_its_drafts() -> None:
    costs = measured()
    assert costs.is_known
    assert costs.round(5, 1, 1) == (0.012 + 0.002) / 0.01
    assert costs.round(5, 2, 2) == (0.014 + 0.004) / 0.01
    assert costs.round(5, 3, 0) == 0.014 / 0.01
    assert costs.round(5, 7, 7) == (0.02 + 0.014) / 0.01
    assert costs.round(5, 0, 2) == (0.01 + 0.004) / 0.01  # drafted, and not worth verifying


def test_what_rounds_take_corrects_what_was_measured() -> None:
    costs = measured()
    for _ in range(100):
        costs.note_draft(5, 3, 0, 0.002, 0.01)
        costs.note_verify(5, 3, 0.03)
    assert 3.9 < costs.round(5, 3, 3) < 4.1
    assert 0.58 < costs.round(5, 1, 2) - costs.round(5, 1, 0) < 0.62
    assert costs.round(5, 1, 0) == 1.2  # of this width nothing new is known


def test_parts_of_a_round_are_told_apart_from_the_first_on() -> None:
    """Nothing was measured: a draft of three tokens says what each of them takes."""
    costs = StepCosts(WIDTHS, 4096)
    for _ in range(3):
        costs.note_plain(3000, 0.01)
    costs.note_draft(3000, 3, 0, 0.002, 0.003)
    costs.note_verify(3000, 3, 0.015)
    assert abs(costs.round(3000, 3, 3) - 1.8) < 1e-9
    assert abs(costs.round(3000, 3, 0) - 1.5) < 1e-9
    assert abs(costs.round(3000, 3, 1) - 1.7) < 1e-9
    assert 1 < costs.round(3000, 1, 0) <= 1.5 <= costs.round(3000, 7, 0) < 2


def test_depths_have_times_of_their_own_once_they_are_reached() -> None:
    costs = measured()
    near = costs.round(100, 3, 0)
    assert costs.round(3000, 3, 0) == near
    for _ in range(100):
        costs.note_plain(3000, 0.02)
        costs.note_verify(3000, 3, 0.06)
    assert 2.9 < costs.round(3000, 3, 0) < 3.1
    assert costs.round(100, 3, 0) == near


def test_a_pause_of_the_machine_is_no_steps_time() -> None:
    costs = measured()
    costs.note_plain(5, 60.0)
    costs.note_verify(5, 3, 60.0)
    assert 0.8 < costs.round(5, 3, 0) < 2


def test_a_span_that_is_reached_begins_with_plain_steps() -> None:
    costs = measured()
    assert costs.is_known_at(5)
    for seconds in (0.02, 0.5):
        assert not costs.is_known_at(3000)
        costs.note_plain(3000, seconds)
    costs.note_verify(3000, 3, 0.03)
    assert costs.is_known_at(3000)
    assert costs.round(3000, 3, 0) == 1.5


def test_without_a_measurement_plain_steps_come_first() -> None:
    costs = StepCosts(WIDTHS, 4096)
    assert not costs.is_known
    for _ in range(3):
        costs.note_plain(5, 0.01)
    assert costs.is_known
    assert 1 < costs.round(5, 1, 1) < costs.round(5, 7, 7) < 4


def test_reading_is_told_apart_from_drafting() -> None:
    costs = measured()
    costs.note_draft(5, 3, 1000, None, 0.006 + 1.0)
    assert abs(costs.reading(5, 1000) - 100) < 1e-6
    assert costs.round(5, 3, 3) == (0.014 + 0.006) / 0.01
