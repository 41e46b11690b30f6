"""Addresses as people enter them, names of models among paths, and where keys are kept."""

import json
import os
import sys
from pathlib import Path, PureWindowsPath

import pytest

from app.services.endpoints.endpoint import (
    EndpointError,
    EndpointModel,
    ListedModel,
    clean_address,
    create_endpoint,
    parse_endpoint_path,
)
from app.services.endpoints.store import FILE_NAME, KEYS_NAME, EndpointStore
from app.storage.database import StorageError
from tests.app.services.hub.test_token_store import FakeKeyring


def test_addresses_are_understood_as_people_write_them() -> None:
    for text, address in [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1"),
        (" localhost:11434/ ", "http://localhost:11434/v1"),
        ("192.168.1.20:8000", "http://192.168.1.20:8000/v1"),
        ("workstation:8000", "http://workstation:8000/v1"),
        ("[::1]:8080", "http://[::1]:8080/v1"),
        ("api.example.com", "https://api.example.com/v1"),
        ("https://example.com/api/v1/", "https://example.com/api/v1"),
        ("https://example.com/v1/chat/completions", "https://example.com/v1"),
        ("http://127.0.0.1:1234/v1/models", "http://127.0.0.1:1234/v1"),
    ]:
        assert clean_address(text) == address


def test_what_is_no_address_is_refused() -> None:
    for text in [
        "",
        "  ",
        "ftp://x",
        "http://",
        "http://a b",
        "http://x:port",
        "http://ü.de",
        "file:///etc",
        "http://me:secret@host/v1",
        "http://host/v1?key=1",
        "http://host/v1#a",
        "x" * 3000,
    ]:
        with pytest.raises(EndpointError):
            clean_address(text)


def test_a_model_elsewhere_can_stand_where_a_path_does() -> None:
    for name in ["tiny", "Qwen/Qwen3-8B", "C:\\m\\a b.gguf", "a:b%2F", "模型"]:
        model = EndpointModel("0123456789ab", name)
        assert parse_endpoint_path(model.path) == model
        assert parse_endpoint_path(str(Path(model.path))) == model
        assert parse_endpoint_path(str(PureWindowsPath(model.path))) == model


def test_paths_of_files_are_no_models_elsewhere() -> None:
    for path in ["", "/models/tiny.gguf", "C:\\tiny.gguf", "endpoint:", "endpoint:a"]:
        assert parse_endpoint_path(path) is None


def test_a_model_named_by_its_file_has_the_name_of_the_file() -> None:
    assert ListedModel("/models/tiny.gguf").name == "tiny.gguf"
    assert ListedModel("D:\\models\\tiny.gguf").name == "tiny.gguf"
    assert ListedModel("Qwen/Qwen3-8B").name == "Qwen/Qwen3-8B"


@pytest.fixture
def keyring(monkeypatch: pytest.MonkeyPatch) -> FakeKeyring:
    keyring = FakeKeyring()
    monkeypatch.setitem(sys.modules, "keyring", keyring)
    return keyring


def test_what_is_kept_is_there_at_the_next_start(tmp_path: Path, keyring: FakeKeyring) -> None:
    store = EndpointStore(tmp_path)
    first = create_endpoint("Workstation", "localhost:8080")
    assert store.save(first, "sk-secret") == ""
    store.save(create_endpoint("Laptop", "localhost:1234"))
    again = EndpointStore(tmp_path)
    assert [one.name for one in again.all()] == ["Workstation", "Laptop"]
    assert (again.key(first.id), again.key(again.all()[1].id)) == ("sk-secret", None)
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]
    assert "sk-secret" not in (tmp_path / FILE_NAME).read_text()


def test_a_change_keeps_the_key_unless_it_is_replaced_or_taken_away(
    tmp_path: Path, keyring: FakeKeyring
) -> None:
    store = EndpointStore(tmp_path)
    one = create_endpoint("Workstation", "localhost:8080")
    store.save(one, "old")
    store.save(create_endpoint("Desk", "localhost:8081", one.id))
    assert [(kept.name, store.key(kept.id)) for kept in store.all()] == [("Desk", "old")]
    store.save(one, "new")
    assert store.key(one.id) == "new"
    store.save(one, "")
    assert (store.key(one.id), keyring.kept) == (None, {})


def test_without_a_keyring_keys_are_in_a_private_file_that_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    store = EndpointStore(tmp_path)
    one = create_endpoint("Workstation", "localhost:8080")
    path = tmp_path / KEYS_NAME
    assert str(path) in store.save(one, "sk-secret")
    assert EndpointStore(tmp_path).key(one.id) == "sk-secret"
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
    store.remove(one.id)
    assert (store.all(), path.exists()) == ((), False)
    assert json.loads((tmp_path / FILE_NAME).read_text()) == []


def test_what_is_no_key_is_refused_and_nothing_is_kept(
    tmp_path: Path,
) -> None:
    for key in ["two words", "schlüssel", "a\nb"]:
        store = EndpointStore(tmp_path)
        with pytest.raises(EndpointError, match="no key"):
            store.save(create_endpoint("Workstation", "localhost:8080"), key)
        assert store.all() == ()


def test_an_engine_needs_a_name() -> None:
    with pytest.raises(EndpointError, match="a name"):
        create_endpoint(" \n", "localhost:8080")


def test_a_damaged_list_begins_anew(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("{nonsense")
    assert EndpointStore(tmp_path).all() == ()


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file in the folder's place")
    with pytest.raises(StorageError, match="could not be saved"):
        EndpointStore(tmp_path / "config").save(create_endpoint("A", "localhost:8080"))
