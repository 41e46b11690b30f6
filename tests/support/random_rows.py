"""Rows of random weights of any type, and the values they stand for."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.quants.dequantize import dequantize_into
from engine.quants.weight_types import FLOAT_TYPES, WEIGHT_TYPES


def random_rows(kind: GGMLType, num_rows: int, num_cols: int, seed: int) -> NDArray[np.uint8]:
    """Raw rows [num_rows, bytes of a row]: any codes and whole scales; float16 scales, floats around 0."""
    generator = np.random.default_rng(seed)
    if kind in FLOAT_TYPES:
        values = generator.normal(size=(num_rows, num_cols)).astype(np.float32)
        if kind is GGMLType.BF16:
            return (values.view(np.uint32) >> 16).astype(np.uint16).view(np.uint8)
        return values.astype(np.float16 if kind is GGMLType.F16 else np.float32).view(np.uint8)
    shape = num_rows, num_cols // kind.block_len, kind.block_bytes
    blocks = generator.integers(0, 256, shape, dtype=np.uint8)
    for offset in [half.first // 8 for half in WEIGHT_TYPES[kind].halves if half.bits == 8]:
        halves = generator.normal(size=shape[:2]).astype(np.float16)
        blocks[:, :, offset : offset + 2] = halves[..., None].view(np.uint8)
    if kind is GGMLType.MXFP4:
        blocks[:, :, 0] = generator.integers(0, 250, shape[:2])  # beyond, values overflow
    if kind is GGMLType.IQ1_M:  # four bits of a scale at the top of each of its four words
        halves = generator.normal(size=shape[:2]).astype(np.float16).view(np.uint16)[..., None]
        blocks[:, :, 49:56:2] &= 15
        blocks[:, :, 49:56:2] |= (halves >> np.arange(0, 16, 4) << 4 & 0xF0).astype(np.uint8)
    return blocks.reshape(num_rows, -1)


def values_of(raw: NDArray[np.uint8], kind: GGMLType, num_cols: int) -> Tensor:
    """float32 [num_rows, num_cols]."""
    out = torch.empty(len(raw), num_cols)
    dequantize_into(raw, kind, out)
    return out
