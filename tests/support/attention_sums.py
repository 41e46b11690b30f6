"""How attention of a model's short steps sums over heads and scores: `CAPABILITY PRESET:TYPE`.

Prints as JSON a list of [what is summed, head_dim, rows of the tile, layout of the summands, how
many variants of the kernel], from the second stage of Triton's compiler.
A process of its own: kernels defined in Triton's interpreter cannot be compiled.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator

from installers.kernel_variants import Variant, lower_variant
from tests.support.compiled_shapes import variants_of

HEADS, SCORES = "squares of heads", "scores"

_SUM = re.compile(r"<{axis = 1 : i32}> \({.*?}\) : \(tensor<(\d+)x(\d+)xf32, (#\w+)>\)", re.DOTALL)
_OF_WARPS = re.compile(
    r"<{axis = 2 : i32}> \({.*?}\) : \(tensor<(\d+)x(\d+)x(\d+)xf32, (#\w+)>\)", re.DOTALL
)


def sums(variant: Variant) -> Iterator[tuple[str, int, int, str]]:
    """What is summed, head_dim, rows and layout of each sum over a whole head or a block's scores.

    Those of heads come before the first product. Those of scores, and maxima, come after it, over
    the columns of each warp if all warps have some. Else they are laid out as products are, unlike
    the groups that are quantized.
    """
    code = lower_variant(variant, "ttir", "ttgir")
    named = dict(re.findall(r"^(#\w+) = (.*)$", code, re.MULTILINE))
    constexprs = variant.constexprs
    before, _, after = code.partition("tt.dot")
    for what, text, length in (
        (HEADS, before, constexprs["BLOCK_D"]),
        (SCORES, after, constexprs["BLOCK"]),
    ):
        for rows, cols, layout in _SUM.findall(text):
            is_product = "mma" in named[layout]
            if int(cols) == length and is_product == (what == SCORES):
                yield what, constexprs["D"], int(rows), named[layout]
    for rows, warps, cols, layout in _OF_WARPS.findall(after):
        if int(warps) * int(cols) == constexprs["BLOCK"]:
            yield SCORES, constexprs["D"], int(rows), named[layout]


def main(capability: str, model: str) -> None:
    """Print the layouts of a model."""
    found: Counter[tuple[str, int, int, str]] = Counter()
    preset, kind = model.split(":")
    for variant in variants_of(preset, kind, int(capability)):
        if variant.name == "attend_kernel":
            found.update(set(sums(variant)))
    sys.stdout.write(json.dumps([[*case, count] for case, count in found.items()]))


if __name__ == "__main__":
    main(*sys.argv[1:])
