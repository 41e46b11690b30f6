"""Chosen conversations in each format: readable, whole, and harmless to open."""

import json
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest

from app.domain import AnswerStats, Attachment, Author, Conversation, Message, MessageStatus
from app.services.background.child_worker import ChildWorker
from app.services.exchange.chat_tree import ChatTree
from app.services.exchange.export_chats import export_chats
from app.services.exchange.pdf_file import create_document
from app.services.exchange.read_chats import read_files

Export = Callable[[list[ChatTree], str], Path]
NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
HOSTILE = (
    "<script>alert(1)</script> ![x](http://evil.example/p.png) [a](javascript:alert(1)) "
    '<img src="file:///etc/passwd" onerror=x>'
)


@pytest.fixture
def export(tmp_path: Path) -> Iterator[Export]:
    """Exports to a file of this name."""
    worker = ChildWorker(60.0)

    def export(chats: list[ChatTree], name: str) -> Path:
        export_chats(chats, tmp_path / name, worker.run)
        return tmp_path / name

    yield export
    worker.close()


def _chat(number: int = 1, answer: str = "At **nine**.\n\n```py\nx < 1\n```") -> ChatTree:
    conversation = Conversation(number, f"Trains & <b>{number}</b>", NOW, NOW)
    texts = ((Author.USER, "When?\n<i>now</i>", ""), (Author.ASSISTANT, answer, "Hm."))
    messages = [
        Message(
            *(place, number, place - 1 or None, author, text, MessageStatus.COMPLETE, NOW),
            model="tiny",
            reasoning=reasoning,
            stats=AnswerStats(seed=2**64 - 1),
        )
        for place, (author, text, reasoning) in enumerate(texts, start=1)
    ]
    other = Message(3, number, 1, Author.ASSISTANT, "At ten.", MessageStatus.COMPLETE, NOW)
    return ChatTree(conversation, [*messages, other], messages)


def test_markdown_alone_and_zipped(export: Export) -> None:
    text = export([_chat()], "one.md").read_text()
    assert "## Answer (tiny)" in text
    assert "At **nine**." in text
    assert "At ten." not in text
    with zipfile.ZipFile(export([_chat(1), _chat(2)], "two.zip")) as archive:
        assert archive.namelist() == ["0001 Trains b 1 b.md", "0002 Trains b 2 b.md"]


def test_json_is_read_in_again_with_its_branches(export: Export) -> None:
    target = export([_chat(1), _chat(2)], "chats.json")
    read = read_files([target])
    assert read.num_left_out == 0
    first = read.chats[0]
    assert [message.text for message in first.messages][1:] == [
        "At **nine**.\n\n```py\nx < 1\n```",
        "At ten.",
    ]
    assert (first.shown, first.created) == ("2", NOW.timestamp())
    assert first.messages[1].stats.seed == 2**64 - 1
    assert json.loads(target.read_text())["format"] == 1


def test_a_web_page_fetches_and_runs_nothing(export: Export) -> None:
    page = export([_chat(answer=HOSTILE), _chat(2)], "chats.html").read_text()
    assert "<strong>nine</strong>" in page
    assert "default-src 'none'" in page
    assert '<h1 class="title">Trains &amp; &lt;b&gt;1&lt;/b&gt;</h1>' in page
    assert "&lt;i&gt;now&lt;/i&gt;" in page
    for harm in ("<script", "<img", 'href="javascript', "<i>"):
        assert harm not in page


def test_formulas_keep_their_source(export: Export) -> None:
    inline = (r"\(a\,b\)", "$x_1 < y_1$", "\\[c^{*}\n\\,d\\]")
    blocks = ("$$\n\\frac{a}{b} \\\\ c\n$$", "\\[\nz^{*}_2\n\\]")
    sentence = f"From {inline[0]}, {inline[1]} and {inline[2]} it costs $5 or $6:"
    answer = f"{sentence}\n\n" + "\n\n".join(blocks)
    page = unescape(export([_chat(answer=answer)], "one.html").read_text())
    assert sentence in page
    assert all(f"<pre>{block}</pre>" in page for block in blocks)


def test_addresses_are_links_and_footnotes_lead_to_their_own_text(export: Export) -> None:
    chat = _chat(answer="See https://a.example/b, please.[^1]\n\n[^1]: First.")
    other = replace(chat.messages[2], text="Two.[^1]\n\n[^1]: Second.")
    page = export([replace(chat, branch=[*chat.branch, other])], "one.html").read_text()
    assert '<a href="https://a.example/b">https://a.example/b</a>, please.' in page
    targets = re.findall(r'id="([^"]+)" class="footnote-item"><p>(First|Second)\.', page)
    assert len({name for name, _ in targets}) == len(targets) == 2
    assert all(f'href="#{name}"' in page for name, _ in targets)


def test_lines_of_an_answer_stay_lines_as_in_the_window(export: Export) -> None:
    poem = _chat(answer="Roses are red,\nviolets are blue.\n\nThe end.")
    page = export([poem], "poem.html").read_text()
    assert "<p>Roses are red,<br />\nviolets are blue.</p>\n<p>The end.</p>" in page
    lines = create_document([poem]).toPlainText().splitlines()
    assert [line.strip() for line in lines[-3:]] == [
        "Roses are red,",
        "violets are blue.",
        "The end.",
    ]


def test_a_pdf_has_the_text(export: Export) -> None:
    one = export([_chat(answer=HOSTILE)], "one.pdf").read_bytes()
    two = export([_chat(), _chat(2)], "two.pdf").read_bytes()
    assert one.startswith(b"%PDF")
    assert one.count(b"/Type /Page\n") == 1
    assert two.count(b"/Type /Page\n") == 2


@pytest.mark.usefixtures("qapp")
def test_a_pdf_has_no_line_after_code_and_its_title_is_the_largest() -> None:
    answer = "# Heading\n\n```py\nx = 1\n\n```\n\n## Smaller\n\n    y = 2\n\nThe end."
    document = create_document([_chat(answer=answer)])
    blocks = [document.findBlockByNumber(number) for number in range(document.blockCount())]
    shown = [block.text().strip() for block in blocks]
    first = shown.index("Heading")
    assert shown[first:] == ["Heading", "x = 1", "", "Smaller", "y = 2", "The end."]
    sizes = [blocks[at].begin().fragment().charFormat().fontPointSize() for at in (0, first)]
    smaller = blocks[shown.index("Smaller")].begin().fragment().charFormat().fontPointSize()
    assert sizes[0] > sizes[1] > smaller > 10


def test_files_that_went_along_are_in_every_format(export: Export) -> None:
    chat = _chat(1)
    file = Attachment("notes.txt", "Platform <9>\n```\n", 100)
    asked = replace(chat.messages[0], attachments=(file,))
    chat = replace(chat, messages=[asked, *chat.messages[1:]], branch=[asked, *chat.branch[1:]])
    assert read_files([export([chat], "chat.json")]).chats[0].messages[0].attachments == (file,)
    assert "notes.txt (the beginning):\n\n````\nPlatform" in export([chat], "chat.md").read_text()
    page = export([chat], "chat.html").read_text()
    assert "<summary>notes.txt</summary>\n<pre>Platform &lt;9&gt;" in page
