"""Into which parts attention is cut, and what memory they take, from shapes alone. Knows no kernel."""

from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.sizes import AttentionSizes

ATTENTION_SPLIT = 256  # cache positions whose attention is one part
ATTENTION_TILE = 16  # head rows that it owns: the smallest tile of the matrix instructions


def padded_head_dim(head_dim: int) -> int:
    """A power of two, of at least the columns that matrix instructions take."""
    return max(16, 1 << (head_dim - 1).bit_length())


def attention_tiles(heads_per_group: int) -> int:
    """Tiles of head rows that a key/value head has for a row that shares none with another."""
    return -(-heads_per_group // ATTENTION_TILE)


def attention_splits(span: int, window: int | None) -> int:
    """Parts of the positions below `span` that a row of any step may see; 1: all of them are one part."""
    splits = -(-span // ATTENTION_SPLIT)
    if window is None:
        return splits
    if window <= ATTENTION_SPLIT:
        return 1
    return min(splits, -(-window // ATTENTION_SPLIT) + 2)


def attention_scratch_size(kind: AttentionSizes) -> int:
    """How many float32 of partials any step needs."""
    splits = attention_splits(kind.rows + ATTENTION_SPLIT, kind.window)
    return MAX_ROWS * kind.num_heads * splits * (padded_head_dim(kind.head_dim) + 2)
