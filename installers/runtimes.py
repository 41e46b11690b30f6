"""Which builds of the engine's libraries a package offers, and what people miss where a lock is missing."""

import tomllib
from pathlib import Path

from engine.nvidia_driver import CUDA_BUILDS, oldest_driver, runnable_builds

_WITH_GPUS = ("cpu", *CUDA_BUILDS)
KINDS = {"linux": _WITH_GPUS, "windows": _WITH_GPUS, "macos": ("arm64",)}
"""For each system the builds of a whole release; the first runs on every computer."""

_CUDA_MAJORS = (12, 13)


def lack_everywhere(system: str, python: str, locks: Path) -> str:
    """What people get where the lock of the build for every computer is missing; "" if it is there."""
    offered, usual = _offered(system, locks), KINDS[system][0]
    if usual in offered:
        return ""
    lack = f"There is no lock of {system}-{usual} for Python {python}"
    if not offered:
        return f"{lack} or any other: no model could run."
    return (
        f"{lack}: computers without an NVIDIA GPU would fetch a build for CUDA, "
        f"{min(offered.values()) / 1e9:.1f} GB."
    )


def lacks_of_gpus(system: str, locks: Path) -> list[str]:
    """For each kind of NVIDIA driver that runs none of the builds, a sentence that says so."""
    offered = _offered(system, locks)
    if KINDS[system] is not _WITH_GPUS:
        return []
    return [
        f"Computers with an NVIDIA driver for CUDA {major} ({_drivers(major)}) would use the "
        f"processor: there is no lock of {' or '.join(_locks(system, major))}."
        for major in _CUDA_MAJORS
        if offered.keys().isdisjoint(runnable_builds((major, 0)))
    ]


def _offered(system: str, locks: Path) -> dict[str, int]:
    """The builds that have a lock, each with the bytes of its wheels."""
    paths = sorted(locks.glob(f"pylock.{system}-*.toml"))
    return {path.stem.partition("-")[2]: _num_bytes(path) for path in paths}


def _num_bytes(lock: Path) -> int:
    packages = tomllib.loads(lock.read_text(encoding="utf-8"))["packages"]
    return sum(wheel["size"] for package in packages for wheel in package["wheels"])


def _builds(major: int) -> list[str]:
    return [label for label, made in CUDA_BUILDS.items() if made[0] == major]


def _locks(system: str, major: int) -> list[str]:
    return [f"{system}-{label}" for label in _builds(major)]


def _drivers(major: int) -> str:
    """The drivers that run CUDA `major` and none newer: "525 to 579"."""
    first, after = oldest_driver(_builds(major)), oldest_driver(_builds(major + 1))
    return f"{first} or newer" if after is None else f"{first} to {after - 1}"
