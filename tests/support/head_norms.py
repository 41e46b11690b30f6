"""How attention of short steps sums the squares of heads: `CAPABILITY PRESET:TYPE …`, of models.

Prints as JSON a list of [model, head_dim, rows of the tile, layout of the squares, how many
variants of the kernel], from the second stage of Triton's compiler.
A process of its own: kernels defined in Triton's interpreter cannot be compiled.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator

from installers.kernel_variants import Variant, lower_variant
from tests.support.compiled_shapes import variants_of

_SUM = re.compile(r"<{axis = 1 : i32}> \({.*?}\) : \(tensor<(\d+)x(\d+)xf32, (#\w+)>\)", re.DOTALL)


def norms(variant: Variant) -> Iterator[tuple[int, int, str]]:
    """Head dim, rows and layout of each sum over a whole head before the loop over blocks."""
    code = lower_variant(variant, "ttir", "ttgir")
    named = dict(re.findall(r"^(#\w+) = (.*)$", code, re.MULTILINE))
    before, _, _ = code.partition("tt.dot")
    for rows, cols, layout in _SUM.findall(before):
        if int(cols) == variant.constexprs["BLOCK_D"]:
            yield variant.constexprs["D"], int(rows), named[layout]


def main(capability: str, *models: str) -> None:
    """Print the layouts of `models`."""
    found: Counter[tuple[str, int, int, str]] = Counter()
    for model in models:
        preset, kind = model.split(":")
        for variant in variants_of(preset, kind, int(capability)):
            if variant.name == "attend_kernel":
                found.update((model, *each) for each in set(norms(variant)))
    sys.stdout.write(json.dumps([[*case, count] for case, count in found.items()]))


if __name__ == "__main__":
    main(*sys.argv[1:])
