"""One zip with everything: nothing lost, readable, and private."""

import json
import os
import stat
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from app.domain import AnswerStats, Author, MessageStatus
from app.services.export import export_everything
from app.services.library.entry import ModelEntry
from app.storage.comparisons import Comparisons
from app.storage.conversations import Conversations
from app.storage.database import StorageError, open_database
from app.storage.saved_texts import SavedTexts
from tests.app.storage.test_comparisons import comparison


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Two conversations, one of them with two versions of an answer."""
    path = tmp_path / "conversations.sqlite3"
    with closing(open_database(path)) as opened:
        conversations = Conversations(opened.connection)
        first = conversations.create()
        conversations.rename(first.id, "What/is: a\\ring? … 環")
        question = conversations.append(first.id, None, Author.USER, "What is a ring?")
        for text in ("A band.", "A set with two operations."):
            answer = conversations.append(
                first.id, question.id, Author.ASSISTANT, "", MessageStatus.STREAMING, model="tiny"
            )
            conversations.finish(
                answer.id,
                text,
                MessageStatus.COMPLETE,
                AnswerStats(seed=2**64 - 1),
                reasoning="Hm.\nAlgebra?",
            )
        conversations.create()
    return path


def test_everything_is_in_it(database: Path, tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text("[answers]\ntop_k = 3\n")
    of_models = settings.with_name("models.json")
    of_models.write_text('{"tiny.gguf 3": {"context_len": 512}}')
    with closing(open_database(database)) as opened:
        Comparisons(opened.connection).add(comparison("/models/tiny.gguf"))
    model = ModelEntry("tiny.gguf", tmp_path / "tiny.gguf", is_imported=False, size=3, paths=())
    saved = SavedTexts.below(database.parent)
    saved.presets.save("Poet", {"temperature": 1.0})
    saved.prompts.write("Explain", "Explain {{topic}}")
    target = tmp_path / "folder" / "export.zip"
    assert export_everything(database, settings, [model], target) == 2
    with zipfile.ZipFile(target) as archive:
        assert sorted(archive.namelist()) == [
            "comparisons.json",
            "conversations/0001 What is a ring 環.json",
            "conversations/0001 What is a ring 環.md",
            "conversations/0002 Untitled.json",
            "conversations/0002 Untitled.md",
            "model-settings.json",
            "models.json",
            "presets/Poet.toml",
            "prompts/Explain.md",
            "settings.toml",
        ]
        content = json.loads(archive.read("conversations/0001 What is a ring 環.json"))
        text = archive.read("conversations/0001 What is a ring 環.md").decode()
        (listed,) = json.loads(archive.read("models.json"))
        assert archive.read("settings.toml") == settings.read_bytes()
        assert archive.read("model-settings.json") == of_models.read_bytes()
        (compared,) = json.loads(archive.read("comparisons.json"))
    assert [one["text"] for one in content["messages"]] == [
        "What is a ring?",
        "A band.",
        "A set with two operations.",
    ]
    assert compared["model"] == "tiny.gguf"
    assert len(compared["comparison"]["measurements"]) == 2
    assert content["messages"][1]["stats"]["seed"] == 2**64 - 1
    assert "A set with two operations." in text
    assert "A band." not in text  # the shown branch
    assert "> Hm.\n> Algebra?\n" in text
    assert (listed["name"], listed["size"]) == ("tiny.gguf", 3)
    if os.name == "posix":
        assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_without_anything_it_is_an_empty_export(tmp_path: Path) -> None:
    target = tmp_path / "export.zip"
    assert export_everything(tmp_path / "none.db", tmp_path / "none.toml", [], target) == 0
    assert not (tmp_path / "none.db").exists()
    assert zipfile.ZipFile(target).namelist() == ["models.json"]


def test_a_place_that_cannot_be_written_is_one_sentence(database: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="choose another place"):
        export_everything(database, tmp_path / "none", [], tmp_path / "file" / "export.zip")


def test_a_failure_leaves_the_export_before(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    target = tmp_path / "export.zip"
    target.write_text("the one before")
    monkeypatch.setattr("os.fsync", refuse)
    with pytest.raises(StorageError, match="No space left"):
        export_everything(database, tmp_path / "none", [], target)
    assert target.read_text() == "the one before"
    assert sorted(path.name for path in tmp_path.glob("*export*")) == ["export.zip"]
