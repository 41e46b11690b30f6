"""Rows of a cache as a sequence reads them, whoever holds them."""

import torch
from torch import Tensor

from engine.kernels.operands import KVState
from engine.kernels.sizes import PAGE_ROWS


def rows_of(kv: KVState, sequence: int) -> list[Tensor]:
    """Those [G, R, …] of each tensor, in either memory."""
    return [_gathered(whole, kv.holders, sequence) for whole in _whole(kv)]


def _whole(kv: KVState) -> list[Tensor]:
    if not kv.host:
        return list(kv.tensors)
    return [torch.cat(pair, dim=2) for pair in zip(kv.tensors, kv.host, strict=True)]


def _gathered(whole: Tensor, holders: Tensor | None, sequence: int) -> Tensor:
    if holders is None:
        return whole[sequence].clone()
    pages = torch.split(whole, PAGE_ROWS, dim=2)
    found = [page[holder] for page, holder in zip(pages, holders[sequence].tolist(), strict=True)]
    return torch.cat(found, dim=1)
