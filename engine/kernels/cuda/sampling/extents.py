"""The extents that the sampling kernels touch."""

from typing import Any

import torch
import triton.language as tl

from engine.kernels.cuda.launching.extents import Extent
from engine.kernels.cuda.sampling.buffers import MAX_CHUNKS, NUM_SETTINGS, edits_len, mask_end


def settings(last_integer: tl.constexpr, last_float: tl.constexpr, o: Any) -> dict[str, Extent]:
    """Extents of settings read up to these two."""
    before = (len(o.settings_ptr) - 1) * NUM_SETTINGS.value
    return {
        "settings_ptr": Extent.elements(before + last_integer.value + 1, torch.int64),
        "floats_ptr": Extent.elements(before + last_float.value + 1, torch.float64),
    }


def row_read(o: Any) -> dict[str, Extent | int]:
    """Extents read for a chunk of a row; positions of padding rows are read, too."""
    return {
        "logits_ptr": o.step.rows * o.V,
        "positions_ptr": Extent.int32(o.grid[1]),
        "sequences_ptr": Extent.int32(o.grid[1]),
        "edits_ptr": Extent.int32((len(o.edits_ptr) - 1) * edits_len(o.V) + mask_end(o.V)),
        "history_ptr": Extent.int32((len(o.history_ptr) - 1) * o.capacity + o.step.positions),
    }


def chunk_values(num_rows: int, o: Any) -> Extent:
    """One int64 for each chunk of `num_rows` rows."""
    end = (num_rows - 1) * MAX_CHUNKS + o.num_chunks if num_rows else 0
    return Extent.elements(end, torch.int64)
