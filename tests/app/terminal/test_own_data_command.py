"""`encore diagnose|export|uninstall-data`: nothing is saved or removed unseen."""

import io
import json
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from app.domain import Author
from app.services.removal import CONVERSATIONS_NAME, Part
from app.storage.conversations import Conversations
from app.storage.database import open_database
from app.terminal.own_data_command import Dialog, diagnose, export, import_chats, remove_data
from engine.errors import EngineError, RequestError
from tests.support.no_secrets import hide_secrets


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    hide_secrets(monkeypatch, tmp_path)
    monkeypatch.setenv("ENCORE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ENCORE_MODELS", raising=False)
    monkeypatch.setattr("app.services.library.folder.find_foreign_caches", lambda: ())
    for name in ("log/encore.log", "cache/headers.json", "config/settings.toml"):
        path = tmp_path / "home" / name
        path.parent.mkdir(parents=True)
        path.write_text("# a line\n")
    return tmp_path / "home"


def dialog(answers: str = "", *, is_interactive: bool = True) -> Dialog:
    return Dialog(io.StringIO(answers), io.StringIO(), is_interactive)


def said(asked: Dialog) -> str:
    assert isinstance(asked.output, io.StringIO)
    return asked.output.getvalue()


def test_a_report_is_shown_before_it_is_saved(tmp_path: Path) -> None:
    target, asked = tmp_path / "r.zip", dialog("s\ny\n")
    diagnose(target, asked, is_agreed=False)
    assert "9 B  log/encore.log" in said(asked)
    assert "--- log/encore.log\n# a line" in said(asked)
    assert "encore-report/log/encore.log" in zipfile.ZipFile(target).namelist()


@pytest.mark.parametrize("answer", ["n\n", "\n", ""])
def test_without_a_yes_nothing_is_saved(tmp_path: Path, answer: str) -> None:
    diagnose(tmp_path / "r.zip", dialog(answer), is_agreed=False)
    assert not (tmp_path / "r.zip").exists()


def test_where_nobody_can_be_asked_it_takes_a_yes_in_advance(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="add --yes"):
        diagnose(tmp_path / "r.zip", dialog(is_interactive=False), is_agreed=False)
    assert not (tmp_path / "r.zip").exists()
    diagnose(tmp_path / "r.zip", dialog(is_interactive=False), is_agreed=True)
    assert (tmp_path / "r.zip").is_file()


def test_an_export_says_where_it_is(tmp_path: Path, home: Path) -> None:
    asked = dialog()
    export(tmp_path / "e.zip", asked)
    assert said(asked) == f"0 conversations and the settings are in {tmp_path / 'e.zip'}.\n"
    assert "settings.toml" in zipfile.ZipFile(tmp_path / "e.zip").namelist()


def test_chats_of_an_export_are_imported_once(tmp_path: Path, home: Path) -> None:
    database = home / "data" / CONVERSATIONS_NAME
    database.parent.mkdir(exist_ok=True)
    with closing(open_database(database)) as opened:
        conversations = Conversations(opened.connection)
        chat = conversations.create()
        conversations.append(chat.id, None, Author.USER, "What is a ring?")
        conversations.create()  # without a message: nothing is amiss with it
    target = tmp_path / "e.zip"
    export(target, dialog())
    for path in database.parent.glob(f"{CONVERSATIONS_NAME}*"):
        path.unlink()
    first, again = dialog(), dialog()
    import_chats([target], first)
    import_chats([target], again)
    assert said(first).startswith("1 conversation was imported;")
    assert "left out" not in said(first)
    assert "0 conversations were imported" in said(again)
    assert "1 of the file was here already" in said(again)
    with closing(open_database(database)) as opened:
        conversations = Conversations(opened.connection)
        (found,) = conversations.all()
        assert [one.text for one in conversations.messages(found.id)] == ["What is a ring?"]


@pytest.mark.parametrize(("num_bad", "verb"), [(1, "was"), (2, "were")])
def test_what_cannot_be_read_is_counted(
    tmp_path: Path, home: Path, num_bad: int, verb: str
) -> None:
    file, asked = tmp_path / "chats.json", dialog()
    file.write_text(json.dumps([7] * num_bad))
    import_chats([file], asked)
    assert f"{num_bad} could not be read and {verb} left out." in said(asked)


def test_a_file_that_is_no_chat_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"none\.zip"):
        import_chats([tmp_path / "none.zip"], dialog())


def test_each_part_is_asked_about(home: Path) -> None:
    asked = dialog("n\ny\n")
    remove_data([], asked, is_agreed=False)
    assert (home / "config/settings.toml").exists()
    assert not (home / "cache").exists()
    assert not (home / "log").exists()
    assert "The settings stay." in said(asked)


def test_only_what_was_named_is_asked_about(home: Path) -> None:
    remove_data([Part.SETTINGS], dialog("y\n"), is_agreed=False)
    assert not (home / "config").exists()
    assert (home / "cache").exists()


def test_for_an_uninstaller_it_takes_names_and_a_yes(home: Path) -> None:
    quiet = dialog(is_interactive=False)
    with pytest.raises(RequestError, match="add --yes"):
        remove_data([Part.CACHES], quiet, is_agreed=False)
    with pytest.raises(RequestError, match="say what"):
        remove_data([], quiet, is_agreed=True)
    assert (home / "cache").exists()
    remove_data(list(Part), quiet, is_agreed=True)
    assert [path for path in home.rglob("*") if path.is_file()] == []
    again = dialog()
    remove_data([], again, is_agreed=False)
    assert said(again) == "Encore keeps nothing here.\n"
