"""Compiles Triton's C module for machines without a C compiler, with `zig cc`, on any Linux.

    python3 installers/triton_modules.py --triton TRITON.whl --headers PYTHON/include/python3.13
        --out engine/kernels/cuda/launching/prebuilt

One module belongs to one version of Triton and one minor version of Python. It runs with the
C library of any Linux from 2018 on.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engine.kernels.cuda.launching.module_names import module_name

_NAME = "cuda_utils"  # as Triton calls it
_SOURCES = "triton/backends/nvidia"
_TARGETS = {"x86_64": "x86_64-linux-gnu.2.28", "aarch64": "aarch64-linux-gnu.2.28"}


def main() -> int:
    """Compile the module and print its path."""
    parser = argparse.ArgumentParser(description="Compile Triton's C module.")
    parser.add_argument("--triton", type=Path, required=True, help="the wheel of Triton")
    parser.add_argument("--headers", type=Path, required=True, help="the folder of Python.h")
    parser.add_argument("--machine", choices=tuple(_TARGETS), default="x86_64")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the module")
    options = parser.parse_args()
    print(build_module(options.triton, options.headers, options.machine, options.out))
    return 0


def build_module(wheel: Path, headers: Path, machine: str, out: Path) -> Path:
    """Compile the module of `wheel` for the Python of `headers`; returns its path in `out`.

    Raises CalledProcessError when the compiler fails, with its message on stderr.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.namelist():
                if member.startswith((f"{_SOURCES}/driver.c", f"{_SOURCES}/include/")):
                    archive.extract(member, folder)
        source = folder / _SOURCES / "driver.c"
        path = out / module_name(_NAME, source.read_bytes(), _suffix(headers, machine))
        out.mkdir(parents=True, exist_ok=True)
        compiler = [sys.executable, "-m", "ziglang", "cc", "-target", _TARGETS[machine]]
        options = ["-shared", "-fPIC", "-O2", "-s", "-w"]
        # The driver's library is the machine's own; only its name is needed here.
        driver = folder / "libcuda.so.1"
        (folder / "empty.c").write_text("")
        soname = "-Wl,-soname,libcuda.so.1"
        cache = {"ZIG_LOCAL_CACHE_DIR": str(folder), "ZIG_GLOBAL_CACHE_DIR": str(folder)}
        environment = os.environ | cache
        includes = ["-I", str(source.parent / "include"), "-I", str(headers.resolve())]
        linked = ["-Wl,--no-as-needed", str(source), str(driver)]
        for command in (
            [*options, soname, "-o", str(driver), "empty.c"],
            [*options, *includes, "-o", str(path.resolve()), *linked],
        ):
            subprocess.run([*compiler, *command], cwd=folder, env=environment, check=True)
    return path


def _suffix(headers: Path, machine: str) -> str:
    """How modules of the Python of `headers` end."""
    found = re.search(r'#define PY_VERSION\s+"3\.(\d+)', (headers / "patchlevel.h").read_text())
    if found is None:
        raise SystemExit(f"{headers} has no headers of Python 3.")
    return f".cpython-3{found[1]}-{machine}-linux-gnu.so"


if __name__ == "__main__":
    sys.exit(main())
