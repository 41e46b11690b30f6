"""Answers that are hard to show, each from a seed: the same seed gives the same text."""

import random
from collections.abc import Callable
from dataclasses import dataclass

MAX_CHARACTERS = 4_000_000
_WORDS = ["the", "quick", "brown", "fox", "over", "a", "lazy", "dog", "and", "Überraschung", "世界"]
_COMBINING = "\u0301\u0300\u0336\u20e3\u0489"
_BIDI = "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u200f"
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_ODD = "\x00\x01\x07\x1b\x7f\x85\u2028\u2029\ufdd0\ufdd1\ufffc\ufffe\uffff\ud800\udfff\U0010ffff\x0b\x0c"

Rng = random.Random
Make = Callable[[Rng, int], str]


@dataclass(frozen=True)
class Case:
    """One answer."""

    seed: int
    name: str
    text: str
    is_thought: bool = False  # it is what the model thinks
    is_question: bool = False  # a person pasted it


def _repeat(piece: str) -> Make:
    return lambda _rng, size: (piece * (size // len(piece) + 1))[:size]


def _lines(make_line: Callable[[Rng, int], str]) -> Make:
    def make(rng: Rng, size: int) -> str:
        lines: list[str] = []
        length = 0
        while length < size:
            lines.append(make_line(rng, len(lines)))
            length += len(lines[-1]) + 1
        return "\n".join(lines)

    return make


def _words(rng: Rng, count: int) -> str:
    return " ".join(rng.choice(_WORDS) for _ in range(count))


def _prose(rng: Rng, size: int) -> str:
    return "\n\n".join(_words(rng, 50) for _ in range(size // 200 + 1))[:size]


def _from(alphabet: str) -> Make:
    return lambda rng, size: "".join(rng.choices(alphabet, k=size))


def _wide_table(rng: Rng, size: int) -> str:
    columns = max(2, size // 40)
    row = "|" + "x|" * columns
    return f"{row}\n|{'-|' * columns}\n" + (row + "\n") * 6


def _empty_cells(rng: Rng, size: int) -> str:
    columns = min(1000, max(2, size // 8))
    return f"|{'a|' * columns}\n|{'-|' * columns}\n" + "b\n" * (size // 2)


def _long_table(rng: Rng, size: int) -> str:
    return "| a | b |\n|---|---|\n" + "| cell | **two** |\n" * (size // 19)


def _backticks(rng: Rng, size: int) -> str:
    runs, length = [], 0
    while length < size:
        runs.append("`" * rng.randrange(1, 200))
        length += len(runs[-1]) + 1
    return " ".join(runs)


def _footnotes(rng: Rng, number: int) -> str:
    return (
        f"[^{number}] see [{number}][r{number}]\n\n[r{number}]: http://example.org/{number} 'title'"
    )


def _nested_list(rng: Rng, size: int) -> str:
    depth = min(10_000, int((size * 1.0) ** 0.5))
    return "\n".join("  " * level + "- item" for level in range(depth))


def _unclosed_code(language: str, line: str) -> Make:
    return lambda _rng, size: f"```{language}\n" + line * (size // len(line))


def _mixed_code(rng: Rng, size: int) -> str:
    languages = ["python", "c++", "html", "bash", "json", "perl", "markdown", "no such"]
    pieces, length = [], 0
    while length < size:
        code = _from("abc(){}[]<>\"'\\/*#;= \n")(rng, rng.randrange(10, 4000))
        pieces.append(f"Text.\n\n```{rng.choice(languages)}\n{code}\n```\n")
        length += len(pieces[-1])
    return "".join(pieces)


MAKERS: dict[str, Make] = {
    "prose": _prose,
    "unclosed \\(": _repeat("\\(a "),
    "unclosed \\[": _repeat("\\[a "),
    "unclosed $$": lambda rng, size: "$$" + "a$ " * (size // 3),
    "$a$a": _repeat("$a"),
    "$$a$$": _repeat("$$a$$"),
    "one word": _repeat("x"),
    "one wide word": _repeat("世"),
    "emoji": _repeat("\U0001f468\u200d\U0001f469\u200d\U0001f467"),
    "backslash newline": _repeat("\\\n"),
    "lines": _repeat("a\n"),
    "empty lines": _repeat("\n"),
    "crlf": _repeat("line\r\n"),
    "lone cr": _repeat("\r"),
    "*a": _repeat("*a"),
    "**a**": _repeat("**a**"),
    "*a_b": _repeat("**a _b~~ "),
    "stars": _repeat("*"),
    "underscores": _repeat("_a"),
    "[": _repeat("["),
    "![": _repeat("!["),
    "[](": _repeat("[]("),
    "[a](b": _repeat("[a](b"),
    "links": _repeat("[a](http://example.org/x) "),
    "autolinks": _repeat("<http://example.org/x> "),
    "unclosed <": _repeat("<a href='"),
    "html": _repeat("<script src='http://x'></script><img src='file:///etc/passwd'>\n\n"),
    "images": _repeat("![x](file:///etc/passwd) ![y](http://127.0.0.1:9/x.png) "),
    "entities": _repeat("&amp;&#x41;&notit;"),
    "quotes": _repeat("> "),
    "quoted lines": _repeat("> a\n"),
    "deeper quotes": _lines(lambda rng, number: ">" * (number % 3000) + "a"),
    "lists in a line": _repeat("- "),
    "nested list": _nested_list,
    "numbered": _lines(lambda rng, number: f"{number}. item"),
    "bullets": _repeat("- item\n"),
    "loose bullets": _repeat("- item\n\n  more\n\n"),
    "tasks": _repeat("- [ ] task\n"),
    "headings": _repeat("# a\n"),
    "setext": _repeat("a\n===\n"),
    "rules": _repeat("---\n\n"),
    "fences": _repeat("```\na\n```\n"),
    "fence openers": _repeat("```a\n~~~\n"),
    "indented code": _repeat("    a\n\n"),
    "one code line": _unclosed_code("python", "x"),
    "long code": _unclosed_code("python", "    result = compute(value)\n"),
    "quotes in code": _unclosed_code("python", "\"\"\"'''\\"),
    "empty code lines": _unclosed_code("c", "\n"),
    "mixed code": _mixed_code,
    "backticks": _backticks,
    "backtick code": _repeat("`a` "),
    "long table": _long_table,
    "wide table": _wide_table,
    "empty cells": _empty_cells,
    "tables": _repeat("|a|b|\n|-|-|\n|c|d|\n\n"),
    "definitions": _lines(lambda rng, number: f"[a{number}]: http://example.org/{number}"),
    "footnotes": _lines(_footnotes),
    "open label": _repeat("[a]: \\[\n"),
    "combining": lambda rng, size: "a" + _from(_COMBINING)(rng, size - 1),
    "bidi": _from(_BIDI + "aא "),
    "invisible": _from(_INVISIBLE),
    "odd": _from(_ODD + "a b\n"),
    "any": lambda rng, size: "".join(chr(rng.randrange(1, 0x3000)) for _ in range(size)),
    "marks": _from("*_`[]()!<>&$\\#-+|~:=. \n\ta1"),
    "spaces": _repeat(" \t"),
    "arabic": _repeat("العربية"),
    "formula blocks": _repeat("$$\nx\n$$\n"),
    "unclosed $$ lines": _repeat("$$\n- a\n"),
    "unclosed \\[ line": lambda rng, size: "\\[\n" + "a &= b \\\\\n" * (size // 10),
    "nested formula": lambda rng, size: (
        f"${'{' * min(10_000, size // 2)}x{'}' * min(10_000, size // 2)}$"
    ),
    "fractions": lambda rng, size: "$$" + "\\frac{1}{" * (size // 20) + "}" * (size // 20) + "$$",
    "brackets": _repeat("$\\left(\\left(\\left(\\left(\\left(\\left(\\left(x\\right)$ "),
    "one formula": lambda rng, size: "$" + "x+" * (size // 2) + "y$",
    "formulas": _lines(lambda rng, number: f"Let $x_{{{number}}}$ be $\\frac{{1}}{{{number}}}$."),
    "formulas in cells": _repeat("| $a$ | $b$ |\n|---|---|\n| $c$ | $d$ |\n\n"),
    "footnote texts": _lines(
        lambda rng, number: f"See[^{number}].\n\n[^{number}]: *Note* {number}."
    ),
    "footnote openers": _repeat("[^a"),
    "addresses": _repeat("https://example.org/a_b "),
    "address ends": _repeat("https://e)))))...)))"),
    "deep everything": _repeat("> - 1. **[`$"),
}

_SIZES = (3_000, 20_000, 60_000, 200_000, 400_000, 1_000_000, MAX_CHARACTERS)
_WEIGHTS = (3, 6, 8, 8, 4, 3, 2)


def create_case(seed: int, max_characters: int = MAX_CHARACTERS) -> Case:
    """The answer of a seed: first every maker by itself, then mixtures of them."""
    rng = Rng(seed)
    names = list(MAKERS)
    size = min(max_characters, rng.choices(_SIZES, _WEIGHTS)[0])
    if seed < len(names):
        size = max(size, min(max_characters, 200_000))
        name, text = names[seed], MAKERS[names[seed]](rng, size)
    else:
        chosen = [rng.choice(names) for _ in range(rng.randrange(2, 9))]
        glue = rng.choice(["\n\n", "\n", " ", ""])
        text = glue.join(MAKERS[name](rng, size // len(chosen)) for name in chosen)
        name = " + ".join(chosen)
    kind = rng.random()
    return Case(
        seed,
        f"{name} ({len(text):,})",
        text,
        is_thought=kind < 0.12,
        is_question=0.12 <= kind < 0.2,
    )
