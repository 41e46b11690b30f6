"""Fills a step from what another one picked, while the host does not know it yet."""

import triton
import triton.language as tl
from torch import Tensor

from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.extents import Extent
from engine.kernels.operands import StepInputs

_ROWS = triton.next_power_of_2(MAX_ROWS)


def _written(num_rows: int) -> dict[str, Extent]:
    """Extents of the inputs of a step of so many rows."""
    rows = Extent.int32(num_rows)
    return {
        "token_ids_ptr": rows,
        "positions_ptr": rows,
        "kv_rows_ptr": rows,
        "sequences_ptr": rows,
        "count_ptr": Extent.int32(1),
    }


@touches(
    lambda o: {
        "verified_ids_ptr": Extent.int32(o.step.rows),
        "verified_positions_ptr": Extent.int32(1),
        "verified_sequences_ptr": Extent.int32(1),
        "picked_ptr": Extent.int32(o.step.rows),
        **_written(o.BLOCK or o.step.rows),
    }
)
@triton.jit(do_not_specialize=["mask_token"])
def accept_kernel(
    verified_ids_ptr,  # int32 [W]
    verified_positions_ptr,  # int32 [W]
    verified_sequences_ptr,  # int32 [W]
    num_rows_ptr,  # int32 [1]
    picked_ptr,  # int32 [R]
    token_ids_ptr,  # int32 [W'], written, as the next three
    positions_ptr,
    kv_rows_ptr,
    sequences_ptr,
    count_ptr,  # int32 [1], written
    mask_token,
    ALL: tl.constexpr,
    PICKS: tl.constexpr,
    BLOCK: tl.constexpr,
    ROWS: tl.constexpr,
):
    """One program. A draft is accepted if it is what was picked before it, and all earlier ones.

    With ALL every row is. Written are the accepted rows, with PICKS what was picked after each, or
    a BLOCK after them.
    """
    row = tl.arange(0, ROWS)
    num_rows = tl.load(num_rows_ptr)
    token_ids = tl.load(verified_ids_ptr + row, mask=row < num_rows, other=0)
    drafts = tl.load(verified_ids_ptr + row + 1, mask=row + 1 < num_rows, other=-1)
    picks = tl.load(picked_ptr + row, mask=row < num_rows, other=-2)
    last = tl.min(tl.where((row + 1 < num_rows) & (ALL | (picks == drafts)), ROWS, row))
    begin = tl.load(verified_positions_ptr)
    count = last + 1
    if PICKS:
        token_ids = tl.maximum(picks, 0)
        begin += 1
    if BLOCK:
        pick = tl.max(tl.where(row == last, picks, 0))
        token_ids = tl.where(row == 0, pick, mask_token)
        begin += count
        count = BLOCK
    sequence = tl.load(verified_sequences_ptr)
    _store_rows(
        token_ids, begin, sequence, count,
        token_ids_ptr, positions_ptr, kv_rows_ptr, sequences_ptr, count_ptr, ROWS,
    )  # fmt: skip


@touches(
    lambda o: {
        "block_ids_ptr": Extent.int32(1),
        "block_positions_ptr": Extent.int32(1),
        "block_sequences_ptr": Extent.int32(1),
        "picked_ptr": Extent.int32(o.FIRST_ROW + o.num_drafts),
        **_written(1 + o.num_drafts),
    }
)
@triton.jit(do_not_specialize=["num_drafts"])
def drafts_kernel(
    block_ids_ptr,  # int32 [W]
    block_positions_ptr,  # int32 [W]
    block_sequences_ptr,  # int32 [W]
    picked_ptr,  # int32 [R]
    token_ids_ptr,  # int32 [W'], written, as the next three
    positions_ptr,
    kv_rows_ptr,
    sequences_ptr,
    count_ptr,  # int32 [1], written
    num_drafts,
    FIRST_ROW: tl.constexpr,
    ROWS: tl.constexpr,
):
    """One program: the first token of a block, and what its rows from FIRST_ROW on picked."""
    row = tl.arange(0, ROWS)
    is_draft = (row > 0) & (row <= num_drafts)
    drafts = tl.load(picked_ptr + (FIRST_ROW - 1) + row, mask=is_draft, other=0)
    token_ids = tl.where(is_draft, tl.maximum(drafts, 0), tl.load(block_ids_ptr))
    begin, sequence = tl.load(block_positions_ptr), tl.load(block_sequences_ptr)
    _store_rows(
        token_ids, begin, sequence, 1 + num_drafts,
        token_ids_ptr, positions_ptr, kv_rows_ptr, sequences_ptr, count_ptr, ROWS,
    )  # fmt: skip


@triton.jit
def _store_rows(
    token_ids, begin, sequence, count,
    token_ids_ptr, positions_ptr, kv_rows_ptr, sequences_ptr, count_ptr, ROWS: tl.constexpr,
):  # fmt: skip
    """Write the inputs of a step over the first `count` of `token_ids`, from `begin` on."""
    row = tl.arange(0, ROWS)
    is_real = row < count
    tl.store(token_ids_ptr + row, token_ids, mask=is_real)
    tl.store(positions_ptr + row, begin + row, mask=is_real)
    tl.store(kv_rows_ptr + row, begin + row, mask=is_real)
    tl.store(sequences_ptr + row, sequence, mask=is_real)
    tl.store(count_ptr, count)


def fill_accepted(verified: StepInputs, picked: Tensor, to: StepInputs) -> None:
    """Fill `to` with the rows of a verify step that it has accepted.

    `verified` are its inputs: one sequence's last token and drafts, at most MAX_ROWS. `picked`
    int32 [R] is what it picked after each. The accepted rows are the first, and those of the drafts
    that equal what was picked before them, up to the first that does not.
    """
    _launch(verified, picked, to)


def fill_picked(verified: StepInputs, picked: Tensor, to: StepInputs) -> None:
    """Fill `to` with what was picked after each row of `fill_accepted`, one position later."""
    _launch(verified, picked, to, picks=True)


def fill_block(
    verified: StepInputs, picked: Tensor, to: StepInputs, mask_token: int, block: int
) -> None:
    """Fill `to` with the `block` rows after those of `fill_accepted`, at most MAX_ROWS.

    They are what was picked after the last accepted row, and `mask_token`s.
    """
    _launch(verified, picked, to, mask_token=mask_token, block=block)


def fill_next(step: StepInputs, picked: Tensor) -> None:
    """Fill a step's inputs anew, with what it picked after its last row."""
    _launch(step, picked, step, every=True, block=1)


def fill_drafts(
    block: StepInputs, picked: Tensor, to: StepInputs, first_row: int, num_drafts: int
) -> None:
    """Fill `to` with a verify step of `num_drafts` drafts of a block, at most MAX_ROWS rows.

    `block` are the inputs of the block, which begins with the last token. Its row `first_row` and
    those after it have picked the drafts, in `picked` int32 [R].
    """
    drafts_kernel[(1,)](
        block.token_ids, block.positions, block.sequences, picked,
        to.token_ids, to.positions, to.kv_rows, to.sequences, to.num_rows, num_drafts,
        FIRST_ROW=first_row, ROWS=_ROWS, num_warps=1,
    )  # fmt: skip


def _launch(
    verified: StepInputs,
    picked: Tensor,
    to: StepInputs,
    *,
    mask_token: int = 0,
    every: bool = False,
    picks: bool = False,
    block: int = 0,
) -> None:
    accept_kernel[(1,)](
        verified.token_ids, verified.positions, verified.sequences, verified.num_rows, picked,
        to.token_ids, to.positions, to.kv_rows, to.sequences, to.num_rows, mask_token,
        ALL=every, PICKS=picks, BLOCK=block, ROWS=_ROWS, num_warps=1,
    )  # fmt: skip
