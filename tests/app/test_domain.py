"""Numbers in words, and parts of texts."""

from app.domain import joined, size_in_words


def test_sizes_are_short() -> None:
    sizes = (1, 20_000, 3_450_000, 98_362_432, 2_497_280_256, 71_000_000_000)
    words = ["1 B", "20 kB", "3 MB", "98 MB", "2.5 GB", "71.0 GB"]
    assert [size_in_words(size) for size in sizes] == words


def test_parts_of_a_text_go_on_where_it_was_cut() -> None:
    assert joined((), ((0, 2),), 5) == ((5, 7),)
    assert joined(((1, 5),), ((0, 2), (4, 6)), 5) == ((1, 7), (9, 11))
    assert joined(((1, 4),), ((0, 2),), 5) == ((1, 4), (5, 7))
