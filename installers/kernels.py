"""Compiles the kernels of models for machines without a C compiler; needs no GPU.

    python -m installers.kernels MODEL.gguf ... --capability 90 --out engine/kernels/cuda/launching/prebuilt

Of a model only the headers are read: types and shapes of its matrices. The kernels of several are
put into one archive for each capability, each once. Run it with the Triton of the CUDA lock and with
the sources that are released: both are part of the keys under which Triton looks for a kernel.
"""

import argparse
import os
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

os.environ["TRITON_INTERPRET"] = "0"  # read when kernels are defined

import triton

from engine.gguf.file import GGUFFile
from engine.kernels.cuda.launching.module_names import archive_name
from installers.checkout import read_epoch
from installers.kernel_variants import Variant, compile_variant
from installers.model_variants import model_variants

CAPABILITIES = (80, 86, 89, 90, 100, 120)
_WIDTHS = (2, 4, 8, 16)  # of verify steps, and of answers side by side
_CONTEXT_LEN = 4096  # the longest span does not change a kernel
_SHIPPED = (".cubin", ".json")


def main(arguments: list[str]) -> int:
    """Compile; prints the archives."""
    parser = argparse.ArgumentParser(prog="python -m installers.kernels", description=__doc__)
    parser.add_argument("models", nargs="+", type=Path, metavar="MODEL.gguf")
    parser.add_argument("--capability", type=int, choices=CAPABILITIES, action="append")
    parser.add_argument("--kv-type", default="f16")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the archives")
    options = parser.parse_args(arguments)
    for capability in options.capability or CAPABILITIES:
        variants = list(dict.fromkeys(_variants(options.models, capability, options.kv_type)))
        path = ship(variants, capability, options.out)
        sys.stdout.write(f"{path}: {len(variants)} kernels, {path.stat().st_size:,} bytes\n")
    return 0


def ship(variants: Iterable[Variant], capability: int, out: Path) -> Path:
    """Compile `variants` into the archive of their capability in `out`; returns its path."""
    path = out / archive_name(capability)
    out.mkdir(parents=True, exist_ok=True)
    knobs = triton.knobs
    with tempfile.TemporaryDirectory() as folder, knobs.cache.scope(), knobs.compilation.scope():
        knobs.cache.dir = folder
        knobs.compilation.store_binary_only = True
        for variant in variants:
            compile_variant(variant)
        _pack(Path(folder), path)
    return path


def _variants(paths: Iterable[Path], capability: int, kv_type: str) -> Iterable[Variant]:
    for path in paths:
        with GGUFFile.open(path) as file:
            yield from model_variants(
                file,
                capability,
                context_len=_CONTEXT_LEN,
                kv_type=kv_type,
                verify_widths=_WIDTHS,
            )


def _pack(folder: Path, path: Path) -> None:
    """Put a cache of Triton's into an archive, the same bytes for the same kernels."""
    moment = _moment()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        for file in sorted(folder.glob("*/*")):
            if file.suffix in _SHIPPED and not file.name.startswith("__grp__"):
                entry = zipfile.ZipInfo(f"{file.parent.name}/{file.name}", moment)
                entry.compress_type = zipfile.ZIP_LZMA
                archive.writestr(entry, file.read_bytes())


def _moment() -> tuple[int, int, int, int, int, int]:
    import time

    return time.gmtime(read_epoch())[:6]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
