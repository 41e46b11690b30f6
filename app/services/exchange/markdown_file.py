"""A conversation as Markdown, to read."""

from app.services.exchange.chat_tree import ChatTree, author_of


def to_markdown(chat: ChatTree) -> str:
    """The shown branch of a conversation."""
    parts = [f"# {chat.title}\n\n{chat.conversation.created:%Y-%m-%d %H:%M} UTC\n"]
    for message in chat.branch:
        parts.append(f"## {author_of(message)}\n")
        if message.reasoning:
            parts.append("".join(f"> {line}\n" for line in message.reasoning.splitlines()))
        parts.append(f"{message.text or message.problem or ''}\n")
    return "\n".join(parts)
