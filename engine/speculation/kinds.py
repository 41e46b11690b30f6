"""What a configuration drafts with, told from files' headers. Imports no torch."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.confinement.model_opener import names_in
from engine.errors import EngineError
from engine.gguf.drafter_folder import open_weights
from engine.gguf.drafter_kind import DrafterKind, drafter_kind, has_head
from engine.models.drafter_file import open_drafter
from engine.models.head_file import HeadFile, open_head
from engine.models.model_file import ModelFile
from engine.speculation.compatibility import check_own_vocabulary

_BESIDE = ("mtp-", "dspark-", "dflash-", "eagle3-")  # as names of drafters begin, the best first


@dataclass(frozen=True)
class DraftSource:
    """What drafts, and its file or folder: that of the model for n-grams and its own head."""

    kind: DrafterKind
    path: Path

    @property
    def reads_model(self) -> bool:
        """Whether it reads weights or hidden rows of the model."""
        return self.kind not in (DrafterKind.NGRAMS, DrafterKind.MODEL)


def find_source(name: str, file: ModelFile) -> DraftSource | None:
    """What `SpeculationConfig.kind` names for the model in `file`; None if nothing drafts.

    "auto" is its own head, else the best drafter beside it that was made for it, else n-grams.
    Raises ModelFileError, UnsupportedModelError.
    """
    if name != "auto":
        return named_source(name, file.gguf.path)
    path = file.gguf.path
    if has_head(file.gguf.tensors) and _fits(own := DraftSource(DrafterKind.HEAD, path), file):
        return own
    return next(_sources_beside(file), DraftSource(DrafterKind.NGRAMS, path))


def named_source(name: str, model: Path) -> DraftSource | None:
    """As `find_source` for the model at the path `model` and a name other than "auto"."""
    match name:
        case "none":
            return None
        case "ngram":
            return DraftSource(DrafterKind.NGRAMS, model)
        case "mtp":
            return DraftSource(DrafterKind.HEAD, model)
    path = Path(name).expanduser()
    with open_weights(path, with_data=False) as gguf:
        return DraftSource(drafter_kind(gguf) or DrafterKind.MODEL, path)


def _sources_beside(file: ModelFile) -> Iterator[DraftSource]:
    """The drafters for the model in `file` that lie in its folder, the best first."""
    folder = file.gguf.path.parent
    try:
        names = sorted(names_in(folder))
    except (OSError, ValueError):
        return
    for prefix in _BESIDE:
        for name in names:
            if name.lower().startswith(prefix) and name.lower().endswith(".gguf"):
                source = _made_for(folder / name, file)
                if source is not None:
                    yield source


def _made_for(path: Path, file: ModelFile) -> DraftSource | None:
    """What is at `path` if it drafts for the model in `file`, or for one of its shape."""
    try:
        source = named_source(str(path), file.gguf.path)
    except EngineError:
        return None
    return source if source and source.reads_model and _fits(source, file) else None


def _fits(source: DraftSource, file: ModelFile) -> bool:
    """Whether what reads the model in `file` can be used with it."""
    try:
        with open_reading_drafter(source, file):
            return True
    except EngineError:
        return False


@contextmanager
def open_reading_drafter(source: DraftSource, file: ModelFile) -> Iterator[HeadFile]:
    """Open the header of a drafter that reads the model in `file`.

    Raises EngineError for what cannot be read or was made for another model.
    """
    if source.kind is DrafterKind.HEAD:
        with open_head(source.path, file.config, with_data=False) as own:
            yield own
    else:
        with open_drafter(source.path, file.config, with_data=False) as own:
            words = file.metadata.tokenizer.tokens
            check_own_vocabulary(source.path.name, words, own.metadata)
            yield own
