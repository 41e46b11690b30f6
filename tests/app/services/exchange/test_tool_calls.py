"""Calls of tools in exported chats, and read in again."""

import json
from dataclasses import replace
from datetime import UTC, datetime

from app.domain import Author, CallState, Conversation, Message, MessageStatus, ToolUse
from app.services.exchange.chat_formats import read_chat
from app.services.exchange.chat_tree import ChatTree
from app.services.exchange.json_file import to_json
from app.services.exchange.markdown_file import to_markdown
from app.services.exchange.web_page import to_web_page

_NOW = datetime(2026, 1, 2, tzinfo=UTC)
_USE = ToolUse(
    *("add000001", "add", "Calculator", "add", '{"a": 2}', 0, len("Let me see.\n\n"), 0),
    *(CallState.DONE, "```5```"),
)


def _chat(use: ToolUse = _USE) -> ChatTree:
    question = Message(1, 1, None, Author.USER, "2?", MessageStatus.COMPLETE, _NOW)
    answer = Message(
        *(2, 1, 1, Author.ASSISTANT, "Let me see.\n\nFive.", MessageStatus.COMPLETE, _NOW),
        tool_uses=(use,),
    )
    return ChatTree(Conversation(1, "Sums", _NOW, _NOW), [question, answer], [question, answer])


def test_a_call_stands_between_what_was_said_before_and_after() -> None:
    for text in (to_markdown(_chat()), to_web_page([_chat()]).decode()):
        places = [text.index(part) for part in ("Let me see.", "Call of add", "```5```", "Five.")]
        assert places == sorted(places)
    assert "of Calculator, done" in to_markdown(_chat())


def test_a_hostile_name_and_result_stay_text() -> None:
    use = replace(_USE, tool="<script>\u202e", result="</pre><script>alert(1)</script>")
    page = to_web_page([_chat(use)]).decode()
    assert "<script>" not in page
    assert "\u202e" not in page


def test_calls_are_read_in_again_and_none_is_open() -> None:
    for use in (_USE, replace(_USE, state=CallState.RUNNING, text_len=-5)):
        exported = json.loads(to_json([_chat(use)]))["conversations"][0]
        imported = read_chat(exported)
        assert imported is not None
        (read,) = imported.messages[1].tool_uses
        assert not read.is_open
        assert read.text_len >= 0
    exported["messages"][1]["tool_uses"] = [{"id": 7}]
    spoiled = read_chat(exported)
    assert spoiled is not None
    assert spoiled.messages[1].tool_uses == ()
