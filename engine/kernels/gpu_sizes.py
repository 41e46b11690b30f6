"""Sizes in GPU memory that follow from shapes alone: weights, attention's scratch. Imports no torch."""

from engine.gguf.types import GGMLType
from engine.quants.tiles import TILE_FORMATS, TileLayout

MAX_ROWS = 16  # of the widest decode or verify step
ATTENTION_SPLIT = 256  # cache positions whose attention is one part
ATTENTION_TILE = 16  # head rows that it owns: the smallest tile of the matrix instructions
PREFILL_BLOCK_BYTES = 48 << 20  # dequantised weights: they stay in the cache until they are used


def gpu_weights_bytes(kind: GGMLType, shape: tuple[int, ...]) -> int:
    """Device bytes of a tensor of `shape` (rows first); vectors are float32."""
    if len(shape) == 1:
        return 4 * shape[0]
    num_rows, num_cols = shape[0], shape[-1]
    if kind in TILE_FORMATS:
        layout = TileLayout(kind, num_cols)
        return layout.num_tiles(num_rows) * layout.tile_bytes
    return num_rows * num_cols * kind.block_bytes // kind.block_len


def attention_tiles(width: int, heads_per_group: int) -> int:
    """Tiles of head rows that a key/value head of a step of `width` rows has."""
    return -(-width * heads_per_group // ATTENTION_TILE)


def attention_scratch_size(num_heads: int, num_kv_heads: int, head_dim: int, capacity: int) -> int:
    """How many float32 of partials any step needs."""
    tiles = num_kv_heads * attention_tiles(MAX_ROWS, num_heads // num_kv_heads)
    part = ATTENTION_TILE * ((1 << (head_dim - 1).bit_length()) + 2)
    return tiles * -(-capacity // ATTENTION_SPLIT) * part
