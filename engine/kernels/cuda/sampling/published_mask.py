"""Masks that the host publishes while the step that needs them runs. Knows no selection.

The host writes a mask into pinned memory, then the position for which it holds. The sampler waits
for that position, which the host must publish for every launched row that waits, wanted or not.
"""

import triton
import triton.language as tl
from triton.language.extra.cuda import globaltimer

from engine.kernels.cuda.launching.interpreted import INTERPRETED
from engine.kernels.cuda.sampling.buffers import NUM_FLAGS, PUBLISHED_WORDS

_MOST_NANOSECONDS = tl.constexpr(250_000_000)
_POLL_NANOSECONDS = tl.constexpr(10_000_000)  # what a poll counts for in the interpreter


@triton.jit
def receive_mask(
    published_ptr,  # int32 [S, PUBLISHED_WORDS + num_chunks * CHUNK / 32]
    mask_ptr,  # int32 [ceil(V / 32)], of the row's sequence, written for this chunk
    sequence,
    position,
    chunk,
    num_chunks,
    V,
    CHUNK: tl.constexpr,
):
    """Wait for the mask of `position` and copy the words of `chunk`; whether it came too late.

    Threads may differ in that at the limit, so it must decide on no branch.
    """
    published_ptr += sequence * (PUBLISHED_WORDS + num_chunks * (CHUNK // 32))
    is_late = _is_late(published_ptr + position % NUM_FLAGS, position)
    index = tl.arange(0, CHUNK // 32)
    words = tl.load(published_ptr + PUBLISHED_WORDS + chunk * (CHUNK // 32) + index, volatile=True)
    word = index * num_chunks + chunk
    tl.store(mask_ptr + word, words, mask=word < tl.cdiv(V, 32))
    tl.debug_barrier()  # the threads read each other's words
    return is_late


@triton.jit
def _is_late(flag_ptr, position):
    """Wait until `position` is at `flag_ptr`, or for the longest time."""
    polls = tl.full([], 0, tl.int64)
    begin = _nanoseconds(polls)
    passed = tl.full([], 0, tl.int64)
    published = _acquire(flag_ptr)
    while (published != position) & (passed < _MOST_NANOSECONDS):
        polls += 1
        published = _acquire(flag_ptr)
        passed = _nanoseconds(polls) - begin
    return published != position


@triton.jit
def _nanoseconds(polls):
    """A clock, int64; the interpreter's stands still between polls."""
    return polls * _POLL_NANOSECONDS if INTERPRETED else globaltimer()


@triton.jit
def _acquire(flag_ptr):
    """The int32 at `flag_ptr`, which the host writes; later loads see what it wrote before that."""
    if INTERPRETED:
        value = tl.load(flag_ptr, volatile=True)
    else:
        value = tl.inline_asm_elementwise(
            "ld.acquire.sys.global.b32 $0, [$1];",
            "=r,l",
            [flag_ptr.to(tl.int64)],
            dtype=tl.int32,
            is_pure=False,
            pack=1,
        )
    return value
