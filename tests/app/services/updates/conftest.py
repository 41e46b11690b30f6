"""A publisher of releases with a key of its own, and the updates of an installation."""

import os
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.services.downloads.download import TransferOptions
from app.services.hub.settings import HubSettings
from app.services.installation import Installation, PackageKind
from app.services.updates.minisign import PublicKey
from app.services.updates.state import UpdateFolder
from app.services.updates.updates import Updates
from installers.release import create_key, describe_release, load_key, sign

PASSWORD = b"not a secret"


@dataclass
class Publisher:
    """Publishes into `folder`, signed with a key made for the tests."""

    folder: Path
    private: Ed25519PrivateKey
    public: PublicKey
    packages: dict[str, bytes] = field(default_factory=dict)

    def publish(
        self, version: str, published: str | None = None, base_url: str = "", **changes: object
    ) -> None:
        """Publish the packages as `version`; `changes` are those of the manifest's fields."""
        for name, content in self.packages.items():
            (self.folder / name).write_bytes(content)
        paths = [self.folder / name for name in self.packages]
        described = msgspec.json.decode(
            describe_release(version, f"# News of {version}", paths, base_url)
        )
        if published is not None:
            changes["published"] = datetime.fromisoformat(published).isoformat()
        self.put(msgspec.json.encode(described | changes))

    def put(self, manifest: bytes, comment: str = "timestamp:1") -> None:
        """Publish just these bytes, signed."""
        (self.folder / "updates.json").write_bytes(manifest)
        (self.folder / "updates.json.minisig").write_text(sign(manifest, self.private, comment))


@pytest.fixture(autouse=True)
def _no_address_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ENCORE_UPDATES", "APPIMAGE", "HF_HUB_OFFLINE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def key_pair() -> tuple[Ed25519PrivateKey, PublicKey]:
    content, public = create_key(PASSWORD)
    return load_key(content, PASSWORD), public


@pytest.fixture
def publisher(tmp_path: Path, key_pair: tuple[Ed25519PrivateKey, PublicKey]) -> Publisher:
    folder = tmp_path / "published"
    folder.mkdir()
    packages = {
        "Encore-0.2.0-x86_64.AppImage": b"the new one" * 1000,
        "encore_0.2.0_amd64.deb": b"a package" * 1000,
        "Encore-0.2.0-x64-setup.exe": b"an installer" * 1000,
    }
    return Publisher(folder, *key_pair, packages)


@pytest.fixture
def key_file(tmp_path: Path, publisher: Publisher) -> Path:
    path = tmp_path / "update-key.pub"
    path.write_text(publisher.public.format())
    return path


@pytest.fixture
def folder(tmp_path: Path) -> UpdateFolder:
    return UpdateFolder(tmp_path / "updates")


@pytest.fixture
def appimage(tmp_path: Path) -> Path:
    path = tmp_path / "apps" / "Encore.AppImage"
    path.parent.mkdir()
    path.write_bytes(b"the one before")
    path.chmod(0o755)
    return path


class MakeUpdates:
    """Creates the updates of an installation that looks into the publisher's folder."""

    def __init__(self, folder: UpdateFolder, publisher: Publisher, key: Path) -> None:
        self._folder, self._publisher, self._key = folder, publisher, key

    def __call__(
        self,
        kind: PackageKind = PackageKind.APPIMAGE,
        *,
        version: str = "0.1.0",
        address: str | None = None,
        appimage: Path | None = None,
    ) -> Updates:
        place = os.fspath(self._publisher.folder) if address is None else address
        return Updates(
            self._folder,
            Installation(version, kind),
            lambda: place,
            HubSettings,
            lambda: TransferOptions(reserve_bytes=0, backoff_seconds=0.01, max_failures=2),
            key=self._key,
            appimage=appimage,
        )


@pytest.fixture
def make_updates(folder: UpdateFolder, publisher: Publisher, key_file: Path) -> MakeUpdates:
    return MakeUpdates(folder, publisher, key_file)
