"""The fingerprint of an answer: 64-bit FNV-1a (RFC 9923) over its token ids."""

from collections.abc import Iterable

_OFFSET_BASIS = 0xCBF29CE484222325
_PRIME = 0x100000001B3
_MASK = 2**64 - 1


def fnv1a64(ids: Iterable[int]) -> str:
    """The hash of `ids` as little-endian uint32: 16 lower-case hex digits.

    Raises OverflowError for an id that does not fit in 32 bits.
    """
    state = _OFFSET_BASIS
    for token_id in ids:
        for byte in token_id.to_bytes(4, "little"):
            state = ((state ^ byte) * _PRIME) & _MASK
    return f"{state:016x}"
