"""Installs, repairs, changes and removes the engine's libraries; old ones work until it is done.

A new folder is filled, tried out and then moved into place. Runs on one thread at a time.
"""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.services.downloads.disk import disk_told_plainly
from app.services.downloads.stop import StopSignal
from app.services.runtime.choice import Choice, choose
from app.services.runtime.disk import free_bytes
from app.services.runtime.errors import RuntimeInstallError
from app.services.runtime.lock import Lock, Wheel, find_locks, parse_lock
from app.services.runtime.machine import Machine, this_machine, this_system
from app.services.runtime.progress import InstallProgress, OnProgress, Stage
from app.services.runtime.records import find_damaged, recorded_files
from app.services.runtime.store import Runtime, RuntimeStore
from app.services.runtime.unpacking import try_out, unpack
from app.services.runtime.wheels import WheelSource, check_folder

RESERVE_BYTES = 1 << 30
"""Free room that stays on the disk."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """What an installed Encore brings for this: uv, the locks, and the model to try it out with."""

    uv: Path
    locks: Path
    test_model: Path

    @staticmethod
    def at(folder: Path, assets: Path) -> "Bundle":
        """That of the Encore in `folder`."""
        name = "uv.exe" if os.name == "nt" else "uv"
        return Bundle(folder / "bin" / name, folder / "locks", assets / "smoke-test.gguf")


class RuntimeInstaller:
    """The operations on `store`. `free` returns the free bytes of a folder's disk.

    Methods that change something raise `EngineError` with a sentence, and `StoppedError` when
    `stop` is set; what was fetched is kept, and the libraries in use stay as they were.
    """

    def __init__(
        self,
        bundle: Bundle,
        store: RuntimeStore,
        source: WheelSource,
        free: Callable[[Path], int] = free_bytes,
        reserve_bytes: int = RESERVE_BYTES,
    ) -> None:
        self._bundle, self._store, self._source = bundle, store, source
        self._free, self._reserve_bytes = free, reserve_bytes

    @property
    def store(self) -> RuntimeStore:
        """What is installed."""
        return self._store

    def choice(self, machine: Machine | None = None) -> Choice:
        """The build that fits this machine, and the others. Raises `RuntimeInstallError`."""
        locks = find_locks(self._bundle.locks, this_system())
        return choose(locks, machine or this_machine(self._store.folder))

    def newer(self, locks: Sequence[Lock]) -> Lock | None:
        """The lock of the installed build in this Encore, if it has other libraries."""
        current = self._store.current
        for lock in locks:
            if current is not None and lock.name == current.name:
                return None if lock.hash == current.lock_hash else lock
        return None

    def install(
        self, lock: Lock, stop: StopSignal, on: OnProgress, folder: Path | None = None
    ) -> Runtime:
        """Use the libraries of `lock`, with the wheels in `folder` if one is given.

        Packages that the current libraries have just so are taken over from there.
        """
        with self._changing():
            installed = self._store.find(lock)
            if installed is not None:
                self._store.switch_to(installed)
                return installed
            current = self._store.current
            there = self._shared_wheels(lock, current) if current is not None else []
            if current is None or not there:
                return self._build(lock, lock.wheels, stop, on, folder)
            damaged = self._find_damaged(current, there, stop, on)
            lacking = [one for one in lock.wheels if one not in there or one in damaged]
            return self._build(lock, lacking, stop, on, folder, current)

    def repair(self, stop: StopSignal, on: OnProgress, folder: Path | None = None) -> int:
        """Install damaged packages of the current libraries anew; returns how many there were."""
        with self._changing():
            current = self._require(self._store.current)
            lock = parse_lock(current.name, self._store.lock_content(current))
            damaged = self._find_damaged(current, lock.wheels, stop, on)
            if damaged:
                self._build(lock, damaged, stop, on, folder, current)
            return len(damaged)

    def go_back(self) -> Runtime:
        """Use the previous libraries again; the current ones become the previous ones."""
        with self._changing():
            previous = self._store.previous
            if previous is None:
                raise RuntimeInstallError("There are no earlier libraries to go back to.")
            self._store.switch_to(previous)
            return previous

    def remove(self) -> None:
        """Remove all libraries and what was fetched; models and conversations stay."""
        with self._changing():
            self._store.remove_all()

    def discard_downloads(self) -> None:
        """Forget what was fetched and not installed."""
        with self._changing():
            self._source.discard()

    def _shared_wheels(self, lock: Lock, runtime: Runtime) -> list[Wheel]:
        """The wheels of `lock` that `runtime` was made of, too."""
        try:
            others = parse_lock(runtime.name, self._store.lock_content(runtime)).wheels
        except RuntimeInstallError:
            return []
        digests = {wheel.file.sha256 for wheel in others}
        return [wheel for wheel in lock.wheels if wheel.file.sha256 in digests]

    def _find_damaged(
        self, runtime: Runtime, wheels: Sequence[Wheel], stop: StopSignal, on: OnProgress
    ) -> list[Wheel]:
        """Those of `wheels` whose packages in `runtime` are not as they should be."""
        done, total = 0, runtime.num_bytes

        def on_bytes(num_bytes: int) -> None:
            nonlocal done
            stop.check()
            done += num_bytes
            on(InstallProgress(Stage.CHECKING, done, total))

        return find_damaged(self._store.libraries(runtime), wheels, on_bytes)

    def _build(
        self,
        lock: Lock,
        wheels: Sequence[Wheel],
        stop: StopSignal,
        on: OnProgress,
        folder: Path | None,
        source: Runtime | None = None,
    ) -> Runtime:
        """Unpack `wheels` into a new folder, and take the others of `lock` from `source`.

        A `source` of the same lock is replaced: it was damaged.
        """
        self._require_room(lock, wheels, folder)
        if folder is None:
            files = self._source.fetch(lock, wheels, stop, on)
        else:
            files = check_folder(folder, wheels, stop, on)
        with self._store.staging(lock) as new:
            on(InstallProgress(Stage.UNPACKING))
            if source is not None:
                whole = [wheel for wheel in lock.wheels if wheel not in wheels]
                _link(self._store.libraries(source), new / "lib", whole)
            unpack(self._bundle.uv, wheels, files, new, stop)
            on(InstallProgress(Stage.TESTING))
            try_out(new / "lib", self._bundle.test_model, stop)
            is_repair = source is not None and source.lock_hash == lock.hash
            runtime = self._store.adopt(new, lock, replaces=source if is_repair else None)
        self._source.discard()
        return runtime

    def _require_room(self, lock: Lock, wheels: Sequence[Wheel], folder: Path | None) -> None:
        """Raise `RuntimeInstallError` unless wheels and libraries fit on the disk."""
        download_bytes = self._source.missing_bytes(wheels) if folder is None else 0
        # Unpacked sizes are known for all wheels together.
        share = sum(wheel.file.size for wheel in wheels) / max(1, lock.download_bytes)
        needed = download_bytes + round(lock.unpacked_bytes * share) + self._reserve_bytes
        free = self._free(self._store.folder)
        if free < needed:
            raise RuntimeInstallError(
                f"The engine's libraries need {needed / 1e9:.1f} GB in {self._store.folder}, but "
                f"its disk has {free / 1e9:.1f} GB free; free {(needed - free) / 1e9:.1f} GB more, "
                "then try again."
            )

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        folder = self._store.folder
        with self._store.locked(), disk_told_plainly(folder, "The engine's libraries"):
            yield

    @staticmethod
    def _require(runtime: Runtime | None) -> Runtime:
        if runtime is None:
            raise RuntimeInstallError("The engine's libraries are not installed yet.")
        return runtime


def _link(source: Path, target: Path, wheels: Sequence[Wheel]) -> None:
    """Have the files of the packages `wheels` in `target`, too: as links, or else as copies."""
    for wheel in wheels:
        for file in recorded_files(source, wheel):
            path = target / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                continue
            try:
                path.hardlink_to(source / file.path)
            except OSError:
                shutil.copy2(source / file.path, path)
