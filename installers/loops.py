"""Compiles the processor's loops for a release, whose first start then compiles none of them.

    python -m installers.loops [MODEL.gguf ...] [--processor avx2 ...] --out DIR

Small models of all common types of weights are made up and computed with, and so are those that are
named. Run it with the Python and the numba of the lock, on the system that the release is for, and
with the sources that are released: a loop is looked up by all of these. Code for a kind of
processor takes a machine of that kind or a better one.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import llvmlite.binding
import numba

from engine.quants.loop_sources import PREBUILT_LOOPS, loops_key
from engine.quants.processor import FORCED, kinds_of
from installers.checkout import read_moment
from installers.model_shapes import ModelShape, write_file

TYPES = (
    "F32", "F16", "BF16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q2_K", "Q3_K", "Q4_K", "Q5_K",
    "Q6_K", "IQ4_NL", "IQ4_XS",
)  # fmt: skip
_ARCHITECTURES = ("llama", "qwen2", "qwen3")  # plain, with biases, with norms of heads


def main(arguments: list[str]) -> int:
    """Compile; prints the archive."""
    kinds = kinds_of(llvmlite.binding.get_host_cpu_features())
    names = [kind.name for kind in kinds]
    parser = argparse.ArgumentParser(prog="python -m installers.loops", description=__doc__)
    parser.add_argument("models", nargs="*", type=Path, metavar="MODEL.gguf")
    parser.add_argument("--processor", choices=names, action="append", help="all if left out")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the archive")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        models = [*write_models(folder), *options.models]
        for name in options.processor or names:
            compile_loops(models, name, folder / "compiled")
        path = pack(folder / "compiled", options.out)
    with zipfile.ZipFile(path) as archive:
        count = len(archive.namelist())
    sys.stdout.write(f"{path}: {count} loops, {path.stat().st_size:,} bytes\n")
    return 0


def compile_loops(models: Iterable[Path], processor: str, folder: Path) -> None:
    """Compute with `models` in a process that compiles for a kind of processor, into `folder`.

    The first one with all types of keys and values.
    """
    subprocess.run(
        [sys.executable, "-m", "installers.loop_models", str(folder), *map(str, models)],
        env=os.environ | {FORCED: processor},
        check=True,
    )


def pack(folder: Path, out: Path) -> Path:
    """Put a folder of compiled loops into the archive in `out`; returns its path.

    As they are: an installer compresses those of all kinds together, to a sixth.
    """
    path, moment = out / PREBUILT_LOOPS.name, read_moment()
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted((folder / loops_key(numba.__version__)).glob("*/*.nbc")):
            entry = zipfile.ZipInfo(file.relative_to(folder).as_posix(), moment)
            archive.writestr(entry, file.read_bytes())
    return path


def write_models(folder: Path, types: Sequence[str] = TYPES) -> Iterator[Path]:
    """Write small dense models without weights: one of each type; their architectures differ."""
    for number, kind in enumerate(types):
        architecture = _ARCHITECTURES[number % len(_ARCHITECTURES)]
        path = folder / f"{architecture}-{kind}.gguf"
        write_file(
            ModelShape(
                file=path.name,
                architecture=architecture,
                mixture=kind,
                num_layers=1,
                hidden_len=256,
                num_heads=4,
                num_kv_heads=2,
                head_len=64,
                ff_len=256,
                vocab_len=512,
                has_output=True,
            ),
            path,
        )
        yield path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
