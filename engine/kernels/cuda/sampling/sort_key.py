"""Sort keys: tokens as integers ordered by logit, then by id.

A rank is an int32 that orders logits. A key is an int64, rank << 32 | (2**31 - 1 - id): among equal
logits the lower id has the larger key, and the keys of a row are distinct.
"""

import triton
import triton.language as tl

RANK_BAD = tl.constexpr(0x7FFFFFFF)  # NaN or +inf
RANK_MASKED = tl.constexpr(-0x7F800001)  # -inf and padding
KEY_MASKED = tl.constexpr(-0x7F800001 << 32)

_MAX_ID = tl.constexpr(0x7FFFFFFF)  # id ^ _MAX_ID is _MAX_ID - id
_MASS_ONE = tl.constexpr(2.0**40)


@triton.jit
def rank_of_logit(logits):
    """Ranks int32 of `logits` float32; equal for 0 and -0."""
    bits = tl.where(logits == 0, 0.0, logits).to(tl.int32, bitcast=True)
    ranks = bits ^ ((bits >> 31) & 0x7FFFFFFF)
    return tl.where((logits == logits) & (logits < float("inf")), ranks, RANK_BAD)


@triton.jit
def logit_of_rank(ranks):
    """The logit of a rank, float32, finite or -inf."""
    return (ranks ^ ((ranks >> 31) & 0x7FFFFFFF)).to(tl.float32, bitcast=True)


@triton.jit
def key_of(ranks, token_ids):
    """Keys int64 from ranks and ids int32."""
    return (ranks.to(tl.int64) << 32) | (token_ids ^ _MAX_ID).to(tl.int64)


@triton.jit
def rank_of_key(keys):
    """Ranks int32 of keys."""
    return (keys >> 32).to(tl.int32)


@triton.jit
def id_of_key(keys):
    """Token ids int32 of keys."""
    return (keys & _MAX_ID).to(tl.int32) ^ _MAX_ID


@triton.jit
def mass_of(ranks, best):
    """exp(logit - best) as an int64 in units of 2**-40; `best` float32 is the row's largest logit.

    Integer sums are exact, so a sum does not depend on the order of its terms.
    """
    return (tl.exp(logit_of_rank(ranks) - best) * _MASS_ONE).to(tl.int64)
