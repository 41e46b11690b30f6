"""The paths that the engine needs: libraries and devices, caches, a scratch folder."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from platformdirs import user_cache_path

from engine.confinement.landlock import Access

_ENGINE = Path(__file__).resolve().parents[1]
# Programs, libraries and compilers: standard paths, then NixOS, Guix, Homebrew.
_SYSTEM = (
    *("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/opt", "/nix/store"),
    *("/run/current-system", "/run/opengl-driver", "/gnu/store", "/home/linuxbrew/.linuxbrew"),
)
# Configuration that the C library, OpenSSL, compilers and drivers read at startup.
_CONFIGURATION = (
    *("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ld.so.preload", "ld-musl-x86_64.path"),
    *("ld-musl-aarch64.path", "alternatives", "localtime", "timezone", "nsswitch.conf"),
    *("passwd", "group", "os-release", "ssl/openssl.cnf", "pki/tls", "crypto-policies"),
    *("nvidia", "nvidia-container-runtime", "OpenCL"),
)
_FACTS = ("/proc", "/sys")
_DEVICES = ("null", "zero", "full", "random", "urandom")
# NVIDIA devices on PCs, in the Windows Subsystem for Linux, and on Jetson boards.
_GPU_DEVICES = ("nvidia*", "dxg", "dri", "nvhost*", "nvmap", "nvgpu", "nvsciipc")
_GPU_DRIVERS = ("nvidiactl", "dxg", "nvmap")
_SHARED_MEMORY = "/dev/shm"  # of CUDA's driver
_THREADS = "/proc/self/task"  # where the driver writes thread names, or fails
_LIBRARY_VARIABLES = ("LD_LIBRARY_PATH", "CUDA_HOME", "CUDA_PATH")
_CACHE_VARIABLES = {"TRITON_CACHE_DIR": "triton", "CUDA_CACHE_PATH": "cuda"}


def make_scratch_folder() -> Path:
    """Create a folder and make it this process's folder for temporary files."""
    folder = Path(tempfile.mkdtemp(prefix="encore-engine-"))
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    return folder


def make_caches(scratch: Path) -> tuple[Path, ...]:
    """The engine's own cache folders: compiled loops, use of experts, GPU kernels, CUDA's cache.

    If the user's cache is not writable they are in `scratch`, and everything is compiled each
    time. Sets the variables of Triton and CUDA unless they are set.
    """
    if not _is_writable(user_cache_path("Encore") / "compiled"):
        os.environ["XDG_CACHE_HOME"] = str(scratch)
    own = user_cache_path("Encore")
    folders = [own / "compiled", own / "experts"]
    for variable, name in _CACHE_VARIABLES.items():
        folders.append(Path(os.environ.setdefault(variable, str(own / name))))
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
    return tuple(folders)


def prepare_gpu() -> bool:
    """Create the NVIDIA devices if needed; returns whether the driver exists."""
    # The driver would create them later by a setuid program, which confinement forbids.
    maker = shutil.which("nvidia-modprobe")
    if maker is not None and not Path("/dev/nvidia-uvm").exists():
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run([maker, "-u", "-c", "0"], check=False, timeout=10, capture_output=True)
    has_driver = any(Path("/dev", name).exists() for name in _GPU_DRIVERS)
    if has_driver:
        with contextlib.suppress(OSError):
            # Never closed: the kernel may recreate an unused folder, which no rule covers.
            os.open(_THREADS, os.O_PATH | os.O_CLOEXEC)
    return has_driver


def engine_rules(own: tuple[Path, ...], *, has_gpu: bool) -> Iterator[tuple[Path, Access]]:
    """The paths and rights of the engine, without models. `own` are its writable folders."""
    for each in _library_folders():
        if not _holds_home(each):
            yield each, Access.RUN
    yield from ((Path("/etc", name), Access.READ) for name in _CONFIGURATION)
    yield from ((Path(each), Access.READ) for each in _FACTS)
    yield from ((Path("/dev", name), Access.DEVICE) for name in _DEVICES)
    yield from ((each, Access.OWN) for each in own)
    if has_gpu:
        for pattern in _GPU_DEVICES:
            yield from ((each, Access.DEVICE) for each in Path("/dev").glob(pattern))
        yield Path(_SHARED_MEMORY), Access.OWN
        yield Path(_THREADS), Access.READ | Access.WRITE_FILE | Access.TRUNCATE
    # The import path needs the parent folder's listing; its other contents stay closed.
    yield _ENGINE.parent, Access.READ_DIR
    for own_version in ("*.egg-info", "*.dist-info"):  # of one that runs from its sources
        yield from ((each, Access.READ) for each in _ENGINE.parent.glob(own_version))
    yield _ENGINE, Access.RUN


def _library_folders() -> Iterator[Path]:
    yield from map(Path, _SYSTEM)
    yield from map(Path, (sys.prefix, sys.base_prefix, sys.exec_prefix))
    yield Path(sys.executable).resolve().parent
    named = (os.environ.get(variable, "") for variable in _LIBRARY_VARIABLES)
    searched = (folder for value in named for folder in value.split(os.pathsep))
    for each in (*filter(None, searched), *filter(None, sys.path)):
        path = Path(each).absolute()
        if path != _ENGINE.parent:
            yield path


def _holds_home(folder: Path) -> bool:
    """Whether `folder` contains the user's home, so it cannot count as a library folder."""
    try:
        return Path.home().is_relative_to(folder)
    except RuntimeError:  # a user without a home
        return False


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
