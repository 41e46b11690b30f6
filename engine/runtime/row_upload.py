"""Copies rows of main memory to where a device's next launches read them."""

import math

import torch
from torch import Tensor

_NUM_STAGINGS = 2


class RowUpload:
    """Copies float32 rows into a static tensor [W, N], on a GPU through pinned memory.

    Who copies may change the rows at once; on a GPU the current stream does the rest, so that a
    prompt's next chunk is computed meanwhile.
    """

    def __init__(self, target: Tensor) -> None:
        self._target = target
        self._stagings = [
            (torch.empty(math.prod(target.shape), pin_memory=True), _event())
            for _ in range(_NUM_STAGINGS if target.device.type == "cuda" else 0)
        ]
        self._turn = 0

    def copy(self, rows: Tensor) -> None:
        """Copy `rows` [n, N] into the first ones of the target."""
        target = self._target[: len(rows)]
        if not self._stagings:
            target.copy_(rows)
            return
        staging, copied = self._stagings[self._turn]
        self._turn = (self._turn + 1) % _NUM_STAGINGS
        copied.synchronize()  # its previous copy may still be pending
        pinned = staging[: rows.numel()].view(rows.shape)
        pinned.copy_(rows)
        target.copy_(pinned, non_blocking=True)
        copied.record()


def _event() -> torch.cuda.Event:
    return torch.cuda.Event()  # type: ignore[no-untyped-call]
