"""Where the Hub token is kept."""

import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from huggingface_hub import constants

from app.services.hub.settings import HubError
from app.services.hub.token_store import FILE_NAME, TokenPlace, TokenStore


class FakeKeyring(ModuleType):
    """As much of `keyring` as is used; the real one would ask the desktop."""

    def __init__(self, priority: float = 5) -> None:
        super().__init__("keyring")
        self.kept: dict[tuple[str, str], str] = {}
        self.priority = priority
        self.is_locked = False

    def get_keyring(self) -> SimpleNamespace:
        return SimpleNamespace(priority=self.priority)

    def get_password(self, service: str, user: str) -> str | None:
        self._check()
        return self.kept.get((service, user))

    def set_password(self, service: str, user: str, password: str) -> None:
        self._check()
        self.kept[service, user] = password

    def delete_password(self, service: str, user: str) -> None:
        self._check()
        del self.kept[service, user]

    def _check(self) -> None:
        if self.is_locked:
            raise RuntimeError("locked")


@pytest.fixture
def keyring(monkeypatch: pytest.MonkeyPatch) -> FakeKeyring:
    keyring = FakeKeyring()
    monkeypatch.setitem(sys.modules, "keyring", keyring)
    return keyring


def test_without_a_keyring_it_is_a_private_file_and_says_so(tmp_path: Path) -> None:
    store = TokenStore(tmp_path / "config")
    assert (store.load(), store.place, store.notice) == (None, None, None)
    store.save("  hf_abc\n")
    path = tmp_path / "config" / FILE_NAME
    assert store.notice is not None
    assert str(path) in store.notice
    assert TokenStore(tmp_path / "config").load() == "hf_abc"
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in path.parent.iterdir()] == [FILE_NAME]


def test_a_keyring_has_it_and_no_file(tmp_path: Path, keyring: FakeKeyring) -> None:
    store = TokenStore(tmp_path)
    store.save("hf_abc")
    assert list(keyring.kept.values()) == ["hf_abc"]
    assert (store.place, store.notice) == (TokenPlace.KEYRING, None)
    assert list(tmp_path.iterdir()) == []
    assert TokenStore(tmp_path).load() == "hf_abc"


def test_a_keyring_that_appears_takes_the_file_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    TokenStore(tmp_path).save("hf_old")
    monkeypatch.setitem(sys.modules, "keyring", FakeKeyring())
    store = TokenStore(tmp_path)
    assert store.load() == "hf_old"
    store.save("hf_new")
    assert list(tmp_path.iterdir()) == []
    assert TokenStore(tmp_path).load() == "hf_new"


@pytest.mark.parametrize("fault", ["none", "locked"])
def test_a_keyring_that_does_not_work_is_none(
    tmp_path: Path, keyring: FakeKeyring, fault: str
) -> None:
    keyring.is_locked = fault == "locked"
    keyring.priority = 0 if fault == "none" else 5
    store = TokenStore(tmp_path)
    store.save("hf_abc")
    assert store.place is TokenPlace.FILE
    store.forget()
    assert (store.load(), list(tmp_path.iterdir())) == (None, [])


def test_what_is_forgotten_is_gone(tmp_path: Path, keyring: FakeKeyring) -> None:
    store = TokenStore(tmp_path)
    store.save("hf_abc")
    store.forget()
    assert (store.load(), store.place, keyring.kept) == (None, None, {})
    store.forget()


def test_a_login_of_huggingface_hub_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "token"
    path.write_text("hf_login\n")
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(path))
    monkeypatch.setattr(constants, "HF_STORED_TOKENS_PATH", str(tmp_path / "stored_tokens"))
    store = TokenStore(tmp_path / "config")
    assert (store.load(), store.place, store.notice) == ("hf_login", TokenPlace.HUB, None)
    store.save("hf_own")
    assert store.load() == "hf_own"
    store.forget()
    assert store.load() == "hf_login"
    assert path.is_file()


@pytest.mark.parametrize("text", ["", "  ", "two words", "hf_\x00", "hf_ä"])
def test_what_is_no_token_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(HubError, match="no token"):
        TokenStore(tmp_path).save(text)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file in the folder's place")
    with pytest.raises(HubError, match="cannot be kept"):
        TokenStore(tmp_path / "config").save("hf_abc")
