"""Whether kernels run in Triton's interpreter, and twins of what differs there."""

import triton
import triton.language as tl

INTERPRETED = tl.constexpr(triton.knobs.runtime.interpret)


@triton.jit
def loop_bound(count):
    """The scalar `count` as a loop bound; the interpreter represents scalars as arrays [1]."""
    return count.handle.data.item() if INTERPRETED else count


@triton.jit
def rounded(x, dtype: tl.constexpr):
    """x float32 rounded to `dtype`, ties to even; the interpreter's own bfloat16 cast truncates."""
    if INTERPRETED and dtype == tl.bfloat16:
        bits = x.to(tl.int32, bitcast=True)
        bits += 0x7FFF + ((bits >> 16) & 1)
        rounded = (bits >> 16).to(tl.int16).to(tl.bfloat16, bitcast=True)
    else:
        rounded = x.to(dtype)
    return rounded


@triton.jit
def dot(a, b, total, PRECISION: tl.constexpr):
    """total + a @ b; the interpreter would multiply the bits of bfloat16.

    There it is computed as float64: what NumPy adds up as float32 depends on where a row lies.
    """
    if INTERPRETED:
        a, b = a.to(tl.float32).to(tl.float64), b.to(tl.float32).to(tl.float64)
        product = tl.dot(a, b, out_dtype=tl.float64).to(tl.float32)
        return product if total is None else total + product
    else:
        return tl.dot(a, b, total, input_precision=PRECISION)
