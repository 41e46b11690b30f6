"""How the slots of a prompt step are divided: blocks of 8 of one expert, and tiles of some blocks.

Knows no kernel. These sizes decide how fast the products are, not what they are.
"""

SLOT_BLOCK = 8  # columns of a matrix instruction
TILE_SLOTS = 64  # 16, 32 or 64: an expert's weights are read and unpacked once for so many slots
FLOAT_TILE_SLOTS = 16  # of experts that have float weights
WARPS = 4  # of a program; each has weight rows of its own
GATE_TILES = 1  # tiles of 16 weight rows of gate, and as many of up, to a warp: 1 or 2
DOWN_TILES = 4  # tiles of 16 weight rows of down to a warp: 1, 2 or 4
SPARE_BLOCKS = TILE_SLOTS // 16  # read behind the last one, for products that nobody stores


def max_blocks(num_slots: int, num_experts: int) -> int:
    """The largest possible number of blocks, each of up to 8 slots of one expert."""
    return (num_slots + (SLOT_BLOCK - 1) * min(num_experts, num_slots)) // SLOT_BLOCK


def max_tiles(num_slots: int, num_experts: int, tile_slots: int) -> int:
    """The largest possible number of tiles, each of up to `tile_slots` slots of one expert."""
    return (num_slots + (tile_slots - 1) * min(num_experts, num_slots)) // tile_slots
