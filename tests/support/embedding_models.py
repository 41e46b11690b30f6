"""Files that name how their rows are pooled, and what their embeddings are in float64."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.models.pooling import Pooling
from tests.differential.reference import Reference
from tests.hostile.files.document import U32, Entry, read_document


def name_pooling(path: Path, number: int) -> None:
    """Let the file at `path` name a pooling, by GGUF's number."""
    document = read_document(path)
    document.entries.append(Entry(document.architecture + b".pooling_type", U32, number))
    path.write_bytes(document.to_bytes())


def exact_embedding(reference: Reference, ids: list[int], pooling: Pooling) -> NDArray[np.float64]:
    """The embedding of `ids`, of length 1."""
    rows = reference.hidden(ids)
    pooled = {Pooling.MEAN: rows.mean(0), Pooling.FIRST: rows[0], Pooling.LAST: rows[-1]}[pooling]
    return pooled / np.linalg.norm(pooled)
