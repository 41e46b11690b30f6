"""Masks that the host publishes while the step that needs them runs. Knows no selection.

The host has a mask copied to the device, then the position for which it holds. The sampler waits
for that position, which the host must publish for every launched row that waits, wanted or not.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.launching.interpreted import INTERPRETED
from engine.kernels.cuda.sampling.buffers import NUM_FLAGS

_WARPS = tl.constexpr(4)  # of the program that waits
_MOST_NANOSECONDS = tl.constexpr(250_000_000)
_POLL_NANOSECONDS = tl.constexpr(10_000_000)  # what a poll takes in the interpreter


@triton.jit
def is_late(
    flags_ptr,  # int32 [S, NUM_FLAGS]
    sequence,
    position,
):
    """Wait for the mask of `position`; whether it does not come in time. Later loads see it."""
    flag_ptr = flags_ptr + sequence * NUM_FLAGS + position % NUM_FLAGS
    polls = tl.full([], 1, tl.int32)
    passed = tl.full([], 0, tl.int32)
    published, begin = _poll(flag_ptr, polls)
    while (published != position) & (passed < _MOST_NANOSECONDS):
        polls += 1
        published, now = _poll(flag_ptr, polls)
        passed = now - begin
    return published != position


@triton.jit
def _poll(flag_ptr, polls):
    """The int32 at `flag_ptr`, and the time in nanoseconds modulo 2^32; the same for all threads.

    Later loads see what was copied before the flag. One thread reads: threads that read another
    time would part.
    """
    if INTERPRETED:
        return tl.load(flag_ptr, volatile=True), polls * _POLL_NANOSECONDS
    else:
        thread = tl.arange(0, 32 * _WARPS)
        flags, times = tl.inline_asm_elementwise(
            """{
                .reg .pred is_first;
                setp.eq.s32 is_first, $3, 0;
                mov.b32 $0, 0;
                mov.b32 $1, 0;
                @is_first ld.acquire.gpu.global.b32 $0, [$2];
                @is_first mov.u32 $1, %globaltimer_lo;
            }""",
            "=&r,=&r,l,r",
            [flag_ptr.to(tl.int64) + thread * 0, thread],
            dtype=(tl.int32, tl.int32),
            is_pure=False,
            pack=1,
        )
        return tl.sum(flags, 0), tl.sum(times, 0)
