"""Sizes in GPU memory that follow from shapes alone: weights, attention's scratch. Imports no torch."""

from math import prod

from engine.gguf.types import GGMLType
from engine.kernels.sizes import AttentionSizes
from engine.quants.tiles import TILE_FORMATS, TileLayout, padded_rows

GROUP_COLS = 32  # that a program computes, and that have one scale as codes
MAX_ROWS = 16  # of the widest decode or verify step
ATTENTION_SPLIT = 256  # cache positions whose attention is one part
ATTENTION_TILE = 16  # head rows that it owns: the smallest tile of the matrix instructions
PREFILL_BLOCK_BYTES = 48 << 20  # dequantised weights: they stay in the cache until they are used


def whole_groups(num_cols: int) -> int:
    """Columns of rows in GPU memory: `num_cols` and zeros, up to a multiple of 32."""
    return -(-num_cols // GROUP_COLS) * GROUP_COLS


def gpu_weights_bytes(kind: GGMLType, shape: tuple[int, ...]) -> int:
    """Device bytes of a tensor of `shape` (experts, rows, columns); vectors are float32."""
    if len(shape) == 1:
        return 4 * shape[0]
    *experts, num_rows, num_cols = shape
    if kind in TILE_FORMATS:
        layout = TileLayout(kind, num_cols)
        return prod(experts) * layout.num_tiles(num_rows) * layout.tile_bytes
    return prod(experts) * padded_rows(num_rows) * whole_groups(num_cols) * kind.block_bytes


def padded_head_dim(head_dim: int) -> int:
    """A power of two, of at least the columns that matrix instructions take."""
    return max(16, 1 << (head_dim - 1).bit_length())


def attention_tiles(width: int, heads_per_group: int) -> int:
    """Tiles of head rows that a key/value head of a step of `width` rows has."""
    return -(-width * heads_per_group // ATTENTION_TILE)


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
    tiles = kind.num_kv_heads * attention_tiles(MAX_ROWS, kind.num_heads // kind.num_kv_heads)
    part = ATTENTION_TILE * (padded_head_dim(kind.head_dim) + 2)
    return tiles * attention_splits(kind.rows + ATTENTION_SPLIT, kind.window) * part
