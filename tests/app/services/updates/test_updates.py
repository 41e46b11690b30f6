"""From the list of updates to a checked package, and what is refused on the way."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.services.downloads.errors import DownloadError, StoppedError
from app.services.hub.settings import HubSettings, OfflineError
from app.services.installation import PackageKind
from app.services.updates.errors import UpdateError
from app.services.updates.source import UpdateSource, find_address
from app.services.updates.state import UpdateFolder
from app.services.updates.updates import NO_ADDRESS, NO_KEY, Update
from tests.app.services.updates.conftest import MakeUpdates, Publisher
from tests.support.hub_pages import HubPages
from tests.support.hub_server import HubServer, serve_hub


@pytest.fixture
def server() -> Iterator[HubServer]:
    with serve_hub(HubPages()) as served:
        yield served


def serve(server: HubServer, publisher: Publisher) -> str:
    """Put what was published onto a web server; returns the address of its folder."""
    for path in publisher.folder.iterdir():
        file = server.put_plain(path.name, path.read_bytes())
    return file.url.rpartition("/")[0]


def fetch(updates, update: Update) -> list[int]:
    progress: list[int] = []
    updates.fetch(update, progress.append, threading.Event())
    return progress


def test_a_newer_version_is_found_in_a_folder_and_fetched(
    publisher: Publisher, make_updates: MakeUpdates, folder: UpdateFolder
) -> None:
    publisher.publish("0.2.0")
    updates = make_updates()
    update = updates.look()
    assert update is not None
    assert (update.version, update.notes) == ("0.2.0", "# News of 0.2.0")
    progress = fetch(updates, update)
    assert progress[-1] == len(publisher.packages["Encore-0.2.0-x86_64.AppImage"])
    path = updates.package_file("0.2.0")
    assert path is not None
    assert path.read_bytes() == publisher.packages["Encore-0.2.0-x86_64.AppImage"]
    assert updates.state.due == "0.2.0"


@pytest.mark.parametrize("is_relative", [True, False])
def test_it_is_fetched_from_a_web_server_too(
    publisher: Publisher, make_updates: MakeUpdates, server: HubServer, is_relative: bool
) -> None:
    base = "" if is_relative else f"{server.storage_address}/plain"
    publisher.publish("0.2.0", base_url=base)
    updates = make_updates(PackageKind.DEB, address=serve(server, publisher))
    update = updates.look()
    assert update is not None
    fetch(updates, update)
    path = updates.package_file("0.2.0")
    assert path is not None
    assert path.read_bytes() == publisher.packages["encore_0.2.0_amd64.deb"]
    assert updates.state.due is None  # the system's installer has to be asked
    assert [one.name for one in path.parent.iterdir() if one.is_file()] == [path.name]


def test_a_package_that_was_exchanged_is_refused(
    publisher: Publisher, make_updates: MakeUpdates, server: HubServer
) -> None:
    publisher.publish("0.2.0")
    name = "Encore-0.2.0-x86_64.AppImage"
    (publisher.folder / name).write_bytes(b"evil one..." * 1000)
    local, remote = make_updates(), make_updates(address=serve(server, publisher))
    for updates in (local, remote):
        update = updates.look()
        assert update is not None
        with pytest.raises((UpdateError, DownloadError)):
            fetch(updates, update)
        assert updates.package_file("0.2.0") is None
        assert updates.state.due is None


def test_a_download_that_was_stopped_goes_on(
    publisher: Publisher, make_updates: MakeUpdates, server: HubServer
) -> None:
    name = "Encore-0.2.0-x86_64.AppImage"
    publisher.packages = {name: bytes(range(256)) * (16 << 10)}
    publisher.publish("0.2.0")
    updates = make_updates(address=serve(server, publisher))
    update = updates.look()
    assert update is not None
    server.hold_at(2 << 20)
    stop = threading.Event()

    def stop_early(num_bytes: int) -> None:
        if num_bytes > 1 << 20:
            stop.set()

    with pytest.raises(StoppedError):
        updates.fetch(update, stop_early, stop)
    server.hold_at(None)
    fetch(updates, update)
    assert updates.package_file("0.2.0") is not None
    assert server.sent_bytes < (4 << 20) + (2 << 20)


def test_without_a_newer_version_there_is_nothing(
    publisher: Publisher, make_updates: MakeUpdates
) -> None:
    publisher.publish("0.1.0")
    assert make_updates().look() is None
    publisher.publish("0.0.9")
    assert make_updates().look() is None


def test_an_older_list_is_a_replay(publisher: Publisher, make_updates: MakeUpdates) -> None:
    publisher.publish("0.3.0", "2026-03-01T00:00:00+00:00")
    assert make_updates().look() is not None
    publisher.publish("0.2.0", "2026-02-01T00:00:00+00:00")
    with pytest.raises(UpdateError, match="older than one seen before"):
        make_updates().look()
    publisher.publish("0.3.0", "2026-03-01T00:00:00+00:00")
    assert make_updates().look() is not None


def test_a_list_of_another_channel_is_refused(
    publisher: Publisher, make_updates: MakeUpdates
) -> None:
    publisher.publish("0.3.0", channel="preview")
    with pytest.raises(UpdateError, match="channel preview"):
        make_updates().look()


def test_a_list_that_was_changed_or_is_not_signed_is_refused(
    publisher: Publisher, make_updates: MakeUpdates, folder: UpdateFolder
) -> None:
    publisher.publish("0.2.0")
    manifest = publisher.folder / "updates.json"
    manifest.write_bytes(manifest.read_bytes().replace(b"0.2.0", b"9.2.0"))
    with pytest.raises(UpdateError, match="not signed"):
        make_updates().look()
    (publisher.folder / "updates.json.minisig").unlink()
    with pytest.raises(UpdateError, match="cannot be read"):
        make_updates().look()
    assert folder.read().last_published is None


def test_a_list_without_end_is_refused(publisher: Publisher, make_updates: MakeUpdates) -> None:
    publisher.put(b" " * (1 << 20))
    with pytest.raises(UpdateError, match="longer than"):
        make_updates().look()


def test_a_version_without_a_package_for_this_computer_says_so(
    publisher: Publisher, make_updates: MakeUpdates
) -> None:
    publisher.publish("0.2.0")
    updates = make_updates(PackageKind.MSI)
    update = updates.look()
    assert update is not None
    assert update.package is None
    with pytest.raises(UpdateError, match="no package for this computer"):
        fetch(updates, update)


@pytest.mark.parametrize("url", ["../secret.AppImage", "/etc/passwd", "a\\..\\b", "c:b"])
def test_a_folder_gives_out_nothing_beside_it(publisher: Publisher, url: str) -> None:
    source = UpdateSource.parse(str(publisher.folder))
    with pytest.raises(UpdateError, match="outside its folder"):
        source.locate(url)


def test_a_build_without_a_key_or_an_address_says_so(
    make_updates: MakeUpdates, key_file: Path
) -> None:
    assert make_updates().why_not() == ""
    assert make_updates(address="").why_not() == NO_ADDRESS
    with pytest.raises(UpdateError, match="no address of updates"):
        make_updates(address="").look()
    key_file.unlink()
    assert make_updates().why_not() == NO_KEY
    with pytest.raises(UpdateError, match="no update key"):
        make_updates().look()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("ftp://updates.example", "no address of updates"),
        ("updates", "no whole path"),
        ("http://127.0.0.1:1/", "does not answer"),
        ("http://[/", "does not answer"),
        ("/nowhere/at/all", "cannot be read"),
    ],
)
def test_an_address_that_leads_nowhere_is_said(
    make_updates: MakeUpdates, address: str, words: str
) -> None:
    with pytest.raises(UpdateError, match=words):
        make_updates(address=address).look()


def test_an_address_names_the_list_or_its_folder(tmp_path: Path) -> None:
    for address in (tmp_path.as_uri(), str(tmp_path), f"{tmp_path}/updates.json"):
        assert UpdateSource.parse(address).manifest == tmp_path / "updates.json"
    for address in (
        "https://a.example/x",
        "https://a.example/x/",
        "https://a.example/x/updates.json",
    ):
        assert UpdateSource.parse(address).manifest == "https://a.example/x/updates.json"


def test_the_variable_goes_before_the_setting() -> None:
    assert find_address(" /saved ", {"ENCORE_UPDATES": "/named"}) == "/named"
    assert find_address(" /saved ", {}) == "/saved"


def test_with_the_network_off_nothing_is_asked() -> None:
    source = UpdateSource.parse("http://127.0.0.1:1/")
    with pytest.raises(OfflineError, match="HF_HUB_OFFLINE"):
        source.read("", 100, HubSettings(is_offline=True))


def test_a_look_is_due_once_a_day(publisher: Publisher, make_updates: MakeUpdates) -> None:
    publisher.publish("0.1.0")
    updates, now = make_updates(), datetime.now(UTC)
    assert updates.is_look_due(now)
    updates.look()
    assert not updates.is_look_due(now + timedelta(hours=23))
    assert updates.is_look_due(now + timedelta(hours=25))
    assert updates.is_look_due(now - timedelta(days=3))  # the clock was wrong


def test_beside_the_new_package_only_that_of_this_version_stays(
    publisher: Publisher, make_updates: MakeUpdates
) -> None:
    for version, running in (("0.2.0", "0.1.0"), ("0.3.0", "0.2.0"), ("0.4.0", "0.3.0")):
        publisher.publish(version)
        updates = make_updates(PackageKind.NSIS, version=running)
        update = updates.look()
        assert update is not None
        fetch(updates, update)
    assert [one.version for one in updates.state.packages] == ["0.3.0", "0.4.0"]
    assert sorted(one.name for one in (updates.folder.path / "packages").iterdir()) == [
        "0.3.0",
        "0.4.0",
    ]
