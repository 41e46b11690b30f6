"""Numbers in words."""

from app.domain import size_in_words


def test_sizes_are_short() -> None:
    sizes = (1, 20_000, 3_450_000, 98_362_432, 2_497_280_256, 71_000_000_000)
    words = ["1 B", "20 kB", "3 MB", "98 MB", "2.5 GB", "71.0 GB"]
    assert [size_in_words(size) for size in sizes] == words
