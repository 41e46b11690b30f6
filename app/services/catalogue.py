"""The typed model catalogue of assets/catalogue.toml. Knows no network and no models folder."""

import re
from pathlib import Path

import msgspec

from app.paths import assets_dir

_WORD_BREAK = re.compile(r"[^a-z0-9.]+")


class CatalogueEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One model: its description, and the file in a Hub repository to download.

    `bytes` is the file's size, `sha256` its digest in hex; if None, the Hub knows them.
    `index_url` is a wheel on the Python package index that holds the same file as `index_member`.
    """

    name: str
    file: str
    license: str
    made_by: str
    hub_repo: str
    hub_revision: str = "main"
    architecture: str | None = None
    good_for: str = ""
    smallest_machine: str = ""
    bytes: int | None = None
    sha256: str | None = None
    index_url: str | None = None
    index_member: str | None = None


class ExactEntry(CatalogueEntry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry with known contents; a different file under its name is refused."""

    bytes: int
    sha256: str


class DrafterEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A small model that drafts for larger ones.

    `words`: lists of words, one of which the larger file's name has in this order. `from_bytes`:
    the smallest file that it pays for.
    """

    name: str
    file: str
    hub_repo: str
    words: tuple[tuple[str, ...], ...]
    from_bytes: int

    def can_draft_for(self, file_name: str, num_bytes: int) -> bool:
        """Whether it pays for a model in a file of this name and size."""
        found = _WORD_BREAK.split(file_name.casefold().removesuffix(".gguf"))
        return num_bytes >= self.from_bytes and any(
            words == tuple(found[at : at + len(words)])
            for words in self.words
            for at in range(len(found))
        )


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All entries, the starter first; `starter` is the file name of the starter model."""

    starter: str
    model: tuple[CatalogueEntry, ...]
    drafter: tuple[DrafterEntry, ...] = ()

    def drafter_for(self, file_name: str, num_bytes: int) -> DrafterEntry | None:
        """The first that drafts for a model in a file of this name and size."""
        return next((d for d in self.drafter if d.can_draft_for(file_name, num_bytes)), None)

    def find(self, file_name: str) -> ExactEntry | None:
        """The entry with known contents whose file is called `file_name`."""
        for entry in self.model:
            if entry.file == file_name and entry.sha256 is not None:
                return msgspec.convert(entry, ExactEntry, from_attributes=True)
        return None

    def named(self, name: str) -> CatalogueEntry | None:
        """The entry with this name or file name, ignoring case."""
        wanted = name.casefold()
        return next(
            (
                entry
                for entry in self.model
                if wanted in (entry.name.casefold(), entry.file.casefold())
            ),
            None,
        )


def load_catalogue(path: Path | None = None) -> Catalogue:
    """Read the catalogue; raises `msgspec.ValidationError` for an invalid file."""
    content = (path or assets_dir() / "catalogue.toml").read_bytes()
    return msgspec.toml.decode(content, type=Catalogue)


def starter_entry() -> ExactEntry:
    """The starter model."""
    catalogue = load_catalogue()
    entry = catalogue.find(catalogue.starter)
    if entry is None:
        raise LookupError(f"{catalogue.starter} is not in the catalogue.")
    return entry
