"""Long answers are cut into parts that each cost little, the same however they arrive."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.widgets.markdown.cost import MAX_LINE, MAX_PART, MAX_PLAIN, Budget
from app.widgets.markdown.parts import Cutter, Kind, Part

PIECES = ["- item\n", "word " * 40 + "\n\n", "```py\nx = 1\n", "```\n", "> a\n", "# t\n", "\n", "a\n",
          "x" * 900, "кअଓ中" * 300, "| a | b |\n|---|---|\n| c | d |\n", "*a" * 50, "[a]: http://x\n", "    c\n"]  # fmt: skip


def cut(*pieces: str, is_plain: bool = False) -> list[Part]:
    cutter = Cutter(is_plain=is_plain)
    for piece in pieces:
        cutter.feed(piece)
        while not cutter.is_done:
            cutter.advance(Budget())
    cutter.finish()
    while not cutter.is_done:
        cutter.advance(Budget())
    return cutter.parts


def look(parts: list[Part]) -> list[tuple[Kind, str, str]]:
    return [(part.kind, part.opening, part.source) for part in parts]


@settings(max_examples=40, deadline=None)
@given(
    blocks=st.lists(st.tuples(st.sampled_from(PIECES), st.integers(1, 400)), max_size=5),
    cuts=st.lists(st.floats(0, 1), max_size=6),
)
def test_the_parts_are_the_same_for_every_split(
    blocks: list[tuple[str, int]], cuts: list[float]
) -> None:
    text = "".join(piece * count for piece, count in blocks)
    edges = [0, *sorted(round(share * len(text)) for share in cuts), len(text)]
    pieces = [text[a:b] for a, b in itertools.pairwise(edges)]
    whole = cut(text)
    assert "".join(part.source for part in whole) == text
    assert look(cut(*pieces)) == look(whole)


def test_an_answer_of_usual_length_is_one_part() -> None:
    text = "# Title\n\n" + "A **bold** word and `code`.\n\n- one\n- two\n\n" * 40
    assert look(cut(text)) == [(Kind.MARKDOWN, "", text)]


def test_no_part_costs_more_than_one_document_may() -> None:
    parts = cut("word " * 60 + "\n\n" + ("- item of a list\n" * 2000) + "# title\n\n" * 900)
    assert len(parts) > 5
    assert all(part.kind is Kind.MARKDOWN and part.cost <= MAX_PART for part in parts)


def test_plain_text_that_changes_the_font_often_is_cut_sooner() -> None:
    rng = random.Random(1)
    text = "".join(chr(rng.choice([rng.randrange(0x400, 0x1C00), 0x61])) for _ in range(40_000))
    costly = cut(text, is_plain=True)
    assert all(part.cost <= MAX_PART * 1.3 for part in costly)
    assert len(cut("a" * 40_000, is_plain=True)) < len(costly)


def test_long_code_goes_on_in_the_next_part_as_code() -> None:
    parts = cut("Text.\n\n```py\n" + "x = 1\n" * 3000 + "```\n\nEnd.\n")
    assert [part.kind for part in parts] == [
        Kind.MARKDOWN,
        Kind.MARKDOWN,
        *[Kind.CODE] * (len(parts) - 3),
        Kind.MARKDOWN,
    ]
    assert {part.opening for part in parts[2:-1]} == {"```py\n"}
    assert parts[-1].source == "\nEnd.\n"


@pytest.mark.parametrize(
    "hostile", ["x" * 100_000, "*a" * 50_000, "a\\\n" * 30_000, "> a\n" * 9000]
)
def test_a_block_that_is_too_large_is_plain_up_to_the_next_empty_line(hostile: str) -> None:
    parts = cut(f"Before.\n\n{hostile}\n\nAfter **it**.\n")
    plain = [part for part in parts if part.kind is Kind.PLAIN]
    assert parts[0].source == "Before.\n\n"
    assert parts[-1].kind is Kind.MARKDOWN
    assert parts[-1].source.lstrip("\n") == "After **it**.\n"
    assert [part.is_run for part in plain] == [False, *[True] * (len(plain) - 1)]
    assert max(len(part.source) for part in plain) <= MAX_PLAIN


def test_quotes_deeper_than_the_parser_follows_are_plain() -> None:
    (part,) = cut(">" * 40 + " deep\n")
    assert part.kind is Kind.PLAIN


def test_what_a_person_wrote_is_plain_all_through() -> None:
    assert {part.kind for part in cut("a\n\n" * 9000, is_plain=True)} == {Kind.PLAIN}


def test_a_turn_of_the_event_loop_does_a_bounded_amount() -> None:
    cutter = Cutter()
    cutter.feed("word\n\n" * 200_000)
    cutter.advance(Budget())
    assert not cutter.is_done
    assert sum(len(part.source) for part in cutter.parts) < 10 * MAX_LINE
