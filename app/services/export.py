"""Everything that a person wrote and set, in one zip: exact JSON, and Markdown to read."""

import zipfile
from collections.abc import Iterable
from pathlib import Path

import msgspec

from app.services.exchange.chat_tree import ChatTree
from app.services.exchange.json_file import FORMAT_VERSION, content_of, encode
from app.services.exchange.markdown_file import to_markdown
from app.services.exchange.whole_file import whole_file
from app.services.library.entry import ModelEntry
from app.storage.comparisons import Comparisons, KeptComparison
from app.storage.conversations import Conversations
from app.storage.database import open_database
from app.storage.saved_texts import saved_files
from app.storage.settings.model_settings import MODELS_FILE

MODEL_SETTINGS_NAME, COMPARISONS_NAME = "model-settings.json", "comparisons.json"


def export_everything(
    database: Path, settings: Path, models: Iterable[ModelEntry], target: Path
) -> int:
    """Write the zip `target`; returns the number of conversations. Raises `StorageError`.

    `database` and `settings` may be missing. Models are listed, not included; what is set for
    single models lies beside the settings, presets and prompts beside the database. Opens the
    database anew, so that any thread may call it.
    """
    with whole_file(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        num_conversations = _write_conversations(archive, database)
        for kept, name in (
            (settings, "settings.toml"),
            (settings.with_name(MODELS_FILE), MODEL_SETTINGS_NAME),
        ):
            if kept.is_file():
                archive.write(kept, name)
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
        compared = Comparisons(opened.connection).list()
        if compared:
            archive.writestr(COMPARISONS_NAME, encode([_comparison(one) for one in compared]))
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


def _comparison(kept: KeptComparison) -> dict[str, object]:
    return {
        "created": kept.created.isoformat(),
        "model": kept.model,
        "device": kept.device,
        "comparison": msgspec.to_builtins(kept.comparison),
    }


def _model(entry: ModelEntry) -> dict[str, object]:
    return {
        "name": entry.name,
        "path": str(entry.path),
        "size": entry.size,
        "repository": entry.repo_id,
        "revision": entry.revision,
    }
