"""Asks the hostile Hub as the app does, and judges what came of it."""

import hashlib
from collections.abc import Callable
from pathlib import Path

from app.services.downloads.download import DownloadState, TransferOptions
from app.services.downloads.queue import DownloadQueue
from app.services.downloads.remote_header import fetch_headers
from app.services.hub.address import is_sound_path, is_sound_repo_id
from app.services.hub.api import load_repo_page, search_repos
from app.services.hub.files import FoundRepo, HubFile, RepoPage
from app.services.hub.settings import HubSettings
from engine.errors import EngineError
from engine.safe_text import clean_line
from tests.hostile.hub.cases import COMMIT, REPO, Case, content_of_file
from tests.hostile.hub.server import TOKEN, HostileHub

PATIENCE_SECONDS = 1.0
_DOWNLOAD_SECONDS = 30.0
_MAX_SENTENCE_LEN = 1000
_OPTIONS = TransferOptions(
    num_segments=2,
    connect_seconds=1.0,
    stall_seconds=0.5,
    backoff_seconds=0.01,
    max_backoff_seconds=0.02,
    max_failures=2,
    revive_seconds=None,
    reserve_bytes=0,
)


class WrongError(AssertionError):
    """Something that no reply may lead to."""


def judge(case: Case, served: HostileHub, folder: Path) -> str:
    """What came of `case`, in words. Raises `WrongError`, or whatever the app lets through."""
    served.script = case.script
    settings = HubSettings(served.hub, TOKEN, patience_seconds=PATIENCE_SECONDS)
    try:
        outcome = _ACTIONS[case.action](settings, folder)
    except EngineError as error:
        outcome = _judge_sentence(str(error))
    if served.leaks:
        raise WrongError(f"the token went to another origin: {served.leaks}")
    return outcome


def _search(settings: HubSettings, _folder: Path) -> str:
    found = search_repos("tiny", settings, limit=1000)
    for repo in found:
        _judge_found(repo)
    if len({repo.repo_id for repo in found}) != len(found) or len(found) > 1000:
        raise WrongError("repositories come twice, or too many of them")
    return f"{len(found)} found"


def _page(settings: HubSettings, _folder: Path) -> str:
    page = load_repo_page(REPO, settings)
    _judge_page(page)
    return f"{len(page.models)} models"


def _header(settings: HubSettings, folder: Path) -> str:
    path = fetch_headers([_file()], settings, folder)
    if path.stat().st_size != len(content_of_file()) or folder not in path.parents:
        raise WrongError(f"{path} is not what was asked for")
    return "header read"


def _download(settings: HubSettings, folder: Path) -> str:
    models, sound = folder / "models", content_of_file()
    models.mkdir()
    queue = DownloadQueue(models, lambda: settings, options=_OPTIONS)
    queue.start()
    try:
        download = queue.wait(queue.add("Tiny", [_file()]), _DOWNLOAD_SECONDS)
    finally:
        queue.close()
    there = [path for path in models.rglob("*.gguf") if path.is_file()]
    if any(path.read_bytes() != sound for path in there):
        raise WrongError(f"another file than the one that was chosen: {there}")
    if download.state is DownloadState.DONE:
        return "downloaded"
    if download.state is not DownloadState.FAILED:
        raise WrongError(f"the download is still {download.state}: {download.problem}")
    return _judge_sentence(download.problem or "")


def _file() -> HubFile:
    content = content_of_file()
    return HubFile(REPO, COMMIT, "tiny-Q8_0.gguf", len(content), _DIGEST)


def _judge_sentence(sentence: str) -> str:
    if not sentence.endswith((".", "!")) or len(sentence) > _MAX_SENTENCE_LEN:
        raise WrongError(f"no sentence for a person: {sentence[:2000]!r}")
    if "fault in this program" in sentence:
        raise WrongError("a traceback went to the log")
    if clean_line(sentence) != sentence or TOKEN in sentence:
        raise WrongError(f"a sentence with controls, or with the token: {sentence!r}")
    return sentence


def _judge_found(repo: FoundRepo) -> None:
    _judge_words(repo.license, repo.architecture)
    is_sound = is_sound_repo_id(repo.repo_id) and 0 <= repo.downloads < 1 << 63 and repo.likes >= 0
    if not is_sound or (repo.updated is not None and f"{repo.updated:%Y-%m-%d}" < "2000"):
        raise WrongError(f"no sound repository: {repo!r:.500}")


def _judge_page(page: RepoPage) -> None:
    _judge_words(page.license, page.summary, *(model.label for model in page.models))
    paths = [file.path for model in page.models for file in model.files]
    if not all(map(is_sound_path, paths)) or len({path.casefold() for path in paths}) != len(paths):
        raise WrongError(f"files that cannot be kept beside each other: {paths!r:.500}")
    if any(file.size < 0 for model in page.models for file in model.files):
        raise WrongError("a negative size")


def _judge_words(*words: str | None) -> None:
    for text in words:
        if text is not None and (clean_line(text) != text or len(text) > _MAX_SENTENCE_LEN):
            raise WrongError(f"words that are not fit to be shown: {text!r:.500}")


_ACTIONS: dict[str, Callable[[HubSettings, Path], str]] = {
    "search": _search,
    "page": _page,
    "header": _header,
    "download": _download,
}
_DIGEST = hashlib.sha256(content_of_file()).hexdigest()
