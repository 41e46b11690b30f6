"""The norms of heads and the softmax sums have the same bits in every variant of the decode kernel.

The layout of a tile on threads decides the order in which its elements are added.
"""

import re
from collections import defaultdict

import pytest

from tests.support.compiler_process import printed

_BY_WARPS = re.compile(r"warp = \[\[0, 1, 0\](, \[0, \d, 0\])*\]")


@pytest.mark.slow
@pytest.mark.timeout(300)  # a compiler for many kernels
def test_every_variant_adds_in_one_order() -> None:
    """In pages or in one piece, with a window or without, sliced or not, for any span."""
    models = ("qwen3-0.6b:Q8_0", "gemma4-e4b:Q8_0")
    layouts, counts = defaultdict(set), defaultdict(int)
    for model, what, head_dim, rows, layout, count in printed("attention_sums", 90, *models):
        layouts[model, what, head_dim, rows].add(layout)
        counts[model, what, head_dim, rows] += count
    kinds = {(model, head_dim) for model, _, head_dim, _ in layouts}
    assert kinds == {
        ("qwen3-0.6b:Q8_0", 128),
        ("gemma4-e4b:Q8_0", 256),
        ("gemma4-e4b:Q8_0", 512),
    }
    for model, head_dim in kinds:
        every = counts[model, "scores", head_dim, 16]
        assert every == counts[model, "squares of heads", head_dim, 16] > 2
    for case, found in layouts.items():
        assert len(found) == 1, case
        layout = next(iter(found))
        if case[1] == "squares of heads":
            assert "order = [1, 0]" in layout, case
        else:
            assert "nvidia_mma" in layout or _BY_WARPS.search(layout), case
