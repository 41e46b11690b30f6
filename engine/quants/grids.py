"""The grids of the IQ1, IQ2 and IQ3 types. Knows no block.

The `gguf` package has the values; it is imported on first use.
"""

from functools import cache
from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from engine.gguf.types import GGMLType


@cache
def grid_entries(kind: GGMLType) -> NDArray[np.int8]:
    """The grid of a type, int8 [entries, entry_len], read-only."""
    source = getattr(import_module("gguf.quants"), kind.name)
    source.init_grid()
    entries = np.ascontiguousarray(source.grid.reshape(source.grid_shape).astype(np.int8))
    entries.flags.writeable = False
    return entries
