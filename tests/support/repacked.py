"""Weights as tiles, whole."""

import torch
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.quants.repack import repack_into
from engine.quants.tiles import TileLayout


def repack(raw: Tensor, kind: GGMLType, num_cols: int, factors: Tensor | None = None) -> Tensor:
    """The tiles uint8 [num_tiles, tile_bytes] of `raw` uint8 [N, row bytes], on the same device.

    factors: see `repack_into`. Raises ValueError when rows of `raw` do not have `num_cols` values.
    """
    layout = TileLayout(kind, num_cols)
    shape = layout.num_tiles(raw.shape[0]), layout.tile_bytes
    out = torch.empty(shape, dtype=torch.uint8, device=raw.device)
    repack_into(raw, kind, num_cols, out, first_row=0, factors=factors)
    return out
