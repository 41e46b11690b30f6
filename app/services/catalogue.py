"""The curated model catalogue in assets/catalogue.toml, typed. Knows neither network nor models folder."""

from pathlib import Path

import msgspec

from app.paths import assets_dir


class CatalogueEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One model: what it is, its one true file (`bytes`, `sha256` in hex) and where that is to be had.

    `index_package` is a pip requirement whose wheel holds the same file as `index_member`.
    """

    name: str
    file: str
    bytes: int
    sha256: str
    licence: str
    made_by: str
    hub_repo: str
    hub_revision: str = "main"
    index_package: str | None = None
    index_member: str | None = None


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All entries; `starter` is the file name of the model that a first start gets."""

    starter: str
    model: tuple[CatalogueEntry, ...]

    def find(self, file_name: str) -> CatalogueEntry | None:
        """The entry whose file is called `file_name`."""
        return next((entry for entry in self.model if entry.file == file_name), None)


def load_catalogue(path: Path | None = None) -> Catalogue:
    """Read the catalogue; raises `msgspec.ValidationError` when the file is not one."""
    content = (path or assets_dir() / "catalogue.toml").read_bytes()
    return msgspec.toml.decode(content, type=Catalogue)


def starter_entry() -> CatalogueEntry:
    """The starter model."""
    catalogue = load_catalogue()
    entry = catalogue.find(catalogue.starter)
    if entry is None:
        raise LookupError(f"{catalogue.starter} is not in the catalogue.")
    return entry
