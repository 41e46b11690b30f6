"""How the hidden rows of a text become its embedding. Knows no token and no step."""

from enum import Enum

import torch
from torch import Tensor

from engine.gguf.metadata import ModelMetadata
from engine.kernels.operands import Norm


class Pooling(Enum):
    """Which rows of a text count, as GGUF numbers it (`llama_pooling_type` of llama.cpp).

    Files that name none (0), or a score in place of an embedding (4), are not for embeddings.
    """

    MEAN = 1
    FIRST = 2
    LAST = 3


def read_pooling(metadata: ModelMetadata) -> Pooling | None:
    """What the file names; None if its model makes no embeddings. Raises ModelFileError.

    Rows of models that look ahead would differ from those computed here.
    """
    number = metadata.hparam("pooling_type", int, 0)
    is_known = number in (pooling.value for pooling in Pooling)
    looks_back = metadata.hparam("attention.causal", bool, default=True)
    return Pooling(number) if is_known and looks_back else None


class PooledRows:
    """Takes the rows of one text, chunk by chunk, in order."""

    def __init__(self, pooling: Pooling, norm: Norm) -> None:
        """`norm` is the model's final one."""
        self._pooling = pooling
        self._norm = norm
        self._num_rows = 0
        self._pooled: Tensor | None = None  # float64 [d]

    def take(self, hidden: Tensor) -> None:
        """The next rows, float32 [n, d], before the final norm."""
        pooled = self._pooled
        match self._pooling:
            case Pooling.LAST:
                pooled = self._normed(hidden[-1:])[0]
            case Pooling.FIRST if pooled is None:
                pooled = self._normed(hidden[:1])[0]
            case Pooling.MEAN:
                total = self._normed(hidden).sum(0)
                pooled = total if pooled is None else pooled + total
        self._pooled = pooled
        self._num_rows += len(hidden)

    def embedding(self) -> Tensor:
        """The embedding, float64 [d], of any length. Raises ValueError before the first row."""
        if self._pooled is None:
            raise ValueError("no rows were taken")
        return self._pooled / (self._num_rows if self._pooling is Pooling.MEAN else 1)

    def _normed(self, rows: Tensor) -> Tensor:
        """After the final norm, in float64."""
        exact = rows.to(torch.float64)
        scale = torch.rsqrt(exact.square().mean(1, keepdim=True) + self._norm.eps)
        return exact * scale * self._norm.weight
