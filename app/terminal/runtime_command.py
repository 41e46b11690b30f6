"""`encore runtime list|install|repair|remove|back`: the engine's libraries without a window."""

from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from app.domain import size_in_words
from app.paths import config_dir
from app.services.downloads.stop import StopSignal
from app.services.hub.settings import HubSettings, resolve_hub_settings
from app.services.runtime.choice import Choice
from app.services.runtime.create import create_installer
from app.services.runtime.installer import RuntimeInstaller
from app.services.runtime.kinds import describe_kind, kind_of
from app.services.runtime.lock import Lock
from app.services.runtime.progress import InstallProgress, OnProgress, Stage
from app.services.runtime.store import Runtime
from app.storage.settings.settings_file import SettingsFile
from app.terminal.lines import ProgressLine, describe_time, write_json, write_line
from engine.safe_text import clean_line

_LOG_STEP = 0.1
_STAGES = {
    Stage.FETCHING: "fetching",
    Stage.CHECKING: "checking",
    Stage.UNPACKING: "unpacking",
    Stage.TESTING: "trying out the engine",
}


@dataclass(frozen=True, slots=True)
class RuntimeCommand:
    """The commands. Results go to `output`, progress to `status`."""

    installer: RuntimeInstaller
    output: TextIO
    status: TextIO

    def list(self, *, as_json: bool) -> None:
        """Write the builds: which fits, which is installed. Raises `RuntimeInstallError`."""
        choice, store = self.installer.choice(), self.installer.store
        rows = [
            {
                "name": lock.name,
                "kind": describe_kind(kind_of(lock.name)),
                "torch": lock.version,
                "date": lock.date,
                "download_bytes": lock.download_bytes,
                "unpacked_bytes": lock.unpacked_bytes,
                "fits": lock.name == choice.lock.name,
                "state": _state(lock, store.current, store.previous),
            }
            for lock in choice.offered
        ]
        if as_json:
            facts = {"builds": rows, "reason": choice.reason, "folder": str(store.folder)}
            write_json(self.output, facts)
            return
        for lock, row in zip(choice.offered, rows, strict=True):
            marks = ["fits this machine"] if row["fits"] else []
            marks += [str(row["state"])] if row["state"] else []
            self._write(f"{_describe(lock)}{''.join(f' · {mark}' for mark in marks)}")
        self._write(choice.reason)

    def install(self, name: str | None, folder: Path | None) -> None:
        """Install the build `name`, the fitting one by default. Raises `EngineError`."""
        choice = self.installer.choice()
        lock = self._chosen(choice, name)
        progress = ProgressLine(self.status)
        write_line(self.status, _describe(lock))
        if name is None:
            write_line(self.status, choice.reason, "  ")
        try:
            runtime = self.installer.install(lock, StopSignal(), _shown_on(progress), folder)
        except KeyboardInterrupt:
            progress.end()
            self.status.write("Interrupted; the same command goes on where this one stopped.\n")
            raise
        finally:
            progress.end()
        self._write(f"The engine runs with {_name(runtime)} now.")

    def repair(self, folder: Path | None) -> None:
        """Install what is damaged anew. Raises `EngineError`."""
        progress = ProgressLine(self.status)
        try:
            count = self.installer.repair(StopSignal(), _shown_on(progress), folder)
        finally:
            progress.end()
        what = "package was" if count == 1 else "packages were"
        self._write(
            f"{count} {what} repaired." if count else "All libraries are as they should be."
        )

    def remove(self) -> None:
        """Remove all libraries. Raises `EngineError`."""
        self.installer.remove()
        self._write(
            "The engine's libraries were removed; `encore runtime install` gets them again."
        )

    def go_back(self) -> None:
        """Use the previous libraries again. Raises `EngineError`."""
        self._write(f"The engine runs with {_name(self.installer.go_back())} again.")

    def _chosen(self, choice: Choice, name: str | None) -> Lock:
        return choice.lock if name is None else choice.named(name)

    def _write(self, text: str) -> None:
        write_line(self.output, text)


def _shown_on(line: ProgressLine) -> OnProgress:
    def show(progress: InstallProgress) -> None:
        fraction = progress.done_bytes / progress.total_bytes if progress.total_bytes else 0.0
        step = progress.stage, int(fraction / _LOG_STEP), progress.trouble
        line.show(_describe_progress(progress, fraction), step)

    return show


def _describe_progress(progress: InstallProgress, fraction: float) -> str:
    total, speed, seconds = (
        progress.total_bytes,
        progress.bytes_per_second,
        progress.seconds_left,
    )
    is_fetching = progress.stage is Stage.FETCHING
    facts = [
        f"{fraction:4.0%} of {size_in_words(total)}" if total else "",
        "" if is_fetching else _STAGES[progress.stage],
        f"{size_in_words(speed)}/s" if is_fetching and speed else "",
        f"{describe_time(seconds)} left" if is_fetching and seconds is not None else "",
        clean_line(progress.trouble or "").rstrip("."),
    ]
    return "  " + " · ".join(fact for fact in facts if fact)


def _describe(lock: Lock) -> str:
    facts = (
        f"{lock.name}: {describe_kind(kind_of(lock.name))}",
        f"torch {lock.version}" if lock.version else "",
        f"{size_in_words(lock.download_bytes)} to fetch",
        f"{size_in_words(lock.unpacked_bytes)} on the disk",
        f"of {lock.date}",
    )
    return " · ".join(fact for fact in facts if fact)


def _state(lock: Lock, current: Runtime | None, previous: Runtime | None) -> str:
    """ "in use", "in use, of another date", "previous", or "" for neither."""
    if current is not None and current.name == lock.name:
        is_same = current.lock_hash == lock.hash
        return "in use" if is_same else f"in use is that of {current.date}"
    return "previous" if previous is not None and previous.name == lock.name else ""


def _name(runtime: Runtime) -> str:
    return f"{runtime.name} of {runtime.date}"


def create_runtime_command(output: TextIO, status: TextIO) -> RuntimeCommand:
    """The commands with the saved settings. Raises `RuntimeInstallError` in a checkout."""
    settings = SettingsFile(config_dir() / "settings.toml").load().settings

    def hub() -> HubSettings:
        return resolve_hub_settings(saved_proxy=settings.hub_proxy)

    return RuntimeCommand(create_installer(hub, lambda: settings.wheel_mirror), output, status)
