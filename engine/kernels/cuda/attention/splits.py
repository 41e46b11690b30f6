"""The splits of attention and their scratch, from shapes alone. Knows no kernel."""

from typing import NamedTuple

from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.sizes import PAGE_ROWS, AttentionSizes

ATTENTION_SPLIT = PAGE_ROWS  # cache positions of the largest split, which lies in one page
ATTENTION_TILE = 16  # head rows of a program: the smallest tile of the matrix instructions
SMALLEST_SPLIT = 64

# Programs of a row up to which it has the smallest splits, and such of half a page. Measured on 132
# multiprocessors (tests/gpu/README.md), but the same everywhere: splits decide a row's bits.
_FINE_PROGRAMS = 96
_HALF_PROGRAMS = 144
# Heads up to this width take few positions in one split faster than in several and a launch more.
_WIDEST_WHOLE = 128
# The same where a cluster combines splits, and how many it does.
_WIDEST_WHOLE_IN_CLUSTERS = 64
MOST_IN_CLUSTER = 8


def padded_head_dim(head_dim: int) -> int:
    """`head_dim` rounded up to a power of two, at least the 16 of the matrix instructions."""
    return max(16, 1 << (head_dim - 1).bit_length())


def attention_tiles(heads_per_group: int) -> int:
    """Tiles for the head rows of one step row and one KV head."""
    return -(-heads_per_group // ATTENTION_TILE)


class SplitSizes(NamedTuple):
    """How many positions a split has, by how many of them a row sees.

    Up to 256 are one split, of wide heads only where a window has no more. Some more are divided
    finely, so that more multiprocessors share them; of many there are enough splits of 256, and
    fewer to combine.
    """

    smallest: int
    whole_until: int  # positions that are one split
    fine_until: int  # positions that are divided by the smallest
    half_until: int  # by half a page at most

    def of(self, seen: int) -> int:
        """The size of a split of a row that sees `seen` positions."""
        if seen <= self.whole_until:
            return ATTENTION_SPLIT
        if seen <= self.fine_until:
            return self.smallest
        return ATTENTION_SPLIT // 2 if seen <= self.half_until else ATTENTION_SPLIT

    @property
    def constexprs(self) -> dict[str, int]:
        """The kernels' parameters."""
        return {
            "SMALLEST": self.smallest,
            "WHOLE": self.whole_until,
            "FINE": self.fine_until,
            "HALF_PAGES": self.half_until,
        }


def split_sizes(
    num_kv_heads: int,
    heads_per_group: int,
    head_dim: int,
    window: int | None,
    block: int = 1,
    *,
    in_clusters: bool = False,
) -> SplitSizes:
    """The sizes for heads whose cache is read by `block` positions at a time, at most 128.

    `in_clusters`: steps of one row combine few splits without a launch.
    """
    programs = num_kv_heads * attention_tiles(heads_per_group)
    smallest, half = max(SMALLEST_SPLIT, block), ATTENTION_SPLIT // 2
    has_splits = window is None or window > ATTENTION_SPLIT
    fine, widest = _FINE_PROGRAMS // programs, _WIDEST_WHOLE
    if in_clusters and head_dim <= _WIDEST_WHOLE:
        fine, widest = min(fine, MOST_IN_CLUSTER), _WIDEST_WHOLE_IN_CLUSTERS
    whole = 0 if head_dim > widest and has_splits else ATTENTION_SPLIT
    return SplitSizes(smallest, whole, fine * smallest, _HALF_PROGRAMS // programs * half)


def attention_splits(span: int, window: int | None, sizes: SplitSizes) -> int:
    """The most splits of the positions below `span` that a row can see."""
    most_seen = span if window is None else min(span, window)
    if most_seen <= sizes.whole_until:
        return 1
    limits = (sizes.fine_until, sizes.half_until, most_seen)
    most = max(-(-seen // sizes.of(seen)) for limit in limits if (seen := min(limit, most_seen)))
    if window is None or window >= span:
        return most
    return max(most, -(-window // sizes.of(window)) + 1)  # a window begins and ends within splits


def attention_scratch_size(kind: AttentionSizes) -> int:
    """Float32 elements of partials that suffice for any step."""
    group = kind.num_heads // kind.num_kv_heads
    splits = max(
        attention_splits(
            kind.rows + ATTENTION_SPLIT,
            kind.window,
            split_sizes(
                kind.num_kv_heads, group, kind.head_dim, kind.window, in_clusters=in_clusters
            ),
        )
        for in_clusters in (False, True)
    )
    return MAX_ROWS * kind.num_heads * splits * (padded_head_dim(kind.head_dim) + 2)
