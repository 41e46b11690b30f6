"""Whether the Hub has another file than the one here."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from app.services.hub.files import HubFile, RepoModel
from app.services.hub.settings import HubError
from app.services.library.entry import ModelEntry


def find_newer(
    entry: ModelEntry, models: Sequence[RepoModel], checksums: Mapping[Path, str | None]
) -> tuple[RepoModel, ...]:
    """The model of the latest version that would replace `entry`; () if it is the same.

    `checksums` are the SHA-256 of the local files, if known. Raises `HubError` if it is gone.
    """
    names = [path.name for path in entry.paths]
    for model in models:
        if [file.name for file in model.files] == names:
            pairs = zip(entry.paths, model.files, strict=True)
            is_same = all(_is_same(path, checksums.get(path), file) for path, file in pairs)
            return () if is_same else (model,)
    raise HubError(f"{entry.repo_id} has no {entry.path.name} any more; look at what it has now.")


def _is_same(path: Path, sha256: str | None, file: HubFile) -> bool:
    if sha256 is not None and file.sha256 is not None:
        return sha256 == file.sha256
    return path.stat().st_size == file.size
