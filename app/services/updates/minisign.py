"""Verifies signatures in minisign's format: Ed25519 over the BLAKE2b-512 hash of a file.

The format: https://jedisct1.github.io/minisign/#signature-format. Signatures over the file itself
(algorithm "Ed") are refused, as newer versions of the tool do not make them by default.
"""

import base64
import binascii
import hashlib
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from app.services.updates.errors import UpdateError

KEY_ALGORITHM, PREHASHED = b"Ed", b"ED"
UNTRUSTED, TRUSTED = "untrusted comment: ", "trusted comment: "
KEY_ID_BYTES, KEY_BYTES, SIGNATURE_BYTES = 8, 32, 64

_BAD_KEY = "The update key of this build is damaged; install Encore again."
_BAD_SIGNATURE = "The signature of the update list cannot be read; try again later."
_WRONG_SIGNATURE = (
    "The update list is not signed with Encore's key, so it is not used; "
    "check the address of updates in the settings."
)


@dataclass(frozen=True, slots=True)
class PublicKey:
    """Whose signatures count. `key_id` only tells keys apart."""

    key_id: bytes
    key: bytes

    @staticmethod
    def parse(text: str) -> "PublicKey":
        """Read a public key file. Raises `UpdateError`."""
        lines = text.splitlines()
        content = _decode(lines[1], _BAD_KEY) if len(lines) > 1 else b""
        length = len(KEY_ALGORITHM) + KEY_ID_BYTES + KEY_BYTES
        if len(content) != length or not content.startswith(KEY_ALGORITHM):
            raise UpdateError(_BAD_KEY)
        return PublicKey(content[2 : 2 + KEY_ID_BYTES], content[2 + KEY_ID_BYTES :])

    def format(self) -> str:
        """The content of a public key file."""
        name = self.key_id[::-1].hex().upper()
        encoded = base64.b64encode(KEY_ALGORITHM + self.key_id + self.key).decode()
        return f"{UNTRUSTED}minisign public key {name}\n{encoded}\n"


def verify(content: bytes, signature_file: str, key: PublicKey) -> str:
    """Check the signature of `content`; returns the trusted comment. Raises `UpdateError`."""
    lines = signature_file.splitlines()
    if len(lines) < 4 or not lines[2].startswith(TRUSTED):
        raise UpdateError(_BAD_SIGNATURE)
    signed = _decode(lines[1], _BAD_SIGNATURE)
    global_signature = _decode(lines[3], _BAD_SIGNATURE)
    comment = lines[2].removeprefix(TRUSTED)
    if len(signed) != len(PREHASHED) + KEY_ID_BYTES + SIGNATURE_BYTES:
        raise UpdateError(_BAD_SIGNATURE)
    algorithm, key_id = signed[:2], signed[2 : 2 + KEY_ID_BYTES]
    signature = signed[2 + KEY_ID_BYTES :]
    if algorithm != PREHASHED or key_id != key.key_id:
        raise UpdateError(_WRONG_SIGNATURE)
    public = Ed25519PublicKey.from_public_bytes(key.key)
    try:
        public.verify(signature, hashlib.blake2b(content).digest())
        public.verify(global_signature, signature + comment.encode())
    except InvalidSignature as error:
        raise UpdateError(_WRONG_SIGNATURE) from error
    return comment


def _decode(line: str, complaint: str) -> bytes:
    try:
        return base64.b64decode(line.strip(), validate=True)
    except (binascii.Error, ValueError) as error:
        raise UpdateError(complaint) from error
