"""The maintainer's commands: a key, a manifest, a signature that the program accepts."""

import sys
from pathlib import Path

import pytest

from app.services.updates.manifest import parse_manifest
from app.services.updates.minisign import PublicKey, verify
from installers import release
from installers.release import main


@pytest.fixture(autouse=True)
def _password(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(release.PASSWORD_VARIABLE, "not a secret")
    monkeypatch.setattr(release, "ADDRESS", tmp_path / "update-address")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    def run_command(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["release.py", *arguments])
        monkeypatch.chdir(tmp_path)
        return main()

    return run_command


def test_what_is_signed_is_what_the_program_accepts(run, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# New", encoding="utf-8")
    (tmp_path / "encore_0.2.0_arm64.deb").write_bytes(b"package")
    keygen = ("keygen", "release.pem", "--public", "key.pub", "--address", "https://a.example")
    assert run(*keygen) == 0
    assert (tmp_path / "release.pem").stat().st_mode & 0o077 == 0 or sys.platform == "win32"
    assert b"ENCRYPTED" in (tmp_path / "release.pem").read_bytes()
    manifest = ("manifest", "--version", "0.2.0", "--notes", "notes.md", "encore_0.2.0_arm64.deb")
    assert run(*manifest) == 0
    assert run("sign", "updates.json", "--key", "release.pem") == 0
    content = (tmp_path / "updates.json").read_bytes()
    public = PublicKey.parse((tmp_path / "key.pub").read_text())
    comment = verify(content, (tmp_path / "updates.json.minisig").read_text(), public)
    assert comment.endswith("file:updates.json")
    (package,) = parse_manifest(content).packages
    assert (package.kind, package.machine, package.size) == ("deb", "aarch64", 7)
    assert (tmp_path / "update-address").read_text() == "https://a.example\n"


def test_a_key_is_never_overwritten(run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("keygen", "release.pem", "--public", "key.pub") == 0
    before = Path("release.pem").read_bytes()
    assert run("keygen", "release.pem", "--public", "key.pub") == 2
    assert Path("release.pem").read_bytes() == before
    assert "must not be lost" in capsys.readouterr().err


def test_a_wrong_password_is_one_sentence(
    run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run("keygen", "release.pem", "--public", "key.pub")
    Path("updates.json").write_text("{}")
    monkeypatch.setenv(release.PASSWORD_VARIABLE, "another")
    assert run("sign", "updates.json", "--key", "release.pem") == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_package_that_does_not_say_what_it_is_for_is_refused(
    run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.md").touch()
    for name in ("encore.deb", "encore-x86_64.zip"):
        (tmp_path / name).touch()
        assert run("manifest", "--version", "1.0", "--notes", "notes.md", name) == 2
        assert "name it like" in capsys.readouterr().err
