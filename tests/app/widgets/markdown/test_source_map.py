"""Which words of an answer are marked, whatever its markup and however it arrives."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication

from app.domain import Spans
from app.widgets.markdown.streaming import StreamingMarkdown
from app.widgets.markdown.style import MarkdownStyle
from tests.app.widgets.markdown.test_streaming import ANSWER, PIECES


@pytest.fixture(scope="module")
def style(qapp: QApplication) -> MarkdownStyle:
    return MarkdownStyle.create(qapp.palette(), qapp.font())


class Marked:
    """A document with the markdown in it."""

    def __init__(self, style: MarkdownStyle, pieces: list[str]) -> None:
        self.document = QTextDocument()
        self.markdown = StreamingMarkdown(self.document, style)
        for piece in pieces:
            self.markdown.append(piece)

    def texts(self, spans: Spans) -> list[str]:
        return [self._text(*place) for place in self.markdown.ranges(spans)]

    def words(self, *words: str) -> list[str]:
        """What is marked if the `words`, which stand once in the source, came from drafts."""
        starts = [(self.markdown.source.index(word), len(word)) for word in words]
        return self.texts(tuple((start, start + length) for start, length in sorted(starts)))

    def _text(self, start: int, end: int) -> str:
        cursor = QTextCursor(self.document)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText().replace("\u2029", "\n")


SOURCE = """# A heading

Some **bold** words and `code`, 😀 then [text](https://b.c/d.), more.

> quoted **twice** here

1. first
2. second item

```py
x = 1
yes = 2
```

| name | size |
|---|---|
| cell | 7 |

The end.
"""


@pytest.mark.parametrize(
    "word",
    ["heading", "bold", "words and ", "code", "text", ", more", "then ", "twice", "second",
     "x = 1\nyes", "cell", "end."],
)  # fmt: skip
def test_words_are_marked_where_they_are_shown(style: MarkdownStyle, word: str) -> None:
    for pieces in ([SOURCE], list(SOURCE)):
        assert Marked(style, pieces).words(word) == [word]


def test_markup_between_two_words_is_not_shown(style: MarkdownStyle) -> None:
    assert Marked(style, ["A **bold** word"]).words("bold** wo") == ["bold", " wo"]


def test_what_is_not_shown_as_it_is_written_stays_unmarked(style: MarkdownStyle) -> None:
    marked = Marked(style, ["Tom &amp; Jerry, $a^2$\n\nand more"])
    assert marked.words("a^2", "and") == ["and"]


def test_words_behind_a_formula_keep_their_marks(style: MarkdownStyle) -> None:
    marked = Marked(style, ["Before $a^2$ after"])
    marked.markdown.finish()
    marked.markdown.replace_formula(0, QTextCharFormat())
    assert marked.words("Before", "after") == ["Before", "after"]


@given(st.lists(st.sampled_from([*PIECES, ANSWER]), max_size=12), st.integers(0, 60))
@example(["# T", "***", "# T", "```"], 3)
@settings(max_examples=60, deadline=None)
def test_whatever_is_marked_is_the_text_itself(
    style: MarkdownStyle, pieces: list[str], start: int
) -> None:
    marked = Marked(style, pieces)
    for _ in range(2):
        source = marked.markdown.source
        for text in marked.texts(((start, start + 7),)):
            assert text in source[start : start + 7]
        marked.markdown.finish()
