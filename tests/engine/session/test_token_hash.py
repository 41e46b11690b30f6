"""The fingerprint is FNV-1a of the ids' little-endian bytes."""

import pytest

from engine.session.token_hash import fnv1a64


def ids_of(text: bytes) -> list[int]:
    """The ids whose little-endian bytes are `text`."""
    return [int.from_bytes(text[i : i + 4], "little") for i in range(0, len(text), 4)]


@pytest.mark.parametrize(
    ("ids", "digest"),
    [
        pytest.param([], "cbf29ce484222325", id="offset basis"),
        pytest.param(ids_of(b"foob"), "dd120e790c2512af", id="published for foob"),
        pytest.param([0], "4d25767f9dce13f5", id="published for four zero bytes"),
    ],
)
def test_published_values(ids: list[int], digest: str):
    assert fnv1a64(ids) == digest


def test_leading_zeros_are_kept():
    digests = [fnv1a64([token_id]) for token_id in range(2000)]
    assert {len(digest) for digest in digests} == {16}
    assert any(digest.startswith("0") for digest in digests)


def test_order_matters():
    assert fnv1a64([1, 2]) != fnv1a64([2, 1])


def test_an_id_beyond_32_bits_is_refused():
    with pytest.raises(OverflowError):
        fnv1a64([2**32])
