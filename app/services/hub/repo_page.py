"""One repository of the Hub: what it is, whether it may be had, and every model in it."""

import logging
from typing import TYPE_CHECKING

from app.services.hub.card import summarise_card
from app.services.hub.files import HubFile, RepoPage
from app.services.hub.quantisations import group_models
from app.services.hub.search import licence_of
from app.services.hub.settings import (
    HubError,
    HubSettings,
    auth_headers,
    create_http_client,
)

if TYPE_CHECKING:
    from huggingface_hub import HfApi, ModelInfo

_log = logging.getLogger(__name__)

_MAX_CARD_BYTES = 64 << 10
_CARD_SECONDS = 10.0
_REFUSED = (401, 403)


def load_repo_page(repo_id: str, settings: HubSettings, revision: str | None = None) -> RepoPage:
    """Everything about `repo_id` that a person needs before a download.

    Raises `OfflineError` and `HubError`.
    """
    # Imported when it is asked for: the window must not wait for it.
    from app.services.hub.client import create_api, told_plainly

    api = create_api(settings, f"Looking at {repo_id}")
    with told_plainly(settings, repo_id):
        info = api.model_info(repo_id, revision=revision, files_metadata=True)
        if info.sha is None:
            raise HubError(f"{settings.endpoint} does not say which version of {repo_id} it has.")
        is_gated = bool(info.gated)
        return RepoPage(
            repo_id=info.id,
            revision=info.sha,
            summary=_read_summary(info.id, info.sha, settings),
            licence=licence_of(info),
            is_gated=is_gated,
            has_access=not is_gated or _has_access(api, info.id),
            url=f"{settings.endpoint}/{info.id}",
            models=group_models(_files(info, info.sha)),
        )


def _files(info: "ModelInfo", revision: str) -> list[HubFile]:
    files = []
    for sibling in info.siblings or ():
        lfs = sibling.lfs
        size = sibling.size if lfs is None else lfs.size
        if size is not None:
            sha256 = None if lfs is None else lfs.sha256
            files.append(HubFile(info.id, revision, sibling.rfilename, size, sha256))
    return files


def _has_access(api: "HfApi", repo_id: str) -> bool:
    from huggingface_hub.errors import HfHubHTTPError

    try:
        api.auth_check(repo_id)
    except HfHubHTTPError as error:
        if error.response.status_code not in _REFUSED:
            raise
        return False
    return True


def _read_summary(repo_id: str, revision: str, settings: HubSettings) -> str:
    """From the beginning of the card; a card that cannot be had is no reason to show no page."""
    import httpx2

    url = f"{settings.endpoint}/{repo_id}/resolve/{revision}/README.md"
    card = bytearray()
    try:
        with (
            create_http_client(settings, timeout=_CARD_SECONDS, follow_redirects=True) as client,
            client.stream("GET", url, headers=auth_headers(settings, url)) as response,
        ):
            if response.status_code != httpx2.codes.OK:
                return ""
            for chunk in response.iter_bytes():
                card += chunk
                if len(card) >= _MAX_CARD_BYTES:
                    break
    except httpx2.HTTPError:
        _log.info("no card of %s", repo_id, exc_info=True)
    return summarise_card(card.decode("utf-8", errors="replace"))
