"""Everything that a person wrote and set, in one zip: exact JSON, and Markdown to read."""

import contextlib
import os
import re
import uuid
import zipfile
from collections.abc import Iterable
from pathlib import Path

import msgspec

from app.domain import Author, Conversation, Message
from app.services.library.entry import ModelEntry
from app.storage.conversations import Conversations
from app.storage.database import StorageError, open_database
from app.storage.private_files import make_private_folder, private_opener
from app.storage.saved_texts import saved_files

FORMAT_VERSION = 1
_MAX_NAME_LEN = 60
_UNTITLED = "Untitled"


def export_everything(
    database: Path, settings: Path, models: Iterable[ModelEntry], target: Path
) -> int:
    """Write the zip `target`; returns the number of conversations. Raises `StorageError`.

    `database` and `settings` may be missing. Models are listed, not included. Presets and prompts
    are those beside the database. Opens the database
    anew, so that any thread may call it.
    """
    temporary = target.with_name(f".{target.name}-{uuid.uuid4().hex}")
    try:
        make_private_folder(target.parent)
        with open(temporary, "xb", opener=private_opener) as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                num_conversations = _write_conversations(archive, database)
                if settings.is_file():
                    archive.write(settings, "settings.toml")
                for saved in saved_files(database.parent):
                    archive.write(saved, f"{saved.parent.name}/{saved.name}")
                archive.writestr("models.json", _encode([_model(entry) for entry in models]))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except OSError as error:
        raise StorageError(
            f"The export could not be saved to {target} ({error.strerror or error}); "
            "choose another place, or make room."
        ) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    return num_conversations


def to_markdown(conversation: Conversation, branch: Iterable[Message]) -> str:
    """The shown branch of a conversation, to read."""
    title = conversation.title or _UNTITLED
    parts = [f"# {title}\n\n{conversation.created:%Y-%m-%d %H:%M} UTC\n"]
    for message in branch:
        is_answer = message.author is Author.ASSISTANT
        who = f"Answer ({message.model})" if is_answer and message.model else "Answer"
        parts.append(f"## {who if is_answer else 'Question'}\n")
        if message.reasoning:
            parts.append("".join(f"> {line}\n" for line in message.reasoning.splitlines()))
        parts.append(f"{message.text or message.problem or ''}\n")
    return "\n".join(parts)


def _write_conversations(archive: zipfile.ZipFile, database: Path) -> int:
    if not database.is_file():
        return 0
    opened = open_database(database)
    try:
        conversations = Conversations(opened.connection)
        listed = conversations.all()
        for number, conversation in enumerate(reversed(listed), start=1):
            name = f"conversations/{number:04} {_file_name(conversation.title)}"
            content = {
                "format": FORMAT_VERSION,
                "conversation": conversation,
                "messages": conversations.messages(conversation.id),
            }
            archive.writestr(f"{name}.json", _encode(content))
            branch = conversations.branch(conversation.id)
            archive.writestr(f"{name}.md", to_markdown(conversation, branch))
    finally:
        opened.close()
    return len(listed)


def _file_name(title: str) -> str:
    """`title` as every system can hold it."""
    words = " ".join(re.sub(r"[^\w -]", " ", title).split())
    return words[:_MAX_NAME_LEN].strip() or _UNTITLED


def _encode(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2)


def _model(entry: ModelEntry) -> dict[str, object]:
    return {
        "name": entry.name,
        "path": str(entry.path),
        "size": entry.size,
        "repository": entry.repo_id,
        "revision": entry.revision,
    }
