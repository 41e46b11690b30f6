"""An installed Encore in a folder of a test: its sources, uv, locks of tiny wheels on a local server.

The engine itself is the real one. Its large libraries are those of the environment that the tests
run in, as its interpreter is; the wheels bring packages that nothing needs, or that are broken.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from uv import find_uv_bin

from app.paths import assets_dir
from app.services.downloads.download import TransferOptions
from app.services.hub.settings import HubSettings
from app.services.runtime.installer import Bundle, RuntimeInstaller
from app.services.runtime.machine import this_system
from app.services.runtime.store import RuntimeStore
from app.services.runtime.wheels import WheelSource
from tests.support.hub_server import HubServer
from tests.support.tiny_wheels import TinyWheel, make_lock, make_wheel

_ROOT = Path(__file__).resolve().parents[2]
_FOLDERS = ("app", "engine", "assets")
OPTIONS = TransferOptions(
    min_segment_bytes=64 << 10,
    connect_seconds=2.0,
    stall_seconds=2.0,
    backoff_seconds=0.01,
    max_backoff_seconds=0.05,
    max_failures=3,
    min_progress_bytes=32 << 10,
    revive_seconds=None,
    reserve_bytes=0,
)

ONE = make_wheel("one", {"one.py": b"number = 1\n", "one_data/weights.bin": os.urandom(300_000)})
TWO = make_wheel("two", {"two.py": b"number = 2\n"})
NEW_TWO = make_wheel("two", {"two.py": b"number = 22\n"}, "2.0")
# Found before the environment's own numba by the engine that is tried out.
BROKEN = make_wheel("numba", {"numba.py": b"raise ImportError('no such machine code')\n"})


@dataclass
class RuntimeBundle:
    """The folders of an installed Encore and of its home, and the server of its wheels."""

    folder: Path
    home: Path
    server: HubServer

    @property
    def locks(self) -> Path:
        return self.folder / "locks"

    @property
    def store(self) -> RuntimeStore:
        return RuntimeStore(self.home / "data" / "runtimes")

    def put_lock(
        self, kind: str, wheels: Sequence[TinyWheel] = (ONE, TWO), unpacked_bytes: int = 1_000_000
    ) -> str:
        """Offer a build of these wheels; returns its name."""
        served = [
            (wheel, self.server.put_plain(wheel.name, wheel.content, "packages/"))
            for wheel in wheels
        ]
        name = f"{this_system()}-{kind}"
        self.locks.mkdir(parents=True, exist_ok=True)
        (self.locks / f"pylock.{name}.toml").write_text(make_lock(served, unpacked_bytes))
        return name

    def put_wheels(self, folder: Path, wheels: Sequence[TinyWheel] = (ONE, TWO)) -> Path:
        """A folder of wheels."""
        folder.mkdir(exist_ok=True)
        for wheel in wheels:
            (folder / wheel.name).write_bytes(wheel.content)
        return folder

    def installer(
        self, free_bytes: int = 1 << 40, mirror: str = "", hub: HubSettings | None = None
    ) -> RuntimeInstaller:
        """What the program makes, on this bundle, with waits too short to notice."""
        settings = hub or HubSettings()
        source = WheelSource(self.store.wheels, lambda: settings, lambda: mirror, OPTIONS)
        bundle = Bundle(Path(find_uv_bin()), self.locks, assets_dir() / "smoke-test.gguf")
        return RuntimeInstaller(bundle, self.store, source, lambda _folder: free_bytes, 0)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start the program as its launcher does."""
        boot = self.folder / "src" / "engine" / "boot.py"
        empty = self.folder / "lib"
        command = [sys.executable, "-I", str(boot), str(empty), "app", *arguments]
        environment = {**os.environ, "ENCORE_HOME": str(self.home)}
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )


def make_bundle(folder: Path) -> Path:
    """Install Encore below `folder`, without builds of its engine; returns its own folder."""
    bundle = folder / "Encore ä"
    for name in _FOLDERS:
        shutil.copytree(
            _ROOT / name,
            bundle / "src" / name,
            copy_function=_link,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    for name in ("bin", "lib", "locks"):
        (bundle / name).mkdir()
    (bundle / "bundle.json").write_text('{"version": "0.1.0"}')
    uv = Path(find_uv_bin())
    (bundle / "bin" / uv.name).symlink_to(uv)
    return bundle


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
