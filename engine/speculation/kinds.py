"""What a configuration drafts with, told from files' headers. Imports no torch."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.confinement.model_opener import names_in
from engine.errors import EngineError
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.models.drafter_file import is_feature_drafter, open_drafter
from engine.models.head_file import HeadFile, open_head
from engine.models.model_file import ModelFile, has_head, is_head_alone
from engine.speculation.compatibility import check_own_vocabulary

_BESIDE = ("mtp-", "dspark-", "dflash-", "eagle3-")  # as names of drafters begin, the best first


def resolve_kind(kind: str, file: ModelFile) -> str:
    """`SpeculationConfig.kind` for the model in `file`.

    "auto" is its own head, else the best drafter beside it that was made for it, else n-grams.
    """
    if kind != "auto":
        return kind
    return "mtp" if has_head(file.gguf.tensors) else next(_drafters_beside(file), "ngram")


def _drafters_beside(file: ModelFile) -> Iterator[str]:
    """The drafters for the model in `file` that lie in its folder, the best first."""
    folder = file.gguf.path.parent
    try:
        names = sorted(names_in(folder))
    except (OSError, ValueError):
        return
    for prefix in _BESIDE:
        for name in names:
            is_named = name.lower().startswith(prefix) and name.lower().endswith(".gguf")
            if is_named and _is_made_for(folder / name, file):
                yield str(folder / name)


def _is_made_for(path: Path, file: ModelFile) -> bool:
    """Whether what is at `path` drafts for the model in `file`, or for one of its shape."""
    try:
        with open_reading_drafter(str(path), file) as own:
            return own is not None
    except EngineError:
        return False


@contextmanager
def open_reading_drafter(kind: str, file: ModelFile) -> Iterator[HeadFile | None]:
    """Open the header of the drafter of this `kind` that reads the model in `file`.

    None for a draft model, which reads nothing of it. Raises EngineError for what cannot be read or
    was made for another model.
    """
    if (head := head_path(kind, file.gguf.path)) is not None:
        with open_head(head, file.config, with_data=False) as own:
            yield own
    elif feature_architecture(kind) is not None:
        path = Path(kind).expanduser()
        with open_drafter(path, file.config, with_data=False) as own:
            check_own_vocabulary(path.name, file.metadata.tokenizer.tokens, own.metadata)
            yield own
    else:
        yield None


def reads_model(kind: str, file: ModelFile) -> bool:
    """Whether a drafter of this `kind` reads weights or hidden rows of the model in `file`.

    Raises ModelFileError, UnsupportedModelError.
    """
    kind = resolve_kind(kind, file)
    if kind in ("none", "ngram"):
        return False
    return head_path(kind, file.gguf.path) is not None or feature_architecture(kind) is not None


def head_path(kind: str, path: Path) -> Path | None:
    """The file of the prediction head that `kind` names for the model at `path`; None if none."""
    if kind == "mtp":
        return path
    named = Path(kind).expanduser()
    if named.is_dir():
        return None
    with GGUFFile.open(named, with_data=False) as file:
        return named if is_head_alone(file.tensors) else None


def feature_architecture(kind: str) -> str | None:
    """The architecture of the file that `kind` names if it reads hidden rows of the model, or None.

    A folder is read as that of a DFlash drafter. Raises UnsupportedModelError for a file of another
    layout.
    """
    named = Path(kind).expanduser()
    if named.is_dir():
        return "dflash"
    with GGUFFile.open(named, with_data=False) as file:
        return ModelMetadata(file.metadata).architecture if is_feature_drafter(file) else None
