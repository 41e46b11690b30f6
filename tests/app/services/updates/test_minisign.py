"""Signatures in minisign's format: what was signed is accepted, and nothing else."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from app.services.updates.errors import UpdateError
from app.services.updates.minisign import PublicKey, verify
from installers.release import sign

CONTENT = b'{"version": "1.0"}\n'
# Made with minisign 0.11: a key pair, and its signature of CONTENT.
TOOL_KEY = """untrusted comment: minisign public key 1DA7F5A549CAFA7D
RWR9+spJpfWnHUhx7okpIyLAMfEGrC4v1WRlgv/mkqpfKl4LNcLbA8vF
"""
TOOL_SIGNATURE = """untrusted comment: signature from minisign secret key
RUR9+spJpfWnHYNu5OqYfydE3PMH6m5kYAs8JY0x/en0JP5XPO7a5u9+eBUevVdgX75LPDcDpq1n5iEONmohRszRv8OgDF12sQg=
trusted comment: timestamp:1700000000\tfile:c.json\thashed
KlenrWtZBMi4RMEL/JMsaRwYOhZfeUrR3rYpiAHUnUSCFsPe6c10006Ejo3RjccDk+ILb8BqrsNIs+0rHG4OCg==
"""

KeyPair = tuple[Ed25519PrivateKey, PublicKey]


def test_a_signature_of_the_tool_is_accepted() -> None:
    comment = verify(CONTENT, TOOL_SIGNATURE, PublicKey.parse(TOOL_KEY))
    assert comment == "timestamp:1700000000\tfile:c.json\thashed"
    assert PublicKey.parse(TOOL_KEY).format() == TOOL_KEY


def test_what_is_signed_is_accepted_with_its_comment(key_pair: KeyPair) -> None:
    private, public = key_pair
    assert verify(CONTENT, sign(CONTENT, private, "1.0 é"), public) == "1.0 é"
    assert PublicKey.parse(public.format()) == public


@given(at=st.integers(0, len(CONTENT) - 1), bit=st.integers(0, 7))
def test_no_other_content_is_accepted(key_pair: KeyPair, at: int, bit: int) -> None:
    private, public = key_pair
    changed = bytearray(CONTENT)
    changed[at] ^= 1 << bit
    with pytest.raises(UpdateError, match="not signed"):
        verify(bytes(changed), sign(CONTENT, private, ""), public)


@given(line=st.sampled_from((1, 3)), at=st.integers(0, 63), bit=st.integers(0, 7))
def test_no_other_signature_is_accepted(key_pair: KeyPair, line: int, at: int, bit: int) -> None:
    private, public = key_pair
    lines = sign(CONTENT, private, "comment").splitlines()
    changed = bytearray(base64.b64decode(lines[line]))
    changed[at] ^= 1 << bit
    lines[line] = base64.b64encode(changed).decode()
    with pytest.raises(UpdateError, match="not signed"):
        verify(CONTENT, "\n".join(lines), public)


@given(text=st.text(max_size=300))
def test_no_other_text_is_a_signature(key_pair: KeyPair, text: str) -> None:
    with pytest.raises(UpdateError, match="cannot be read"):
        verify(CONTENT, text, key_pair[1])


def test_another_trusted_comment_is_refused(key_pair: KeyPair) -> None:
    private, public = key_pair
    text = sign(CONTENT, private, "version 1").replace("version 1", "version 2")
    with pytest.raises(UpdateError, match="not signed"):
        verify(CONTENT, text, public)


def test_the_key_of_somebody_else_is_refused(key_pair: KeyPair) -> None:
    stranger = Ed25519PrivateKey.generate()
    with pytest.raises(UpdateError, match="not signed"):
        verify(CONTENT, sign(CONTENT, stranger, ""), key_pair[1])
    # The same key id does not help.
    impostor = PublicKey(key_pair[1].key_id, stranger.public_key().public_bytes_raw())
    with pytest.raises(UpdateError, match="not signed"):
        verify(CONTENT, sign(CONTENT, key_pair[0], ""), impostor)


def test_a_signature_over_the_file_itself_is_refused(key_pair: KeyPair) -> None:
    private, public = key_pair
    signature = private.sign(CONTENT)
    lines = sign(CONTENT, private, "").splitlines()
    lines[1] = base64.b64encode(b"Ed" + public.key_id + signature).decode()
    lines[3] = base64.b64encode(private.sign(signature)).decode()
    with pytest.raises(UpdateError, match="not signed"):
        verify(CONTENT, "\n".join(lines), public)


@pytest.mark.parametrize("text", ["", "one line", "a\nb", "a\n!!!!", f"a\n{'A' * 56}", "a\né"])
def test_a_damaged_key_is_said(text: str) -> None:
    with pytest.raises(UpdateError, match="damaged"):
        PublicKey.parse(text)
