"""The formats of conversations that can be read: ours, ChatGPT's, Open WebUI's, LM Studio's, Jan's.

Each reader takes one decoded object and returns its conversation, or None where it holds none.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import msgspec

from app.domain import AnswerStats, Attachment, Author, ToolUse
from app.services.exchange.foreign_values import items, mapping, moment, name, text, title
from app.services.exchange.message_tree import AUTHORS, Node, create_chat, create_line
from app.storage.importing import ImportedChat, ImportedMessage
from app.storage.tool_uses import ended

_THOUGHTS = re.compile(r'<details type="reasoning"[^>]*>(.*?)</details>\s*', re.DOTALL)
_SUMMARY = re.compile(r"<summary>.*?</summary>", re.DOTALL)
_MAX_SETTINGS = 10_000
_MAX_ATTACHMENTS = 100
_MAX_TOOL_USES = 1000
_MAX_TOOL_LEN = 60_000
_MAX_WHOLE = 2**40  # characters of a file

Foreign = Mapping[str, Any]


def read_chat(value: Foreign) -> ImportedChat | None:
    """The conversation in an object of any of the formats."""
    if "conversation" in value and "messages" in value:
        return _read_ours(value)
    if "mapping" in value:
        return _read_chatgpt(value)
    if "chat" in value:
        return _read_open_webui(value)
    if "messages" in value:
        return _read_lm_studio(value)
    return None


def is_unbegun(value: Foreign) -> bool:
    """Whether it is one of ours without a message: nothing to read, and nothing amiss."""
    return "conversation" in value and value.get("messages") == []


def read_jan(thread: Foreign, messages: list[Foreign]) -> ImportedChat | None:
    """Jan's: a thread, and its messages in any order."""
    read = [message for one in messages if (message := _jan_message(one)) is not None]
    read.sort(key=lambda message: message.created or 0.0)
    chat = ImportedChat(
        title(thread.get("title")),
        (),
        created=moment(thread.get("created")) or (read[0].created if read else None),
        updated=moment(thread.get("updated")) or (read[-1].created if read else None),
    )
    return create_line(chat, read)


def _read_ours(value: Foreign) -> ImportedChat | None:
    about = mapping(value["conversation"])
    nodes = {}
    for one in map(mapping, items(value["messages"])):
        author = AUTHORS.get(text(one.get("author")))
        if author is None or not isinstance(one.get("id"), int):
            continue
        parent = one.get("parent_id")
        message = ImportedMessage(
            key="",
            parent=None,
            author=author,
            text=text(one.get("text")),
            created=_iso(one.get("created")),
            model=name(one.get("model")),
            reasoning=text(one.get("reasoning")),
            settings_json=text(one.get("settings_json"))[:_MAX_SETTINGS] or None,
            stats=_stats(one.get("stats")),
            attachments=tuple(_attachments(one.get("attachments"))),
            tool_uses=_tool_uses(one.get("tool_uses")),
        )
        nodes[str(one["id"])] = Node(None if parent is None else str(parent), message)
    chat = ImportedChat(
        title(about.get("title")),
        (),
        shown=str(value.get("shown", "")) or None,
        created=_iso(about.get("created")),
        updated=_iso(about.get("updated")),
    )
    return create_chat(chat, nodes)


def _read_chatgpt(value: Foreign) -> ImportedChat | None:
    nodes = {}
    for key, node in mapping(value["mapping"]).items():
        parent = mapping(node).get("parent")
        message = _chatgpt_message(mapping(mapping(node).get("message")))
        nodes[key] = Node(parent if isinstance(parent, str) else None, message)
    shown = value.get("current_node")
    chat = ImportedChat(
        title(value.get("title")),
        (),
        shown=shown if isinstance(shown, str) else None,
        created=moment(value.get("create_time")),
        updated=moment(value.get("update_time")),
    )
    return create_chat(chat, nodes)


def _chatgpt_message(message: Foreign) -> ImportedMessage | None:
    author = AUTHORS.get(text(mapping(message.get("author")).get("role")))
    content, about = mapping(message.get("content")), mapping(message.get("metadata"))
    parts = "\n\n".join(filter(None, map(text, items(content.get("parts")))))
    is_hidden = about.get("is_visually_hidden_from_conversation") is True
    is_call = message.get("recipient") not in (None, "all")
    if author is None or not parts or is_hidden or is_call:
        return None
    return _message(author, parts, message.get("create_time"), about.get("model_slug"))


def _read_open_webui(value: Foreign) -> ImportedChat | None:
    inner = mapping(value["chat"])
    history = mapping(inner.get("history"))
    chat = ImportedChat(
        title(value.get("title")) or title(inner.get("title")),
        (),
        shown=text(history.get("currentId")) or None,
        created=moment(value.get("created_at")) or moment(inner.get("timestamp")),
        updated=moment(value.get("updated_at")),
    )
    nodes = {}
    for key, one in mapping(history.get("messages")).items():
        parent = mapping(one).get("parentId")
        message = _open_webui_message(mapping(one))
        nodes[key] = Node(parent if isinstance(parent, str) else None, message)
    if nodes:
        return create_chat(chat, nodes)
    line = map(_open_webui_message, map(mapping, items(inner.get("messages"))))
    return create_line(chat, [message for message in line if message is not None])


def _open_webui_message(one: Foreign) -> ImportedMessage | None:
    author, content = AUTHORS.get(text(one.get("role"))), text(one.get("content"))
    if author is None or not content:
        return None
    thoughts = "\n\n".join(
        re.sub(r"(?m)^> ?", "", _SUMMARY.sub("", match.group(1))).strip()
        for match in _THOUGHTS.finditer(content)
    )
    answer = _THOUGHTS.sub("", content)
    return _message(author, answer, one.get("timestamp"), one.get("model"), thoughts)


def _read_lm_studio(value: Foreign) -> ImportedChat | None:
    """Versions are siblings; what follows belongs to the selected one."""
    nodes: dict[str, Node] = {}
    before: str | None = None
    for number, one in enumerate(map(mapping, items(value["messages"]))):
        versions = items(one.get("versions")) or [one]
        selected = one.get("currentlySelected")
        chosen = before
        for place, version in enumerate(map(mapping, versions)):
            message = _lm_studio_message(version)
            if message is not None:
                key = f"{number}.{place}"
                nodes[key] = Node(before, message)
                chosen = key if place == selected or chosen == before else chosen
        before = chosen
    chat = ImportedChat(
        title(value.get("name")), (), shown=before, created=moment(value.get("createdAt"))
    )
    return create_chat(chat, nodes)


def _lm_studio_message(version: Foreign) -> ImportedMessage | None:
    author = AUTHORS.get(text(version.get("role")))
    if author is None:
        return None
    steps = [mapping(step) for step in items(version.get("steps"))] or [version]
    texts: dict[bool, list[str]] = {True: [], False: []}
    model = mapping(version.get("senderInfo")).get("senderName")
    for step in steps:
        is_thought = mapping(step.get("style")).get("type") == "thinking"
        content = step.get("content")
        pieces = [content] if isinstance(content, str) else _pieces(content)
        texts[is_thought] += filter(None, map(text, pieces))
    answer, thoughts = "\n\n".join(texts[False]), "\n\n".join(texts[True])
    if not answer and not thoughts:
        return None
    return _message(author, answer, None, model, thoughts)


def _pieces(content: object) -> list[object]:
    return [one.get("text") for one in map(mapping, items(content)) if one.get("type") == "text"]


def _jan_message(one: Foreign) -> ImportedMessage | None:
    author = AUTHORS.get(text(one.get("role")))
    pieces = [
        text(mapping(part.get("text")).get("value"))
        for part in map(mapping, items(one.get("content")))
    ]
    content = "\n\n".join(filter(None, pieces))
    if author is None or not content:
        return None
    model = mapping(mapping(one.get("metadata")).get("model")).get("id")
    return _message(author, content, one.get("created_at"), model)


def _message(
    author: Author, content: str, created: object, model: object, reasoning: str = ""
) -> ImportedMessage:
    is_answer = author is Author.ASSISTANT
    return ImportedMessage(
        *("", None, author, content, moment(created)),
        name(model) if is_answer else None,
        reasoning if is_answer else "",
    )


def _attachments(value: object) -> Iterator[Attachment]:
    for one in map(mapping, items(value)[:_MAX_ATTACHMENTS]):
        kept, whole = text(one.get("text")), one.get("num_characters")
        if not isinstance(whole, int) or not len(kept) < whole < _MAX_WHOLE:
            whole = len(kept)
        if kept:
            yield Attachment(name(one.get("name")) or "", kept, whole)


def _tool_uses(value: object) -> tuple[ToolUse, ...]:
    """The calls of an answer; none of them is open any more."""
    try:
        uses = msgspec.convert(items(value)[:_MAX_TOOL_USES], tuple[ToolUse, ...])
    except msgspec.ValidationError:
        return ()
    return tuple(
        replace(
            use,
            arguments=use.arguments[:_MAX_TOOL_LEN],
            result=use.result[:_MAX_TOOL_LEN],
            text_len=max(0, use.text_len),
            reasoning_len=max(0, use.reasoning_len),
        )
        for use in ended(uses)
    )


def _iso(value: object) -> float | None:
    try:
        return moment(datetime.fromisoformat(text(value)).timestamp())
    except (ValueError, OverflowError, OSError):
        return None


def _stats(value: object) -> AnswerStats:
    try:
        return msgspec.convert(value, AnswerStats)
    except msgspec.ValidationError:
        return AnswerStats()
