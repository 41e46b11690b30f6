"""Compiles the kernels of published shapes for a capability, without a GPU: do they fit?

    python -m tests.support.compiled_shapes --capability 89 --presets gemma4-e4b,qwen3-8b

Without `--presets` all are compiled, which takes half an hour. Each kernel is compiled once.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.errors import EngineError
from engine.gguf.file import GGUFFile
from installers.kernel_variants import Variant
from installers.model_variants import model_variants
from tests.support import golden_tools
from tests.support.compile_report import misfits, report
from tests.support.synthetic_gguf import write_empty_model

_WIDTHS = (1, 2, 8, 16)
_NUM_LAYERS = 8  # every kind of layer is among them


def variants_of(preset: str, kind: str, capability: int) -> list[Variant]:
    """The kernels of a model of this shape, with weights of `kind`. Raises EngineError."""
    with tempfile.TemporaryDirectory() as folder:
        path = write_empty_model(Path(folder) / "model.gguf", preset, kind, _NUM_LAYERS)
        with GGUFFile.open(path) as file:
            return model_variants(file, capability, context_len=8192, verify_widths=_WIDTHS)


def problems(variants: Sequence[Variant]) -> Iterator[str]:
    """What of `variants` cannot be compiled, or does not fit."""
    for variant in variants:
        try:
            yield from misfits(report(variant, is_disassembled=False))
        except Exception as error:  # noqa: BLE001 - whatever a compiler raises
            yield f"{variant.name}: {error!r}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--capability", type=int, default=89, help="such as 89 for 8.9")
    parser.add_argument("--presets", default=",".join(sorted(golden_tools.synth().FULL)))
    parser.add_argument("--types", default="Q4_K_M,Q8_0")
    given = parser.parse_args()
    known: set[tuple[str, str]] = set()
    num_problems = 0
    for preset in given.presets.split(","):
        for kind in given.types.split(","):
            begin = time.monotonic()
            try:
                variants = variants_of(preset, kind, given.capability)
            except EngineError as error:  # a drafter's shape: its kernels are its model's
                sys.stdout.write(f"{preset} {kind}: {error}\n")
                continue
            new = [each for each in variants if (each.name, each.key) not in known]
            known.update((each.name, each.key) for each in new)
            for problem in problems(new):
                num_problems += 1
                sys.stdout.write(f"  {preset} {kind} {problem}\n")
            seconds = time.monotonic() - begin
            sys.stdout.write(f"{preset} {kind}: {len(new)} kernels in {seconds:.0f} s\n")
            sys.stdout.flush()
    return 1 if num_problems else 0


if __name__ == "__main__":
    sys.exit(main())
