"""How products of every width sum over warps: `TYPES CAPABILITY`, types with commas between them.

Prints a list of [type, width, kernel, layout of the sum], as JSON, from the second stage of
Triton's compiler. A process of its own: kernels defined in Triton's interpreter cannot be compiled.
"""

import json
import re
import sys
from collections.abc import Iterator

import torch

from engine.cache.arena import Arena
from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import CudaActivations, allocate_activations
from engine.kernels.cuda.products.project import project, project_add, project_gated
from engine.kernels.cuda.weights import CudaPart
from engine.kernels.operands import Activation, Norm, Residual
from engine.quants.tiles import TileLayout
from installers.kernel_variants import Variant, lower_variant, recorded_variants

META = torch.device("meta")
NUM_ROWS, NUM_COLS = 5120, 4096
WIDTHS = (1, 2, 4, 8, 16)


def variants(kind: GGMLType, width: int, capability: int) -> list[Variant]:
    """The three products of weights of a type with `width` rows."""
    arena, counter = Arena(META), torch.empty(1, dtype=torch.int32, device=META)

    def part(num_rows: int, num_cols: int) -> CudaPart:
        layout = TileLayout(kind, num_cols)
        size = layout.num_tiles(num_rows), layout.tile_bytes
        return CudaPart(kind, num_rows, num_cols, torch.empty(size, dtype=torch.uint8, device=META))

    def rows(num_cols: int) -> CudaActivations:
        stored = allocate_activations(arena, 16, num_cols, has_tiles=True, has_floats=False)
        return stored.rows(width)

    norm = Norm(torch.empty(NUM_COLS, device=META), 1e-6)
    x, pdl = rows(NUM_COLS).after(norm), capability >= 90
    to = Residual(torch.empty(16, NUM_COLS, device=META), norm, rows(NUM_COLS))
    out = torch.empty(16, NUM_ROWS, device=META)
    with recorded_variants(capability) as found:
        project((part(NUM_ROWS, NUM_COLS),), x, None, out, counter, pdl=pdl)
        project_add(part(NUM_COLS, NUM_ROWS), rows(NUM_ROWS), None, to, counter, pdl=pdl)
        up = part(NUM_ROWS, NUM_COLS)
        project_gated(up, up, x, rows(NUM_ROWS), counter, Activation.SILU, pdl=pdl)
    return found


def sums_over_warps(code: str, num_warps: int) -> Iterator[str]:
    """The layouts of what is summed over its first dimension, if that is the warps."""
    named = dict(re.findall(r"^(#\w+) = (.*)$", code, re.MULTILINE))
    sums = r"<{axis = 0 : i32}> \({.*?}\) : \(tensor<(\d+)x[\dx]+xf32, (#\w+)>[,)]"
    for size, layout in re.findall(sums, code, re.DOTALL):
        if int(size) == num_warps:
            yield named[layout]


def main() -> None:
    names, capability = sys.argv[1].split(","), int(sys.argv[2])
    found = [
        [name, width, variant.name, layout]
        for name in names
        for width in WIDTHS
        for variant in variants(GGMLType[name], width, capability)
        for layout in sums_over_warps(
            lower_variant(variant, "ttir", "ttgir"), variant.options["num_warps"]
        )
    ]
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
