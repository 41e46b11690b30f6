"""The codebooks of the types whose codes are indices of whole entries. Knows no block.

They are facts of the format: the `gguf` package carries them, and is imported once one is asked for.
"""

from functools import cache
from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from engine.gguf.types import GGMLType


@cache
def grid_entries(kind: GGMLType) -> NDArray[np.int8]:
    """The entries of a type that has a grid, int8 [number, values of an entry], read-only."""
    source = getattr(import_module("gguf.quants"), kind.name)
    source.init_grid()
    entries = np.ascontiguousarray(source.grid.reshape(source.grid_shape).astype(np.int8))
    entries.flags.writeable = False
    return entries
