"""How products of every width sum over warps: `CAPABILITY TYPE:ROWS:COLUMNS …`, of weights.

Prints as JSON: "layouts", a list of [type, width, kernel, layout of the sum, whether two tiles have
warps of their own] from the second stage of Triton's compiler, and "distances", between the warps
whose values are added, in order, by how many sums there are: of one tensor, of two, and of two
tiles with warps of their own, which takes twice as many; and "of one row", where warps hand over
what one of them adds, a list of [type, kernel, warps, words that a thread hands over, words that it
takes, waits once one warp is left].
A process of its own: kernels defined in Triton's interpreter cannot be compiled.
"""

import json
import re
import sys
from collections.abc import Iterator

import torch
import triton
import triton.language as tl

from engine.cache.arena import Arena
from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import CudaActivations, allocate_activations
from engine.kernels.cuda.products.project import project, project_add, project_gated
from engine.kernels.cuda.products.warp_sums import sum_both_of_warps, sum_of_warps
from engine.kernels.cuda.weights import CudaPart
from engine.kernels.operands import Activation, Norm, Residual
from engine.quants.tiles import TileLayout
from installers.kernel_variants import Variant, lower_variant, recorded_variants

META = torch.device("meta")
WIDTHS = (2, 4, 8, 16)  # and 1, where the first warp adds
_MOST_WARPS = 32  # of a program


def variants(
    kind: GGMLType, num_rows: int, num_cols: int, width: int, capability: int
) -> list[Variant]:
    """The three products of a weight [num_rows, num_cols] with `width` rows of activations."""
    arena, counter = Arena(META), torch.empty(1, dtype=torch.int32, device=META)

    layout = TileLayout(kind, num_cols)
    size = layout.num_tiles(num_rows), layout.tile_bytes
    tiles = torch.empty(size, dtype=torch.uint8, device=META)
    weight = CudaPart(kind, num_rows, num_cols, tiles)

    def rows(num_cols: int) -> CudaActivations:
        stored = allocate_activations(arena, 16, num_cols, has_tiles=True, has_floats=False)
        return stored.rows(width)

    def norm(size: int) -> Norm:
        return Norm(torch.empty(size, device=META), 1e-6)

    x, pdl = rows(num_cols).after(norm(num_cols)), capability >= 90
    hidden = torch.empty(16, num_rows, device=META)
    to = Residual(hidden, norm(num_rows), rows(num_rows))
    with recorded_variants(capability) as found:
        project((weight,), x, None, hidden, counter, pdl=pdl)
        project_add(weight, rows(num_cols), None, to, counter, pdl=pdl)
        project_gated(weight, weight, x, rows(num_rows), counter, Activation.SILU, pdl=pdl)
    return found


def sums_over_warps(code: str, num_sums: int) -> Iterator[str]:
    """The layouts of what is summed over its first dimension, if that has `num_sums` of warps."""
    named = dict(re.findall(r"^(#\w+) = (.*)$", code, re.MULTILINE))
    sums = r"<{axis = 0 : i32}> \({.*?}\) : \(tensor<(\d+)x[\dx]+xf32, (#\w+)>[,)]"
    for size, layout in re.findall(sums, code, re.DOTALL):
        if int(size) == num_sums:
            yield named[layout]


@triton.jit
def one_kernel(x_ptr, out_ptr, warps: tl.constexpr):  # type: ignore[no-untyped-def]
    """out [32] = the sum of x [warps, 32] over warps."""
    x = tl.reshape(tl.load(x_ptr + tl.arange(0, 32 * warps)), (warps, 32))
    tl.store(out_ptr + tl.arange(0, 32), sum_of_warps(x))


@triton.jit
def both_kernel(x_ptr, out_ptr, warps: tl.constexpr):  # type: ignore[no-untyped-def]
    """out [2, 32] = the sums of x [warps, 32] and of its squares over warps."""
    x = tl.reshape(tl.load(x_ptr + tl.arange(0, 32 * warps)), (warps, 32))
    both = sum_both_of_warps(x, x * x)
    tl.store(out_ptr + tl.arange(0, 32), both[0])
    tl.store(out_ptr + 32 + tl.arange(0, 32), both[1])


@triton.jit
def apart_kernel(x_ptr, out_ptr, warps: tl.constexpr):  # type: ignore[no-untyped-def]
    """out [2, 32] = the sums of x [warps, 2, 32] over its first axis, by twice as many warps."""
    x = tl.reshape(tl.load(x_ptr + tl.arange(0, 64 * warps)), (warps, 2, 32))
    tl.store(out_ptr + tl.arange(0, 64), tl.reshape(sum_of_warps(x), (64,)))


def distances(
    kernel: triton.JITFunction, num_sums: int, num_warps: int, capability: int
) -> list[int]:
    """The distances of exchanges between lanes, each of which holds a warp's value, in order."""
    variant = Variant(
        kernel=kernel,
        name=kernel.__name__,
        capability=capability,
        key="",
        signature={"x_ptr": "*fp32", "out_ptr": "*fp32", "warps": "constexpr"},
        constexprs={"warps": num_sums},
        attributes={},
        options={"num_warps": num_warps},
    )
    code = lower_variant(variant, "ttir", "ttgir", "llir", "ptx")
    return [int(distance) for distance in re.findall(r"shfl\.sync\.bfly\.b32.*?, (\d+),", code)]


def handed_over(variant: Variant) -> tuple[int, int, int]:
    """How many words a thread puts and takes, and waits of warps once the first one is left."""
    code = lower_variant(variant, "ttir", "ttgir", "llir", "ptx")
    before, left, after = code.partition("exit;")
    assert left
    assert "ld.shared" not in before
    return before.count("st.shared"), after.count("ld.shared"), after.count("bar.sync")


def main() -> None:
    capability, cases = int(sys.argv[1]), [case.split(":") for case in sys.argv[2:]]
    layouts = [
        [name, width, variant.name, layout, variant.constexprs["APART"]]
        for name, num_rows, num_cols in cases
        for width in WIDTHS
        for variant in variants(GGMLType[name], int(num_rows), int(num_cols), width, capability)
        for layout in sums_over_warps(
            lower_variant(variant, "ttir", "ttgir"), variant.constexprs["WARPS"]
        )
    ]
    between = {
        num_sums: [
            distances(kernel, num_sums, num_warps, capability)
            for kernel, num_warps in (
                (one_kernel, num_sums), (both_kernel, num_sums), (apart_kernel, 2 * num_sums),
            )
            if num_warps <= _MOST_WARPS
        ]
        for num_sums in (2, 4, 8, 16, 32)
    }  # fmt: skip
    of_one_row = [
        [name, variant.name, variant.constexprs["WARPS"], *handed_over(variant)]
        for name, num_rows, num_cols in cases
        for variant in variants(GGMLType[name], int(num_rows), int(num_cols), 1, capability)
    ]
    found = {"layouts": layouts, "distances": between, "of one row": of_one_row}
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
