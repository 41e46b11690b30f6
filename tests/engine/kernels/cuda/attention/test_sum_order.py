"""The norms of heads and the softmax sums have the same bits in every variant of the decode kernel.

The layout of a tile on threads decides the order in which its elements are added.
"""

import random
import re
from collections import defaultdict

import pytest

from tests.support.compiler_process import printed

MODELS = {"qwen3-0.6b:Q8_0": {128}, "gemma4-e4b:Q8_0": {256, 512}}  # and their heads' columns
_BY_WARPS = re.compile(r"warp = \[\[0, 1, 0\](, \[0, \d, 0\])*\]")


@pytest.mark.slow
@pytest.mark.timeout(300)  # a compiler for many kernels
def test_every_variant_adds_in_one_order() -> None:
    """In pages or in one piece, with a window or without, sliced or not, for any span."""
    model = random.choice(sorted(MODELS))  # one a run
    layouts, counts = defaultdict(set), defaultdict(int)
    for what, head_dim, rows, layout, count in printed("attention_sums", 90, model):
        layouts[what, head_dim, rows].add(layout)
        counts[what, head_dim, rows] += count
    assert {head_dim for _, head_dim, _ in layouts} == MODELS[model]
    for head_dim in MODELS[model]:
        every = counts["scores", head_dim, 16]
        assert every == counts["squares of heads", head_dim, 16] > 2
    for case, found in layouts.items():
        assert len(found) == 1, case
        layout = next(iter(found))
        if case[0] == "squares of heads":
            assert "order = [1, 0]" in layout, case
        else:
            assert "nvidia_mma" in layout or _BY_WARPS.search(layout), case
