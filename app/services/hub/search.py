"""Searches the Hub for repositories with GGUF files."""

from enum import StrEnum

from app.services.hub.files import FoundRepo
from app.services.hub.settings import HubSettings

DEFAULT_LIMIT = 30
# A page of a hundred results with headers is about 2 MB.
_MAX_PAGE_LEN, _MAX_PAGES = 100, 50


class SearchOrder(StrEnum):
    """What comes first: most downloads, most likes, or latest change."""

    DOWNLOADS = "downloads"
    LIKES = "likes"
    RECENT = "recent"


_SORTS = {
    SearchOrder.DOWNLOADS: "downloads",
    SearchOrder.LIKES: "likes",
    SearchOrder.RECENT: "lastModified",
}


def search_repos(
    text: str,
    settings: HubSettings,
    order: SearchOrder = SearchOrder.DOWNLOADS,
    limit: int = DEFAULT_LIMIT,
) -> tuple[FoundRepo, ...]:
    """Up to `limit` repositories with GGUF files whose name contains `text`; "" finds all.

    Raises `OfflineError` and `HubError`.
    """
    # Imported late, for a fast start.
    from app.services.hub.api import HubApi
    from app.services.hub.refusals import told_plainly
    from app.services.hub.replies import parse_found_repos

    params = {
        "filter": "gguf",
        "sort": _SORTS[order],
        "limit": min(limit, _MAX_PAGE_LEN),
        "expand": ["downloads", "likes", "lastModified", "gated", "tags", "gguf"],
    }
    if text.strip():
        params["search"] = text.strip()
    found: dict[str, FoundRepo] = {}
    with HubApi(settings, "Searching", "the search") as api, told_plainly(settings):
        for _, page in zip(range(_MAX_PAGES), api.pages(params), strict=False):
            num_known = len(found)
            for repo in parse_found_repos(page):
                found.setdefault(repo.repo_id, repo)
                if len(found) == limit:
                    return tuple(found.values())
            if len(found) == num_known:
                break  # the paging would not end
    return tuple(found.values())
