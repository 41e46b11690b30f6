"""New versions in the window: found when asked for, fetched when wanted, due at the next start."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.services.background.pool import wait_for_background
from app.services.downloads.errors import StoppedError
from app.services.installation import Installation, PackageKind
from app.services.updates.errors import UpdateError
from app.services.updates.manifest import ReleasePackage
from app.services.updates.state import UpdateFolder, UpdateState
from app.services.updates.updates import NO_KEY, Update
from app.viewmodels.updates import UpdateStage, UpdatesViewModel
from tests.app.conftest import Services

PACKAGE = ReleasePackage("deb", "x86_64", "encore.deb", 10_000_000, "0" * 64)
UPDATE = Update("0.2.0", datetime.now(UTC), "* All is **new**", PACKAGE, Path("/encore.deb"))


class ScriptedUpdates:
    """Finds and fetches as it is told."""

    def __init__(self, folder: Path, kind: PackageKind) -> None:
        self.folder, self.installation = UpdateFolder(folder), Installation("0.1.0", kind)
        self.found: Update | None = UPDATE
        self.problem: Exception | None = None
        self.reason, self.previous = "", None
        self.is_due = True
        self.looks = self.backs = 0
        self.opened: list[str] = []
        self.hold = threading.Event()
        self.hold.set()

    @property
    def state(self) -> UpdateState:
        return self.folder.read()

    def why_not(self) -> str:
        return self.reason

    def is_look_due(self) -> bool:
        return self.is_due

    def look(self) -> Update | None:
        self.looks += 1
        if self.problem is not None:
            raise self.problem
        return self.found

    def fetch(self, update: Update, on_progress: Callable[[int], None], stop) -> None:
        on_progress(5_000_000)
        while not self.hold.wait(0.01):
            if stop.is_set():
                raise StoppedError
        if self.problem is not None:
            raise self.problem

    def package_file(self, version: str) -> Path:
        return Path("/packages/encore.deb")

    def open_package(self, version: str) -> None:
        self.opened.append(version)

    def go_back(self) -> None:
        self.backs += 1


class Setup:
    """A view-model over scripted updates."""

    def __init__(self, services: Services, folder: Path) -> None:
        self._services, self._folder = services, folder
        self.scripted = ScriptedUpdates(folder, PackageKind.DEB)

    def start(self, kind: PackageKind = PackageKind.DEB) -> UpdatesViewModel:
        self.scripted.installation = Installation("0.1.0", kind)
        made = UpdatesViewModel(
            lambda: self.scripted, self.scripted.installation, self._services.settings
        )
        with self._services.qtbot.waitSignal(made.changed):
            made.start()
        return made

    def wait(self, updates: UpdatesViewModel, stage: UpdateStage) -> None:
        self._services.qtbot.waitUntil(lambda: updates.stage is stage)


@pytest.fixture
def setup(services: Services, tmp_path: Path) -> Iterator[Setup]:
    made = Setup(services, tmp_path / "updates")
    yield made
    made.scripted.hold.set()
    wait_for_background()


def test_nothing_is_asked_unless_the_person_said_so(setup: Setup, services: Services) -> None:
    updates = setup.start()
    assert (updates.stage, updates.action_label) == (UpdateStage.IDLE, "Look now")
    assert setup.scripted.looks == 0
    assert updates.version_line == "Encore 0.1.0 · .deb"


def test_a_daily_look_tells_of_a_new_version_once(setup: Setup, services: Services) -> None:
    services.settings.set_value("check_updates", value=True)
    found: list[str] = []
    made = UpdatesViewModel(lambda: setup.scripted, setup.scripted.installation, services.settings)
    made.found.connect(found.append)
    made.start()
    setup.wait(made, UpdateStage.FOUND)
    assert found == ["0.2.0"]
    assert made.notes == "* All is **new**"
    assert made.status == "Encore 0.2.0 is out: 10 MB to download."
    setup.scripted.is_due = False
    setup.start()
    assert setup.scripted.looks == 1


def test_a_package_for_the_systems_installer_is_fetched_and_opened(setup: Setup) -> None:
    updates = setup.start()
    updates.act()
    setup.wait(updates, UpdateStage.FOUND)
    assert updates.action_label == "Download"
    setup.scripted.hold.clear()
    updates.act()
    setup._services.qtbot.waitUntil(lambda: updates.fraction == 0.5)
    assert updates.status == "Downloading Encore 0.2.0: 5 MB of 10 MB."
    setup.scripted.hold.set()
    setup.wait(updates, UpdateStage.TO_OPEN)
    assert 'sudo apt install "/packages/encore.deb"' in updates.status
    updates.act()
    setup._services.qtbot.waitUntil(lambda: setup.scripted.opened == ["0.2.0"])


def test_a_stopped_download_is_offered_again(setup: Setup) -> None:
    updates = setup.start()
    updates.look()
    setup.wait(updates, UpdateStage.FOUND)
    setup.scripted.hold.clear()
    updates.act()
    assert updates.action_label == "Stop"
    updates.act()
    setup.wait(updates, UpdateStage.FOUND)
    assert updates.action_label == "Download"


def test_what_installs_itself_waits_for_the_next_start(setup: Setup) -> None:
    updates = setup.start(PackageKind.APPIMAGE)
    updates.look()
    setup.wait(updates, UpdateStage.FOUND)
    updates.act()
    setup.wait(updates, UpdateStage.DUE)
    assert updates.status == "Encore 0.2.0 starts the next time you open Encore."
    assert updates.action_label == ""


def test_what_is_due_is_said_after_a_start_that_could_not_install_it(setup: Setup) -> None:
    folder = setup.scripted.folder
    folder.write(UpdateState(due="0.2.0"))
    assert setup.start(PackageKind.NSIS).stage is UpdateStage.DUE
    folder.write(UpdateState(due="0.2.0", was_tried=True))
    updates = setup.start(PackageKind.NSIS)
    assert updates.status == "Encore 0.2.0 was downloaded, but not installed."
    assert updates.action_label == "Look now"
    folder.write(UpdateState(due="0.2.0", was_tried=True, problem="The disk is full."))
    assert setup.start(PackageKind.NSIS).status == "The disk is full."
    folder.write(UpdateState(due="0.1.0", was_tried=True))
    assert setup.start(PackageKind.NSIS).stage is UpdateStage.IDLE
    assert folder.read().due is None


@pytest.mark.parametrize(
    ("kind", "found", "words"),
    [
        (PackageKind.DEB, None, "This is the newest version."),
        (PackageKind.CHECKOUT, replace(UPDATE, package=None), "`git pull` brings it"),
        (PackageKind.MSI, replace(UPDATE, package=None), "no package for this computer"),
    ],
)
def test_without_a_package_there_is_a_sentence(
    setup: Setup, kind: PackageKind, found: Update | None, words: str
) -> None:
    setup.scripted.found = found
    updates = setup.start(kind)
    updates.look()
    setup._services.qtbot.waitUntil(lambda: words in updates.status)
    assert updates.action_label in ("", "Look now")


def test_a_build_that_cannot_look_says_so(setup: Setup, services: Services) -> None:
    services.settings.set_value("check_updates", value=True)
    setup.scripted.reason = NO_KEY
    updates = setup.start()
    assert (updates.status, updates.action_label) == (NO_KEY, "")
    assert setup.scripted.looks == 0
    setup.scripted.reason = ""
    services.settings.set_value("update_source", "/somewhere")
    assert updates.action_label == "Look now"


def test_a_failure_is_one_sentence_and_can_be_tried_again(setup: Setup) -> None:
    setup.scripted.problem = UpdateError("The network is down.")
    updates = setup.start()
    updates.look()
    setup.wait(updates, UpdateStage.FAILED)
    assert updates.status == "The network is down."
    setup.scripted.problem = None
    updates.act()
    setup.wait(updates, UpdateStage.FOUND)


def test_the_version_before_can_come_back(setup: Setup) -> None:
    setup.scripted.previous = "0.0.9"
    updates = setup.start(PackageKind.APPIMAGE)
    assert updates.back_label == "Go back to 0.0.9"
    updates.go_back()
    setup.wait(updates, UpdateStage.DUE)
    assert setup.scripted.backs == 1
    assert updates.back_label == ""


def test_notes_without_end_are_cut(setup: Setup) -> None:
    setup.scripted.found = replace(UPDATE, notes="x" * 1_000_000)
    updates = setup.start()
    updates.look()
    setup.wait(updates, UpdateStage.FOUND)
    assert len(updates.notes) < 10_000
