"""Raw GGUF blocks → tiles (engine.quants.tiles), in torch on any device. Knows no file and no kernel.

The offsets and orders of a block's parts are documented where the blocks are dequantised, in
engine.quants.simple_blocks, k_blocks and codebook_blocks.
"""

import torch
from torch import Tensor
from torch.nn.functional import pad

from engine.gguf.types import GGMLType
from engine.quants.block_parts import CODES, SCALES, SUPER, BitFields
from engine.quants.tiles import (
    PAIR_COLS,
    TILE_ROWS,
    Scales,
    TileLayout,
    padded_cols,
    padded_rows,
)

_CHUNK_CODES = 8 << 20  # at one byte a code, intermediates stay below 64 MB
_ROWS_STEP = 32


def repack(raw: Tensor, kind: GGMLType, num_cols: int) -> Tensor:
    """The tiles of a matrix: raw uint8 [N, bytes of a row] → uint8 [num_tiles, tile_bytes] on its device.

    Raises ValueError when the rows of `raw` are not `num_cols` values long.
    """
    layout = TileLayout(kind, num_cols)
    shape = layout.num_tiles(raw.shape[0]), layout.tile_bytes
    out = torch.empty(shape, dtype=torch.uint8, device=raw.device)
    repack_into(raw, kind, num_cols, out, first_row=0)
    return out


def repack_into(raw: Tensor, kind: GGMLType, num_cols: int, out: Tensor, first_row: int) -> None:
    """Write rows `first_row`… of the tiles `out`, uint8 [num_tiles, tile_bytes], from `raw` [n, bytes of a row].

    `first_row` is a multiple of 16. Every byte of the tiles written is set, and where n ends short of
    a multiple of 32 rows, the rest of those 32 is zeroed, as far as `out` goes: so give rows in order.
    `raw` may be on another device than `out`: it is moved a chunk at a time. Raises ValueError for
    sizes that do not fit.
    """
    layout = TileLayout(kind, num_cols)
    if raw.shape[1] * kind.block_len != num_cols * kind.block_bytes:
        raise ValueError(f"{raw.shape[1]} bytes are not {num_cols} values of {kind.name}")
    if first_row % TILE_ROWS or out.shape[1] != layout.tile_bytes:
        raise ValueError(f"out is no tiles of {num_cols} columns of {kind.name}, or begins in one")
    if first_row + raw.shape[0] > out.shape[0] * TILE_ROWS:
        raise ValueError(f"{raw.shape[0]} rows from {first_row} on overrun {out.shape[0]} tiles")
    step = max(_CHUNK_CODES // padded_cols(num_cols) // _ROWS_STEP, 1) * _ROWS_STEP
    for begin in range(0, raw.shape[0], step):
        rows = raw[begin : begin + step].to(out.device)
        first_tile = (first_row + begin) // TILE_ROWS
        num_tiles = padded_rows(first_row + begin + len(rows)) // TILE_ROWS - first_tile
        _fill(out[first_tile : first_tile + num_tiles], rows, layout)


def _fill(tiles: Tensor, raw: Tensor, layout: TileLayout) -> None:
    """Write `raw`, and zero rows after it, as the tiles [T, tile_bytes]."""
    kind = layout.kind
    blocks = raw.view(len(raw), -1, kind.block_bytes)
    low, high = CODES[kind]
    _pack(tiles[:, : layout.high_offset], _unpack(low, blocks), low.bits)
    if high:
        highs = tiles[:, layout.high_offset : layout.scales_offset]
        _pack(highs, _unpack(high, blocks), high.bits)
    # [T, S, bytes of a superblock]
    scales = tiles[:, layout.scales_offset : layout.super_offset]
    scales = scales.view(len(tiles), layout.num_superblocks, -1)
    if layout.format.scales is Scales.HALF_MINIMUM:
        d, m = scales.chunk(2, dim=2)
        _place(d, blocks[..., 0:2])
        _place(m, blocks[..., 2:4])
    else:
        _place(scales, _block_scales(blocks, kind))
    if kind in SUPER:
        supers = tiles[:, layout.super_offset :]
        supers = supers.view(len(tiles), layout.num_superblocks, -1)
        _place(supers, blocks[..., SUPER[kind]])


def _unpack(fields: BitFields, blocks: Tensor) -> Tensor:
    """uint8 [..., bytes of a block] → uint8 [..., fields], in order of value."""
    held = blocks[..., fields.begin : fields.end]
    if fields.bits == 8:
        return held
    shifts = torch.arange(0, 8, fields.bits, dtype=torch.uint8, device=blocks.device)
    held = held.view(*held.shape[:-1], -1, 1, fields.width) >> shifts[:, None]
    return torch.flatten(held & (1 << fields.bits) - 1, -3)


def _pack(plane: Tensor, codes: Tensor, bits: int) -> None:
    """Write codes [rows, blocks, values], of `bits` each, as fragments to a plane [T, bytes]."""
    num_pairs = padded_cols(codes.shape[1] * codes.shape[2]) // PAIR_COLS
    codes = _padded(codes, len(plane) * TILE_ROWS, num_pairs * PAIR_COLS)
    # Words of 4 codes. i of word a_i is 2 · column half + row half.
    # [T, row half, r, P, h, column half, q] → [T, P, r, q, h, column half, row half]
    shape = -1, 2, TILE_ROWS // 2, num_pairs, 2, 2, 4
    fragments = codes.view(torch.int32).view(shape).permute(0, 3, 2, 6, 4, 5, 1)
    if bits == 8:  # [T, P, h, r, q, column half, row half]
        words = fragments.permute(0, 1, 4, 2, 3, 5, 6)
    elif bits == 4:  # [T, P, r, q, h, row half]
        words = _joined(fragments.unbind(5), bits)
    elif bits == 2:  # [T, P, r, q, h]
        words = _joined(fragments.flatten(5).unbind(5), bits)
    else:  # [T, P, r, q]
        words = _joined(fragments.flatten(4).unbind(4), bits)
    plane.view(torch.int32).view(words.shape).copy_(words)


def _padded(values: Tensor, num_rows: int, num_cols: int) -> Tensor:
    """[rows, blocks, values of a block] → [num_rows, num_cols], with zeros where there were none."""
    values = values.flatten(1)
    return pad(values, (0, num_cols - values.shape[1], 0, num_rows - values.shape[0]))


def _joined(words: tuple[Tensor, ...], bits: int) -> Tensor:
    """Words whose bytes are fields of `bits` each, in one: the first in the lowest bits of its bytes."""
    joined = words[0]
    for i, word in enumerate(words[1:], start=1):
        joined = joined | word << bits * i
    return joined


def _place(plane: Tensor, scales: Tensor) -> None:
    """Write scales [rows, blocks, bytes] to a plane [T, S, bytes], zeros where the blocks end."""
    num_tiles, num_superblocks, superblock_bytes = plane.shape
    num_bytes = superblock_bytes // TILE_ROWS
    scales = _padded(scales, num_tiles * TILE_ROWS, num_superblocks * num_bytes)
    scales = scales.view(num_tiles, TILE_ROWS, num_superblocks, num_bytes)
    plane.view(num_tiles, num_superblocks, TILE_ROWS, num_bytes).copy_(scales.transpose(1, 2))


def _block_scales(blocks: Tensor, kind: GGMLType) -> Tensor:
    """What SCALES holds of each block: [..., bytes of a block] → [..., bytes]."""
    if kind in SCALES:
        return blocks[..., SCALES[kind]]
    if kind is GGMLType.Q3_K:
        low, high = BitFields(96, 104, 4, 8), BitFields(104, 108, 2, 4)
    elif kind is GGMLType.IQ4_XS:
        low, high = BitFields(4, 8, 4, 1), BitFields(2, 4, 2, 1)
    else:
        return _scales_and_minima(blocks[..., 4:16])
    return (_unpack(low, blocks) | _unpack(high, blocks) << 4) - 32  # wraps to the int8's bits


def _scales_and_minima(packed: Tensor) -> Tensor:
    """The 12 bytes of Q4_K and Q5_K → 8 scales, then 8 minima."""
    first, second, third = packed.chunk(3, dim=-1)
    scales = (third & 15) | (first >> 6) << 4
    minima = (third >> 4) | (second >> 6) << 4
    return torch.cat((first & 63, scales, second & 63, minima), dim=-1)
