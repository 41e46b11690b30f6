"""The norms of heads have the same bits in every variant of the decode kernel.

The layout of a tile on threads decides the order in which its squares are added.
"""

from collections import defaultdict

import pytest

from tests.support.compiler_process import printed


@pytest.mark.slow
@pytest.mark.timeout(300)  # a compiler for many kernels
def test_every_variant_adds_the_squares_of_a_head_in_one_order() -> None:
    """In pages or in one piece, with a window or without, for any number of positions."""
    models = ("qwen3-0.6b:Q8_0", "gemma4-e4b:Q8_0")
    layouts, counts = defaultdict(set), defaultdict(int)
    for model, head_dim, rows, layout, count in printed("head_norms", 90, *models):
        layouts[model, head_dim, rows].add(layout)
        counts[model, head_dim] += count
    assert {(model, head_dim) for model, head_dim, _ in layouts} == {
        ("qwen3-0.6b:Q8_0", 128),
        ("gemma4-e4b:Q8_0", 256),
        ("gemma4-e4b:Q8_0", 512),
    }
    assert all(count > 2 for count in counts.values())
    for case, found in layouts.items():
        assert len(found) == 1, case
        assert "order = [1, 0]" in next(iter(found)), case
