"""Rows as they lie in GPU memory: a multiple of 32 columns apart, with zeros behind each."""

import torch
from torch import Tensor


def padded_rows(rows: Tensor) -> Tensor:
    """The same rows [W, K] so far apart; another memory."""
    width, num_cols = rows.shape
    whole = torch.zeros((width, -(-num_cols // 32) * 32), dtype=rows.dtype, device=rows.device)
    whole[:, :num_cols] = rows
    return whole[:, :num_cols]
