"""Makes an installer: python3 installers/build.py deb|appimage|nsis|msi|app [--python DIR] [--out DIR] [--fast].

Needs Python 3.11 or newer, uv, and the tools that installers/README.md lists.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from installers.bundle import (
    System,
    add_kernels,
    add_loops,
    add_triton_modules,
    assemble,
    name_package,
)
from installers.console import SetupError, say, step
from installers.linux import appimage, deb
from installers.linux.desktop_files import add_launcher
from installers.macos import app
from installers.preparation import ROOT, run_guarded
from installers.windows import msi, nsis
from installers.windows.launcher import add_launchers

LINUX = System("linux", "x86_64-manylinux_2_34", add_launcher)
WINDOWS = System("windows", "x86_64-pc-windows-msvc", add_launchers)
MACOS = System("macos", "aarch64-apple-darwin", app.add_launcher)


@dataclass(frozen=True)
class Kind:
    """An installer: its name, for which system, made by what, and how many bytes it may have."""

    name: str
    system: System
    build: Callable[..., Path]
    max_bytes: int | None = None


KINDS = {
    "deb": Kind("deb", LINUX, deb.build, 75_000_000),
    "appimage": Kind("appimage", LINUX, appimage.build, 100_000_000),
    "nsis": Kind("nsis", WINDOWS, nsis.build, 60_000_000),
    "msi": Kind("msi", WINDOWS, msi.build),
    "app": Kind("app", MACOS, app.build),
}


def main(arguments: Sequence[str]) -> int:
    """Assemble, pack, and say what came out."""
    options = _parse(arguments)
    kind = KINDS[options.kind]
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="build-", dir=options.out) as name:
        folder = Path(name)
        bundle = folder / "bundle"
        assemble(kind.system, options.python, bundle, may_lack_runtime=options.incomplete)
        if options.triton_modules is not None:
            add_triton_modules(bundle, options.triton_modules)
        if options.kernels is not None:
            add_kernels(bundle, options.kernels)
        if options.loops is not None:
            add_loops(bundle, options.loops)
        step(f"Packing {options.kind}")
        result = pack(kind, bundle, folder, is_fast=options.fast)
        result = result.replace(options.out / result.name)
    say(f"    {result}: {result.stat().st_size / 1e6:.1f} MB")
    return 0


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Make an installer of Encore.")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument(
        "--python",
        type=Path,
        metavar="DIR",
        help="a relocatable CPython for the system; for Linux a copy of this one if not given",
    )
    parser.add_argument(
        "--out", type=Path, default=ROOT / "dist", metavar="DIR", help="default: dist"
    )
    parser.add_argument(
        "--triton-modules",
        type=Path,
        metavar="DIR",
        help="what triton_modules.py made: models run on a GPU without a C compiler (Linux)",
    )
    parser.add_argument(
        "--kernels",
        type=Path,
        metavar="WHEEL",
        help="what kernels.py made: a part of the engine's libraries for NVIDIA GPUs (Linux)",
    )
    parser.add_argument(
        "--loops",
        type=Path,
        metavar="ZIP",
        help="what loops.py made: the first start on a processor compiles nothing",
    )
    parser.add_argument(
        "--incomplete",
        action="store_true",
        help="also without a lock of the runtime that most computers need",
    )
    parser.add_argument("--fast", action="store_true", help="compress less, for tests")
    return parser.parse_args(arguments)


def pack(kind: Kind, bundle: Path, out: Path, *, is_fast: bool) -> Path:
    """Make one installer of an assembled folder. Raises `SetupError` when it is larger than it may be."""
    started = time.monotonic()
    name_package(bundle, kind.name)
    result = kind.build(bundle, out, is_fast=is_fast)
    size = result.stat().st_size
    say(f"    {time.monotonic() - started:.1f} s")
    if kind.max_bytes is not None and size > kind.max_bytes and not is_fast:
        raise SetupError(
            f"{result.name} has {size / 1e6:.1f} MB, more than {kind.max_bytes / 1e6:.0f} MB."
        )
    return result


if __name__ == "__main__":
    sys.exit(run_guarded(main))
