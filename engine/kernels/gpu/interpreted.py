"""Whether kernels run in Triton's interpreter, where inline assembly cannot run and a twin takes its place."""

import triton
import triton.language as tl

INTERPRETED = tl.constexpr(triton.knobs.runtime.interpret)


@triton.jit
def loop_bound(count):
    """`count`, a scalar tensor, as a bound of a loop; the interpreter keeps scalars as arrays [1]."""
    return count.handle.data.item() if INTERPRETED else count
