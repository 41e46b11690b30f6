"""The splits of attention and their scratch, from shapes alone. Knows no kernel."""

from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.sizes import PAGE_ROWS, AttentionSizes

ATTENTION_SPLIT = PAGE_ROWS  # cache positions of a split, so that it lies in one page
ATTENTION_TILE = 16  # head rows of a program: the smallest tile of the matrix instructions


def padded_head_dim(head_dim: int) -> int:
    """`head_dim` rounded up to a power of two, at least the 16 of the matrix instructions."""
    return max(16, 1 << (head_dim - 1).bit_length())


def attention_tiles(heads_per_group: int) -> int:
    """Tiles for the head rows of one step row and one KV head."""
    return -(-heads_per_group // ATTENTION_TILE)


def attention_splits(span: int, window: int | None) -> int:
    """The most splits of the positions below `span` that a row can see."""
    splits = -(-span // ATTENTION_SPLIT)
    if window is None:
        return splits
    if window <= ATTENTION_SPLIT:
        return 1
    return min(splits, -(-window // ATTENTION_SPLIT) + 2)


def attention_scratch_size(kind: AttentionSizes) -> int:
    """Float32 elements of partials that suffice for any step."""
    splits = attention_splits(kind.rows + ATTENTION_SPLIT, kind.window)
    return MAX_ROWS * kind.num_heads * splits * (padded_head_dim(kind.head_dim) + 2)
