"""Counter-based noise: a pure function of (seed, position, token id), with no state to carry.

A token's noise does not depend on the other tokens requested or their order, so plain and
speculative decoding draw the same numbers. This is the whole specification; all integers are
unsigned, 64 bits wide and wrap:

    mix(z)           z ^= z >> 30;  z *= 0xBF58476D1CE4E5B9
                     z ^= z >> 27;  z *= 0x94D049BB133111EB
                     return z ^ (z >> 31)
    output(state, n) mix(state + (n + 1) * 0x9E3779B97F4A7C15)
    bits             output(output(seed, position), token id) >> 32
    uniform          float32(min(max(bits, 1), 2**32 - 129)) * 2**-32
    gumbel           -log(-log1p(-uniform)), in float64

`output(state, n)` is the n-th number (from 0) of SplitMix64 started at `state` (Steele, Lea and
Flood 2014, doi:10.1145/2660193.2660195, with the constants of Vigna's splitmix64.c). The
conversion to float32 rounds to nearest, ties to even; the product is exact. The bounds on `bits`
keep `uniform` within [2**-32, 1 - 2**-24] after rounding, so both logarithms are finite, and
`gumbel` lies within [-2.82, 22.19]. A large `gumbel` comes from a `uniform` near 0, where float32
is finest: likely winners do not tie on a coarse grid.
"""

import numpy as np
from numpy.typing import NDArray

_MASK = 2**64 - 1
_INCREMENT = 0x9E3779B97F4A7C15
_MULTIPLIER_1 = 0xBF58476D1CE4E5B9
_MULTIPLIER_2 = 0x94D049BB133111EB
_MAX_BITS = 2**32 - 129


def uniform(seed: int, position: int, token_ids: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return one number in (0, 1) for each of `token_ids` [n], float32 [n].

    `seed` is taken modulo 2**64; `position` and the ids are not negative.
    """
    state = _outputs(seed & _MASK, np.array([position], dtype=np.uint64))[0]
    bits = _outputs(int(state), token_ids.astype(np.uint64)) >> np.uint64(32)
    clamped = np.minimum(np.maximum(bits, np.uint64(1)), np.uint64(_MAX_BITS))
    values: NDArray[np.float32] = clamped.astype(np.float32) * np.float32(2.0**-32)
    return values


def gumbel(seed: int, position: int, token_ids: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return standard Gumbel noise for each of `token_ids` [n], float64 [n], always finite."""
    exponential = -np.log1p(-uniform(seed, position, token_ids).astype(np.float64))
    return -np.log(exponential)


def _outputs(state: int, indices: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the numbers of the SplitMix64 sequence from `state` at `indices` [n], uint64 [n]."""
    first = np.uint64((state + _INCREMENT) & _MASK)
    z = indices * np.uint64(_INCREMENT) + first
    z ^= z >> np.uint64(30)
    z *= np.uint64(_MULTIPLIER_1)
    z ^= z >> np.uint64(27)
    z *= np.uint64(_MULTIPLIER_2)
    z ^= z >> np.uint64(31)
    return z
