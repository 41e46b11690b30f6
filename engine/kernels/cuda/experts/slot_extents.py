"""What the kernels of a mixture touch in steps of up to 16 rows, for their declared extents."""

from typing import Any

import torch

from engine.kernels.cuda.activations import whole_groups
from engine.kernels.cuda.launching.extents import (
    Extent,
    codes_end,
    expert_words,
    has_floats,
    has_tiles,
    read_codes,
    read_scales,
    scales_end,
)
from engine.kernels.cuda.residual.epilogue import MAX_ROWS
from engine.quants.tiles import padded_cols


def slot_rows(o: Any) -> int:
    """Rows of the step that a launch with its rows in the grid touches."""
    return min(o.step.rows, o.grid[1])


def gated_rows(o: Any) -> dict[str, Extent | int]:
    """Extents read of the activations."""
    kinds: tuple[int, ...] = (o.TYPE_GATE, o.TYPE_UP)
    if o.SHARED_F > 0:
        kinds = (*kinds, o.TYPE_SHARED_GATE, o.TYPE_SHARED_UP)
    coded = slot_rows(o) if has_tiles(*kinds) else 0
    return {
        "codes_ptr": read_codes(coded, o.K),
        "scales_ptr": read_scales(coded, o.K),
        "values_ptr": Extent.rows(slot_rows(o) if has_floats(*kinds) else 0, o.K, o.K),
        "sum_squares_ptr": slot_rows(o) * (o.K // 32) if o.NORMED else 0,
    }


def apart_rows(o: Any) -> dict[str, Extent | int]:
    """Extents read of the shared expert's own activations, if it has any."""
    return {
        "apart_codes_ptr": read_codes(slot_rows(o), o.K),
        "apart_scales_ptr": read_scales(slot_rows(o), o.K),
    }


def summed_slots(o: Any) -> int:
    """Slots of a row that are summed: not the shared expert's if it is stored apart."""
    slots: int = o.SLOTS if o.apart_ptr is None else o.USED
    return slots


def _slot_ends(slot: int, num_cols: int, o: Any) -> tuple[int, int]:
    """Ends of a slot's last row in the columns and in the scales of `inner`."""
    row = slot * MAX_ROWS.value + slot_rows(o) - 1
    return row * o.FP + num_cols, slot * o.FP + scales_end(slot_rows(o), num_cols)


def gated_slots(o: Any) -> dict[str, Extent | int]:
    """Extents stored to `inner`, which end with the last slot."""
    slot, size = (o.USED, o.SHARED_F) if o.SHARED_F > 0 else (o.USED - 1, o.F)
    columns, scales = _slot_ends(slot, whole_groups(size), o)
    spare = codes_end(whole_groups(size)) - whole_groups(size)
    return {
        "inner_codes": Extent.elements(columns + spare if slot_rows(o) else 0, torch.int8),
        "inner_scales": scales if slot_rows(o) else 0,
        "inner_values": columns if slot_rows(o) else 0,
    }


def mixed_slots(o: Any) -> dict[str, Extent | int]:
    """Extents read of `inner`: codes for tiled weights, values for float weights."""
    slots = [(o.USED - 1, o.F, o.TYPE)]
    if o.SLOTS > o.USED:
        slots.append((o.USED, o.SHARED_F, o.TYPE_SHARED))
    codes, scales, values = 0, 0, 0
    for slot, size, kind in slots if slot_rows(o) else []:
        columns, scales_read = _slot_ends(slot, whole_groups(size), o)
        if has_tiles(kind):
            spare = padded_cols(size) - whole_groups(size)
            codes, scales = (columns + spare) // 4, scales_read
        else:
            values = columns
    return {"inner_codes": Extent.int32(codes), "inner_scales": scales, "inner_values": values}


def shared_down(o: Any) -> Extent:
    """The shared expert's down projection, if there is one."""
    size = o.N if o.SLOTS > o.USED else 0
    return expert_words(o.TYPE_SHARED, size, whole_groups(o.SHARED_F))
