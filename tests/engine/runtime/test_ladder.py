"""The ladder of windows."""

from engine.runtime.ladder import ladder, window_for


def test_windows_are_multiples_of_256_clamped_to_capacity() -> None:
    assert ladder(1000) == [256, 512, 768, 1000]
    assert ladder(512) == [256, 512]
    assert ladder(100) == [100]


def test_every_length_has_the_smallest_window_of_the_ladder_that_holds_it() -> None:
    for capacity in (100, 512, 1000):
        windows = ladder(capacity)
        for length in range(1, capacity + 1):
            assert window_for(length, capacity) == min(w for w in windows if w >= length)
