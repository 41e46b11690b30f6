"""Ships a few kernels of a model, or launches all of them as a GPU would and prints what was found, as JSON.

    python -m tests.support.shipped_probe ship|launch MODEL CAPABILITY FOLDER

Processes of their own: kernels defined in Triton's interpreter have no keys, and a launch must find
nothing that another one has left. No GPU is needed: Triton looks for a kernel before it loads it.
"""

import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

import triton
from triton.compiler import ASTSource
from triton.runtime import driver

from engine.gguf.file import GGUFFile
from engine.kernels.cuda.launching.shipped_kernels import use_shipped_kernels
from installers.kernel_variants import NoDevice
from installers.kernels import ship
from installers.model_variants import IN_PAGES, PLAINLY, Loaded, launch_steps, model_variants

NUM_SHIPPED = 5
_CONTEXT_LEN = 512


def ship_some(file: GGUFFile, capability: int, folder: Path) -> list[str]:
    """The names of the kernels in the new archive."""
    every = model_variants(file, capability, context_len=_CONTEXT_LEN, verify_widths=())
    some = every[:: -(-len(every) // NUM_SHIPPED)]
    ship(some, capability, folder)
    return sorted(variant.name for variant in some)


def launch_all(file: GGUFFile, capability: int, folder: Path) -> dict[str, list[str]]:
    """The names of the kernels that were found, and of those that would have to be compiled."""
    found: list[str] = []
    missing: set[str] = set()

    def refuse(source: ASTSource, *_: Any) -> None:
        raise LookupError(source.name)

    def note(*, src: ASTSource, cache_hit: bool, **_: Any) -> None:
        assert cache_hit
        found.append(src.name)

    def warm_up(kernel: triton.JITFunction, grid: Any, *arguments: Any, **options: Any) -> None:
        try:
            kernel.warmup(*arguments, grid=grid, **options)  # a launch, up to the device
        except LookupError as error:
            missing.add(str(error))

    triton.knobs.compilation.listener = note
    ASTSource.make_ir = refuse
    triton.JITFunction.__getitem__ = lambda kernel, grid: partial(warm_up, kernel, grid)
    driver.set_active(NoDevice(capability))
    use_shipped_kernels(capability, folder)
    for loaded in (PLAINLY, *IN_PAGES, Loaded(num_sequences=3)):
        launch_steps(file, context_len=_CONTEXT_LEN, verify_widths=(), loaded=loaded)
    return {"found": sorted(found), "missing": sorted(missing)}


def main(what: str, model: str, capability: str, folder: str) -> None:
    """Do it, and print what came out."""
    do = {"ship": ship_some, "launch": launch_all}[what]
    with GGUFFile.open(Path(model)) as file:
        sys.stdout.write(json.dumps(do(file, int(capability), Path(folder))))


if __name__ == "__main__":
    main(*sys.argv[1:])
