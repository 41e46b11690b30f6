"""What a drafter shares with its target: the vocabulary, and how exact its cache is."""

from collections.abc import Sequence
from typing import cast

import numpy as np

from engine.config import KVType
from engine.errors import RequestError
from engine.gguf.metadata import ModelMetadata
from engine.kernels.sizes import layout_of

Shared = np.ndarray[tuple[int], np.dtype[np.bool_]]

_LEAST_SHARED = 0.9  # of the tokens that both vocabularies have an id for


def own_kv_type(target: str) -> KVType:
    """The KV type of a drafter beside `target`, that of its model: no less exact.

    Types of blocks may not fit its heads, and are for long contexts of many layers.
    """
    if target == "auto" or layout_of(target).block_len > 1:
        return "auto"
    return cast("KVType", target)


def check_own_vocabulary(name: str, target: Sequence[str], metadata: ModelMetadata) -> None:
    """Raise RequestError if the drafter in the file `name` has another vocabulary than `target`.

    A file without a vocabulary has the target's.
    """
    own = metadata.tokenizer.tokens if metadata.num_tokens else target
    num_shared = sum(one == other for one, other in zip(target, own, strict=False))
    if num_shared < _LEAST_SHARED * min(len(target), len(own)):
        raise RequestError(
            f"The drafter in {name} was made for a model with another vocabulary; choose the one "
            "that was made for this model."
        )


def check_vocabularies(name: str, target: Sequence[str], own: Sequence[str]) -> Shared:
    """Which ids stand for the same text in both, bool [shorter length].

    `own` is the vocabulary of the drafter in the file `name`. Raises RequestError when too few do.
    """
    pairs = zip(target, own, strict=False)
    shared = np.fromiter((one == other for one, other in pairs), np.bool_)
    num_common = min(len(target), len(own))
    if shared.sum() < _LEAST_SHARED * num_common:
        raise RequestError(
            f"{name} cannot draft for this model, because only {shared.sum():,} of their "
            f"{num_common:,} tokens agree; choose a smaller model of the same family."
        )
    return shared
