"""The summary of a GGUF file for a model picker, read without decoding the vocabulary."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.gguf.drafter_kind import DrafterKind, drafter_kind
from engine.gguf.name_parts import NameParts

if TYPE_CHECKING:
    from engine.gguf.file import GGUFFile


@dataclass(frozen=True)
class ModelSummary:
    """One model, for display.

    `paths` are its files in order, `file_bytes` their total size, `weights_bytes` that of the
    tensors. `quantization` is a label such as "Q4_K_M"; `context_length` is in tokens.
    `name_parts` are what the file says of its name beside `name`. `drafter` is its kind if it only
    drafts for another model.
    """

    paths: tuple[Path, ...]
    name: str
    architecture: str
    quantization: str | None
    num_parameters: int
    context_length: int | None
    license: str | None
    weights_bytes: int
    file_bytes: int
    name_parts: NameParts
    has_chat_template: bool
    drafter: DrafterKind | None = None


def read_summary(path: Path | str) -> ModelSummary:
    """Read the headers of the model, or of the folder of a drafter, at `path`.

    Raises `ModelFileError`, `UnsupportedModelError`.
    """
    # Imported here: the window must not wait for them.
    from engine.gguf.drafter_folder import files_of, open_weights
    from engine.gguf.metadata import ModelMetadata

    path = Path(path)
    with open_weights(path, with_data=False) as file:
        metadata = ModelMetadata(file.metadata)
        return ModelSummary(
            paths=files_of(path) if path.is_dir() else file.paths,
            name=metadata.name,
            architecture=metadata.architecture,
            quantization=metadata.quantization or main_type(file),
            num_parameters=file.num_parameters,
            context_length=metadata.context_length,
            license=metadata.license,
            weights_bytes=file.weights_bytes,
            file_bytes=file.file_bytes,
            name_parts=metadata.name_parts,
            has_chat_template=metadata.has_chat_template,
            drafter=drafter_kind(file),
        )


def main_type(file: "GGUFFile") -> str | None:
    """The tensor type with the most bytes in `file`; None without tensors."""
    sizes: Counter[str] = Counter()
    for tensor in file.tensors.values():
        sizes[tensor.type.name] += tensor.nbytes
    return max(sizes, key=sizes.__getitem__) if sizes else None
