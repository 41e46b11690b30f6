"""However an answer is cut into pieces, it ends up looking the same."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.widgets.markdown.streaming import MAX_STYLED_TAIL, StreamingMarkdown
from app.widgets.markdown.style import MarkdownStyle

ANSWER = """# Title

A **bold** word, `code` and a [link](https://example.org).

```python
def f(x):
    return x
```

- one
  - inner
- [x] done

1. first
2. second

> quoted
> more

| a | b |
|---|:-:|
| 1 | 2 |

---
Last $a_1$ line.
"""

PIECES = [
    "# T", "#", "##x", "para **b** x", "- a", "  - b", "* c", "1. x", "2) y", "\n", "\n\n", "```py",
    "```", "    code", "> q", ">", "---", "===", "***", "| a | b |", "|---|:-:|", "|--|", "1 | 2",
    "[a]: http://x", "[a]", "`", "~~", "_e_", "$$x$$", "\\(a_1\\)", "- [ ] t", "- [x] u", "!",
    "[l](http://y)", " ", "  ", "\r\n", "\r", "<b>", "&amp;", "é", "\t", "~~~", "\u2028", "\x0c",
    "a\n", "b\n\n", "- x\n", "| a |\n|-|\n",
]  # fmt: skip


@pytest.fixture(scope="module")
def style(qapp: QApplication) -> MarkdownStyle:
    return MarkdownStyle.create(qapp.palette(), qapp.font())


class Shown:
    """A document and the markdown in it."""

    def __init__(self, style: MarkdownStyle) -> None:
        self.document = QTextDocument()
        self.markdown = StreamingMarkdown(self.document, style)

    def stream(self, pieces: list[str]) -> "Shown":
        for piece in pieces:
            self.markdown.append(piece)
        return self

    def look(self) -> tuple[object, ...]:
        self.markdown.finish()
        return (self.document.toHtml(), self.markdown.code, self.markdown.rule_blocks)


@settings(max_examples=120, deadline=None)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=14))
def test_the_end_is_the_same_for_every_split(style: MarkdownStyle, pieces: list[str]) -> None:
    whole = "".join(pieces)
    at_once = Shown(style).stream([whole]).look()
    assert Shown(style).stream(pieces).look() == at_once
    assert Shown(style).stream(list(whole)).look() == at_once


@settings(max_examples=30, deadline=None)
@given(cuts=st.lists(st.integers(0, len(ANSWER)), max_size=12))
def test_a_real_answer_is_the_same_for_every_split(style: MarkdownStyle, cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(ANSWER)]
    pieces = [ANSWER[a:b] for a, b in itertools.pairwise(edges)]
    assert Shown(style).stream(pieces).look() == Shown(style).stream([ANSWER]).look()


def test_on_the_way_it_looks_as_if_written_at_once(style: MarkdownStyle) -> None:
    shown = Shown(style)
    for number, character in enumerate(ANSWER, start=1):
        shown.stream([character])
        if character.isspace():
            continue
        at_once = Shown(style).stream([ANSWER[:number]])
        assert shown.document.toHtml() == at_once.document.toHtml()
        assert shown.markdown.code == at_once.markdown.code


def test_only_the_tail_is_written_again(style: MarkdownStyle) -> None:
    shown = Shown(style).stream(["# Title\n\nfirst\n\nsecond\n\nthird"])
    shown.document.documentLayout()  # changes are told only to a layout
    changes: list[int] = []
    shown.document.contentsChange.connect(lambda position, *_: changes.append(position))
    shown.markdown.append(" grows")
    assert changes
    assert min(changes) >= shown.document.toPlainText().index("second") - 1


def test_open_marks_are_closed_only_on_screen(style: MarkdownStyle) -> None:
    shown = Shown(style).stream(["some **bold"])
    assert shown.document.toPlainText() == "some bold"
    shown.markdown.finish()
    assert shown.document.toPlainText() == "some **bold"
    for source in ("some ***", "some **`"):  # what opens at the end has nothing to close yet
        assert Shown(style).stream([source]).document.toPlainText() == "some"


def test_an_open_fence_is_shown_as_code_with_its_language(style: MarkdownStyle) -> None:
    shown = Shown(style).stream(["```rust\nfn main() {"])
    assert shown.markdown.code[0].language == "rust"
    assert shown.document.toPlainText().strip() == "fn main() {"
    assert shown.markdown.num_final_code == 0
    shown.stream(["}\n```\n\nnext\n\n"])
    assert shown.markdown.num_final_code == 1
    assert shown.markdown.code[0].source == "fn main() {}\n"


def test_a_long_tail_becomes_plain_text_until_it_ends(style: MarkdownStyle) -> None:
    text = "**word** " * (MAX_STYLED_TAIL // 9 + 50)
    shown = Shown(style).stream([text[:8000], text[8000:], "more"])
    assert shown.document.toPlainText().startswith("**word**")
    assert shown.document.toPlainText().endswith("more")
    shown.markdown.finish()
    assert shown.document.toPlainText().startswith("word word")


def test_html_and_images_are_text_and_links(style: MarkdownStyle) -> None:
    shown = Shown(style).stream(["<script>x</script> ![alt](http://example.org/a.png)"])
    shown.markdown.finish()
    assert shown.document.toPlainText() == "<script>x</script> alt"
    assert "<img" not in shown.document.toHtml()


def test_math_stays_source(style: MarkdownStyle) -> None:
    shown = Shown(style).stream([r"so \(a_1 * b_2 * c\) and $x_i$ cost $5 and $6"])
    shown.markdown.finish()
    assert shown.document.toPlainText() == r"so \(a_1 * b_2 * c\) and $x_i$ cost $5 and $6"


def test_a_later_link_definition_reaches_earlier_text(style: MarkdownStyle) -> None:
    shown = Shown(style).stream(["see [there]\n\nnext\n\n", "[there]: https://example.org\n"])
    shown.markdown.finish()
    assert "https://example.org" in shown.document.toHtml()


def test_a_new_source_replaces_the_old_one(qtbot: QtBot, style: MarkdownStyle) -> None:
    shown = Shown(style).stream(["old text"])
    shown.markdown.set_source("new", is_finished=True)
    assert shown.document.toPlainText() == "new"
    assert shown.markdown.source == "new"
