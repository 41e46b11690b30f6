"""Installing at the start: once, only what was verified, and with a way back."""

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.services.installation import Installation, PackageKind
from app.services.updates.errors import UpdateError
from app.services.updates.install import install_due, previous_appimage, settle
from app.services.updates.state import UpdateFolder
from app.services.updates.updates import Updates
from tests.app.services.updates.conftest import MakeUpdates, Publisher

NEW = b"the new one" * 1000


@pytest.fixture(autouse=True)
def _published(publisher: Publisher) -> None:
    publisher.publish("0.2.0")


def fetched(updates: Updates) -> Updates:
    update = updates.look()
    assert update is not None
    updates.fetch(update, lambda _: None, threading.Event())
    return updates


class Started:
    """Records what would be started."""

    def __init__(self) -> None:
        self.commands: list[tuple[str, ...]] = []

    def start(self, command: Sequence[str]) -> None:
        self.commands.append(tuple(command))

    def become(self, program: Path, arguments: Sequence[str]) -> None:
        self.commands.append((str(program), *arguments))


def start(updates: Updates, appimage: Path | None = None) -> tuple[bool, Started]:
    """Start the program as far as the installation."""
    started = Started()
    is_ending = install_due(
        updates.folder,
        updates.installation,
        ["model.gguf"],
        appimage=appimage,
        start=started.start,
        change_to=started.become,
    )
    return is_ending, started


def test_an_appimage_is_replaced_and_the_one_before_kept(
    make_updates: MakeUpdates, appimage: Path
) -> None:
    updates = fetched(make_updates(appimage=appimage))
    assert appimage.read_bytes() == b"the one before"
    is_ending, started = start(updates, appimage)
    assert is_ending
    assert started.commands == [(str(appimage), "model.gguf")]
    assert appimage.read_bytes() == NEW
    assert appimage.stat().st_mode & 0o111
    assert previous_appimage(appimage).read_bytes() == b"the one before"
    assert sorted(path.name for path in appimage.parent.iterdir()) == [
        "Encore.AppImage",
        "Encore.AppImage.previous",
    ]
    now = make_updates(version="0.2.0", appimage=appimage)
    settle(now.folder, now.installation)
    assert (now.state.due, now.state.packages) == (None, ())
    assert not start(now, appimage)[0]


def test_the_version_before_comes_back(make_updates: MakeUpdates, appimage: Path) -> None:
    start(fetched(make_updates(appimage=appimage)), appimage)
    now = make_updates(version="0.2.0", appimage=appimage)
    settle(now.folder, now.installation)
    assert now.previous == "0.1.0"
    now.go_back()
    assert appimage.read_bytes() == b"the one before"
    assert previous_appimage(appimage).read_bytes() == NEW
    back = make_updates(version="0.1.0", appimage=appimage)
    assert back.previous == "0.2.0"
    assert not start(back, appimage)[0]


def test_an_installer_runs_at_the_next_start_and_only_once(make_updates: MakeUpdates) -> None:
    updates = fetched(make_updates(PackageKind.NSIS))
    path = str(updates.package_file("0.2.0"))
    assert path.endswith("setup.exe")
    is_ending, started = start(updates)
    assert (is_ending, started.commands) == (True, [(path,)])
    # The person closed the installer: the old version starts, and asks nothing.
    is_ending, started = start(updates)
    assert (is_ending, started.commands) == (False, [])
    updates.install_at_start("0.2.0")
    assert start(updates)[0]


def test_an_installer_of_the_version_before_is_the_way_back(
    publisher: Publisher, make_updates: MakeUpdates
) -> None:
    fetched(make_updates(PackageKind.NSIS))
    publisher.publish("0.3.0")
    fetched(make_updates(PackageKind.NSIS, version="0.2.0"))
    now = make_updates(PackageKind.NSIS, version="0.3.0")
    settle(now.folder, now.installation)
    assert now.previous == "0.2.0"
    now.go_back()
    is_ending, started = start(now)
    assert is_ending
    assert Path(started.commands[0][0]).parent.name == "0.2.0"


def test_without_one_before_there_is_no_way_back(make_updates: MakeUpdates, appimage: Path) -> None:
    for updates in (make_updates(appimage=appimage), make_updates(PackageKind.NSIS)):
        assert updates.previous is None
        with pytest.raises(UpdateError, match="No version before"):
            updates.go_back()


def test_a_package_that_was_changed_on_the_disk_is_not_installed(
    make_updates: MakeUpdates, appimage: Path
) -> None:
    updates = fetched(make_updates(appimage=appimage))
    path = updates.package_file("0.2.0")
    assert path is not None
    path.write_bytes(b"evil")
    assert not start(updates, appimage)[0]
    assert appimage.read_bytes() == b"the one before"
    assert "was changed since" in (updates.state.problem or "")


def test_a_folder_that_cannot_be_written_leaves_the_old_one_working(
    make_updates: MakeUpdates, appimage: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    updates = fetched(make_updates(appimage=appimage))
    monkeypatch.setattr("shutil.copyfile", refuse)
    is_ending, started = start(updates, appimage)
    assert (is_ending, started.commands) == (False, [])
    assert appimage.read_bytes() == b"the one before"
    assert "could not be installed: Permission denied" in (updates.state.problem or "")


def test_where_links_are_refused_the_one_before_is_copied(
    make_updates: MakeUpdates, appimage: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    start(fetched(make_updates(appimage=appimage)), appimage)
    assert previous_appimage(appimage).read_bytes() == b"the one before"


def test_nothing_due_costs_nothing(folder: UpdateFolder) -> None:
    assert not install_due(folder, Installation("0.1.0", PackageKind.NSIS), [])
    assert not folder.path.exists()


def test_a_package_manager_goes_back_by_its_own_means(
    publisher: Publisher, make_updates: MakeUpdates
) -> None:
    fetched(make_updates(PackageKind.DEB))
    publisher.publish("0.3.0")
    fetched(make_updates(PackageKind.DEB, version="0.2.0"))
    now = make_updates(PackageKind.DEB, version="0.3.0")
    settle(now.folder, now.installation)
    assert now.previous is None
