"""Splits blocks of a file into the parts that panels are filled with. Knows no panel."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.gguf.types import GGMLType
from engine.quants.block_loops import loop_part
from engine.quants.weight_types import WEIGHT_TYPES, Fields, Trits
from engine.quants.words import load_4, load_8, store_4, store_8

_EACH_BYTE = np.uint64(0x0101010101010101)
_EACH_BIT = np.uint64(0x8040201008040201)  # bit i of byte i
_SEVEN_BITS = np.uint64(0x7F7F7F7F7F7F7F7F)
# In place of a shift:
_TRIT = -1  # the mask column holds a power of 3
_BITS = -2  # the run is the eight bits of one byte


class Plan(NamedTuple):
    """How a block of the file is split into an array of parts, uint8, one array per row and block.

    Codes or low index bytes come first; the other parts begin at the index of their name. A part
    is assembled from bit fields. A row of `moves` [n, 6] copies a run of fields from consecutive
    bytes to consecutive parts, or of the bits of one byte to eight parts: run length, first part,
    first byte, right shift, mask, left shift.
    """

    moves: NDArray[np.int64]
    high: int  # index bits above the low byte, and the delta bit
    signs: int
    halves: int
    scales: int
    end: int
    lacks_eighth: bool  # seven of eight signs are stored, the eighth gives even parity
    less: int  # subtracted from every scale byte
    flipped: int  # XORed with every code


class _Moves:
    """Collects the moves of a plan."""

    def __init__(self) -> None:
        self.fields: list[NDArray[np.int64]] = []

    def add(self, fields: Fields | Trits, first: int, up: int = 0, together: int = 1) -> int:
        """Pack `together` adjacent fields into each part from `first` on; returns the end part."""
        places = fields.places()
        number = np.arange(len(places))
        parts, above = first + number // together, up + number % together * fields.bits
        byte, place = places.T
        mask = np.full(len(places), (1 << fields.bits) - 1)
        if isinstance(fields, Trits):
            place, mask = np.full(len(places), _TRIT), place
        self.fields.append(np.stack((parts, byte, place, mask, above), axis=1))
        return int(parts[-1]) + 1


def _runs(moves: NDArray[np.int64]) -> NDArray[np.int64]:
    """Merge moves of one field each [n, 5] to moves of runs [runs, 6], run length first."""
    goes_on = np.all(np.diff(moves, axis=0) == (1, 1, 0, 0, 0), axis=1)
    begins = np.flatnonzero(np.append(True, ~goes_on))
    lengths = np.diff(np.append(begins, len(moves)))
    runs = np.concatenate((lengths[:, None], moves[begins]), axis=1)
    return _with_bit_runs(runs)


def _with_bit_runs(runs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Merge each eight runs that take one byte apart, bit by bit, from the lowest on."""
    merged: list[NDArray[np.int64]] = []
    steps = np.arange(8)[:, None] * (0, 1, 0, 1, 0, 0)  # the next part, the next bit
    first = 0
    while first < len(runs):
        length, _, _, place, mask, _ = run = runs[first]
        is_byte = length == 1 and place == 0 and mask == 1
        if is_byte and np.array_equal(runs[first : first + 8], run + steps):
            merged.append(np.array((8, *run[1:3], _BITS, *run[4:])))
            first += 8
        else:
            merged.append(run)
            first += 1
    return np.stack(merged)


@cache
def plan_of(kind: GGMLType) -> Plan:
    """The plan of a quantized type."""
    row, moves = WEIGHT_TYPES[kind], _Moves()
    high = signs = moves.add(row.low, 0)
    grid, of_eight = row.grid, 8
    if row.high is not None and grid is None:
        moves.add(row.high, 0, up=row.low.bits)
    elif row.high is not None:
        signs = moves.add(row.high, high)
    if grid is not None and grid.deltas is not None:
        moves.add(grid.deltas, high, up=row.high_bits)
    halves = signs
    if grid is not None and grid.signs is not None:
        (*outer, (of_eight, _)) = grid.signs.levels
        halves = moves.add(Fields(of_eight, grid.signs.first, tuple(outer)), signs)
    scales = halves
    for half in row.halves:
        scales = moves.add(half, scales, together=8 // half.bits)
    end = scales
    for some in row.scale_bytes:
        if some.high is not None:
            moves.add(some.high, end, up=4)
        end = moves.add(some.low, end)
    less = row.scale_bytes[0].less if row.scale_bytes else 0
    flipped = 128 if row.is_int8 else 0
    table = np.ascontiguousarray(_runs(np.concatenate(moves.fields)))
    return Plan(table, high, signs, halves, scales, end, of_eight == 7, less, flipped)


@loop_part
def _finish(plan, parts):
    """Flip codes, add eighth signs and subtract `less`, once all fields are set."""
    for r in range(len(parts)):
        if plan.flipped:
            for i in range(plan.high):
                parts[r, i] ^= plan.flipped
        if plan.lacks_eighth:
            for i in range(plan.signs, plan.halves):
                parity = parts[r, i] ^ parts[r, i] >> 4
                parity ^= parity >> 2
                parts[r, i] |= (parity ^ parity >> 1) << 7 & 128
        if plan.less:
            for i in range(plan.scales, plan.end):
                parts[r, i] -= plan.less


@loop_part
def take_apart(rows, block, plan, parts):
    """Fill the `parts` uint8 [16, parts] of one block of the file in each of `rows`.

    `rows` are uint8 [rows, blocks, block_bytes], at most 16.
    """
    parts[:] = 0
    last = rows.shape[2] - 1
    for m in range(len(plan.moves)):
        count, part, byte, place, mask, up = plan.moves[m]
        if place == _TRIT:
            for r in range(len(rows)):
                for i in range(count):
                    field = (np.int64(rows[r, block, byte + i]) * mask & 255) * 3 >> 8
                    parts[r, part + i] = field
        elif place == _BITS:
            _move_bits(rows, block, plan.moves[m], parts)
        elif mask << place < 256:
            _move_in_bytes(rows, block, plan.moves[m], parts)
        else:
            for r in range(len(rows)):
                for i in range(count):
                    second = np.int64(rows[r, block, min(byte + i + 1, last)]) << 8
                    field = (rows[r, block, byte + i] | second) >> place & mask
                    parts[r, part + i] |= field << up
    _finish(plan, parts[: len(rows)])


@loop_part
def _move_in_bytes(rows, block, move, parts):
    """Move fields that do not cross a byte, eight at once."""
    count, part, byte, place, mask, up = move
    shift, left, some = np.uint64(place), np.uint64(up), np.uint64(mask) * _EACH_BYTE
    source = np.uint64(rows.ctypes.data) + np.uint64(block * rows.shape[2] + byte)
    target = np.uint64(parts.ctypes.data) + np.uint64(part)
    next_row, next_parts = np.uint64(rows.strides[0]), np.uint64(parts.strides[0])
    for r in range(len(rows)):
        for i in range(0, count - 7, 8):
            at = target + np.uint64(i)
            fields = (load_8(source + np.uint64(i)) >> shift & some) << left
            store_8(at, load_8(at) | fields)
        if count & 4:
            i = count & ~7
            at = target + np.uint64(i)
            fields = (np.uint64(load_4(source + np.uint64(i))) >> shift & some) << left
            store_4(at, load_4(at) | np.uint32(fields))
        for i in range(count & ~3, count):
            parts[r, part + i] |= (rows[r, block, byte + i] >> place & mask) << up
        source += next_row
        target += next_parts


@loop_part
def _move_bits(rows, block, move, parts):
    """Move the bits of one byte of each row to eight parts."""
    _, part, byte, _, _, up = move
    target = np.uint64(parts.ctypes.data) + np.uint64(part)
    for r in range(len(rows)):
        held = np.uint64(rows[r, block, byte]) * _EACH_BYTE & _EACH_BIT
        bits = held + _SEVEN_BITS >> np.uint64(7) & _EACH_BYTE
        store_8(target, load_8(target) | bits << np.uint64(up))
        target += np.uint64(parts.strides[0])
