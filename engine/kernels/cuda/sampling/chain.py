"""The chain of a drafted block's tokens, and how sure a drafter is of them. Knows no product."""

import torch
import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.launching.extents import Extent, grid_rows
from engine.kernels.cuda.sampling.sort_key import KEY_MASKED, id_of_key, key_of, rank_of_logit
from engine.kernels.cuda.scratch import LOGITS_PER_KEY
from engine.kernels.operands import Confidence, StepInputs

_ROWS = triton.next_power_of_2(MAX_ROWS)


@touches(
    lambda o: {
        "token_ids_ptr": Extent.int32(1),
        "ids_ptr": Extent.int32(1),
        "counts_ptr": Extent.int32(o.N),
    }
)
@triton.jit
def begin_chain_kernel(
    token_ids_ptr, ids_ptr, counts_ptr, num_rows_ptr, N: tl.constexpr, ROWS: tl.constexpr
):  # fmt: skip
    """One program: the first id, and a count of one for each row in use."""
    row = tl.arange(0, ROWS)
    tl.store(ids_ptr, tl.load(token_ids_ptr))
    tl.store(counts_ptr + row, (row < tl.load(num_rows_ptr)).to(tl.int32), mask=row < N)


@touches(
    lambda o: {
        "added_ptr": o.N,
        "logits_ptr": o.N,
        "keys_ptr": Extent.elements(o.grid[0], torch.int64),
    }
)
@triton.jit
def add_logits_kernel(
    added_ptr, logits_ptr, keys_ptr, num_rows_ptr,
    N: tl.constexpr, BLOCK_N: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: adds to BLOCK_N logits of one row, and keeps the key of the largest."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    if tl.load(num_rows_ptr) > 0:
        column = tl.program_id(0) * BLOCK_N + tl.arange(0, BLOCK_N)
        real = column < N
        logits = tl.load(logits_ptr + column, mask=real, other=0.0)
        logits += tl.load(added_ptr + column, mask=real, other=0.0)
        tl.store(logits_ptr + column, logits, mask=real)
        keys = tl.where(real, key_of(rank_of_logit(logits), column), KEY_MASKED)
        tl.store(keys_ptr + tl.program_id(0), tl.max(keys, 0))


@touches(
    lambda o: {
        "keys_ptr": Extent.elements(o.NUM_KEYS, torch.int64),
        "tokens_ptr": Extent.int32(o.N),
        "next_id_ptr": Extent.int32(1),
    }
)
@triton.jit
def next_id_kernel(
    keys_ptr, tokens_ptr, next_id_ptr, num_rows_ptr,
    N: tl.constexpr, NUM_KEYS: tl.constexpr, BLOCK: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: the id of the largest key, as its token where there are tokens."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    if tl.load(num_rows_ptr) > 0:
        index = tl.arange(0, BLOCK)
        keys = tl.load(keys_ptr + index, mask=index < NUM_KEYS, other=KEY_MASKED)
        likeliest = id_of_key(tl.max(keys, 0))
        if tokens_ptr is not None:
            likeliest = tl.load(tokens_ptr + likeliest, mask=likeliest < N, other=0)
        tl.store(next_id_ptr, likeliest)


@touches(
    lambda o: {
        "x_ptr": Extent.rows(grid_rows(o), o.SIZE, o.STRIDE),
        "norm_ptr": o.SIZE,
        "before_ptr": Extent.rows(grid_rows(o), o.RANK, o.BEFORE_STRIDE),
        "weight_ptr": o.SIZE + o.RANK,
        "out_ptr": grid_rows(o),
    }
)
@triton.jit
def rate_drafts_kernel(
    x_ptr, norm_ptr, before_ptr, weight_ptr, out_ptr, num_rows_ptr, eps, bias,
    SIZE: tl.constexpr, RANK: tl.constexpr, STRIDE: tl.constexpr, BEFORE_STRIDE: tl.constexpr,
    BLOCK: tl.constexpr, RANK_BLOCK: tl.constexpr, PDL: tl.constexpr,
):  # fmt: skip
    """One program: one row."""
    if PDL:
        gdc_launch_dependents()
        gdc_wait()
    row = tl.program_id(0)
    if row < tl.load(num_rows_ptr):
        column, place = tl.arange(0, BLOCK), tl.arange(0, RANK_BLOCK)
        x = tl.load(x_ptr + row * STRIDE + column, mask=column < SIZE, other=0.0)
        weight = tl.load(weight_ptr + column, mask=column < SIZE, other=0.0)
        weight *= tl.load(norm_ptr + column, mask=column < SIZE, other=0.0)
        known = tl.sum(x * weight, 0) / tl.sqrt(tl.sum(x * x, 0) / SIZE + eps) + bias
        before = tl.load(before_ptr + row * BEFORE_STRIDE + place, mask=place < RANK, other=0.0)
        weight = tl.load(weight_ptr + SIZE + place, mask=place < RANK, other=0.0)
        known += tl.sum(before * weight, 0)
        tl.store(out_ptr + row, 1.0 / (1.0 + tl.exp(tl.minimum(-known, 80.0))))


def begin_chain(ids: Tensor, counts: Tensor, first: int, inputs: StepInputs) -> None:
    """As `Kernels.begin_chain`, of at most 16 counts."""
    begin_chain_kernel[(1,)](
        inputs.token_ids, ids[first:], counts, inputs.num_rows,
        N=len(counts), ROWS=_ROWS, num_warps=1,
    )  # fmt: skip


def extend_chain(
    added: Tensor,
    logits: Tensor,
    tokens: Tensor | None,
    next_id: Tensor,
    keys: Tensor,
    num_rows: Tensor,
    *,
    pdl: bool,
) -> None:
    """As `Kernels.extend_chain`; keys int64, one for `LOGITS_PER_KEY` logits, is scratch."""
    num_logits = logits.shape[1]
    num_keys = triton.cdiv(num_logits, LOGITS_PER_KEY)
    add_logits_kernel[(num_keys,)](
        added, logits, keys, num_rows, N=num_logits, BLOCK_N=LOGITS_PER_KEY, PDL=pdl,
        num_warps=4, **launch_options(pdl=pdl),
    )  # fmt: skip
    next_id_kernel[(1,)](
        keys, tokens, next_id, num_rows, N=num_logits, NUM_KEYS=num_keys,
        BLOCK=max(32, triton.next_power_of_2(num_keys)), PDL=pdl, num_warps=1,
        **launch_options(pdl=pdl),
    )  # fmt: skip


def rate_drafts(
    x: Tensor,
    before: Tensor,
    confidence: Confidence,
    out: Tensor,
    num_rows: Tensor,
    *,
    pdl: bool,
) -> None:
    """As `Kernels.rate_drafts`."""
    (width, size), rank = x.shape, before.shape[1]
    block = max(32, triton.next_power_of_2(size))
    norm = confidence.norm
    rate_drafts_kernel[(width,)](
        x, norm.weight, before, confidence.weight, out, num_rows, norm.eps, confidence.bias,
        SIZE=size, RANK=rank, STRIDE=x.stride(0), BEFORE_STRIDE=before.stride(0), BLOCK=block,
        RANK_BLOCK=max(32, triton.next_power_of_2(rank)), PDL=pdl,
        num_warps=max(1, min(16, block // 512)), enable_fp_fusion=False,
        **launch_options(pdl=pdl),
    )  # fmt: skip
