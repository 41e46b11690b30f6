"""What a configuration drafts with, told from files' headers. Imports no torch."""

from pathlib import Path

from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.models.drafter_file import is_feature_drafter
from engine.models.model_file import has_head, is_head_alone


def resolve_kind(kind: str, file: GGUFFile) -> str:
    """`SpeculationConfig.kind` for the model in `file`: "auto" is its own head, else n-grams."""
    if kind != "auto":
        return kind
    return "mtp" if has_head(file.tensors) else "ngram"


def reads_model(kind: str, file: GGUFFile) -> bool:
    """Whether a drafter of this `kind` reads weights or hidden rows of the model in `file`.

    Raises ModelFileError, UnsupportedModelError.
    """
    kind = resolve_kind(kind, file)
    if kind in ("none", "ngram"):
        return False
    return head_path(kind, file.path) is not None or feature_architecture(kind) is not None


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
