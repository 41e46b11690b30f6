"""The manifest: read strictly, and the right package chosen."""

import json

import pytest

from app.services.installation import Installation, PackageKind
from app.services.updates.errors import UpdateError
from app.services.updates.manifest import is_newer, parse_manifest

PACKAGE = {"kind": "deb", "machine": "x86_64", "url": "a.deb", "size": 1, "sha256": "0" * 64}
GOOD = {
    "version": "1.2.3",
    "channel": "stable",
    "published": "2026-01-02T03:04:05Z",
    "notes": "",
    "packages": [PACKAGE, PACKAGE | {"machine": "aarch64", "url": "b.deb"}],
}


@pytest.mark.parametrize(
    ("kind", "machine", "url"),
    [
        (PackageKind.DEB, "x86_64", "a.deb"),
        (PackageKind.DEB, "aarch64", "b.deb"),
        (PackageKind.APP, "aarch64", "c.dmg"),
        (PackageKind.NSIS, "x86_64", None),
        (PackageKind.CHECKOUT, "x86_64", None),
    ],
)
def test_an_installation_gets_a_package_of_its_own_kind(
    kind: PackageKind, machine: str, url: str | None
) -> None:
    image = PACKAGE | {"kind": "dmg", "machine": "aarch64", "url": "c.dmg"}
    content = GOOD | {"packages": [*GOOD["packages"], image], "of the future": True}
    package = parse_manifest(json.dumps(content).encode()).package_for(
        Installation("1.0", kind, machine=machine)
    )
    assert (package and package.url) == url


@pytest.mark.parametrize(
    "changes",
    [
        {"version": "1.2.3-beta"},
        {"version": "../../etc"},
        {"version": 3},
        {"published": "yesterday"},
        {"packages": [PACKAGE | {"sha256": "0"}]},
        {"packages": [PACKAGE | {"size": -1}]},
        {"packages": {}},
    ],
)
def test_what_is_not_as_it_should_be_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(UpdateError, match="another version of Encore"):
        parse_manifest(json.dumps(GOOD | changes).encode())


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b"[" * 100_000])
def test_other_bytes_are_refused(content: bytes) -> None:
    with pytest.raises(UpdateError):
        parse_manifest(content)


def test_a_date_without_a_zone_can_be_compared() -> None:
    manifest = parse_manifest(json.dumps(GOOD | {"published": "2026-01-02T03:04:05"}).encode())
    assert manifest.published == parse_manifest(json.dumps(GOOD).encode()).published


@pytest.mark.parametrize(
    ("version", "than", "expected"),
    [
        ("0.2", "0.1.9", True),
        ("0.10.0", "0.9.0", True),
        ("1.0.0", "1.0", False),
        ("1.0", "1.0.0", False),
        ("0.1.0", "0.1.1", False),
        ("0.2.0", "0.2.0.dev3", False),
        ("0.1", "nonsense", True),
    ],
)
def test_versions_are_compared_by_their_numbers(version: str, than: str, expected: bool) -> None:
    assert is_newer(version, than) is expected
