"""Keys and values whose later positions are in host memory, and the addresses of pages.

Each step reads all positions of a sequence once, so it does not matter which of them the device
holds. The first ones need never move, and a short context is read from device memory alone.
"""

from dataclasses import replace
from itertools import zip_longest

import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.kernels.operands import KVState
from engine.kernels.sizes import PAGE_ROWS


def with_host_rows(arena: Arena, kv: KVState, num_rows: int) -> KVState:
    """`kv`, whose rows are whole pages, with at least `num_rows` further rows in host memory.

    Raises MemoryError when the system refuses.
    """
    num_pages = -(-num_rows // PAGE_ROWS)
    host = tuple(
        arena.pin(*tensor.shape[:2], num_pages * PAGE_ROWS, *tensor.shape[3:], dtype=tensor.dtype)
        for tensor in kv.tensors
    )
    return with_addresses(arena, replace(kv, host=host))


def with_addresses(arena: Arena, kv: KVState) -> KVState:
    """`kv` with the address of each page, in device or host memory."""
    host = kv.host or [None] * len(kv.tensors)
    tables = [
        _addresses(tensor, more) for tensor, more in zip(kv.tensors, host, strict=True)
    ]  # of keys, values and the scales of both
    pages = []
    for elements, scales in zip_longest(tables[:2], tables[2:]):
        both = torch.stack([elements, torch.zeros_like(elements) if scales is None else scales], -1)
        pages.append(arena.allocate(*both.shape, dtype=torch.int64).copy_(both))
    return replace(kv, key_pages=pages[0], value_pages=pages[1])


def _addresses(tensor: Tensor, host: Tensor | None) -> Tensor:
    """The address of each page [S, G, P] of rows in `tensor`, then in `host`."""
    if host is None:
        return _page_addresses(tensor)
    return torch.cat([_page_addresses(tensor), _page_addresses(host)], dim=-1)


def _page_addresses(tensor: Tensor) -> Tensor:
    num_sequences, num_heads, num_rows, _ = tensor.shape
    head_bytes = tensor.stride(1) * tensor.element_size()
    row_bytes = tensor.stride(2) * tensor.element_size()
    heads = torch.arange(num_sequences * num_heads).view(num_sequences, num_heads, 1)
    pages = torch.arange(-(-num_rows // PAGE_ROWS))
    return tensor.data_ptr() + heads * head_bytes + pages * PAGE_ROWS * row_bytes
