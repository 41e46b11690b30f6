"""Splits blocks of a file into the parts that panels are filled with. Knows no panel."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.gguf.types import GGMLType
from engine.quants.block_loops import block_loop
from engine.quants.weight_types import WEIGHT_TYPES, Fields, Trits

_TRIT = -1  # in place of a shift: the mask column holds a power of 3


class Plan(NamedTuple):
    """How a block of the file is split into an array of parts, uint8, one array per row and block.

    Codes or low index bytes come first; the other parts begin at the index of their name. A part
    is assembled from bit fields. A row of `moves` [n, 6] copies a run of fields from consecutive
    bytes to consecutive parts: run length, first part, first byte, right shift, mask, left shift.
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
        self.runs: list[NDArray[np.int64]] = []

    def add(self, fields: Fields | Trits, first: int, up: int = 0, together: int = 1) -> int:
        """Pack `together` adjacent fields into each part from `first` on; returns the end part."""
        places = fields.places()
        number = np.arange(len(places))
        parts, above = first + number // together, up + number % together * fields.bits
        byte, place = places.T
        mask = np.full(len(places), (1 << fields.bits) - 1)
        if isinstance(fields, Trits):
            place, mask = np.full(len(places), _TRIT), place
        self.runs.append(_runs(np.stack((parts, byte, place, mask, above), axis=1)))
        return int(parts[-1]) + 1


def _runs(moves: NDArray[np.int64]) -> NDArray[np.int64]:
    """Merge moves of one field each [n, 5] to moves of runs [runs, 6], run length first."""
    goes_on = np.all(np.diff(moves, axis=0) == (1, 1, 0, 0, 0), axis=1)
    begins = np.flatnonzero(np.append(True, ~goes_on))
    lengths = np.diff(np.append(begins, len(moves)))
    return np.concatenate((lengths[:, None], moves[begins]), axis=1)


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
    table = np.ascontiguousarray(np.concatenate(moves.runs))
    return Plan(table, high, signs, halves, scales, end, of_eight == 7, less, flipped)


@block_loop
def _finish(plan, parts):
    """Flip codes, add eighth signs and subtract `less`, once all fields are set."""
    if plan.flipped:
        for i in range(plan.high):
            parts[i] ^= plan.flipped
    if plan.lacks_eighth:
        for i in range(plan.signs, plan.halves):
            parity = parts[i] ^ parts[i] >> 4
            parity ^= parity >> 2
            parts[i] |= (parity ^ parity >> 1) << 7 & 128
    for i in range(plan.scales, plan.end):
        parts[i] -= plan.less


@block_loop
def take_apart(block, plan, parts):
    """Fill the `parts` of one block of the file."""
    parts[: plan.end] = 0
    last = len(block) - 1
    for m in range(len(plan.moves)):
        count, part, byte, place, mask, up = plan.moves[m]
        if place == _TRIT:
            for i in range(count):
                parts[part + i] = (np.int64(block[byte + i]) * mask & 255) * 3 >> 8
        elif mask << place < 256:
            source, target = block[byte : byte + count], parts[part : part + count]
            shift, some, left = np.uint8(place), np.uint8(mask), np.uint8(up)
            for i in range(count):
                target[i] |= (source[i] >> shift & some) << left
        else:
            for i in range(count):
                second = np.int64(block[min(byte + i + 1, last)]) << 8
                parts[part + i] |= ((block[byte + i] | second) >> place & mask) << up
    _finish(plan, parts)
