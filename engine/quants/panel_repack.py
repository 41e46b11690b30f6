"""Raw GGUF rows → panels (engine.quants.panels), spread over threads. Knows no file and no kernel."""

from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum

import numba
import numpy as np
from numpy.typing import NDArray

from engine.gguf.types import GGMLType
from engine.quants.block_loops import block_loop
from engine.quants.block_parts import CODES, SCALES
from engine.quants.panels import GROUP_COLS, LINE_BYTES, PANEL_ROWS, QUADS, PanelLayout, num_panels

Bytes = NDArray[np.uint8]

_CHUNK_VALUES = 1 << 18  # far more work than handing a chunk to a thread


class _Packing(IntEnum):
    """How the scale bytes of a row stand in a block of the file."""

    COPIED = 0
    Q3_K = 1
    IQ4_XS = 2
    SIX_BIT_MINIMUM = 3


_PACKINGS = {
    GGMLType.Q3_K: _Packing.Q3_K,
    GGMLType.IQ4_XS: _Packing.IQ4_XS,
    GGMLType.Q4_K: _Packing.SIX_BIT_MINIMUM,
    GGMLType.Q5_K: _Packing.SIX_BIT_MINIMUM,
}
_Q3_K, _IQ4_XS, _SIX_BIT = (int(packing) for packing in list(_Packing)[1:])


def repack_panels(raw: Bytes, kind: GGMLType, out: Bytes) -> None:
    """Fill the panels `out` uint8 [P, panel_bytes] from the rows `raw` uint8 [N, bytes of a row].

    Rows are read once, in order, a few panels at a time for each thread. Raises ValueError for sizes
    that do not fit.
    """
    layout = PanelLayout(kind)
    num_cols = raw.shape[1] // kind.block_bytes * kind.block_len
    expected = num_panels(len(raw)), layout.panel_bytes(num_cols)
    if raw.shape[1] % kind.block_bytes or out.shape != expected:
        raise ValueError(
            f"{raw.shape} bytes of {kind.name} do not fill panels of {out.shape} bytes"
        )
    raw = raw.view()
    raw.flags.writeable = False  # whatever came in: so each loop is compiled for one signature
    step = max(1, _CHUNK_VALUES // (num_cols * PANEL_ROWS))
    chunks = [
        (raw[PANEL_ROWS * begin : PANEL_ROWS * (begin + step)], out[begin : begin + step])
        for begin in range(0, len(out), step)
    ]

    def fill(chunk: tuple[Bytes, Bytes]) -> None:
        _fill(*chunk, layout)

    threads = min(numba.get_num_threads(), len(chunks))
    if threads <= 1:
        for chunk in chunks:
            fill(chunk)
        return
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(fill, chunks):
            pass  # taking each result raises what a thread raised


def _fill(raw: Bytes, panels: Bytes, layout: PanelLayout) -> None:
    kind = layout.kind
    if layout.is_float:
        _fill_floats(raw, panels, kind.block_bytes)
        return
    low, high = CODES[kind]
    fields = np.array(
        [(part.begin, part.end, part.bits, part.width) for part in (low, high) if part is not None]
    )
    first_byte = SCALES[kind].start if kind in SCALES else 0
    sizes = np.array(
        (
            kind.block_bytes,
            layout.block_bytes,
            layout.codes_offset,
            layout.num_groups,
            layout.bytes_offset,
            layout.num_bytes,
            first_byte,
            int(_PACKINGS.get(kind, _Packing.COPIED)),
            128 if kind is GGMLType.Q8_0 else 0,
        )
    )
    _fill_blocks(raw, panels, fields, np.array(layout.half_offsets, np.int64), sizes)


@block_loop
def _fill_floats(raw, panels, value_bytes):
    """Values of `value_bytes` bytes: [16 rows][columns] → [columns][16 rows]; no row is zero."""
    num_cols = raw.shape[1] // value_bytes
    for panel in range(len(panels)):
        out = panels[panel]
        for r in range(PANEL_ROWS):
            n = panel * PANEL_ROWS + r
            for k in range(num_cols):
                place = (k * PANEL_ROWS + r) * value_bytes
                for i in range(value_bytes):
                    out[place + i] = raw[n, k * value_bytes + i] if n < len(raw) else 0


@block_loop
def _unpack_fields(block, field, codes, shift):
    """codes |= the bit fields `field` (begin, end, bits, width) of a block, moved up by `shift`."""
    begin, end, bits, width = field
    mask, i = (1 << bits) - 1, 0
    for chunk in range(begin, end, width):
        for place in range(0, 8, bits):
            for byte in range(chunk, chunk + width):
                codes[i] |= (block[byte] >> place & mask) << shift
                i += 1


@block_loop
def _scale_byte(block, index, packing, first):
    """Scale byte `index` of a block; engine.quants.k_blocks and codebook_blocks explain the packings."""
    if packing == _Q3_K:
        low = block[96 + index % 8] >> 4 * (index // 8) & 15
        high = block[104 + index % 4] >> 2 * (index // 4) & 3
        return (low | high << 4) - 32
    if packing == _IQ4_XS:
        low = block[4 + index // 2] >> 4 * (index % 2) & 15
        high = block[2 + index // 4] >> 2 * (index % 4) & 3
        return (low | high << 4) - 32
    if packing == _SIX_BIT:
        group, is_minimum = index % 8, index // 8
        if group < 4:
            return block[4 + 4 * is_minimum + group] & 63
        low = block[8 + group] >> 4 * is_minimum & 15
        return low | (block[4 * is_minimum + group] >> 6) << 4
    return np.int64(block[first + index])


@block_loop
def _pack_plane(codes, shift, bits, plane):
    """Write `bits` bits of the codes [16][32], from bit `shift` on, to the lines of a plane."""
    mask = (1 << bits) - 1
    for line in range(bits):
        for r in range(PANEL_ROWS):
            for j in range(4):
                joined = 0
                for field in range(QUADS // bits):
                    column = 4 * (line + field * bits) + j
                    joined |= (codes[r, column] >> shift & mask) << field * bits
                plane[line * LINE_BYTES + 4 * r + j] = joined


@block_loop
def _fill_header(block, r, halves, sizes, out):
    """Put the halves and the scale bytes of row r of a panel where they belong in a block."""
    bytes_offset, num_bytes, first_byte, packing = sizes[4:8]
    for h in range(len(halves)):
        place = 2 * (h * PANEL_ROWS + r)
        out[place] = block[halves[h]]
        out[place + 1] = block[halves[h] + 1]
    for s in range(num_bytes):
        place = bytes_offset + s * PANEL_ROWS + r
        out[place] = _scale_byte(block, s, packing, first_byte)


@block_loop
def _fill_codes(codes, low_bits, high_bits, out):
    """Pack the codes [16][columns] of a block, group by group."""
    group_bytes = LINE_BYTES * (low_bits + high_bits)
    for g in range(codes.shape[1] // GROUP_COLS):
        begin = g * group_bytes
        group = codes[:, g * GROUP_COLS : (g + 1) * GROUP_COLS]
        _pack_plane(group, 0, low_bits, out[begin:])
        if high_bits:
            _pack_plane(group, low_bits, high_bits, out[begin + LINE_BYTES * low_bits :])


@block_loop
def _fill_blocks(raw, panels, fields, halves, sizes):
    """Fill all blocks of `panels`; `_fill` makes the other arguments."""
    raw_block, block_bytes, codes_offset, num_groups = sizes[:4]
    flipped = sizes[8]
    codes = np.empty((PANEL_ROWS, num_groups * GROUP_COLS), np.uint8)
    low_bits = fields[0, 2]
    high_bits = fields[1, 2] if len(fields) > 1 else 0
    for panel in range(len(panels)):
        rows = min(PANEL_ROWS, len(raw) - panel * PANEL_ROWS)
        if rows < PANEL_ROWS:
            panels[panel, :] = 0
        for b in range(raw.shape[1] // raw_block):
            out = panels[panel, b * block_bytes : (b + 1) * block_bytes]
            codes[:] = 0
            for r in range(rows):
                block = raw[panel * PANEL_ROWS + r, b * raw_block : (b + 1) * raw_block]
                _fill_header(block, r, halves, sizes, out)
                for f in range(len(fields)):
                    _unpack_fields(block, fields[f], codes[r], f * low_bits)
                for i in range(codes.shape[1]):
                    codes[r, i] ^= flipped
            _fill_codes(codes, low_bits, high_bits, out[codes_offset:])
