"""A model card in a few sentences."""

import time

import pytest

from app.services.hub.card import MAX_SUMMARY_LEN, summarize_card

CARD = """---
license: mit
description: "Not this paragraph, which is long enough to be taken for prose."
---
<!-- nor this comment, which is long enough to be taken for prose, too -->
# A heading

<div align="center"><img src="x.png"> and some long words within a block of HTML</div>

[![badge](https://img.example/b.svg)](https://example.com)

**Tiny** is a *small* model with [a link](https://example.com) and `code`, made
for <br> laptops. It speaks English!

| Column | Another column that has a good many words in it |
|---|---|
| cell | and one more long cell in the body of the table |

* a list item that has enough words in it to be taken for prose

> a quotation that has enough words in it to be taken for prose

Last paragraph, which follows after the table, the list and the quotation.
"""


def test_prose_is_kept_and_nothing_else() -> None:
    assert summarize_card(CARD) == (
        "Tiny is a small model with a link and code, made for laptops. It speaks English! "
        "Last paragraph, which follows after the table, the list and the quotation."
    )


@pytest.mark.alone
@pytest.mark.parametrize(
    "piece", ["<", "<!--", "\n---  ", "\n", "[", "*a", "`", ">", "|a", "![[", "- "]
)
def test_a_card_of_markup_alone_is_read_in_a_moment(piece: str) -> None:
    """64 KB of it; what looks back over everything before takes many seconds."""
    began = time.thread_time()
    summarize_card("---" + piece * (65536 // len(piece)))
    assert time.thread_time() - began < 2


def test_a_summary_is_one_line_without_controls() -> None:
    summary = summarize_card("Tiny \x1b[2J is a model \u202e that is small enough for every test.")
    assert summary == "Tiny \\x1b[2J is a model \\u202e that is small enough for every test."


def test_a_long_card_ends_with_a_sentence() -> None:
    sentence = "This sentence says the same as all of the others do, at some length, as cards do. "
    summary = summarize_card(sentence * 20)
    assert len(summary) <= MAX_SUMMARY_LEN
    assert summary.endswith("as cards do.")


def test_a_long_sentence_is_cut_between_words() -> None:
    summary = summarize_card("word " * 200)
    assert len(summary) <= MAX_SUMMARY_LEN
    assert summary.endswith("word…")


@pytest.mark.parametrize("card", ["", "---\nlicense: mit\n---", "# Only a heading", "---\nbroken"])
def test_a_card_without_prose_has_no_summary(card: str) -> None:
    assert summarize_card(card) == ""
