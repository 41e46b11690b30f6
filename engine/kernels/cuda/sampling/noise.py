"""Counter-based noise in kernels, as specified in `engine.sampling.noise`."""

import triton
import triton.language as tl

_INCREMENT = tl.constexpr(0x9E3779B97F4A7C15)
_MULTIPLIER_1 = tl.constexpr(0xBF58476D1CE4E5B9)
_MULTIPLIER_2 = tl.constexpr(0x94D049BB133111EB)
_MAX_BITS = tl.constexpr(2**32 - 129)


@triton.jit
def noise_state(seed, position):
    """The noise state of one position, uint64; seed uint64 and position int32 are scalars."""
    return _output(seed, position)


@triton.jit
def uniform(state, token_ids):
    """One float32 in (0, 1) for each of `token_ids` int32 [n]; bit-identical to the host's."""
    bits = (_output(state, token_ids) >> 32).to(tl.uint32)
    bits = tl.minimum(tl.maximum(bits, 1), _MAX_BITS)
    return bits.to(tl.float32) * 2.0**-32


@triton.jit
def gumbel(uniforms):
    """Standard Gumbel noise float64 [n] from `uniforms` float32 [n].

    A uniform is a multiple of 2**-32, so 1 - uniform is exact in float64 and log serves as log1p.
    """
    return -tl.log(-tl.log(1.0 - uniforms.to(tl.float64)))


@triton.jit
def _output(state, indices):
    z = state + (indices.to(tl.uint64) + 1) * _INCREMENT
    z ^= z >> 30
    z *= _MULTIPLIER_1
    z ^= z >> 27
    z *= _MULTIPLIER_2
    return z ^ (z >> 31)
