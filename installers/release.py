"""What a maintainer does for a release: makes the key once, writes the manifest, signs it.

Runs in the private environment. The signature is in minisign's format, so that the tool of that
name checks it too: `minisign -Vm updates.json -p assets/update-key.pub`.
"""

import argparse
import base64
import getpass
import hashlib
import json
import os
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.services.installation import machine_name
from app.services.updates.manifest import SIGNATURE_SUFFIX, parse_manifest
from app.services.updates.minisign import KEY_ID_BYTES, PREHASHED, TRUSTED, UNTRUSTED, PublicKey
from engine.errors import EngineError
from installers.console import SetupError, fail, say
from installers.preparation import ROOT

PUBLIC_KEY = ROOT / "assets" / "update-key.pub"
ADDRESS = ROOT / "assets" / "update-address"
PASSWORD_VARIABLE = "ENCORE_KEY_PASSWORD"
_KINDS = {".deb": "deb", ".appimage": "appimage", ".exe": "nsis", ".msi": "msi", ".dmg": "dmg"}
_MACHINE = re.compile(r"x86_64|amd64|x64|aarch64|arm64", re.IGNORECASE)
_PRIVATE = 0o600


def create_key(password: bytes) -> tuple[bytes, PublicKey]:
    """A new key pair: the private key as an encrypted PEM file, and the public key."""
    private = Ed25519PrivateKey.generate()
    content = private.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(password),
    )
    return content, _public_key(private)


def load_key(content: bytes, password: bytes) -> Ed25519PrivateKey:
    """The private key in a PEM file. Raises `SetupError`."""
    try:
        private = serialization.load_pem_private_key(content, password)
    except ValueError as error:
        raise SetupError("The key cannot be read; check its file and the password.") from error
    if not isinstance(private, Ed25519PrivateKey):
        raise SetupError("That is no Ed25519 key; make one with `release.py keygen`.")
    return private


def sign(content: bytes, private: Ed25519PrivateKey, trusted_comment: str) -> str:
    """The signature file of `content`, in minisign's format."""
    key = _public_key(private)
    signature = private.sign(hashlib.blake2b(content).digest())
    global_signature = private.sign(signature + trusted_comment.encode())
    return (
        f"{UNTRUSTED}signature from the release key of Encore\n"
        f"{_encode(PREHASHED + key.key_id + signature)}\n"
        f"{TRUSTED}{trusted_comment}\n"
        f"{_encode(global_signature)}\n"
    )


def describe_release(
    version: str, notes: str, files: Sequence[Path], base_url: str = "", channel: str = "stable"
) -> bytes:
    """The manifest of `files`. Without a `base_url` they lie beside it. Raises `SetupError`."""
    packages = [_describe_package(path, base_url) for path in files]
    content = {
        "version": version,
        "channel": channel,
        "published": datetime.now(UTC).isoformat(timespec="seconds"),
        "notes": notes,
        "packages": packages,
    }
    encoded = (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode()
    parse_manifest(encoded)  # what the program would refuse is not published
    return encoded


def _describe_package(path: Path, base_url: str) -> dict[str, object]:
    kind, machine = _KINDS.get(path.suffix.lower()), _MACHINE.search(path.name)
    if kind is None or machine is None:
        raise SetupError(
            f"{path.name} does not say what it is for; name it like encore_0.1.0_amd64.deb."
        )
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    return {
        "kind": kind,
        "machine": machine_name(machine[0]),
        "url": f"{base_url.rstrip('/')}/{path.name}" if base_url else path.name,
        "size": path.stat().st_size,
        "sha256": digest.hexdigest(),
    }


def _public_key(private: Ed25519PrivateKey) -> PublicKey:
    key = private.public_key().public_bytes_raw()
    return PublicKey(hashlib.blake2b(key, digest_size=KEY_ID_BYTES).digest(), key)


def _encode(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _ask_password(*, is_new: bool) -> bytes:
    password = os.environ.get(PASSWORD_VARIABLE) or getpass.getpass("Password of the key: ")
    if is_new and not os.environ.get(PASSWORD_VARIABLE) and password != getpass.getpass("Again: "):
        raise SetupError("The two passwords differ; try again.")
    if not password:
        raise SetupError("The key needs a password.")
    return password.encode()


def _keygen(options: argparse.Namespace) -> None:
    for path in (options.key, options.public):
        if path.exists():
            raise SetupError(f"{path} is there already; a key in use must not be lost.")
    content, public = create_key(_ask_password(is_new=True))
    options.key.touch(mode=_PRIVATE, exist_ok=False)
    options.key.write_bytes(content)
    options.public.write_text(public.format(), encoding="utf-8")
    if options.address:
        ADDRESS.write_text(f"{options.address}\n", encoding="utf-8")
    say(f"{options.key} is the private key: keep it where no one else reads it, and a copy.")
    say(f"{options.public} goes into the program.")


def _manifest(options: argparse.Namespace) -> None:
    notes = options.notes.read_text(encoding="utf-8")
    content = describe_release(
        options.version, notes, options.file, options.base_url, options.channel
    )
    options.out.write_bytes(content)
    num_packages = len(options.file)
    what = "one package" if num_packages == 1 else f"{num_packages} packages"
    say(f"{options.out} describes {what}; sign it next.")


def _sign(options: argparse.Namespace) -> None:
    private = load_key(options.key.read_bytes(), _ask_password(is_new=False))
    comment = f"timestamp:{int(datetime.now(UTC).timestamp())}\tfile:{options.file.name}"
    target = options.file.with_name(options.file.name + SIGNATURE_SUFFIX)
    target.write_text(sign(options.file.read_bytes(), private, comment), encoding="utf-8")
    say(f"{target} is the signature.")


def _create_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="release.py", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("keygen", help="make the key pair of all releases, once")
    command.add_argument("key", type=Path, metavar="KEY", help="where the private key goes")
    command.add_argument("--public", type=Path, default=PUBLIC_KEY, metavar="FILE")
    command.add_argument("--address", help="where this program's builds look for updates")
    command.set_defaults(run=_keygen)
    command = commands.add_parser("manifest", help="write updates.json for these packages")
    command.add_argument("file", type=Path, nargs="+", metavar="PACKAGE")
    command.add_argument("--version", required=True)
    command.add_argument("--notes", type=Path, required=True, metavar="FILE.md")
    command.add_argument("--channel", default="stable")
    command.add_argument("--base-url", default="", help="where the packages are; else beside it")
    command.add_argument("--out", type=Path, default=Path("updates.json"), metavar="FILE")
    command.set_defaults(run=_manifest)
    command = commands.add_parser("sign", help="write FILE.minisig")
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument("--key", type=Path, required=True)
    command.set_defaults(run=_sign)
    return parser


def main() -> int:
    """Run one command; returns the exit code."""
    options = _create_parser().parse_args()
    try:
        options.run(options)
    except (SetupError, EngineError, OSError) as error:
        fail(str(error))
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
