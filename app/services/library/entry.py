"""One model as the library shows it, and the words said about it. Knows no file system."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path


class Origin(StrEnum):
    """Where a model lies, in the words of the command line."""

    MODELS_FOLDER = "models folder"
    IMPORTED = "imported"
    EXTRA_FOLDER = "extra folder"
    HUGGING_FACE = "Hugging Face cache"
    LM_STUDIO = "LM Studio"
    OLLAMA = "Ollama"
    JAN = "Jan"


class ImportMode(StrEnum):
    """How a model comes into the library: used where it is, linked, or copied into the models folder."""

    IN_PLACE = "in place"
    LINK = "link"
    COPY = "copy"


class Verification(StrEnum):
    """What is known of a sound file's checksum."""

    HUB = "is the file that the Hub has"
    CATALOGUE = "is the file that the catalogue names"
    NAMED = "is the file that its cache says it is"
    RECORDED = "is unchanged since it was first verified"
    FIRST_TIME = "is sound; its checksum was recorded for the next time"


@dataclass(frozen=True)
class FoundFile:
    """A file that may be a model, not yet opened. `repo_id` and `revision` are the Hub's, where known."""

    name: str
    path: Path
    origin: Origin
    repo_id: str | None = None
    revision: str | None = None


@dataclass(frozen=True)
class ModelEntry:
    """One model, for display. What is not known is None.

    `name` is what the commands call it: its path below the folder, the file name of an imported one,
    "ollama/qwen3:8b" and the like for what other programs keep. `title` is what the model calls itself.
    `paths` has every part of a split model, `size` is their bytes together, `context` is in tokens.
    `problem` is the sentence why it cannot be loaded. `repo_id` and `revision` say where on the Hub it
    is from. `last_used` is in UTC.
    """

    name: str
    path: Path
    is_imported: bool
    size: int
    paths: tuple[Path, ...]
    title: str | None = None
    architecture: str | None = None
    quantisation: str | None = None
    context: int | None = None
    licence: str | None = None
    problem: str | None = None
    num_parameters: int | None = None
    origin: Origin = Origin.MODELS_FOLDER
    repo_id: str | None = None
    revision: str | None = None
    last_used: datetime | None = None

    @property
    def is_read_only(self) -> bool:
        """It belongs to a watched folder or to another program: used, never changed or removed."""
        return self.origin not in (Origin.MODELS_FOLDER, Origin.IMPORTED)
