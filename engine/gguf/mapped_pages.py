"""Gives back the memory of pages of a mapped file that were read. Knows no format."""

import mmap

import numpy as np
from numpy.typing import NDArray


def forget_pages(data: NDArray[np.uint8]) -> None:
    """Let go of the pages wholly inside `data`, an array of bytes of a mapped file.

    They count as the process's memory once they were read; read again, they come from the file. Does
    nothing for other arrays, and on Windows, which takes such pages back by itself.
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
    """What `data` is a view of, if that is a mapped file."""
    base: object = data
    while base is not None and not isinstance(base, mmap.mmap):
        base = base.obj if isinstance(base, memoryview) else getattr(base, "base", None)
    return base
