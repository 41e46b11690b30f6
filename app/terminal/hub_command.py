"""`encore models search|pull`. Results go to the output, everything else to the status stream."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from app.domain import size_in_words
from app.paths import cache_dir, config_dir
from app.services.catalogue import CatalogueEntry, load_catalogue
from app.services.downloads.download import Download, DownloadState, TransferOptions
from app.services.downloads.errors import DownloadError
from app.services.downloads.queue import DownloadQueue
from app.services.hub.files import FoundRepo, HubFile, RepoModel, RepoPage
from app.services.hub.quantizations import choose_model, quantization_label
from app.services.hub.settings import HubError, gated_sentence
from app.services.hub.token_store import TokenStore
from app.services.hub_access import HubAccess
from app.services.library.folder import models_folder
from app.services.starter_model import starter_path
from app.storage.settings.settings_file import SettingsFile
from app.terminal.lines import ProgressLine, describe_license, describe_time, write_json, write_line
from app.terminal.starter_model import fetch_starter_model_visibly
from engine.safe_text import clean_line

_LOG_STEP = 0.1

# Short, so that Ctrl-C is noticed even if a wait is uninterruptible (Windows).
_POLL_SECONDS = 0.25
_ENDED = frozenset({DownloadState.DONE, DownloadState.FAILED, DownloadState.PAUSED})


class DownloadProgress:
    """Rewrites one line on a terminal; elsewhere a line per tenth and per new problem."""

    def __init__(self, stream: TextIO) -> None:
        self._line = ProgressLine(stream)
        self.end = self._line.end

    def show(self, download: Download) -> None:
        """Show the progress."""
        total = download.total_bytes
        fraction = download.done_bytes / total if total else 0.0
        step = download.state, int(fraction / _LOG_STEP), download.problem
        self._line.show(describe_progress(download), step)


def describe_progress(download: Download) -> str:
    """The progress of a download in one line, without unknown values."""
    total = download.total_bytes
    percent = f"{download.done_bytes / total:4.0%} of {size_in_words(total)}" if total else ""
    speed, seconds = download.bytes_per_second, download.seconds_left
    is_running = download.state is DownloadState.RUNNING
    facts = [
        percent,
        "" if is_running else download.state.value,
        f"{size_in_words(speed)}/s" if is_running and speed else "",
        f"{describe_time(seconds)} left" if is_running and seconds is not None else "",
        clean_line(download.problem or "").rstrip("."),
    ]
    return "  " + " · ".join(fact for fact in facts if fact)


@dataclass(frozen=True, slots=True)
class HubCommand:
    """The two commands. `folder` is the models folder, `open_queue` creates its queue."""

    hub: HubAccess
    open_queue: Callable[[], DownloadQueue]
    folder: Path
    output: TextIO
    status: TextIO

    def search(self, text: str, order: str, limit: int, *, as_json: bool) -> None:
        """Write the search results, or all models of one repository. Raises `HubError`."""
        address = self.hub.address(text)
        if address is not None:
            page = self.hub.repo_page(address.repo_id, address.revision)
            if as_json:
                write_json(self.output, page)
            else:
                _write_page(self.output, page)
            return
        found = self.hub.search(text, order, limit)
        if as_json:
            write_json(self.output, found)
        for repo in () if as_json else found:
            write_line(self.output, repo.repo_id)
            write_line(self.output, _describe_repo(repo), indent="    ")
        if not found:
            words = f"No GGUF model on the Hub has “{text}” in its name; try other words."
            write_line(self.status, words)

    def pull(self, source: str, wanted: str | None, *, as_json: bool) -> None:
        """Download a model: `source` is a name in the catalogue, a repository or an address.

        `wanted` is the label or the file name of one of its models. An interrupted download is kept
        and resumed by the next call. Raises `EngineError`.
        """
        entry = load_catalogue().named(source)
        if entry is not None and entry.file == load_catalogue().starter and wanted is None:
            fetch_starter_model_visibly(self.status, self.folder)
            self._write_paths([starter_path(self.folder)], entry.hub_repo, as_json=as_json)
            return
        page, model = self._find(source, entry, wanted)
        if not page.has_access:
            raise HubError(gated_sentence(self.hub.settings(), page.repo_id))
        facts = (model.label, size_in_words(model.size), describe_license(page.license))
        write_line(self.status, f"{page.repo_id}: {', '.join(facts)}")
        write_line(self.status, model.explanation, indent="  ")
        download = self._fetch(f"{page.repo_id} {model.label}", model.files)
        self._write_paths(download.paths, page.repo_id, as_json=as_json)

    def _find(
        self, source: str, entry: CatalogueEntry | None, wanted: str | None
    ) -> tuple[RepoPage, RepoModel]:
        if entry is not None:
            page = self.hub.repo_page(entry.hub_repo, entry.hub_revision)
            # Repositories sometimes rename files; the quantization stays the same.
            wishes: list[str | None] = [
                wanted or entry.file,
                wanted or quantization_label(entry.file),
            ]
        else:
            address = self.hub.address(source)
            if address is None:
                raise HubError(
                    f"{source} is neither a model of the catalogue nor a repository (author/name) "
                    "nor an address; `encore models search` finds one."
                )
            page = self.hub.repo_page(address.repo_id, address.revision)
            wishes = [wanted or address.path or address.label]
        for wish in wishes:
            if (model := choose_model(page.models, wish)) is not None:
                return page, model
        if not page.models:
            raise HubError(f"{page.repo_id} has no GGUF model; search for another repository.")
        labels = ", ".join(model.label for model in page.models)
        lack = f"has no {wishes[0]}" if wishes[0] else "has several models"
        raise HubError(f"{page.repo_id} {lack}; name one of: {labels}.")

    def _fetch(self, title: str, files: Sequence[HubFile]) -> Download:
        progress = DownloadProgress(self.status)
        queue = self.open_queue()
        try:
            # Other unfinished downloads wait for the window or their own command.
            queue.start(resume_saved=False)
            download_id = queue.add(title, files, first=True)
            try:
                download = self._watch(queue, download_id, progress)
            except KeyboardInterrupt:
                # The window must not resume it; a queue that runs it elsewhere keeps it.
                with contextlib.suppress(DownloadError):
                    queue.pause(download_id)
                progress.end()
                self.status.write("Interrupted; the same command goes on where this one stopped.\n")
                raise
        finally:
            progress.end()
            queue.close()
        if download.state is not DownloadState.DONE:
            raise HubError(download.problem or f"{title} was stopped; pull it again to go on.")
        return download

    def _watch(
        self, queue: DownloadQueue, download_id: str, progress: DownloadProgress
    ) -> Download:
        while True:
            download = queue.wait(download_id, _POLL_SECONDS)
            progress.show(download)
            if download.state in _ENDED:
                return download

    def _write_paths(self, paths: Sequence[Path], repo_id: str, *, as_json: bool) -> None:
        if as_json:
            write_json(self.output, {"repo_id": repo_id, "paths": paths})
        else:
            write_line(self.output, str(paths[0]))


def _describe_repo(repo: FoundRepo) -> str:
    facts = [
        f"{repo.downloads:,} downloads",
        f"{repo.likes:,} likes",
        repo.architecture,
        f"{repo.num_parameters / 1e9:.1f} B parameters" if repo.num_parameters else None,
        describe_license(repo.license),
        "gated" if repo.is_gated else None,
        f"changed {repo.updated:%Y-%m-%d}" if repo.updated else None,
    ]
    return " · ".join(filter(None, facts))


def _write_page(output: TextIO, page: RepoPage) -> None:
    gated = ""
    if page.is_gated:
        gated = " · gated, and yours" if page.has_access else " · gated: its terms must be accepted"
    write_line(output, page.repo_id)
    write_line(output, f"{describe_license(page.license)}{gated} · {page.url}", indent="    ")
    if page.summary:
        write_line(output, page.summary, indent="    ")
    labels = [clean_line(model.label) for model in page.models]
    width = max(map(len, labels), default=0)
    for label, model in zip(labels, page.models, strict=True):
        size = size_in_words(model.size)
        output.write(f"{label.ljust(width)}  {size:>9}  {model.explanation}\n")
    if not page.models:
        write_line(output, "It has no GGUF model.", indent="    ")


def create_hub_command(output: TextIO, status: TextIO) -> HubCommand:
    """The commands with the saved settings, for this program's streams."""
    settings = SettingsFile(config_dir() / "settings.toml").load().settings
    hub = HubAccess(lambda: (settings.hub_endpoint, settings.hub_proxy), TokenStore(), cache_dir())
    folder = models_folder(settings)
    limit = settings.download_bytes_per_second

    def open_queue() -> DownloadQueue:
        return DownloadQueue(
            folder, hub.settings, options=TransferOptions(bytes_per_second_limit=limit)
        )

    return HubCommand(hub, open_queue, folder, output, status)
