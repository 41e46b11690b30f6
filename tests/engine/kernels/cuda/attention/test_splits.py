"""The sizes of splits, and how many of them a row sees at most."""

import pytest
import torch
import triton
import triton.language as tl
from hypothesis import given
from hypothesis import strategies as st

from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.cuda.attention.shares import split_shift
from engine.kernels.cuda.attention.splits import (
    ATTENTION_SPLIT,
    SplitSizes,
    attention_scratch_size,
    attention_splits,
    padded_head_dim,
    split_sizes,
)
from engine.kernels.sizes import AttentionSizes

SIZES = st.builds(
    split_sizes, st.integers(1, 64), st.integers(1, 64), st.sampled_from([128, 256]), st.none(),
    st.sampled_from([16, 32, 64, 128]), in_clusters=st.booleans(),
)  # fmt: skip
WINDOWS = st.none() | st.integers(ATTENTION_SPLIT + 1, 3000)  # smaller ones have no splits


def seen_splits(position: int, window: int | None, sizes: SplitSizes) -> tuple[int, int]:
    """The first and the last split that a row sees, counted from position 0."""
    seen = position + 1 if window is None else min(position + 1, window)
    size = sizes.of(seen)
    return (position + 1 - seen) // size, position // size


@given(SIZES, WINDOWS, st.integers(1, 4000))
def test_no_two_splits_of_a_row_share_a_place(
    sizes: SplitSizes, window: int | None, span: int
) -> None:
    places = attention_splits(span, window, sizes)
    most = 0
    for position in range(span):
        first, last = seen_splits(position, window, sizes)
        assert last - first < places
        assert window is not None or last < places
        most = max(most, last - first + 1)
    assert places <= most + 1


@given(SIZES, st.integers(1, 1 << 20))
def test_a_split_has_whole_blocks_and_lies_in_a_page(sizes: SplitSizes, seen: int) -> None:
    size = sizes.of(seen)
    assert ATTENTION_SPLIT % size == 0
    assert size % sizes.smallest == 0
    assert seen > sizes.whole_until or size == ATTENTION_SPLIT


@given(
    st.integers(1, 64), st.integers(1, 64), st.sampled_from([128, 256]),
    st.sampled_from([16, 32, 64, 128]), WINDOWS, st.integers(1, 1 << 16), st.booleans(),
)  # fmt: skip
def test_scratch_for_any_block_suffices(
    num_kv_heads: int, heads_per_group: int, head_dim: int, block: int, window: int | None,
    span: int, in_clusters: bool,
) -> None:  # fmt: skip
    group = heads_per_group
    sizes = split_sizes(num_kv_heads, group, head_dim, window, block, in_clusters=in_clusters)
    row_size = MAX_ROWS * num_kv_heads * group * (padded_head_dim(head_dim) + 2)
    for rows in (span, span + ATTENTION_SPLIT):
        kind = AttentionSizes(num_kv_heads * group, num_kv_heads, head_dim, rows, window)
        splits = attention_splits(span, window, sizes)
        assert splits * row_size <= attention_scratch_size(kind)


def test_a_cluster_combines_all_splits_of_up_to_1024_positions() -> None:
    sizes = split_sizes(8, heads_per_group=2, head_dim=128, window=None, block=64, in_clusters=True)
    assert [attention_splits(span, None, sizes) for span in (256, 512, 1024)] == [4, 8, 8]
    assert [sizes.of(seen) for seen in (1, 512, 513, 1024)] == [64, 64, 128, 128]


def test_few_positions_are_divided_among_more_programs_than_many() -> None:
    sizes = split_sizes(8, heads_per_group=4, head_dim=128, window=None, block=64)
    assert [sizes.of(seen) for seen in (256, 257, 768, 769, 2304, 2305)] == [
        256, 64, 64, 128, 128, 256,
    ]  # fmt: skip


@given(
    st.integers(1, 64), st.integers(1, 64), st.integers(1, 128), st.none() | st.integers(1, 3000),
    st.sampled_from([16, 32, 64, 128]), st.integers(1, ATTENTION_SPLIT),
)  # fmt: skip
def test_few_positions_of_narrow_heads_are_one_split(
    num_kv_heads: int, heads_per_group: int, head_dim: int, window: int | None, block: int,
    seen: int,
) -> None:  # fmt: skip
    sizes = split_sizes(num_kv_heads, heads_per_group, head_dim, window, block)
    assert sizes.of(seen) == ATTENTION_SPLIT
    assert attention_splits(seen, window, sizes) == 1


@pytest.mark.parametrize("window", [None, ATTENTION_SPLIT + 1, 1024])
def test_few_positions_of_wide_heads_are_divided(window: int | None) -> None:
    sizes = split_sizes(4, heads_per_group=2, head_dim=256, window=window, block=64)
    assert [sizes.of(seen) for seen in (1, 64, 65, 256, 257)] == [64] * 5
    assert attention_splits(ATTENTION_SPLIT, window, sizes) == 4


def test_a_small_window_is_one_split_of_any_heads() -> None:
    for head_dim in (64, 512):
        sizes = split_sizes(4, heads_per_group=2, head_dim=head_dim, window=ATTENTION_SPLIT)
        assert attention_splits(1 << 16, ATTENTION_SPLIT, sizes) == 1


@triton.jit
def _shifts_kernel(
    out, first: tl.constexpr, window: tl.constexpr, smallest: tl.constexpr,
    whole: tl.constexpr, fine: tl.constexpr, half_pages: tl.constexpr,
):  # fmt: skip
    seen = first + tl.arange(0, 1024)
    shift = split_shift(seen, window, smallest, whole, fine, half_pages)
    tl.store(out + tl.arange(0, 1024), shift)


@pytest.mark.parametrize("window", [None, 300, 1024])
@pytest.mark.parametrize("block", [64, 128])
@pytest.mark.parametrize("head_dim", [128, 256])
@pytest.mark.parametrize("num_kv_heads", [1, 8, 40])
def test_the_kernels_sizes_are_the_same(
    num_kv_heads: int, head_dim: int, block: int, window: int | None, device: str
) -> None:
    sizes = split_sizes(num_kv_heads, 1, head_dim, window, block)
    for first in (1, 2000):
        out = torch.zeros(1024, dtype=torch.int32, device=device)
        _shifts_kernel[(1,)](out, first, window, *sizes)
        rows = range(first, first + 1024)
        seen = (number if window is None else min(number, window) for number in rows)
        assert [1 << shift for shift in out.tolist()] == [sizes.of(number) for number in seen]
