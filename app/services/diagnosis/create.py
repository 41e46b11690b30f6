"""Collects the report of this machine, for the window and the terminal."""

from collections.abc import Callable, Iterable
from pathlib import Path

from app.services.diagnosis.redaction import this_machine
from app.services.diagnosis.report import ReportFile, ReportSources, collect_report
from app.services.hub.token_store import TokenStore
from app.services.installation import this_installation
from app.services.library.entry import ModelEntry
from app.storage.settings.settings import Settings


def collect_here(
    settings: Settings,
    folders: tuple[Path, Path, Path],
    runtimes: Path,
    list_models: Callable[[], Iterable[ModelEntry]],
) -> tuple[ReportFile, ...]:
    """The files of the report; `folders` are those of settings, data and logs."""
    config, data, log = folders
    token = TokenStore(config).load()
    sources = ReportSources(this_installation(), settings, log, data, runtimes, list_models)
    return collect_report(sources, this_machine([token] if token else []))
