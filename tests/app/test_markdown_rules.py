"""Footnotes, bare addresses and formulas, as tokens."""

import pytest
from markdown_it.token import Token

from app.widgets.markdown.parser import create_parser

PARSER = create_parser()


def spans(source: str) -> list[Token]:
    return [span for token in PARSER.parse(source) for span in token.children or []]


def links(source: str) -> list[str]:
    return [str(span.attrs["href"]) for span in spans(source) if span.type == "link_open"]


def formulas(source: str) -> list[str]:
    blocks = [token.content for token in PARSER.parse(source) if token.type == "math_block"]
    return blocks + [span.content for span in spans(source) if span.type == "math"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("See https://a.example/b_c_d, please.", ["https://a.example/b_c_d"]),
        ("(https://a.example/A_(b))", ["https://a.example/A_(b)"]),
        ("[x](https://b.example) and http://c.example!", ["https://b.example", "http://c.example"]),
        ("Write to mailto:a@b.example.", ["mailto:a@b.example"]),
        ("`https://a.example` javascript:alert(1) file:///etc/passwd ftp://a.example", []),
        ("[https://a.example](https://b.example)", ["https://b.example"]),
    ],
)
def test_bare_addresses_of_the_web_are_links(source: str, expected: list[str]) -> None:
    assert links(source) == expected


def test_a_footnote_is_marked_where_it_is_defined_only() -> None:
    source = "One[^1], two[^x], a class [^abc].\n\n[^1]: First.\n[^x]: *Second*.\n"
    marks = [span.content for span in spans(source) if span.type == "footnote_mark"]
    assert marks == ["1", "x"]
    assert "[^abc]" in "".join(span.content for span in spans(source))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("It costs $5 and $10, or $ 3 $.", []),
        ("From $5; `$x$` is code. The $n$th.", ["$n$"]),
        ("$a$, \\(b\\)", ["$a$", "\\(b\\)"]),
        ("Text\n$$\na\n- b\n= c\n$$\nmore", ["$$\na\n- b\n= c\n$$"]),
        ("- item\n  \\[\n  a\n  \\]\n", ["\\[\na\n\\]"]),
        ("$$\nnever closed\n\n- a list", []),
        ("```\n$$\na\n$$\n```", []),
    ],
)
def test_formulas_are_found(source: str, expected: list[str]) -> None:
    assert formulas(source) == expected
