"""Whether kernels run in Triton's interpreter, where inline assembly has a twin, and what else differs there."""

import triton
import triton.language as tl

INTERPRETED = tl.constexpr(triton.knobs.runtime.interpret)


@triton.jit
def loop_bound(count):
    """`count`, a scalar tensor, as a bound of a loop; the interpreter keeps scalars as arrays [1]."""
    return count.handle.data.item() if INTERPRETED else count


@triton.jit
def rounded(x, dtype: tl.constexpr):
    """x float32 as dtype, to nearest even; the interpreter itself truncates to bfloat16."""
    if INTERPRETED and dtype == tl.bfloat16:
        bits = x.to(tl.int32, bitcast=True)
        bits += 0x7FFF + ((bits >> 16) & 1)
        rounded = (bits >> 16).to(tl.int16).to(tl.bfloat16, bitcast=True)
    else:
        rounded = x.to(dtype)
    return rounded
