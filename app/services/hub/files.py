"""Types of what the Hub has: files, models made of files, repositories."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class HubFile:
    """One file of a repository.

    `path` is relative to the repository, `revision` a commit, `size` in bytes, `sha256` in hex;
    None for small files, for which the Hub has no SHA-256.
    """

    repo_id: str
    revision: str
    path: str
    size: int
    sha256: str | None

    @property
    def name(self) -> str:
        """The file name without folders."""
        return self.path.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class RepoModel:
    """One model of a repository in one quantization: label, explanation, all parts in order."""

    label: str
    explanation: str
    files: tuple[HubFile, ...]

    @property
    def size(self) -> int:
        """Size of all parts in bytes."""
        return sum(file.size for file in self.files)

    @property
    def file_name(self) -> str:
        """The name of the first part, which is the one to load."""
        return self.files[0].name


@dataclass(frozen=True, slots=True)
class FoundRepo:
    """One search result; unknown values are None. `downloads` counts the last 30 days."""

    repo_id: str
    downloads: int
    likes: int
    updated: datetime | None
    is_gated: bool
    license: str | None
    architecture: str | None
    num_parameters: int | None


@dataclass(frozen=True, slots=True)
class RepoPage:
    """A repository: `summary` is plain text from its card, `models` are sorted by size.

    `is_gated`: its terms must be accepted at `url` first; `has_access`: the token may read it.
    """

    repo_id: str
    revision: str
    summary: str
    license: str | None
    is_gated: bool
    has_access: bool
    url: str
    models: tuple[RepoModel, ...]
