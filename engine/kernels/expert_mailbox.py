"""Memory in which a GPU and the processor hand each other the rows of experts.

The GPU asks in each layer of which the processor computes some experts: it writes the rows that go
through the layer's experts, what was chosen for them, and then the number of its question. The
processor answers with the weighted sums of its experts, and then with that number. Questions are
answered in order, one at a time.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

# Indices of the words. Those that one side writes have a cache line of their own.
ASKED, LAYER, NUM_ROWS = 0, 1, 2  # by the GPU: the number of the last question, and of what
ANSWERED = 8  # by the processor: the number of the last answer
EXPECTED, STOPPED = 16, 17  # by the host: the number of the last question that will come
NUM_WORDS = 24


@dataclass(frozen=True, eq=False)
class ExpertMailbox:
    """Host memory that both see, for W rows, k experts of each, d columns.

    `mixed` is what the processor's experts add to each row; 0 where a row has none of them.
    """

    words: Tensor  # int64 [NUM_WORDS], zeros at first
    rows: Tensor  # float32 [W, d]
    experts: Tensor  # int32 [W, k]
    weights: Tensor  # float32 [W, k]
    mixed: Tensor  # float32 [W, d]

    @classmethod
    def allocate(
        cls, allocate: Callable[[int], Tensor], width: int, num_cols: int, num_used: int
    ) -> "ExpertMailbox":
        """In memory from `allocate`, which gives uint8 [bytes] that a GPU can address."""

        def tensor(dtype: torch.dtype, *shape: int) -> Tensor:
            count = torch.Size(shape).numel()
            return allocate(count * dtype.itemsize).view(dtype).view(shape).zero_()

        return cls(
            tensor(torch.int64, NUM_WORDS),
            tensor(torch.float32, width, num_cols),
            tensor(torch.int32, width, num_used),
            tensor(torch.float32, width, num_used),
            tensor(torch.float32, width, num_cols),
        )
