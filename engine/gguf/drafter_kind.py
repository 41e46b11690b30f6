"""What a file drafts with that is no whole model, told from its header."""

from enum import StrEnum
from typing import TYPE_CHECKING

from engine.errors import UnsupportedModelError
from engine.gguf.cursor import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.gguf.file import GGUFFile
    from engine.gguf.tensors import TensorInfo


class DrafterKind(StrEnum):
    """What drafts, in the words of command lines."""

    NGRAMS = "n-grams"
    MODEL = "draft model"
    HEAD = "prediction head"
    DFLASH = "DFlash"
    DFLASH_2 = "DFlash 2"
    DSPARK = "DSpark"
    EAGLE_3 = "EAGLE-3"
    ASSISTANT = "Gemma 4 assistant"


HEAD_PROJECTION = ".nextn.eh_proj.weight"  # of every prediction head
FIRST_BLOCK = "blk.0."

_OF_ARCHITECTURES = {
    "dflash": DrafterKind.DFLASH,
    "eagle3": DrafterKind.EAGLE_3,
    "gemma4-assistant": DrafterKind.ASSISTANT,
}
_MARKOV_HEAD, _SELECTOR = "markov_w1.weight", "selector_hidden.weight"
# Endings of architectures' names.
_OTHER_LAYOUTS = ("dflash-draft", "gemma4_assistant", "gemma4_mtp")


def drafter_kind(file: "GGUFFile") -> DrafterKind | None:
    """What is in `file` if it only drafts for another model, None of a model.

    Raises UnsupportedModelError for a drafter of another layout.
    """
    name = file.metadata.get("general.architecture")
    if not isinstance(name, str):
        return None
    if name.endswith(_OTHER_LAYOUTS):
        raise other_layout(file.path.name, name)
    if is_head_alone(file.tensors):
        return DrafterKind.HEAD
    kind = _OF_ARCHITECTURES.get(name)
    if kind is DrafterKind.DFLASH and _MARKOV_HEAD in file.tensors:
        return DrafterKind.DSPARK
    if kind is DrafterKind.DFLASH and _SELECTOR in file.tensors:
        return DrafterKind.DFLASH_2
    return kind


def has_head(tensors: "Mapping[str, TensorInfo]") -> bool:
    """Whether a file with these tensors has a prediction head."""
    return any(name.endswith(HEAD_PROJECTION) for name in tensors)


def is_head_alone(tensors: "Mapping[str, TensorInfo]") -> bool:
    """Whether a file with these tensors has a prediction head, but not the model it belongs to."""
    return has_head(tensors) and f"{FIRST_BLOCK}attn_norm.weight" not in tensors


def other_layout(name: str, layout: str) -> UnsupportedModelError:
    """The drafter `name` has a `layout` that is not read."""
    return UnsupportedModelError(
        f"{name} is a drafter in the layout {shown(layout)}, which is not supported; choose one "
        "that was converted with llama.cpp."
    )
