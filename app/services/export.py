"""Everything that a person wrote and set, in one zip: exact JSON, and Markdown to read."""

import zipfile
from collections.abc import Iterable
from pathlib import Path

from app.services.exchange.chat_tree import ChatTree
from app.services.exchange.json_file import FORMAT_VERSION, content_of, encode
from app.services.exchange.markdown_file import to_markdown
from app.services.exchange.whole_file import whole_file
from app.services.library.entry import ModelEntry
from app.storage.conversations import Conversations
from app.storage.database import open_database
from app.storage.saved_texts import saved_files


def export_everything(
    database: Path, settings: Path, models: Iterable[ModelEntry], target: Path
) -> int:
    """Write the zip `target`; returns the number of conversations. Raises `StorageError`.

    `database` and `settings` may be missing. Models are listed, not included. Presets and prompts
    are those beside the database. Opens the database
    anew, so that any thread may call it.
    """
    with whole_file(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        num_conversations = _write_conversations(archive, database)
        if settings.is_file():
            archive.write(settings, "settings.toml")
        for saved in saved_files(database.parent):
            archive.write(saved, f"{saved.parent.name}/{saved.name}")
        archive.writestr("models.json", encode([_model(entry) for entry in models]))
    return num_conversations


def _write_conversations(archive: zipfile.ZipFile, database: Path) -> int:
    if not database.is_file():
        return 0
    opened = open_database(database)
    try:
        conversations = Conversations(opened.connection)
        listed = conversations.all()
        for number, conversation in enumerate(reversed(listed), start=1):
            branch = conversations.branch(conversation.id)
            chat = ChatTree(conversation, conversations.messages(conversation.id), branch)
            name = f"conversations/{number:04} {chat.file_name}"
            content = {"format": FORMAT_VERSION, **content_of(chat)}
            archive.writestr(f"{name}.json", encode(content))
            archive.writestr(f"{name}.md", to_markdown(chat))
    finally:
        opened.close()
    return len(listed)


def _model(entry: ModelEntry) -> dict[str, object]:
    return {
        "name": entry.name,
        "path": str(entry.path),
        "size": entry.size,
        "repository": entry.repo_id,
        "revision": entry.revision,
    }
