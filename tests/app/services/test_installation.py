"""What the program knows of itself."""

import json
from pathlib import Path

import pytest

from app.services import installation
from app.services.installation import PackageKind, machine_name, this_installation


def test_a_bundle_says_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "bundle.json").write_text(
        json.dumps({"version": "1.2.3", "package": "appimage", "channel": "preview", "more": [1]})
    )
    found = this_installation(tmp_path)
    assert (found.version, found.kind, found.channel) == ("1.2.3", PackageKind.APPIMAGE, "preview")


@pytest.mark.parametrize("content", ["", "[]", '{"package": "floppy", "version": 3}'])
def test_a_damaged_description_is_no_reason_not_to_start(tmp_path: Path, content: str) -> None:
    (tmp_path / "bundle.json").write_text(content)
    assert this_installation(tmp_path).kind is PackageKind.CHECKOUT


def test_a_checkout_has_the_version_of_its_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    found = this_installation()
    assert found.kind is PackageKind.CHECKOUT
    assert found.version.count(".") == 2
    monkeypatch.setattr(installation, "_DISTRIBUTION", "not-installed")
    assert this_installation().version == "0"


def test_architectures_have_one_name_on_every_system() -> None:
    assert {machine_name(name) for name in ("AMD64", "x86_64", "x64")} == {"x86_64"}
    assert machine_name("arm64") == "aarch64"
