"""How many warps share a row in products of up to 16 rows, and how far ahead each loads weights.

Chosen by shape, from measurements on H100 and H200 (tests/gpu/README.md); nothing is tuned at run
time. The order of summation is that of a number of sums, the same in steps of any width. Each sum
has a warp, or a warp has two of them, or two warps share one, with half of the rows each. What
gains most in steps of one row is that a row is on its way as a whole, unless that takes so many
registers that fewer programs are resident at once.

In steps of one row the warps of a program may be those of a cluster: so a row of which one
multiprocessor has no room is on its way as a whole, launches of few programs have all
multiprocessors, and others have more even shares.
"""

from typing import NamedTuple

from engine.kernels.cuda.launching.capability import has_clusters
from engine.kernels.cuda.launching.waves import programs_each

# Rows of weights, of which a program computes 32, and what they are on 132 multiprocessors:
_FEW_ROWS = 1536  # about a third of them have a program
_HALF_ROWS = 2048
_MORE_THAN_HALF = 2560
SOME_ROWS = 2816  # two thirds
MANY_ROWS = 4096  # none has two
_SOME_TWICE = 4608  # a tenth has two
_MORE_TWICE = 5120  # a fifth
_MORE_ROWS = 6144  # half of them have two
TWO_OR_THREE = 10240  # with more, two of five or more have a third
_SPREAD_ROWS = 11264  # with more, three on each are worth more than a whole row on its way
_THREE_EACH = 12672  # with as many, all have three
LAYER_ROWS = 32768  # more are the vocabulary's

LONG_COLS = 8192  # columns; longer rows are read in rounds, but for clusters
_MOST_COLS = 11264  # those of 11 pairs for each of 16 warps, for which there are registers


class Shape(NamedTuple):
    """`ahead`: pairs of 32 columns that each warp loads before its program waits."""

    warps: int
    ahead: int
    sets: int  # of sums that a warp has, 1 or 2
    apart: bool  # twice as many warps, each with one of a program's two tiles of weights
    cluster: int = 1  # blocks that have a share of a program's warps each

    @property
    def num_warps(self) -> int:
        """Warps of a block."""
        return (2 * self.warps if self.apart else self.warps) // self.cluster

    @property
    def constexprs(self) -> dict[str, int]:
        """The kernels' parameters."""
        return {
            "WARPS": self.warps,
            "UNROLL": self.ahead,
            "SETS": self.sets,
            "APART": self.apart,
        }


def project_shape(num_rows: int, num_cols: int, width: int) -> Shape:
    """The shape of a product that is stored as it is."""
    shape = project_gate_shape(num_rows, num_cols, width)
    if 1024 < num_cols <= 2048:
        if _HALF_ROWS < num_rows <= _MORE_THAN_HALF:
            return _in_cluster(shape, num_cols, width, 8)
        if MANY_ROWS < num_rows <= _MORE_TWICE:
            return _in_cluster(shape, num_cols, width, 4)
        if TWO_OR_THREE < num_rows <= _THREE_EACH:
            return _in_cluster(shape, num_cols, width, 2)
    if 3072 < num_cols <= 4096:
        if _HALF_ROWS < num_rows <= _MORE_THAN_HALF:
            return _in_cluster(shape, num_cols, width, 8)
        if MANY_ROWS < num_rows <= _SOME_TWICE:
            return _in_cluster(shape, num_cols, width, 4)
    return shape


def project_gate_shape(num_rows: int, num_cols: int, width: int) -> Shape:
    """The shape of a product that opens what is there: of one that is stored, without clusters."""
    if num_rows > LAYER_ROWS:
        ahead = 4 if num_cols <= 2048 else 3 if num_cols <= 3072 else 2
        return _fit(num_rows, num_cols, 8, ahead, width)
    if num_cols > LONG_COLS:
        if _HALF_ROWS < num_rows <= MANY_ROWS:
            return _long_shape(num_rows, num_cols, width)
        return _wide_shape(num_rows, num_cols, width)
    if num_cols <= 2048:
        return _fit(num_rows, num_cols, 8, 4 if num_rows <= _SPREAD_ROWS else 2, width)
    return _fit(num_rows, num_cols, 16, _ahead_of_16(num_rows, num_cols), width)


def project_add_shape(num_rows: int, num_cols: int, width: int) -> Shape:
    """The shape of a product that is added to the residual stream."""
    shape = _project_add_shape(num_rows, num_cols, width)
    if _FEW_ROWS < num_rows <= _HALF_ROWS and 4096 < num_cols <= _MOST_COLS:
        return _in_cluster(shape, num_cols, width, 2)
    if MANY_ROWS < num_rows <= _MORE_TWICE and num_cols > 4096:
        return _in_cluster(shape, num_cols, width, 4, 3 if num_cols > LONG_COLS else 4)
    return shape


def _project_add_shape(num_rows: int, num_cols: int, width: int) -> Shape:
    if num_cols > LONG_COLS:
        if _HALF_ROWS < num_rows <= (MANY_ROWS if 12288 < num_cols <= 14336 else SOME_ROWS):
            return _long_shape(num_rows, num_cols, width)
        return _wide_shape(num_rows, num_cols, width)
    if num_rows <= 1024:
        return _fit(num_rows, num_cols, 8, 10 if pairs_each(num_cols, 8) <= 10 else 6, width)
    if num_cols <= 2048:
        return _fit(num_rows, num_cols, 8, 4, width)
    if num_rows > MANY_ROWS:
        if num_cols > 4096:
            return _fit(num_rows, num_cols, 8, 4, width)
        return _fit(num_rows, num_cols, 16, 4, width, warps=16 if width <= 2 else 8)
    if num_cols <= 3072:
        return _fit(num_rows, num_cols, 16, 6, width, warps=8 if width == 1 else 16)
    return _fit(num_rows, num_cols, 16, 4, width)


def project_gated_shape(num_rows: int, num_cols: int, width: int) -> Shape:
    """The shape of two products, of a gate and of what it opens, of `num_rows` outputs."""
    if num_cols > 4096:
        return _fit(num_rows, num_cols, 4, 2, width, ahead_of_two=3)
    if num_cols <= 1024:
        return _fit(num_rows, num_cols, 8, 4, width, warps=4 if width == 1 else 8)
    if num_cols <= 2048:
        return _fit(num_rows, num_cols, 8, 4, width)
    if num_cols <= 3072:
        return _fit(
            num_rows, num_cols, 8, 3 if programs_each(-(-num_rows // 32)) <= 2 else 1, width
        )
    return _fit(num_rows, num_cols, 8, 2 if num_cols < 4096 else 1, width)


def _in_cluster(
    shape: Shape, num_cols: int, width: int, cluster: int, ahead: int | None = None
) -> Shape:
    """The shape with so many blocks for each program, in steps of one row.

    Without `ahead`, a row is on its way as a whole.
    """
    if width > 1 or not has_clusters():
        return shape
    ahead = ahead or pairs_each(num_cols, shape.warps)
    return shape._replace(ahead=ahead, cluster=cluster)


def _ahead_of_16(num_rows: int, num_cols: int) -> int:
    """Pairs ahead for each of 16 warps, of 2,048 to 8,192 columns."""
    each = pairs_each(num_cols, 16)
    if each <= 3 or (each <= 5 and num_rows < _MORE_ROWS) or (each <= 7 and num_rows <= _FEW_ROWS):
        return each
    return 4 if num_rows <= MANY_ROWS else 2 if num_rows < _MORE_ROWS else 1


def _long_shape(num_rows: int, num_cols: int, width: int) -> Shape:
    """The shape for long rows, of which most multiprocessors have a program.

    With more than two rows of activations, 32 warps have too few registers.
    """
    return _fit(
        num_rows, num_cols, 32, 2 if num_cols > 14336 else 1, width, warps=32 if width <= 2 else 16
    )


def _wide_shape(num_rows: int, num_cols: int, width: int) -> Shape:
    """The shape for more than 8,192 columns."""
    if num_rows > MANY_ROWS:
        return _fit(num_rows, num_cols, 16, 2, width)
    # In the last round, warps without a pair load one again: whichever leaves fewer of them.
    ahead = min((4, 3) if num_rows <= _HALF_ROWS else (3, 4), key=lambda n: _loads(num_cols, n))
    return _fit(num_rows, num_cols, 16, ahead, width)


def _loads(num_cols: int, ahead: int) -> int:
    """Pairs that each of 16 warps loads in all rounds, `ahead` in each."""
    return -(-pairs_each(num_cols, 16) // ahead) * ahead


def pairs_each(num_cols: int, warps: int) -> int:
    """Pairs of 32 columns for the warp that has most."""
    return -(-num_cols // (64 * warps))


def with_pairs(num_cols: int, warps: int) -> int:
    """At most so many `warps`, a power of two, each with a pair."""
    return min(warps, 1 << (pairs_each(num_cols, 1).bit_length() - 1))


def _fit(
    num_rows: int,
    num_cols: int,
    sums: int,
    ahead: int,
    width: int,
    *,
    warps: int | None = None,
    ahead_of_two: int = 1,
) -> Shape:
    """Limit a shape to the pairs there are. `ahead` is for steps of one row."""
    sums = with_pairs(num_cols, sums)
    warps = min(warps or sums, sums)
    if width > 1:
        ahead = ahead_of_two if width == 2 else 1
    sets = sums // warps
    # Each round begins with the same set.
    ahead = min(-(-ahead // sets) * sets, pairs_each(num_cols, warps))
    return Shape(warps, ahead, sets, _are_apart(num_rows, num_cols, width))


def _are_apart(num_rows: int, num_cols: int, width: int) -> bool:
    """Whether each of a program's two tiles has warps of its own.

    That gains where a multiprocessor has one program at most, but not with up to four rows.
    """
    if num_rows > MANY_ROWS or width <= 4:
        return False
    if width <= 8:
        return num_rows > _HALF_ROWS and num_cols >= 2048
    return num_rows <= 1024 or num_cols <= 1024
