"""How products of every width sum over warps: `CAPABILITY TYPE:ROWS:COLUMNS …`, of weights.

Prints as JSON, for each product and width: "type", "width", "kernel", "warps", which have sums of
their own, "apart", whether two warps share one, "blocks" that these are divided among, and
"compiled" for clusters of how many; "put", the words that a thread hands over, "sums", in which
order it adds what it takes ("(0+2)+(1+3)": the words of warps), "ends", how often a thread may end
before, and "waits", for other warps once some have ended, None if none do.
A process of its own: kernels defined in Triton's interpreter cannot be compiled.
"""

import json
import re
import sys
from typing import Any

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
WIDTHS = (1, 2, 4, 8, 16)


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


def taken_sums(code: str) -> list[str]:
    """What a thread adds of the words that it takes, a text for each sum.

    Words of one sum lie at distances from one address, in the order of their warps.
    """
    addresses: dict[str, tuple[list[str], int]] = {}  # registers and a number that are added to it
    sums: dict[str, list[Any]] = {}  # by register: the address of a word, or two sums
    used = set()
    lines = re.findall(r"^\s*(ld\.shared\.f32|or\.b32|add[.\w]*)\s+([^;]+);", code, re.MULTILINE)
    for name, operands in lines:
        result, *terms = re.findall(r"[%\w]+", operands)
        if name != "ld.shared.f32" and all(term in sums for term in terms):
            sums[result] = [sums[term] for term in terms]
            used |= {*terms}
            continue
        parts = [addresses.get(term, ([term], 0)) for term in terms if not term.isdecimal()]
        number = sum(int(term) for term in terms if term.isdecimal())
        registers = sorted(register for part, _ in parts for register in part)
        addresses[result] = registers, number + sum(more for _, more in parts)
        if name == "ld.shared.f32":
            sums[result] = [addresses[result]]
    return [_text(tree) for result, tree in sums.items() if result not in used]


def _text(tree: list[Any]) -> str:
    """A sum of words, which are named by the order of their distances; the least comes first."""
    words = sorted(distance for _, distance in _words(tree))

    def written(tree: list[Any]) -> tuple[int, str]:
        if len(tree) == 1:
            at = words.index(tree[0][1])
            return at, str(at)
        (least, first), (_, second) = sorted(map(written, tree))
        return least, f"({first}+{second})"

    assert len({(*registers,) for registers, _ in _words(tree)}) == 1
    return written(tree)[1]


def _words(tree: list[Any]) -> list[tuple[list[str], int]]:
    return [tree[0]] if len(tree) == 1 else [word for each in tree for word in _words(each)]


def report(variant: Variant, kind: str, width: int) -> dict[str, Any]:
    """How a variant sums over warps."""
    code = lower_variant(variant, "ttir", "ttgir", "llir", "ptx")
    assert "ld.shared" not in re.split(r"bar\.sync|mbarrier\.try_wait", code)[0]
    cluster = re.search(r"\.reqnctapercluster (\d+), 1, 1\n", code)
    _, left, alone = code.rpartition("@other exit;")
    return {
        "type": kind,
        "width": width,
        "kernel": variant.name,
        "warps": variant.constexprs["WARPS"],
        "apart": variant.constexprs["APART"],
        "blocks": variant.constexprs.get("CLUSTER", 1),
        "compiled": int(cluster[1]) if cluster else 1,
        "put": len(re.findall(r"st\.(?:shared\.f32|async\.\S+) \[", code)),
        "sums": taken_sums(code),
        "ends": code.count("@other exit;"),
        "waits": alone.count("bar.sync") if left else None,
    }


def main() -> None:
    capability, cases = int(sys.argv[1]), [case.split(":") for case in sys.argv[2:]]
    found = [
        report(variant, name, width)
        for name, num_rows, num_cols in cases
        for width in WIDTHS
        for variant in variants(GGMLType[name], int(num_rows), int(num_cols), width, capability)
    ]
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
