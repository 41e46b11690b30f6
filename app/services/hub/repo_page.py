"""One repository of the Hub: its description, access and models."""

import logging
from typing import TYPE_CHECKING
from urllib.parse import quote

from app.services.hub.card import summarize_card
from app.services.hub.files import RepoPage
from app.services.hub.names import is_repo_id
from app.services.hub.quantizations import group_models
from app.services.hub.settings import HubError, HubSettings

if TYPE_CHECKING:
    from app.services.hub.api import HubApi

_log = logging.getLogger(__name__)

_MAX_CARD_BYTES = 64 << 10
_CARD_SECONDS = 10.0


def load_repo_page(repo_id: str, settings: HubSettings, revision: str | None = None) -> RepoPage:
    """Load everything the user needs about `repo_id` before a download.

    Raises `OfflineError` and `HubError`.
    """
    # Imported late, for a fast start.
    from app.services.hub.api import HubApi
    from app.services.hub.refusals import told_plainly
    from app.services.hub.replies import parse_repo

    if not is_repo_id(repo_id):
        raise HubError(f"{repo_id} is no name of a repository, like author/name.")
    path = repo_id if revision is None else f"{repo_id}/revision/{quote(revision, safe='')}"
    with HubApi(settings, f"Looking at {repo_id}", repo_id) as api:
        reply = api.about(path, {"blobs": "true"})
        with told_plainly(settings):
            repo = parse_repo(reply)
        if repo.revision is None:
            raise HubError(f"{settings.endpoint} does not say which version of {repo_id} it has.")
        return RepoPage(
            repo_id=repo.repo_id,
            revision=repo.revision,
            summary=_read_summary(api, repo.repo_id, repo.revision),
            licence=repo.licence,
            is_gated=repo.is_gated,
            has_access=not repo.is_gated or api.has_access(repo.repo_id),
            url=f"{settings.endpoint}/{repo.repo_id}",
            models=group_models(repo.files),
        )


def _read_summary(api: "HubApi", repo_id: str, revision: str) -> str:
    """The summary of the card; the page does not fail without a card."""
    path = f"{repo_id}/resolve/{revision}/README.md"
    try:
        card = api.read_beginning(path, _MAX_CARD_BYTES, _CARD_SECONDS)
    except HubError:
        _log.info("no card of %s", repo_id, exc_info=True)
        return ""
    return summarize_card(card.decode("utf-8", errors="replace"))
