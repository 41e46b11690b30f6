"""`encore diagnose|export|import|uninstall-data`: reports, exports, imports, removes own data."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TextIO

from app.domain import size_in_words
from app.paths import config_dir, data_dir, log_dir, runtimes_dir
from app.services.diagnosis.create import collect_here
from app.services.diagnosis.report import save_report
from app.services.endpoints.store import EndpointStore
from app.services.exchange.read_chats import read_files
from app.services.export import export_everything
from app.services.hub.token_store import TokenStore
from app.services.library.folder import create_library
from app.services.removal import (
    CONVERSATIONS_NAME,
    DataPlaces,
    Part,
    find_parts,
    remove_part,
    require_closed,
)
from app.services.tools.store import ToolServerStore
from app.storage.conversations import Conversations
from app.storage.database import open_database
from app.storage.private_files import make_private_folder
from app.storage.settings.settings_file import SettingsFile
from app.terminal.lines import write_line
from engine.errors import RequestError
from engine.safe_text import clean_line, clean_text


@dataclass(frozen=True, slots=True)
class Dialog:
    """The terminal: `is_interactive` when a person can be asked."""

    input: TextIO
    output: TextIO
    is_interactive: bool

    def say(self, text: str) -> None:
        """Write one line."""
        write_line(self.output, text)

    def list(self, num_bytes: int, text: str) -> None:
        """Write a size and what has it."""
        self.output.write(f"{size_in_words(num_bytes):>8}  {clean_line(text)}\n")

    def ask(self, question: str) -> str:
        """The first letter of the answer, in lower case; "" for none."""
        self.output.write(f"{question} ")
        self.output.flush()
        return self.input.readline().strip().lower()[:1]


def diagnose(target: Path | None, dialog: Dialog, *, is_agreed: bool) -> None:
    """Show what a report holds, and save it if the person agrees. Raises `EngineError`."""
    settings = SettingsFile(config_dir() / "settings.toml").load().settings
    library = create_library()
    folders = config_dir(), data_dir(), log_dir()
    files = collect_here(settings, folders, runtimes_dir(), library.list_models)
    target = (target or Path(default_name("encore-report"))).expanduser().absolute()
    for file in files:
        dialog.list(file.size, file.name)
    dialog.say("It has no conversations; names, paths of your home and secrets are taken out.")
    if not is_agreed:
        _require_person(dialog, "a report is saved only when its content was seen")
        while (answer := dialog.ask(f"Save it to {target}? [y]es, [n]o, [s]how it:")) == "s":
            for file in files:
                dialog.output.write(f"--- {file.name}\n{clean_text(file.text)}\n")
        if answer != "y":
            dialog.say("Nothing was saved.")
            return
    save_report(files, target)
    dialog.say(f"The report is in {target}.")


def export(target: Path | None, dialog: Dialog) -> None:
    """Write conversations and settings into one zip. Raises `EngineError`."""
    target = (target or Path(default_name("encore-export"))).expanduser().absolute()
    number = export_everything(
        data_dir() / CONVERSATIONS_NAME,
        config_dir() / "settings.toml",
        create_library().list_models(),
        target,
    )
    noun = "conversation" if number == 1 else "conversations"
    dialog.say(f"{number} {noun} and the settings are in {target}.")


def import_chats(paths: Sequence[Path], dialog: Dialog) -> None:
    """Add the conversations in files of Encore or of other programs. Raises `EngineError`."""
    read = read_files([path.expanduser().absolute() for path in paths])
    make_private_folder(data_dir())
    opened = open_database(data_dir() / CONVERSATIONS_NAME)
    try:
        started = Conversations(opened.connection, lease=opened.lease).begin_import()
        for _ in started.write(read.chats):
            pass
    finally:
        opened.close()
    number, present = len(started.count.ids), started.count.num_present
    noun = "conversation" if number == 1 else "conversations"
    imported = f"{number} {noun} {_were(number)} imported"
    dialog.say(f"{imported}; a window that is open shows them after its next start.")
    if present:
        dialog.say(f"{present} of the file {_were(present)} here already.")
    if read.num_left_out:
        num_left_out = read.num_left_out
        dialog.say(f"{num_left_out} could not be read and {_were(num_left_out)} left out.")


def remove_data(chosen: Sequence[Part], dialog: Dialog, *, is_agreed: bool) -> None:
    """List what is kept, and remove what the person chose, or says yes to. Raises `EngineError`."""
    library = create_library()
    places = DataPlaces.default(library.folder, library.list_models)
    parts = find_parts(places)
    if not parts:
        dialog.say("Encore keeps nothing here.")
        return
    for kept in parts:
        dialog.list(kept.size, f"{kept.part}: {_places(kept.paths)}")
    if not is_agreed:
        _require_person(dialog, "nothing is removed without a yes")
    elif not chosen:
        raise RequestError("Nothing was removed; say what, such as --runtimes, or --all.")
    require_closed(places)
    for kept in parts:
        if chosen and kept.part not in chosen:
            continue
        if is_agreed or dialog.ask(f"Remove the {kept.part}? [y/N]") == "y":
            if kept.part is Part.SETTINGS:
                EndpointStore().forget_keys()
                ToolServerStore().forget_keys()
                TokenStore().forget()
            remove_part(kept, places)
            dialog.say(f"The {kept.part} are removed.")
        else:
            dialog.say(f"The {kept.part} stay.")


def default_name(stem: str) -> str:
    """The name of a zip of today."""
    return f"{stem}-{datetime.now().astimezone():%Y-%m-%d}.zip"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _places(paths: Iterable[Path]) -> str:
    folders = dict.fromkeys(str(path if path.is_dir() else path.parent) for path in paths)
    return ", ".join(folders)


def _require_person(dialog: Dialog, why: str) -> None:
    if not dialog.is_interactive:
        raise RequestError(f"Nobody can be asked here, and {why}; add --yes.")
