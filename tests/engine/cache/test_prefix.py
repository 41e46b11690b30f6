"""What is kept between turns."""

from engine.cache.prefix import CachedPrefix


def holding(*ids: int) -> CachedPrefix:
    prefix = CachedPrefix()
    prefix.append(ids)
    return prefix


def test_keeps_the_common_beginning_and_forgets_the_rest() -> None:
    prefix = holding(1, 2, 3, 4)
    assert prefix.keep([1, 2, 9, 9]) == 2
    assert len(prefix) == 2
    assert prefix.keep([1, 2, 3, 4]) == 2


def test_the_last_id_is_always_computed_again() -> None:
    assert holding(1, 2, 3).keep([1, 2, 3]) == 2
    assert holding(1).keep([1]) == 0


def test_nothing_in_common_keeps_nothing() -> None:
    assert holding(1, 2).keep([5, 6]) == 0
    assert holding().keep([5, 6]) == 0


def test_clear_keeps_nothing() -> None:
    prefix = holding(1, 2, 3)
    prefix.clear()
    assert prefix.keep([1, 2, 3]) == 0
