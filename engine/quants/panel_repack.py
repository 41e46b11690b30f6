"""Repacks GGUF rows as panels (engine.quants.panels), on several threads. Knows no kernel."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numba
import numpy as np
from numpy.typing import NDArray

from engine.gguf.types import GGMLType
from engine.quants.block_loops import block_loop, loop_part
from engine.quants.panel_parts import plan_of, take_apart
from engine.quants.panels import (
    LINE_BYTES,
    LINE_ENTRIES,
    MASK_BYTES,
    PANEL_ROWS,
    QUADS,
    PanelLayout,
    num_index_lines,
    num_panels,
)

Bytes = NDArray[np.uint8]

_CHUNK_VALUES = 1 << 18  # large enough to hide the cost of handing a chunk to a thread


def repack_panels(raw: Bytes, kind: GGMLType, out: Bytes) -> None:
    """Fill the panels `out` uint8 [P, panel_bytes] from the rows `raw` uint8 [N, row bytes].

    Each thread reads a few panels of rows at a time, in order. Raises ValueError when the sizes do
    not match.
    """
    layout = PanelLayout(kind)
    num_cols = raw.shape[1] // kind.block_bytes * kind.block_len
    expected = num_panels(len(raw)), layout.panel_bytes(num_cols)
    if raw.shape[1] % kind.block_bytes or out.shape != expected:
        raise ValueError(
            f"{raw.shape} bytes of {kind.name} do not fill panels of {out.shape} bytes"
        )
    raw = raw.view()
    raw.flags.writeable = False  # always read-only: numba compiles each loop for one signature
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
    for _ in _pool(threads).map(fill, chunks):
        pass  # the result re-raises an exception of the thread


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    """One for all: starting threads for each matrix takes longer than a small one."""
    return ThreadPoolExecutor(threads, "repack")


def _fill(raw: Bytes, panels: Bytes, layout: PanelLayout) -> None:
    kind = layout.kind
    if layout.is_float:
        _fill_floats(raw, panels, kind.block_bytes)
        return
    row, plan = layout.row, plan_of(kind)
    blocks = raw.reshape(len(raw), -1, kind.block_bytes)
    out = panels.reshape(len(panels), -1, layout.block_bytes)
    if row.grid is None:
        lines = row.low.bits, row.high_bits
    else:
        lines = num_index_lines(row.grid), int(row.grid.signs is not None)
    sizes = (layout.bytes_offset, layout.masks_offset, layout.codes_offset, row.entry_high_bits)
    fill = _fill_blocks if row.grid is None else _fill_grid_blocks
    parts = np.zeros((PANEL_ROWS, -(-plan.end // 4) * 4), np.uint8)
    fill(blocks, out, out.view(np.uint32), parts, parts.view(np.uint32), plan, lines, sizes)


@block_loop
def _fill_floats(raw, panels, value_bytes):
    """Transpose values of `value_bytes` bytes to [columns][16 rows]; missing rows are zero."""
    num_cols = raw.shape[1] // value_bytes
    for panel in range(len(panels)):
        out = panels[panel]
        for r in range(PANEL_ROWS):
            n = panel * PANEL_ROWS + r
            for k in range(num_cols):
                place = (k * PANEL_ROWS + r) * value_bytes
                for i in range(value_bytes):
                    out[place + i] = raw[n, k * value_bytes + i] if n < len(raw) else 0


@loop_part
def _fill_header(parts, rows, plan, bytes_offset, out):
    """Write the halves and scale bytes of the first `rows` rows of a panel to a block's header."""
    out[:] = 0
    for i in range(plan.scales - plan.halves):
        first = i // 2 * 2 * PANEL_ROWS + i % 2
        for r in range(rows):
            out[first + 2 * r] = parts[r, plan.halves + i]
    for i in range(plan.end - plan.scales):
        first = bytes_offset + i * PANEL_ROWS
        for r in range(rows):
            out[first + r] = parts[r, plan.scales + i]


@loop_part
def _pack_plane(quads, first, shift, bits, plane):
    """Write bits shift … shift + bits - 1 of a group's codes to the lines of a plane.

    `quads` are words of four codes uint32 [16][quads], the group's from `first` on; `plane` uint32
    [16 * bits].
    """
    mask = np.uint32(((1 << bits) - 1) * 0x01010101)
    for line in range(bits):
        for r in range(PANEL_ROWS):
            joined = np.uint32(0)
            for field in range(QUADS // bits):
                codes = quads[r, first + line + field * bits] >> np.uint32(shift) & mask
                joined |= codes << np.uint32(field * bits)
            plane[line * PANEL_ROWS + r] = joined


@loop_part
def _pack_codes(quads, low_bits, high_bits, num_groups, out):
    """Pack the codes of a block, group by group: `quads` uint32 [16][quads], `out` uint32."""
    group_words = PANEL_ROWS * (low_bits + high_bits)
    for g in range(num_groups):
        plane, shift = out[g * group_words :], np.int64(0)  # a plain 0 is a type of its own
        for bits in (low_bits, high_bits):
            _pack_plane(quads, g * QUADS, shift, bits, plane)
            plane, shift = plane[PANEL_ROWS * bits :], shift + bits


@loop_part
def _pack_masks(entries, num_bits, out):
    """Write the masks of the lowest `num_bits` bits of entries [16][4]."""
    for bit in range(num_bits):
        for e in range(LINE_ENTRIES):
            for r in range(PANEL_ROWS):
                place = 16 * e + r
                out[MASK_BYTES * bit + place // 8] |= (entries[r, e] >> bit & 1) << place % 8


@loop_part
def _pack_signs(signs, out):
    """Write the sign line of a group from sign bytes [16][4], two quads each."""
    for r in range(PANEL_ROWS):
        for j in range(4):
            joined = 0
            for quad in range(QUADS):
                joined |= (signs[r, quad // 2] >> 4 * (quad % 2) + j & 1) << quad
            out[4 * r + j] = joined


@loop_part
def _pack_entries(parts, plan, index_lines, sign_lines, high_bits, num_groups, masks, out):
    """Pack the grid entries of the parts [16][parts] of a block: masks, index and sign lines."""
    for line in range(num_groups * index_lines):
        group, first = line // index_lines, LINE_ENTRIES * line
        begin = (group * (index_lines + sign_lines) + line % index_lines) * LINE_BYTES
        for e in range(LINE_ENTRIES):
            for r in range(PANEL_ROWS):
                out[begin + 16 * e + r] = parts[r, first + e]
        if high_bits:
            entries = parts[:, plan.high + first : plan.high + first + LINE_ENTRIES]
            some = masks[MASK_BYTES * high_bits * line : MASK_BYTES * high_bits * (line + 1)]
            _pack_masks(entries, high_bits, some)
    if sign_lines:
        for group in range(num_groups):
            begin = ((group + 1) * (index_lines + 1) - 1) * LINE_BYTES
            first = plan.signs + 4 * group
            _pack_signs(parts[:, first : first + 4], out[begin:])


# Two loops, because most models need only the first, and what it calls is compiled with it.
@block_loop
def _fill_blocks(raw, panels, words, parts, quads, plan, lines, sizes):
    """Fill all blocks of `panels` with codes; see `_fill` for the other arguments."""
    bytes_offset, _, codes_offset, _ = sizes
    num_groups = (panels.shape[2] - codes_offset) // ((lines[0] + lines[1]) * LINE_BYTES)
    for panel in range(len(panels)):
        rows = min(PANEL_ROWS, len(raw) - panel * PANEL_ROWS)
        some = raw[panel * PANEL_ROWS : panel * PANEL_ROWS + rows]
        for b in range(raw.shape[1]):
            take_apart(some, b, plan, parts)
            _fill_header(parts, rows, plan, bytes_offset, panels[panel, b, :codes_offset])
            _pack_codes(quads, lines[0], lines[1], num_groups, words[panel, b, codes_offset // 4 :])


@block_loop
def _fill_grid_blocks(raw, panels, _words, parts, _quads, plan, lines, sizes):
    """Fill all blocks of `panels` with grid entries; see `_fill` for the other arguments."""
    bytes_offset, masks_offset, codes_offset, high_bits = sizes
    num_groups = (panels.shape[2] - codes_offset) // ((lines[0] + lines[1]) * LINE_BYTES)
    for panel in range(len(panels)):
        rows = min(PANEL_ROWS, len(raw) - panel * PANEL_ROWS)
        some = raw[panel * PANEL_ROWS : panel * PANEL_ROWS + rows]
        for b in range(raw.shape[1]):
            out = panels[panel, b]
            codes, masks = out[codes_offset:], out[masks_offset:codes_offset]
            take_apart(some, b, plan, parts)
            _fill_header(parts, rows, plan, bytes_offset, out[:codes_offset])
            _pack_entries(parts, plan, lines[0], lines[1], high_bits, num_groups, masks, codes)
