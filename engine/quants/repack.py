"""Repacks GGUF blocks as tiles (engine.quants.tiles), with torch on any device. Knows no kernel."""

from functools import cache

import torch
from torch import Tensor
from torch.nn.functional import pad

from engine.gguf.types import GGMLType
from engine.quants.tiles import (
    PAIR_COLS,
    SUPERBLOCK_COLS,
    TILE_ROWS,
    TileLayout,
    padded_cols,
    padded_rows,
)
from engine.quants.weight_types import WEIGHT_TYPES, Fields, ScaleBytes, Scales, Trits, WeightType

STEP_CODES = 8 << 20
"""Codes that are repacked at once by default: intermediates stay below 64 MB, 8 bytes per code."""
_ROWS_STEP = 32
_PAIRS = SUPERBLOCK_COLS // PAIR_COLS
_GROUPS = SUPERBLOCK_COLS // 32


def repack_into(
    raw: Tensor,
    kind: GGMLType,
    num_cols: int,
    out: Tensor,
    first_row: int,
    factors: Tensor | None = None,
    *,
    step_codes: int = STEP_CODES,
) -> None:
    """Write `raw` uint8 [n, row bytes] as rows `first_row`… of tiles `out` uint8 [T, tile_bytes].

    `factors` float32 [n] multiply the rows of types that have factors; None means 1. `first_row` is
    a multiple of 16. Rows after the last one up to a multiple of 32 are zeroed as far as `out`
    goes, so write rows in order. `raw` may be on another device; it is moved one step at a time,
    some `step_codes` codes: the fewer there are, the less memory is taken meanwhile.
    Raises ValueError for sizes that do not match.
    """
    layout = TileLayout(kind, num_cols)
    if raw.shape[1] * kind.block_len != num_cols * kind.block_bytes:
        raise ValueError(f"{raw.shape[1]} bytes are not {num_cols} values of {kind.name}")
    if first_row % TILE_ROWS or out.shape[1] != layout.tile_bytes:
        raise ValueError(f"out is no tiles of {num_cols} columns of {kind.name}, or begins in one")
    if first_row + raw.shape[0] > out.shape[0] * TILE_ROWS:
        raise ValueError(f"{raw.shape[0]} rows from {first_row} on overrun {out.shape[0]} tiles")
    step = max(step_codes // padded_cols(num_cols) // _ROWS_STEP, 1) * _ROWS_STEP
    for begin in range(0, raw.shape[0], step):
        rows = raw[begin : begin + step].to(out.device)
        first_tile = (first_row + begin) // TILE_ROWS
        num_tiles = padded_rows(first_row + begin + len(rows)) // TILE_ROWS - first_tile
        tiles = out[first_tile : first_tile + num_tiles]
        _fill(tiles, rows, layout)
        if WEIGHT_TYPES[kind].has_factors:
            some = torch.ones(len(rows)) if factors is None else factors[begin : begin + step]
            _place_factors(tiles, some.to(out.device), layout)


def _fill(tiles: Tensor, raw: Tensor, layout: TileLayout) -> None:
    """Write `raw`, padded with zero rows, to the tiles [T, tile_bytes], all but the row factors."""
    row = WEIGHT_TYPES[layout.kind]
    blocks = raw.view(len(raw), -1, layout.kind.block_bytes)
    codes = tiles[:, : layout.signs_offset]
    signs = tiles[:, layout.signs_offset : layout.high_offset]
    high = tiles[:, layout.high_offset : layout.scales_offset]
    if row.grid is not None:
        _pack_entries(codes, signs, high, blocks, row)
    else:
        _pack(codes, _unpack(row.low, blocks), row.low.bits)
        if row.high is not None:
            _pack(high, _unpack(row.high, blocks), row.high.bits)
    # [T, S, superblock bytes]
    scales = tiles[:, layout.scales_offset : layout.super_offset]
    scales = scales.view(len(tiles), layout.num_superblocks, -1)
    supers = tiles[:, layout.super_offset :].view(len(tiles), layout.num_superblocks, -1)
    halves = [_join_half(half, blocks) for half in row.halves]
    if row.scales in (Scales.HALF, Scales.HALF_MINIMUM):
        _place_scales(scales, torch.cat(halves, -1))
    else:
        if row.scale_bytes:
            # A scale beside its minimum.
            of_kinds = [_join_bytes(some, blocks) for some in row.scale_bytes]
            _place_scales(scales, torch.stack(of_kinds, -1).flatten(-2))
        if halves:
            _place_supers(supers, torch.cat(halves, -1))


def _unpack(fields: Fields | Trits, blocks: Tensor) -> Tensor:
    """Extract fields: uint8 [..., block_bytes] → uint8 [..., fields], in value order."""
    first, by, fits = _places(fields, blocks.device)
    held = blocks[..., first]
    if isinstance(fields, Trits):
        digits = (held * by).to(torch.int16) * 3 >> 8
        return digits.to(torch.uint8)
    if fits:
        return held >> by & (1 << fields.bits) - 1
    # Clamp the second byte: a field that ends in the last byte does not use it.
    second = blocks[..., (first + 1).clamp_max(blocks.shape[-1] - 1)]
    both = held.to(torch.int32) | second.to(torch.int32) << 8
    return (both >> by & (1 << fields.bits) - 1).to(torch.uint8)


@cache
def _places(fields: Fields | Trits, device: torch.device) -> tuple[Tensor, Tensor, bool]:
    """`fields.places` on `device`, and whether each field lies within one byte.

    Kept: a copy to the device, or a value from it, would wait for all that was launched before.
    """
    places = fields.places()
    first, by = torch.from_numpy(places).to(device).unbind(1)
    fits = isinstance(fields, Trits) or bool((places[:, 1] + fields.bits <= 8).all())
    return first, by.to(torch.uint8) if fits else by, fits


def _pack(plane: Tensor, codes: Tensor, bits: int) -> None:
    """Write codes [rows, blocks, values] of `bits` bits as fragments to a plane [T, bytes]."""
    num_pairs = padded_cols(codes.shape[1] * codes.shape[2]) // PAIR_COLS
    codes = _padded(codes, len(plane) * TILE_ROWS, num_pairs * PAIR_COLS)
    # Words of 4 codes; the i of word a_i is 2 · column half + row half.
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


def _pack_entries(
    codes: Tensor, signs: Tensor, high: Tensor, blocks: Tensor, row: WeightType
) -> None:
    """Write the grid entries of blocks [rows, blocks, bytes] to the planes [T, bytes]."""
    grid, num_tiles = row.grid, len(codes)
    assert grid is not None
    low = _by_lane(_unpack(row.low, blocks), num_tiles, grid.entry_len, 1)  # [T, P, lane, k, 1]
    planes = [low.flatten(3)]
    if grid.signs is not None:
        bits = _with_eighth(_unpack(grid.signs, blocks))
        bits = _by_lane(bits, num_tiles, grid.entry_len, grid.entry_len)
        packed = _as_bytes(bits.transpose(3, 4).flatten(3), 1)  # bit 4 v + k or 8 v + k
        if grid.entry_len == 8:
            planes.append(packed)
        else:
            signs.view(packed.shape).copy_(packed)
    held = torch.cat(planes, -1)
    codes.view(held.shape).copy_(held)
    if row.high is not None:
        above = _unpack(row.high, blocks)
        if grid.deltas is not None:
            above = above | _unpack(grid.deltas, blocks) << row.high.bits
        lanes = _by_lane(above, num_tiles, grid.entry_len, 1).flatten(2)
        packed = _as_bytes(lanes, row.entry_high_bits)
        high.view(packed.shape).copy_(packed)


def _by_lane(fields: Tensor, num_tiles: int, entry_len: int, each: int) -> Tensor:
    """Reorder fields [rows, blocks, fields], `each` per entry, to [T, P, lane, k, each]."""
    fields = _padded(fields, num_tiles * TILE_ROWS, fields.shape[1] * fields.shape[2])
    halves = num_tiles, 2, TILE_ROWS // 2
    if entry_len == 8:  # [T, row half, r, P, h, q % 2, q // 2] → [T, P, r, q, k]
        by_group = fields.view(*halves, -1, 2, 2, 2, each).permute(0, 3, 2, 6, 5, 4, 1, 7)
    else:  # [T, row half, r, P, h, column half, q] → [T, P, r, q, h, row half, column half]
        by_group = fields.view(*halves, -1, 2, 2, 4, each).permute(0, 3, 2, 6, 4, 1, 5, 7)
    lanes = num_tiles, by_group.shape[1], 32, -1, each
    return by_group.reshape(lanes)


def _with_eighth(signs: Tensor) -> Tensor:
    """Add the parity bit to sign bits [rows, blocks, signs] that have 7 signs per 8 values."""
    if signs.shape[-1] % 7:
        return signs
    sevens = signs.view(*signs.shape[:-1], -1, 7)
    eighth = sevens.sum(-1, keepdim=True, dtype=torch.uint8) & 1
    return torch.cat((sevens, eighth), -1).flatten(-2)


def _as_bytes(fields: Tensor, bits: int) -> Tensor:
    """Pack fields [..., n] of `bits` bits to bytes [..., n · bits / 8], lowest bits first."""
    bytes_ = fields.reshape(*fields.shape[:-1], -1, 8 // bits)
    return _joined(bytes_.unbind(-1), bits)


def _padded(values: Tensor, num_rows: int, num_cols: int) -> Tensor:
    """Flatten [rows, blocks, block values] and pad it with zeros to [num_rows, num_cols]."""
    values = values.flatten(1)
    if values.shape == (num_rows, num_cols):
        return values
    return pad(values, (0, num_cols - values.shape[1], 0, num_rows - values.shape[0]))


def _joined(words: tuple[Tensor, ...], bits: int) -> Tensor:
    """OR words of `bits`-bit fields per byte into one, the first word in the lowest bits."""
    joined = words[0]
    for i, word in enumerate(words[1:], start=1):
        joined = joined | word << bits * i
    return joined


def _join_half(half: Fields, blocks: Tensor) -> Tensor:
    """The bytes [..., 2] of a float16 stored in fields."""
    return _as_bytes(_unpack(half, blocks), half.bits)


def _join_bytes(some: ScaleBytes, blocks: Tensor) -> Tensor:
    """The SCALES bytes of each block: [..., block_bytes] → [..., bytes]."""
    joined = _unpack(some.low, blocks)
    if some.high is not None:
        joined = joined | _unpack(some.high, blocks) << 4
    return joined - some.less  # wraps to the bits of an int8


def _place_scales(plane: Tensor, scales: Tensor) -> None:
    """Write scales [rows, blocks, bytes], padded with zeros, to SCALES [T, S, bytes]."""
    row_bytes = plane.shape[2] // TILE_ROWS
    size = max(row_bytes // _GROUPS, 1)  # two groups may share a byte
    fields = _by_row(scales, plane, _PAIRS, row_bytes // size // _PAIRS, size)
    # [T, row half, r, S, pair, h, bytes] → [T, S, pair, r, h, row half, bytes]
    placed = fields.permute(0, 3, 4, 2, 5, 1, 6)
    plane.view(placed.shape).copy_(placed)


def _place_supers(plane: Tensor, supers: Tensor) -> None:
    """Write scales [rows, blocks, bytes], padded with zeros, to SUPER [T, S, bytes]."""
    fields = _by_row(supers, plane, plane.shape[2] // TILE_ROWS)
    placed = fields.permute(
        0, 3, 2, 1, 4
    )  # [T, row half, r, S, bytes] → [T, S, r, row half, bytes]
    plane.view(placed.shape).copy_(placed)


def _by_row(scales: Tensor, plane: Tensor, *of_row: int) -> Tensor:
    """Pad [rows, blocks, bytes] to the rows and superblocks of a plane: [T, 2, 8, S, *of_row]."""
    num_tiles, num_superblocks, superblock_bytes = plane.shape
    row_bytes = superblock_bytes // TILE_ROWS
    scales = _padded(scales, num_tiles * TILE_ROWS, num_superblocks * row_bytes)
    return scales.view(num_tiles, 2, TILE_ROWS // 2, num_superblocks, *of_row)


def _place_factors(tiles: Tensor, factors: Tensor, layout: TileLayout) -> None:
    """Write factors float32 [rows], padded with zeros, to SUPER of the tiles [T, tile_bytes]."""
    plane = tiles[:, layout.super_offset :].view(torch.float32)
    factors = pad(factors, (0, len(tiles) * TILE_ROWS - len(factors)))
    by_row = factors.view(len(tiles), 1, 2, TILE_ROWS // 2).transpose(2, 3)  # [T, 1, r, row half]
    plane.view(len(tiles), -1, TILE_ROWS // 2, 2).copy_(by_row)
