"""A block's candidates: the likeliest ids of each row, and a walk over them. Knows no product."""

from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.launching.extents import Extent, grid_rows
from engine.kernels.cuda.launching.interpreted import loop_bound
from engine.kernels.cuda.sampling.sort_key import (
    KEY_MASKED,
    id_of_key,
    key_of,
    logit_of_rank,
    rank_of_key,
    rank_of_logit,
)
from engine.kernels.cuda.scratch import LOGITS_PER_KEY
from engine.kernels.operands import Candidates, StepInputs


def _of_rows(o: Any, *dtypes: torch.dtype) -> Extent:
    """What each row has of its candidates."""
    return Extent.elements(grid_rows(o) * o.K, *dtypes)


@touches(
    lambda o: {
        "logits_ptr": Extent.rows(grid_rows(o), o.N, o.STRIDE),
        "keys_ptr": Extent.elements(grid_rows(o) * o.grid[1] * o.K, torch.int64),
    }
)
@triton.jit
def largest_keys_kernel(
    logits_ptr, keys_ptr, num_rows_ptr,
    N: tl.constexpr, STRIDE: tl.constexpr, K: tl.constexpr, BLOCK_N: tl.constexpr,
    PDL: tl.constexpr,
):  # fmt: skip
    """One program: the K largest keys of BLOCK_N columns of one row."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        column = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
        at = logits_ptr + row.to(tl.int64) * STRIDE + column
        logits = tl.load(at, mask=column < N, other=0.0)
        keys = tl.where(column < N, key_of(rank_of_logit(logits), column), KEY_MASKED)
        to = keys_ptr + (row * tl.num_programs(1) + tl.program_id(1)) * K
        for place in tl.static_range(K):
            largest = tl.max(keys, 0)
            tl.store(to + place, largest)
            keys = tl.where(keys == largest, KEY_MASKED, keys)


@touches(
    lambda o: {
        "keys_ptr": Extent.elements(grid_rows(o) * o.NUM_KEYS, torch.int64),
        "token_ids_ptr": Extent.int32(1),
        "ids_ptr": _of_rows(o, torch.int32),
        "scores_ptr": _of_rows(o),
        "count_ptr": Extent.int32(1),
    }
)
@triton.jit
def choose_candidates_kernel(
    keys_ptr, token_ids_ptr, ids_ptr, scores_ptr, count_ptr, num_rows_ptr,
    K: tl.constexpr, NUM_KEYS: tl.constexpr, BLOCK: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: the candidates of one row, the likeliest first; of row 0 its token."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    row = tl.program_id(0)
    num_rows = tl.load(num_rows_ptr)
    if row == 0:
        tl.store(count_ptr, num_rows * K)
    if row < num_rows:
        index = tl.arange(0, BLOCK)
        keys = tl.load(keys_ptr + row * NUM_KEYS + index, mask=index < NUM_KEYS, other=KEY_MASKED)
        token = tl.load(token_ids_ptr)
        for place in tl.static_range(K):
            largest = tl.max(keys, 0)
            token_id = tl.where(row == 0, token, id_of_key(largest))
            tl.store(ids_ptr + row * K + place, token_id)
            tl.store(scores_ptr + row * K + place, logit_of_rank(rank_of_key(largest)))
            keys = tl.where(keys == largest, KEY_MASKED, keys)


@touches(
    lambda o: {
        "scores_ptr": Extent.elements(o.step.rows * o.K),
        "gates_ptr": Extent.rows(o.step.rows, o.RANK, o.GATE_STRIDE),
        "before_ptr": Extent.rows((o.step.rows - 1) * o.K, o.RANK, o.STRIDE),
        "after_ptr": Extent.rows(o.step.rows * o.K, o.RANK, o.STRIDE),
    }
)
@triton.jit
def walk_candidates_kernel(
    scores_ptr, gates_ptr, before_ptr, after_ptr, num_rows_ptr, scale,
    K: tl.constexpr, RANK: tl.constexpr, GATE_STRIDE: tl.constexpr, STRIDE: tl.constexpr,
    K_BLOCK: tl.constexpr, RANK_BLOCK: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: scores each row's candidates after the best one of the row before."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    place, column = tl.arange(0, K_BLOCK), tl.arange(0, RANK_BLOCK)
    real = (place < K)[:, None] & (column < RANK)[None, :]
    num_rows = tl.load(num_rows_ptr)
    last = num_rows * 0
    for row in range(1, loop_bound(num_rows)):
        before = tl.load(before_ptr + last * STRIDE + column, mask=column < RANK, other=0.0)
        before *= tl.load(gates_ptr + row * GATE_STRIDE + column, mask=column < RANK, other=0.0)
        at = row * K + place
        after = tl.load(after_ptr + at[:, None] * STRIDE + column[None, :], mask=real, other=0.0)
        scores = tl.load(scores_ptr + at, mask=place < K, other=float("-inf"))
        scores = scores * scale + tl.sum(after * before[None, :], 1)
        tl.store(scores_ptr + at, scores, mask=place < K)
        best = tl.max(tl.where(place < K, scores, float("-inf")), 0)
        is_best = (place < K) & (scores == best)
        last = row * K + tl.min(tl.where(is_best, place, K - 1), 0)


@touches(
    lambda o: {
        "logits_ptr": Extent.rows(grid_rows(o), o.N, o.STRIDE),
        "ids_ptr": _of_rows(o, torch.int32),
        "scores_ptr": _of_rows(o),
    }
)
@triton.jit
def keep_candidates_kernel(
    logits_ptr, ids_ptr, scores_ptr, num_rows_ptr,
    N: tl.constexpr, STRIDE: tl.constexpr, K: tl.constexpr, BLOCK_N: tl.constexpr,
    PDL: tl.constexpr,
):  # fmt: skip
    """One program: BLOCK_N columns of one row but the first: candidates' scores, -inf elsewhere."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    row = tl.program_id(0)
    if (row > 0) & (row < tl.load(num_rows_ptr)):
        column = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
        logits = tl.full((BLOCK_N,), float("-inf"), tl.float32)
        for place in tl.static_range(K):
            token_id = tl.load(ids_ptr + row * K + place)
            score = tl.load(scores_ptr + row * K + place)
            logits = tl.where(column == token_id, score, logits)
        tl.store(logits_ptr + row.to(tl.int64) * STRIDE + column, logits, mask=column < N)


def choose_candidates(
    logits: Tensor, candidates: Candidates, keys: Tensor, inputs: StepInputs, *, pdl: bool
) -> None:
    """As `Kernels.choose_candidates`; keys int64 are scratch, K for `LOGITS_PER_KEY` logits."""
    (width, num_logits), k = logits.shape, candidates.num_each
    chunks = triton.cdiv(num_logits, LOGITS_PER_KEY)
    rows = candidates.rows
    largest_keys_kernel[(width, chunks)](
        logits, keys, inputs.num_rows,
        N=num_logits, STRIDE=logits.stride(0), K=k, BLOCK_N=LOGITS_PER_KEY, PDL=pdl,
        num_warps=4, **launch_options(pdl=pdl),
    )  # fmt: skip
    block = max(32, triton.next_power_of_2(chunks * k))
    choose_candidates_kernel[(width,)](
        keys, inputs.token_ids, rows.token_ids, candidates.scores, rows.num_rows, inputs.num_rows,
        K=k, NUM_KEYS=chunks * k, BLOCK=block, PDL=pdl,
        num_warps=max(1, min(8, block // 256)), **launch_options(pdl=pdl),
    )  # fmt: skip


def walk_candidates(
    logits: Tensor, candidates: Candidates, scale: float, inputs: StepInputs, *, pdl: bool
) -> None:
    """As `Kernels.walk_candidates`."""
    (width, num_logits), c, k = logits.shape, candidates, candidates.num_each
    rank = c.gates.shape[1]
    walk_candidates_kernel[(1,)](
        c.scores, c.gates, c.before, c.after, inputs.num_rows, scale,
        K=k, RANK=rank, GATE_STRIDE=c.gates.stride(0), STRIDE=c.before.stride(0),
        K_BLOCK=triton.next_power_of_2(k), RANK_BLOCK=max(32, triton.next_power_of_2(rank)),
        PDL=pdl, num_warps=4, enable_fp_fusion=False, **launch_options(pdl=pdl),
    )  # fmt: skip
    keep_candidates_kernel[(width, triton.cdiv(num_logits, LOGITS_PER_KEY))](
        logits, c.rows.token_ids, c.scores, inputs.num_rows,
        N=num_logits, STRIDE=logits.stride(0), K=k, BLOCK_N=LOGITS_PER_KEY, PDL=pdl,
        num_warps=4, **launch_options(pdl=pdl),
    )  # fmt: skip
