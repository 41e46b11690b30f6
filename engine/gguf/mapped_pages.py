"""Releases resident pages of a mapped file. Knows no format."""

import mmap

import numpy as np
from numpy.typing import NDArray


def forget_pages(data: NDArray[np.uint8]) -> None:
    """Release the pages wholly inside `data`, an array of bytes of a mapped file.

    Read pages count as the process's memory; the next read loads them from the file. Does nothing
    for other arrays, or on Windows, which reclaims such pages by itself.
    """
    mapping = _mapping(data)
    if mapping is None or not hasattr(mapping, "madvise"):
        return
    whole = np.frombuffer(mapping, np.uint8)
    begin = data.ctypes.data - whole.ctypes.data
    first = -(-begin // mmap.PAGESIZE) * mmap.PAGESIZE
    end = (begin + data.nbytes) // mmap.PAGESIZE * mmap.PAGESIZE
    if first < end:
        mapping.madvise(mmap.MADV_DONTNEED, first, end - first)


def _mapping(data: NDArray[np.uint8]) -> mmap.mmap | None:
    """The mapped file that `data` is a view of, if any."""
    base: object = data
    while base is not None and not isinstance(base, mmap.mmap):
        base = base.obj if isinstance(base, memoryview) else getattr(base, "base", None)
    return base
