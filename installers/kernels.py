"""Compiles the kernels of models for machines without a C compiler; needs no GPU.

    python -m installers.kernels (--offered | MODEL.gguf ...) --capability 90 --out DIR [--wheel]

Of a model only types and shapes are read; `--offered` are those of the models that Encore offers,
without their files. The kernels of several are put into one archive for each capability, each once;
`--wheel` puts the archives into the wheel that a release brings. Run it with the Triton of the CUDA
lock and with the sources that are released: both are part of the keys under which Triton looks for
a kernel.
"""

import argparse
import os
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

os.environ["TRITON_INTERPRET"] = "0"  # read when kernels are defined

import triton

from engine.gguf.file import GGUFFile
from engine.kernels.cuda.attention.block_shapes import UNSLICED_FROM
from engine.kernels.cuda.launching.module_names import archive_name
from engine.kernels.cuda.launching.shipped_kernels import key_callees_first
from installers.checkout import read_moment, read_version
from installers.kernel_variants import Variant, compile_variant
from installers.kernel_wheel import write_wheel
from installers.model_shapes import read_shapes, write_file
from installers.model_variants import model_variants

key_callees_first()  # as the engine does

CAPABILITIES = (80, 86, 89, 90, 100, 120)
_WIDTHS = (2, 4, 8, 16)  # of verify steps, and of answers side by side
_CONTEXT_LEN = UNSLICED_FROM  # longer spans do not change a kernel
_SHIPPED = (".cubin", ".json")


def main(arguments: list[str]) -> int:
    """Compile; prints the archives."""
    parser = argparse.ArgumentParser(prog="python -m installers.kernels", description=__doc__)
    parser.add_argument("models", nargs="*", type=Path, metavar="MODEL.gguf")
    parser.add_argument("--offered", action="store_true", help="the models that Encore offers")
    parser.add_argument("--capability", type=int, choices=CAPABILITIES, action="append")
    parser.add_argument("--kv-type", default="f16")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the archives")
    parser.add_argument("--wheel", action="store_true", help="put the archives into a wheel, too")
    options = parser.parse_args(arguments)
    if not options.models and not options.offered:
        parser.error("name models, or --offered")
    with tempfile.TemporaryDirectory() as folder:
        paths = [*options.models, *(_write_offered(Path(folder)) if options.offered else ())]
        archives = [
            _ship_models(paths, capability, options.kv_type, options.out)
            for capability in options.capability or CAPABILITIES
        ]
    if options.wheel:
        python = f"cp{sys.version_info.major}{sys.version_info.minor}"
        wheel = write_wheel(archives, read_version(), python, triton.__version__, options.out)
        sys.stdout.write(f"{wheel}: {wheel.stat().st_size:,} bytes\n")
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


def _ship_models(paths: Sequence[Path], capability: int, kv_type: str, out: Path) -> Path:
    variants = list(dict.fromkeys(_variants(paths, capability, kv_type)))
    path = ship(variants, capability, out)
    sys.stdout.write(f"{path}: {len(variants)} kernels, {path.stat().st_size:,} bytes\n")
    return path


def _write_offered(folder: Path) -> list[Path]:
    """The models that Encore offers, without their weights."""
    shapes = {shape.file: shape for shape in read_shapes()}
    for name, shape in shapes.items():
        write_file(shape, folder / name)
    return [folder / name for name in shapes]


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
    moment = read_moment()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        for file in sorted(folder.glob("*/*")):
            if file.suffix in _SHIPPED and not file.name.startswith("__grp__"):
                entry = zipfile.ZipInfo(f"{file.parent.name}/{file.name}", moment)
                entry.compress_type = zipfile.ZIP_LZMA
                archive.writestr(entry, file.read_bytes())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
