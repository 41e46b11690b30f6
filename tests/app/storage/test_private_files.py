"""What only the person may read, from its first moment on; what was open before is closed, links are not followed."""

import os
import stat
from pathlib import Path

import pytest

from app.storage.private_files import (
    make_private_folder,
    mend_private_folder,
    private_opener,
    replace_privately,
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has other means")


@pytest.fixture(autouse=True)
def _usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_folders_are_made_private_and_those_that_are_there_stay(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    make_private_folder(shared / "new" / "deep")
    make_private_folder(shared / "new" / "deep")
    assert [_mode(path) for path in (shared, shared / "new", shared / "new" / "deep")] == [
        *(0o755, 0o700, 0o700)
    ]


def test_a_file_is_private_whether_it_is_opened_or_replaced(tmp_path: Path) -> None:
    with open(tmp_path / "log", "ab", opener=private_opener) as file:
        file.write(b"x")
    path = tmp_path / "folder" / "settings"
    replace_privately(path, b"old")
    path.chmod(0o644)
    replace_privately(path, b"new")
    assert path.read_bytes() == b"new"
    assert [_mode(one) for one in (tmp_path / "log", path, path.parent)] == [0o600, 0o600, 0o700]
    assert list(path.parent.iterdir()) == [path]


def test_a_replacement_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings"
    path.write_bytes(b"old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        replace_privately(path, b"new")
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"old", [path])


def test_what_was_open_is_closed_but_not_what_is_shared(tmp_path: Path) -> None:
    home = tmp_path / "data"
    (home / "models" / "author").mkdir(parents=True)
    (home / "headers").mkdir()
    for name in ("chats.db", "chats.db-wal", "headers/one", "models/author/model.gguf"):
        (home / name).write_text("x")
    (home / "tool").write_text("x")
    (home / "tool").chmod(0o755)
    mend_private_folder(home, [home / "models"])
    assert {_mode(home / name) for name in (".", "headers")} == {0o700}
    assert {_mode(home / name) for name in ("chats.db", "chats.db-wal", "headers/one")} == {0o600}
    assert _mode(home / "tool") == 0o700
    assert _mode(home / "models" / "author") == 0o755
    assert _mode(home / "models" / "author" / "model.gguf") == 0o644


def test_nothing_is_changed_behind_a_link(tmp_path: Path) -> None:
    elsewhere, home = tmp_path / "elsewhere", tmp_path / "data"
    elsewhere.mkdir()
    home.mkdir()
    (elsewhere / "file").write_text("x")
    (home / "folder").symlink_to(elsewhere)
    (home / "file").symlink_to(elsewhere / "file")
    (home / "nowhere").symlink_to(tmp_path / "missing")
    os.mkfifo(home / "pipe")
    (tmp_path / "linked").symlink_to(elsewhere)
    mend_private_folder(home)
    mend_private_folder(tmp_path / "linked")
    mend_private_folder(tmp_path / "missing")
    assert (_mode(elsewhere), _mode(elsewhere / "file"), _mode(home)) == (0o755, 0o644, 0o700)
