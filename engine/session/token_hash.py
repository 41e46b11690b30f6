"""The fingerprint of an answer: 64-bit FNV-1a over its token ids."""

from collections.abc import Iterable

_OFFSET_BASIS = 0xCBF29CE484222325
_PRIME = 0x100000001B3
_MASK = 2**64 - 1


class TokenHash:
    """FNV-1a, 64 bits (RFC 9923), over token ids as little-endian uint32, one id at a time."""

    def __init__(self) -> None:
        """Start with no ids."""
        self._state = _OFFSET_BASIS

    def push(self, token_id: int) -> None:
        """Add the next id. Raises OverflowError when it does not fit in 32 bits."""
        for byte in token_id.to_bytes(4, "little"):
            self._state = ((self._state ^ byte) * _PRIME) & _MASK

    def hexdigest(self) -> str:
        """Return the hash of the ids so far: 16 lower-case hex digits."""
        return f"{self._state:016x}"


def fnv1a64(ids: Iterable[int]) -> str:
    """Return the hash of `ids`: 16 lower-case hex digits."""
    token_hash = TokenHash()
    for token_id in ids:
        token_hash.push(token_id)
    return token_hash.hexdigest()
