"""Makes a tree of questions and answers from nodes that anyone may have linked."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.domain import Author
from app.services.exchange.foreign_values import title
from app.storage.importing import ImportedChat, ImportedMessage

MAX_MESSAGES = 20_000
_MAX_TITLE = 60

AUTHORS = {"user": Author.USER, "assistant": Author.ASSISTANT}
"""Roles of other programs whose messages are kept."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node and, if it is to be kept, its message."""

    parent: str | None
    message: ImportedMessage | None = None


def create_chat(chat: ImportedChat, nodes: Mapping[str, Node]) -> ImportedChat | None:
    """`chat` with the messages of the nodes; None without any.

    What hangs on a dropped node hangs on the one before it. Pieces of one answer are joined. Nodes
    in a circle are never reached.
    """
    kept: dict[str, ImportedMessage] = {}
    places: dict[str | None, str | None] = {None: None}  # the message that stands for a node
    children = _children(nodes)
    waiting = deque(children.get(None, ()))
    while waiting and len(kept) < MAX_MESSAGES:
        key = waiting.popleft()
        node = nodes[key]
        known = node.parent if node.parent in nodes else None
        place = places[known]
        above = kept.get(place) if place is not None else None
        if node.message is None:
            places[key] = place
        elif above is not None and _continues(above, node.message, children[known]):
            kept[above.key] = _joined(above, node.message)
            places[key] = above.key
        else:
            kept[key] = replace(node.message, key=key, parent=place)
            places[key] = key
        waiting.extend(children.get(key, ()))
    if not kept:
        return None
    messages = tuple(kept.values())
    name = chat.title or title(messages[0].text)[:_MAX_TITLE]
    return replace(chat, title=name, messages=messages, shown=places.get(chat.shown))


def create_line(chat: ImportedChat, messages: list[ImportedMessage]) -> ImportedChat | None:
    """`chat` with messages that follow each other."""
    nodes, before = {}, None
    for number, message in enumerate(messages):
        nodes[str(number)] = Node(before, message)
        before = str(number)
    return create_chat(replace(chat, shown=before), nodes)


def _children(nodes: Mapping[str, Node]) -> dict[str | None, list[str]]:
    children: dict[str | None, list[str]] = {}
    for key, node in nodes.items():
        known = node.parent if node.parent in nodes else None
        children.setdefault(known, []).append(key)
    return children


def _continues(above: ImportedMessage, message: ImportedMessage, siblings: list[str]) -> bool:
    is_answer = above.author is Author.ASSISTANT and message.author is Author.ASSISTANT
    return is_answer and len(siblings) == 1


def _joined(above: ImportedMessage, message: ImportedMessage) -> ImportedMessage:
    texts = (above.text, message.text)
    thoughts = (above.reasoning, message.reasoning)
    return replace(
        above,
        text="\n\n".join(filter(None, texts)),
        reasoning="\n\n".join(filter(None, thoughts)),
    )
