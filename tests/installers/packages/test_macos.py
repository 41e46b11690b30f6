"""The application for macOS, as far as it can be checked elsewhere: its parts, and the disk image it comes in."""

import importlib.util
import json
import plistlib
import subprocess
from pathlib import Path

import pytest

from installers.build import KINDS, pack
from installers.bundle import settle
from installers.checkout import read_version
from installers.icons.containers import build_icns, build_ico
from tests.installers.packages.conftest import need

pytestmark = [
    pytest.mark.packages,
    pytest.mark.timeout(600),
    pytest.mark.xdist_group("others"),
]

_MACH_O_64, _ARM64, _EXECUTABLE = 0xFEEDFACF, 0x0100000C, 2
_CODE_SIGNATURE = 0x1D


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A disk image of the application around a small folder."""
    need("xorriso")
    if importlib.util.find_spec("ziglang") is None:
        pytest.skip("ziglang is missing; install it: pip install ziglang")
    bundle = tmp_path_factory.mktemp("macos") / "bundle"
    (bundle / "python/bin").mkdir(parents=True)
    (bundle / "python/bin/python3").write_bytes(b"\xcf\xfa\xed\xfe")
    (bundle / "lib").mkdir()
    (bundle / "lib/zeros").write_bytes(bytes(3 << 20))
    (bundle / "lib/größe.py").write_text("größe = 1\n", encoding="utf-8")
    (bundle / "bundle.json").write_text('{"version": "0.1.0"}', encoding="utf-8")
    settle(bundle)
    results = []
    for name in ("first", "second"):
        out = tmp_path_factory.mktemp(name)
        results.append(pack(KINDS["app"], bundle, out, is_fast=True))
    assert results[0].read_bytes() == results[1].read_bytes()
    return results[0]


@pytest.fixture(scope="module")
def volume(image: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is in the disk image, unpacked."""
    need("7zz")
    folder = tmp_path_factory.mktemp("volume")
    subprocess.run(["7zz", "t", image], check=True, capture_output=True)
    subprocess.run(["7zz", "x", "-snld", f"-o{folder}", image], check=True, capture_output=True)
    return folder


def test_the_image_has_the_application_as_it_was(volume: Path) -> None:
    resources = volume / "Encore.app/Contents/Resources"
    assert (resources / "lib/zeros").read_bytes() == bytes(3 << 20)
    assert (resources / "lib/größe.py").read_text(encoding="utf-8") == "größe = 1\n"
    assert (resources / "Encore.icns").read_bytes() == build_icns()
    assert json.loads((resources / "bundle.json").read_text())["package"] == "app"


def test_its_description_names_the_program_and_the_file_type(volume: Path) -> None:
    contents = volume / "Encore.app/Contents"
    with (contents / "Info.plist").open("rb") as file:
        about = plistlib.load(file)
    assert about["CFBundleShortVersionString"] == read_version()
    assert (contents / "MacOS" / about["CFBundleExecutable"]).is_file()
    assert (contents / "Resources" / f"{about['CFBundleIconFile']}.icns").is_file()
    (document,) = about["CFBundleDocumentTypes"]
    (kind,) = about["UTImportedTypeDeclarations"]
    assert document["LSItemContentTypes"] == [kind["UTTypeIdentifier"]]
    assert kind["UTTypeTagSpecification"]["public.filename-extension"] == ["gguf"]


def test_the_launcher_is_a_signed_program_for_apple_silicon(volume: Path) -> None:
    content = (volume / "Encore.app/Contents/MacOS/Encore").read_bytes()
    magic, machine, _, kind, num_commands = (
        int.from_bytes(content[place : place + 4], "little") for place in range(0, 20, 4)
    )
    assert (magic, machine, kind) == (_MACH_O_64, _ARM64, _EXECUTABLE)
    place, commands = 32, set()
    for _ in range(num_commands):
        commands.add(int.from_bytes(content[place : place + 4], "little"))
        place += int.from_bytes(content[place + 4 : place + 8], "little")
    assert _CODE_SIGNATURE in commands


def test_icons_hold_their_images() -> None:
    for content, start in ((build_ico(), b"\0\0\1\0"), (build_icns(), b"icns")):
        assert content.startswith(start)
        assert content.count(b"\x89PNG\r\n") >= 6
    assert int.from_bytes(build_icns()[4:8], "big") == len(build_icns())
