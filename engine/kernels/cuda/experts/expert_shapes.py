"""How many warps share a row in products of experts, and how far ahead each loads weights.

Chosen by shape, from measurements on H100 and H200 (tests/gpu/README.md), as those of other
products (products/launch_shapes.py). The order of summation is the same in steps of any width.
"""

from collections.abc import Collection

from engine.gguf.types import GGMLType
from engine.kernels.cuda.launching.capability import has_clusters
from engine.kernels.cuda.launching.waves import registers_each
from engine.kernels.cuda.products.launch_shapes import Shape, pairs_each, with_pairs

_FLOAT_WARPS = 8  # of programs with float weights: four outputs per warp
_MOST_SUMMED = 9  # slots that are blocks of a cluster: eight, or a shared expert besides
_IN_CLUSTERS, _SUMS = 2, 8  # blocks of a program, and warps of all of them


def gate_shape(
    num_cols: int, programs: int, width: int, kinds: Collection[GGMLType], *, tiled: bool
) -> Shape:
    """The shape of each of `programs` with four tiles, of `kinds`, and up to `width` rows."""
    if not tiled:
        return Shape(_FLOAT_WARPS, 1, 1, False)
    if num_cols > 4096:
        return _shape(num_cols, 8, 1)
    if _are_in_clusters(num_cols, programs):
        if width == 1:
            # A row as a whole, or in rounds of which all blocks are resident.
            ahead = 4 if num_cols <= 2048 else 2
            return _shape(num_cols, _SUMS, ahead)._replace(cluster=_IN_CLUSTERS)
        # For two sums and four codes of eight bits there are no registers.
        two_rounds = _in_two_rounds(num_cols)
        ahead = 2 if GGMLType.Q8_0 in kinds else two_rounds.ahead
        return two_rounds._replace(ahead=ahead, sets=2)
    return _in_two_rounds(num_cols)


def _are_in_clusters(num_cols: int, programs: int) -> bool:
    """Whether programs with one row are clusters; then all widths have their sums."""
    registers = 160 if num_cols <= 2048 else 128
    is_measured = 1024 < num_cols <= 3072
    return has_clusters() and is_measured and _limit_of(programs) >= registers


def gate_limit(shape: Shape, programs: int, *, once: bool) -> int | None:
    """The most registers of a thread of gate and up, for experts read `once`; None for all.

    So one program more is resident at once, or all of them are.
    """
    if shape.cluster > 1:
        return _limit_of(programs)
    return 168 if once and shape.warps == 4 else None


def down_limit(shape: Shape, *, once: bool) -> int | None:
    """The same for down."""
    return 128 if once and shape.warps == 4 else None


def _limit_of(programs: int) -> int:
    """Registers of a thread with which all blocks of clusters are resident at once."""
    return registers_each(programs * _IN_CLUSTERS, _SUMS // _IN_CLUSTERS)


def _in_two_rounds(num_cols: int) -> Shape:
    """Four warps that read a row in two rounds, where registers last."""
    return _shape(num_cols, 4, 6 if 2048 < num_cols <= 3072 else 4)


def down_shape(num_cols: int, *, tiled: bool) -> Shape:
    """The shape of a program with two tiles and one row: many programs, few columns."""
    if not tiled:
        return Shape(_FLOAT_WARPS, 1, 1, False)
    return _shape(num_cols, 4 if num_cols <= 1024 else 8 if num_cols <= 4096 else 16, 4)


def mix_cluster(num_slots: int, *, tiled: bool, apart: bool) -> int:
    """How many blocks sum the slots of a row as a cluster, one for each; 1 without clusters.

    Not with an expert `apart`, whose outputs are not in the sum.
    """
    can_be = has_clusters() and tiled and not apart
    return num_slots if can_be and 1 < num_slots <= _MOST_SUMMED else 1


def _shape(num_cols: int, warps: int, ahead: int) -> Shape:
    warps = with_pairs(num_cols, warps)
    return Shape(warps, pairs_ahead(num_cols, warps, ahead), 1, False)


def pairs_ahead(num_cols: int, warps: int, most: int) -> int:
    """Pairs that a program loads ahead, of those that each warp has."""
    return min(most, pairs_each(num_cols, warps))
