"""The whole way of the engine's libraries: fetched, unpacked, tried out, switched, gone back from."""

import errno
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from app.services.downloads.errors import StoppedError
from app.services.downloads.stop import StopSignal
from app.services.hub.settings import HubSettings
from app.services.runtime import unpacking
from app.services.runtime.errors import RuntimeInstallError
from app.services.runtime.installer import RuntimeInstaller
from app.services.runtime.lock import read_lock
from app.services.runtime.progress import InstallProgress, Stage
from engine.errors import EngineError
from tests.support.hub_server import HubServer
from tests.support.runtime_bundle import BROKEN, NEW_TWO, ONE, TWO, RuntimeBundle
from tests.support.tiny_wheels import make_wheel


class Seen(list[InstallProgress]):
    """What was reported."""

    def __call__(self, progress: InstallProgress) -> None:
        self.append(progress)

    @property
    def stages(self) -> list[Stage]:
        return list(dict.fromkeys(progress.stage for progress in self))


def install(
    bundle: RuntimeBundle, name: str, installer: RuntimeInstaller | None = None, **options: Path
) -> Seen:
    seen = Seen()
    lock = read_lock(bundle.locks / f"pylock.{name}.toml")
    (installer or bundle.installer()).install(lock, StopSignal(), seen, **options)
    return seen


def assert_uses(bundle: RuntimeBundle, *names: str) -> None:
    """Just these packages are in the libraries in use, and nothing half done is left."""
    current = bundle.store.current
    assert current is not None
    libraries = bundle.store.libraries(current)
    assert {path.stem for path in libraries.glob("*.py")} == set(names)
    assert not list(bundle.store.folder.glob("*.new"))


@pytest.mark.usefixtures("real_engine")
def test_the_whole_way_and_back(bundle: RuntimeBundle) -> None:
    cpu = bundle.put_lock("cpu", [ONE, TWO])
    seen = install(bundle, cpu)
    assert seen.stages == [Stage.FETCHING, Stage.UNPACKING, Stage.TESTING]
    assert_uses(bundle, "one", "two")
    store = bundle.store
    first = store.current
    assert first is not None
    assert (first.name, first.date) == (cpu, "2026-11-22")
    assert first.num_bytes > 300_000
    assert not store.wheels.exists()
    install(bundle, bundle.put_lock("cu130", [ONE]))
    assert_uses(bundle, "one")
    assert store.previous == first
    bundle.installer().go_back()
    assert store.current == first
    assert_uses(bundle, "one", "two")


def test_the_previous_build_is_switched_to_without_a_download(
    bundle: RuntimeBundle, wheel_server: HubServer
) -> None:
    cpu, other = bundle.put_lock("cpu"), bundle.put_lock("cu130", [ONE])
    install(bundle, cpu)
    install(bundle, other)
    asked = len(wheel_server.asked)
    install(bundle, cpu)
    assert_uses(bundle, "one", "two")
    assert len(wheel_server.asked) == asked


def test_what_the_libraries_in_use_have_is_not_fetched_again(
    bundle: RuntimeBundle, wheel_server: HubServer
) -> None:
    install(bundle, bundle.put_lock("cpu", [ONE, TWO]))
    wheel_server.asked.clear()
    seen = install(bundle, bundle.put_lock("cpu", [ONE, NEW_TWO]))
    assert {Path(asked.path).name for asked in wheel_server.asked} == {NEW_TWO.name}
    assert seen.stages[0] is Stage.CHECKING
    assert_uses(bundle, "one", "two")
    store = bundle.store
    current, previous = store.current, store.previous
    assert current is not None
    assert previous is not None
    assert (store.libraries(current) / "two.py").read_bytes() == b"number = 22\n"
    assert (store.libraries(previous) / "two.py").read_bytes() == b"number = 2\n"
    wheel_server.asked.clear()
    install(bundle, bundle.put_lock("cpu", [ONE, NEW_TWO], unpacked_bytes=1))
    assert not wheel_server.asked


@pytest.mark.parametrize("lost", ["one.py", "../pylock.toml"])
def test_what_is_damaged_is_fetched_again(
    bundle: RuntimeBundle, wheel_server: HubServer, lost: str
) -> None:
    install(bundle, bundle.put_lock("cpu", [ONE, TWO]))
    current = bundle.store.current
    assert current is not None
    (bundle.store.libraries(current) / lost).unlink()
    wheel_server.asked.clear()
    install(bundle, bundle.put_lock("cpu", [ONE, NEW_TWO]))
    assert ONE.name in {Path(asked.path).name for asked in wheel_server.asked}
    assert_uses(bundle, "one", "two")


def test_only_the_previous_libraries_are_kept(bundle: RuntimeBundle) -> None:
    for kind in ("cpu", "cu126", "cu128"):
        install(bundle, bundle.put_lock(kind, [ONE], unpacked_bytes=len(kind)))
    folders = [path for path in bundle.store.folder.iterdir() if path.is_dir()]
    assert len(folders) == 2


def test_a_newer_lock_is_offered_and_changes_nothing_by_itself(bundle: RuntimeBundle) -> None:
    name = bundle.put_lock("cpu", [ONE, TWO])
    installer = bundle.installer()
    install(bundle, name)
    assert installer.newer(installer.choice().offered) is None
    bundle.put_lock("cpu", [ONE, NEW_TWO])
    newer = installer.newer(installer.choice().offered)
    assert newer is not None
    assert_uses(bundle, "one", "two")
    install(bundle, name)
    assert installer.newer(installer.choice().offered) is None


@pytest.mark.usefixtures("real_engine")
def test_libraries_that_do_not_run_are_not_used(bundle: RuntimeBundle) -> None:
    install(bundle, bundle.put_lock("cpu"))
    with pytest.raises(RuntimeInstallError, match="no such machine code") as told:
        install(bundle, bundle.put_lock("cu130", [ONE, BROKEN]))
    assert "\n" not in str(told.value)
    assert_uses(bundle, "one", "two")


def test_from_a_folder_without_a_network(
    bundle: RuntimeBundle, wheel_server: HubServer, tmp_path: Path
) -> None:
    name = bundle.put_lock("cpu")
    folder = bundle.put_wheels(tmp_path / "wheels")
    seen = install(bundle, name, bundle.installer(hub=HubSettings(is_offline=True)), folder=folder)
    assert seen.stages == [Stage.CHECKING, Stage.UNPACKING, Stage.TESTING]
    assert_uses(bundle, "one", "two")
    assert wheel_server.asked == []
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("kind", ["missing", "other"])
def test_a_folder_with_other_wheels_is_refused(
    bundle: RuntimeBundle, tmp_path: Path, kind: str
) -> None:
    name, folder = bundle.put_lock("cpu"), bundle.put_wheels(tmp_path / "wheels")
    if kind == "missing":
        (folder / TWO.name).unlink()
    else:
        (folder / TWO.name).write_bytes(b"something else")
    with pytest.raises(RuntimeInstallError, match=r"two-1\.0-py3-none-any\.whl"):
        install(bundle, name, folder=folder)
    assert bundle.store.current is None


def test_from_a_mirror(bundle: RuntimeBundle, wheel_server: HubServer) -> None:
    name = bundle.put_lock("cpu")
    path = bundle.locks / f"pylock.{name}.toml"
    path.write_text(
        path.read_text().replace(
            f"{wheel_server.storage_address}/plain", "https://files.example.org"
        )
    )
    install(bundle, name, bundle.installer(mirror=f"{wheel_server.storage_address}/plain"))
    assert_uses(bundle, "one", "two")


def test_offline_is_told_in_a_sentence(bundle: RuntimeBundle) -> None:
    name = bundle.put_lock("cpu")
    with pytest.raises(EngineError, match="needs the network, which is off"):
        install(bundle, name, bundle.installer(hub=HubSettings(is_offline=True)))


def test_wrong_bytes_are_told_and_the_old_libraries_work(
    bundle: RuntimeBundle, wheel_server: HubServer
) -> None:
    install(bundle, bundle.put_lock("cpu"))
    wheel_server.faults.lie_at = 100
    name = bundle.put_lock("cu130", [ONE, NEW_TWO])
    with pytest.raises(EngineError, match="arrived damaged"):
        install(bundle, name)
    assert_uses(bundle, "one", "two")
    wheel_server.faults.lie_at = None
    install(bundle, name)
    assert bundle.store.previous is not None


def test_wheels_changed_after_the_download_are_refused_by_uv(
    bundle: RuntimeBundle, tmp_path: Path
) -> None:
    lock = read_lock(bundle.locks / f"pylock.{bundle.put_lock('cpu')}.toml")
    folder = bundle.put_wheels(tmp_path / "wheels")
    (folder / TWO.name).write_bytes(NEW_TWO.content)
    uv = Path(bundle.folder / "bin" / "uv")
    with pytest.raises(RuntimeInstallError, match="could not be unpacked"):
        unpacking.unpack(uv, lock.wheels, folder, tmp_path, StopSignal())


def test_a_cut_line_is_told_and_gone_on_from(
    bundle: RuntimeBundle, wheel_server: HubServer
) -> None:
    name = bundle.put_lock("cpu")
    wheel_server.faults.storage_answers.extend([(503, {})] * 100)
    with pytest.raises(EngineError, match="could not be fetched"):
        install(bundle, name)
    wheel_server.faults.storage_answers.clear()
    wheel_server.faults.cuts.append(1000)
    install(bundle, name)
    assert_uses(bundle, "one", "two")


def test_too_little_room_is_told_before_anything_is_fetched(
    bundle: RuntimeBundle, wheel_server: HubServer
) -> None:
    name = bundle.put_lock("cpu", unpacked_bytes=3_000_000_000)
    with pytest.raises(RuntimeInstallError, match=r"need 3\.0 GB .* has 1\.0 GB free"):
        install(bundle, name, bundle.installer(free_bytes=1_000_000_000))
    assert wheel_server.asked == []


def test_a_disk_that_fills_up_is_told(
    bundle: RuntimeBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(bundle, bundle.put_lock("cpu"))
    uv = bundle.home / "full-uv"
    uv.write_text(
        "#!/bin/sh\necho 'error: failed to write: No space left on device (os error 28)'\nexit 2\n"
    )
    uv.chmod(0o755)
    installer = bundle.installer()
    monkeypatch.setattr(installer, "_bundle", replace(installer._bundle, uv=uv))
    with pytest.raises(RuntimeInstallError, match="is full"):
        install(bundle, bundle.put_lock("cu130", [ONE, NEW_TWO]), installer)
    assert_uses(bundle, "one", "two")


def test_a_disk_that_is_full_in_fact_is_told(bundle: RuntimeBundle) -> None:
    folder = bundle.store.folder
    folder.mkdir(parents=True)
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)]
    if sys.platform != "linux" or subprocess.run(mount, check=False).returncode != 0:
        pytest.skip("Only root can mount the small disk that this test fills.")
    try:
        install(bundle, bundle.put_lock("cpu"))
        large = make_wheel("large", {"large.bin": os.urandom(1_800_000)})
        name = bundle.put_lock("cu130", [ONE, large])
        with pytest.raises(EngineError, match="is full"):
            install(bundle, name)
        assert_uses(bundle, "one", "two")
        subprocess.run(["mount", "-o", "remount,size=9m", str(folder)], check=True)
        install(bundle, name)
        assert_uses(bundle, "one")
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_while_switching_is_told(
    bundle: RuntimeBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(bundle, bundle.put_lock("cpu"))

    def fail(_folder: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("app.services.runtime.store.flush_to_disk", fail)
    with pytest.raises(EngineError, match="is full"):
        install(bundle, bundle.put_lock("cu130", [ONE]))
    assert_uses(bundle, "one", "two")


def test_a_name_that_antivirus_holds_is_taken_later(
    bundle: RuntimeBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusals = [PermissionError(errno.EACCES, "denied")] * 2
    rename = Path.rename

    def hold(path: Path, target: Path) -> Path:
        if refusals:
            raise refusals.pop()
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", hold)
    install(bundle, bundle.put_lock("cpu"))
    assert not refusals
    assert_uses(bundle, "one", "two")


def test_only_one_at_a_time(bundle: RuntimeBundle) -> None:
    name = bundle.put_lock("cpu")
    with (
        bundle.store.locked(),
        pytest.raises(RuntimeInstallError, match="Another Encore window or command"),
    ):
        install(bundle, name)


def test_a_stop_leaves_the_old_libraries_and_what_was_fetched(
    bundle: RuntimeBundle, wheel_server: HubServer
) -> None:
    install(bundle, bundle.put_lock("cpu"))
    lock = read_lock(bundle.locks / f"pylock.{bundle.put_lock('cu130', [ONE, NEW_TWO])}.toml")
    stop = StopSignal()

    def stop_at_unpacking(progress: InstallProgress) -> None:
        if progress.stage is Stage.UNPACKING:
            stop.set()

    with pytest.raises(StoppedError):
        bundle.installer().install(lock, stop, stop_at_unpacking)
    assert_uses(bundle, "one", "two")
    asked = len(wheel_server.asked)
    bundle.installer().install(lock, StopSignal(), lambda _: None)
    assert len(wheel_server.asked) == asked


def test_repair_installs_anew_only_what_is_damaged(
    bundle: RuntimeBundle, wheel_server: HubServer
) -> None:
    install(bundle, bundle.put_lock("cpu"))
    installer = bundle.installer()
    assert installer.repair(StopSignal(), lambda _: None) == 0
    current = bundle.store.current
    assert current is not None
    libraries = bundle.store.libraries(current)
    (libraries / "two.py").write_text("number = 3")
    wheel_server.asked.clear()
    assert installer.repair(StopSignal(), lambda _: None) == 1
    assert {Path(asked.path).name for asked in wheel_server.asked} == {TWO.name}
    assert_uses(bundle, "one", "two")
    repaired = bundle.store.current
    assert repaired is not None
    libraries = bundle.store.libraries(repaired)
    assert (libraries / "two.py").read_bytes() == b"number = 2\n"
    assert installer.repair(StopSignal(), lambda _: None) == 0
    assert bundle.store.previous is None


@pytest.mark.parametrize("lost", ["one.py", "one-1.0.dist-info", "one_data"])
def test_repair_finds_what_is_missing(bundle: RuntimeBundle, lost: str) -> None:
    install(bundle, bundle.put_lock("cpu"))
    current = bundle.store.current
    assert current is not None
    path = bundle.store.libraries(current) / lost
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    assert bundle.installer().repair(StopSignal(), lambda _: None) == 1
    assert_uses(bundle, "one", "two")


def test_remove_leaves_nothing(bundle: RuntimeBundle) -> None:
    install(bundle, bundle.put_lock("cpu"))
    bundle.installer().remove()
    assert bundle.store.current is None
    assert [path for path in bundle.store.folder.iterdir() if path.is_dir()] == []
    with pytest.raises(RuntimeInstallError, match="no earlier libraries"):
        bundle.installer().go_back()
