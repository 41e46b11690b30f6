"""The list of what a release consists of, as it is published. Makes no requests."""

import re
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from app.services.installation import Installation, PackageKind
from app.services.updates.errors import UpdateError

MANIFEST_NAME = "updates.json"
SIGNATURE_SUFFIX = ".minisig"
MAX_MANIFEST_BYTES = 256 << 10

_VERSION = r"^\d{1,6}(\.\d{1,6}){1,3}$"
# A disk image is what the app in it came from.
_KINDS = {PackageKind.APP: "dmg"}

Version = Annotated[str, Meta(pattern=_VERSION)]


class ReleasePackage(Struct, frozen=True):
    """One installable file. `url` may be relative to the list; `machine` is like "x86_64"."""

    kind: Annotated[str, Meta(max_length=20)]
    machine: Annotated[str, Meta(max_length=20)]
    url: Annotated[str, Meta(min_length=1, max_length=2000)]
    size: Annotated[int, Meta(gt=0, lt=1 << 40)]
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Manifest(Struct, frozen=True):
    """One release; `notes` is markdown."""

    version: Version
    channel: Annotated[str, Meta(max_length=40)]
    published: datetime
    notes: str
    packages: tuple[ReleasePackage, ...]

    def package_for(self, installation: Installation) -> ReleasePackage | None:
        """The file that brings `installation` to this release."""
        kind = _KINDS.get(installation.kind, installation.kind.value)
        for package in self.packages:
            if (package.kind, package.machine) == (kind, installation.machine):
                return package
        return None


def parse_manifest(content: bytes) -> Manifest:
    """Read a verified manifest. Raises `UpdateError`."""
    try:
        manifest = msgspec.json.decode(content, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UpdateError(
            "The update list is for another version of Encore; get the new one from where you got "
            "this one."
        ) from error
    if manifest.published.tzinfo is None:
        manifest = msgspec.structs.replace(
            manifest, published=manifest.published.replace(tzinfo=UTC)
        )
    return manifest


def is_newer(version: str, than: str) -> bool:
    """Whether `version` comes after `than`; what follows the numbers is left out."""
    return _numbers(version) > _numbers(than)


def _numbers(version: str) -> tuple[int, ...]:
    match = re.match(r"\d+(\.\d+)*", version)
    numbers = [int(number) for number in match[0].split(".")] if match else []
    while numbers and numbers[-1] == 0:  # 1.0 is 1
        numbers.pop()
    return tuple(numbers)
