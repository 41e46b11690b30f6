"""TQ3_0, blocks of keys and values that no GGUF has: 3 bits a value and a norm. Imports no torch.

A head was multiplied by an orthogonal matrix, so that its values are nearly normal. A block of 32
has a float16 norm, then the lower two bits of each code, four codes a byte, then the upper bit of
each, eight a byte. A value is the norm times the centroid of its code: that of least squares for
normal values of variance 1 / 128 (arXiv:2504.19874). A code is that of the centroid nearest to
value / (2 * length of the block); the norm is that length divided by the centroids'.
"""

from itertools import pairwise

BLOCK_LEN, BLOCK_BYTES = 32, 14
_ABOVE = (0.021460, 0.065717, 0.117832, 0.190685)
CENTROIDS = (*(-centroid for centroid in reversed(_ABOVE)), *_ABOVE)
"""By code, ascending."""
BOUNDARIES = tuple((lower + upper) / 2 for lower, upper in pairwise(CENTROIDS))
"""Between a code and the next."""
LARGEST_VALUE = 4096.0
"""A block of values up to this has a norm of at most 15.3 times as much, finite in float16."""
