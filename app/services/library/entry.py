"""The library's types: entries, origins, import modes, results of verification."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from engine.gguf.drafter_kind import DrafterKind


class Origin(StrEnum):
    """Where a model is stored, in the words of the command line."""

    MODELS_FOLDER = "models folder"
    IMPORTED = "imported"
    EXTRA_FOLDER = "extra folder"
    HUGGING_FACE = "Hugging Face cache"
    LM_STUDIO = "LM Studio"
    OLLAMA = "Ollama"
    JAN = "Jan"


class ImportMode(StrEnum):
    """How a model is imported: used in place, linked, or copied into the models folder."""

    IN_PLACE = "in place"
    LINK = "link"
    COPY = "copy"


class Verification(StrEnum):
    """What proves the checksum of a valid file, as what is said of it, in English."""

    HUB = "is the file that the Hub has"
    CATALOGUE = "is the file that the catalogue names"
    NAMED = "is the file that its cache says it is"
    RECORDED = "is unchanged since it was first verified"
    FIRST_TIME = "is sound; its checksum was recorded for the next time"


@dataclass(frozen=True)
class FoundFile:
    """A possible model file, not yet opened, or the folder of a drafter.

    `repo_id` and `revision` are the Hub's, if known.
    """

    name: str
    path: Path
    origin: Origin
    repo_id: str | None = None
    revision: str | None = None


@dataclass(frozen=True)
class ModelEntry:
    """One model, for display. Unknown values are None.

    `name` is its name in commands: its path below the folder, the file name if imported,
    "ollama/qwen3:8b" and the like for other programs' models. `title` is what people call it.
    `paths` has all parts of a split model, `size` is their bytes together, `context` is in tokens.
    `problem` is the sentence why it cannot be loaded; `drafter` is its kind if that is because it
    only drafts for another model. That may be in a folder: then `path` is the folder. `repo_id` and
    `revision` are its source on the Hub. `last_used` is in UTC.
    """

    name: str
    path: Path
    is_imported: bool
    size: int
    paths: tuple[Path, ...]
    title: str | None = None
    architecture: str | None = None
    quantization: str | None = None
    context: int | None = None
    license: str | None = None
    problem: str | None = None
    num_parameters: int | None = None
    origin: Origin = Origin.MODELS_FOLDER
    repo_id: str | None = None
    revision: str | None = None
    last_used: datetime | None = None
    has_chat_template: bool = False
    drafter: DrafterKind | None = None

    @property
    def places(self) -> tuple[Path, ...]:
        """All paths that are it: its own, and those of its parts."""
        return tuple(dict.fromkeys((self.path, *self.paths)))

    @property
    def fault(self) -> str:
        """What is wrong with it; "" if nothing is, also of what only drafts."""
        return "" if self.drafter else self.problem or ""

    @property
    def shown_name(self) -> str:
        """The model's title, if known, else its name in commands."""
        return self.title or self.name

    @property
    def is_read_only(self) -> bool:
        """Whether it is in a watched folder or another program's: never changed or removed."""
        return self.origin not in (Origin.MODELS_FOLDER, Origin.IMPORTED)
