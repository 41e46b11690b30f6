"""Searching the Hub for repositories with GGUF files."""

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal

from app.services.hub.files import FoundRepo
from app.services.hub.settings import HubSettings

if TYPE_CHECKING:
    from huggingface_hub import ModelInfo

DEFAULT_LIMIT = 30


class SearchOrder(StrEnum):
    """What comes first: the most downloaded, the most liked, or the latest changed."""

    DOWNLOADS = "downloads"
    LIKES = "likes"
    RECENT = "recent"


_SORTS: dict[SearchOrder, Literal["downloads", "likes", "last_modified"]] = {
    SearchOrder.DOWNLOADS: "downloads",
    SearchOrder.LIKES: "likes",
    SearchOrder.RECENT: "last_modified",
}


def search_repos(
    text: str,
    settings: HubSettings,
    order: SearchOrder = SearchOrder.DOWNLOADS,
    limit: int = DEFAULT_LIMIT,
) -> tuple[FoundRepo, ...]:
    """Up to `limit` repositories with GGUF files whose name has `text` in it; "" finds all.

    Raises `OfflineError` and `HubError`.
    """
    # Imported when it is asked for: the window must not wait for it.
    from app.services.hub.client import create_api, told_plainly

    api = create_api(settings, "Searching")
    with told_plainly(settings, "the search"):
        found = api.list_models(
            filter="gguf",
            search=text.strip() or None,
            sort=_SORTS[order],
            limit=limit,
            expand=["downloads", "likes", "lastModified", "gated", "tags", "gguf"],
        )
        return tuple(_found_repo(info) for info in found)


def _found_repo(info: "ModelInfo") -> FoundRepo:
    header: dict[str, Any] = info.gguf or {}
    return FoundRepo(
        repo_id=info.id,
        downloads=info.downloads or 0,
        likes=info.likes or 0,
        updated=info.last_modified,
        is_gated=bool(info.gated),
        licence=licence_of(info),
        architecture=header.get("architecture"),
        num_parameters=header.get("total"),
    )


def licence_of(info: "ModelInfo") -> str | None:
    """The licence that a repository states: its own name where it is none of the Hub's list."""
    card = info.card_data
    named = [getattr(card, "license_name", None), getattr(card, "license", None)]
    tags = [tag.removeprefix("license:") for tag in info.tags or () if tag.startswith("license:")]
    for licence in (*named, *tags):
        if isinstance(licence, str) and licence and licence != "other":
            return licence
    return None
