"""Samples one token from each row of logits, in three launches. Knows no model, allocates nothing.

Scan finds each chunk's likeliest token; collect gathers the candidates, a superset of the tokens
that can be sampled; pick applies top-k, top-p and min-p to them exactly, adds noise and writes the
winner. Each sequence's settings and history are read from memory, so launches can be replayed.
"""

from typing import NamedTuple

import torch
import triton
import triton.language as tl
from torch import Tensor
from triton.language.extra.cuda import gdc_launch_dependents, gdc_wait

from engine.kernels.cuda.launching.checked_kernel import touches
from engine.kernels.cuda.launching.dependent_launch import launch_options
from engine.kernels.cuda.launching.extents import Extent
from engine.kernels.cuda.sampling.buffers import (
    DEPTH,
    IS_MASKED,
    MAX_CHUNKS,
    MIN_P,
    NUM_FLAGS,
    NUM_SETTINGS,
    NUM_SHARPNESSES,
    PENALTY_RANGE,
    PRESENCE,
    RING,
    SEED,
    SHARPNESS,
    TEMPERATURE,
    TOP_K,
    TOP_P,
    SampleBuffers,
    chunk_len,
)
from engine.kernels.cuda.sampling.draw import draw_each
from engine.kernels.cuda.sampling.extents import chunk_values, row_read, settings
from engine.kernels.cuda.sampling.noise import noise_state
from engine.kernels.cuda.sampling.published_mask import is_late
from engine.kernels.cuda.sampling.selection import (
    cut_by_comparing,
    cut_by_searching,
    depth_bound,
    kth_largest,
    load_keys,
    sum_of_masses,
)
from engine.kernels.cuda.sampling.sort_key import (
    RANK_BAD,
    RANK_MASKED,
    id_of_key,
    key_of,
    logit_of_rank,
    mass_of,
    rank_of_key,
)
from engine.kernels.cuda.sampling.vocab_chunk import chunk_ranks, edits_of, sequence_of

_FEW = 256  # up to this many candidates are compared pairwise, more are cut by bisection
_CHUNKS = tl.constexpr(MAX_CHUNKS)
_SEARCH_TILE = tl.constexpr(4096)
_DRAW_TILE = tl.constexpr(1024)
_RING_SLOTS = tl.constexpr(RING)
_NUM_RIVALS = tl.constexpr(NUM_SHARPNESSES)


class Advance(NamedTuple):
    """Inputs of the next decode step, int32 [W], written by the pick kernel; see `sample`."""

    token_ids: Tensor
    positions: Tensor
    kv_rows: Tensor


def sample(
    logits: Tensor,
    positions: Tensor,
    sequences: Tensor,
    num_rows: Tensor,
    history: Tensor,
    buffers: SampleBuffers,
    picked: Tensor,
    ring: Tensor,
    advance: Advance | None = None,
    few: int = _FEW,
    *,
    token_offset: int = 1,
    pdl: bool = False,
) -> None:
    """Write the pick of each real row to `picked` [R] and to `ring` [RING, R], both int32.

    logits float32 [W, V], contiguous; positions, sequences int32 [W]; num_rows int32 [1]; history
    int32 [S, C]. Row w is at position p = positions[w] of sequence s = sequences[w] and uses its
    settings and edits: its noise is that of p + token_offset, its penalties count history[s, 0..p],
    and its slot of the ring is (p + token_offset) % RING. A row with NaN or +inf, or with nothing
    above -inf, or whose mask was not published in time, gives -1. What each sharpness of a drafter
    would pick goes to the slot of `buffers.rivals` [s].
    `advance` requires rows of distinct sequences: each pick (0 for -1) becomes the next token, and
    position and cache row increase by one while the next position is within the history.
    `few` affects speed only: rows with more candidates are cut by bisection.
    """
    width, vocab_size = logits.shape
    chunk = chunk_len(vocab_size)
    num_chunks = triton.cdiv(vocab_size, chunk)
    settings = (buffers.settings, buffers.settings.view(torch.float64))
    capacity = history.shape[1]
    row_args = (logits, positions, sequences, num_rows, history, *settings, buffers.edits)
    # Fused multiply-adds would round a penalty differently from the host.
    common = {"PDL": pdl, "enable_fp_fusion": False, **launch_options(pdl=pdl)}
    options = {"CHUNK": chunk, "num_warps": 4, **common}
    _scan_kernel[(num_chunks, width)](
        *row_args, buffers.flags, buffers.chunk_keys, buffers.num_candidates,
        vocab_size, num_chunks, capacity, **options,
    )  # fmt: skip
    _collect_kernel[(num_chunks, width)](
        *row_args,
        buffers.chunk_keys,
        buffers.chunk_masses,
        buffers.num_candidates,
        buffers.candidates,
        vocab_size,
        num_chunks,
        capacity,
        **options,
    )
    _pick_kernel[(width,)](
        positions,
        sequences,
        num_rows,
        *settings,
        buffers.chunk_keys,
        buffers.chunk_masses,
        buffers.num_candidates,
        buffers.candidates,
        picked,
        ring,
        buffers.rivals,
        *(advance or (picked, picked, picked)),
        vocab_size,
        num_chunks,
        picked.shape[0],
        capacity,
        ADVANCE=advance is not None,
        TOKEN_OFFSET=token_offset,
        FEW=few,
        num_warps=8,
        **common,
    )


@touches(
    lambda o: {
        **row_read(o),
        **settings(PENALTY_RANGE, PRESENCE, o),
        "flags_ptr": Extent.int32(len(o.flags_ptr) * NUM_FLAGS.value),
        "chunk_keys_ptr": chunk_values(o.step.rows, o),
        "num_candidates_ptr": Extent.int32(o.step.rows),
    }
)
@triton.jit
def _scan_kernel(
    logits_ptr,  # float32 [W, V]
    positions_ptr,  # int32 [W]
    sequences_ptr,  # int32 [W]
    num_rows_ptr,  # int32 [1]
    history_ptr,  # int32 [S, capacity]
    settings_ptr,  # int64 [S, NUM_SETTINGS]
    floats_ptr,  # the same as float64
    edits_ptr,  # int32 [S, edits_len(V)]
    flags_ptr,  # int32 [S, NUM_FLAGS]
    chunk_keys_ptr,  # int64 [R, _CHUNKS], written
    num_candidates_ptr,  # int32 [R], cleared
    V,
    num_chunks,
    capacity,
    CHUNK: tl.constexpr,
    PDL: tl.constexpr,
):
    if PDL:
        gdc_launch_dependents()
    chunk, row = tl.program_id(0), tl.program_id(1)
    is_real, sequence = sequence_of(row, sequences_ptr, num_rows_ptr)
    floats_ptr += sequence * NUM_SETTINGS
    edits_ptr = edits_of(edits_ptr, sequence, V)
    penalty_range = tl.load(settings_ptr + sequence * NUM_SETTINGS + PENALTY_RANGE)
    num_biases = tl.load(edits_ptr)
    is_masked = tl.load(edits_ptr + IS_MASKED)
    if PDL:
        gdc_wait()
    position = tl.load(positions_ptr + row)
    if not is_real:
        return
    lacks_mask = tl.full([], False, tl.int1)
    if is_masked != 0:
        lacks_mask = is_late(flags_ptr, sequence, position)
    history_ptr += sequence * capacity
    tokens, ranks = chunk_ranks(
        logits_ptr + row * V, history_ptr, position, penalty_range, floats_ptr, edits_ptr,
        num_biases, is_masked, chunk, num_chunks, V, CHUNK,
    )  # fmt: skip
    ranks = tl.where(lacks_mask, RANK_BAD, ranks)
    tl.store(chunk_keys_ptr + row * _CHUNKS + chunk, tl.max(key_of(ranks, tokens)))
    if chunk == 0:
        tl.store(num_candidates_ptr + row, 0)


@touches(
    lambda o: {
        **row_read(o),
        **settings(PENALTY_RANGE, PRESENCE, o),
        "chunk_keys_ptr": chunk_values(o.grid[1], o),
        "chunk_masses_ptr": chunk_values(o.step.rows, o),
        "num_candidates_ptr": Extent.int32(o.step.rows),
        "candidates_ptr": Extent.elements(o.step.rows * o.V, torch.int64),
    }
)
@triton.jit
def _collect_kernel(
    logits_ptr,  # float32 [W, V]
    positions_ptr,  # int32 [W]
    sequences_ptr,  # int32 [W]
    num_rows_ptr,  # int32 [1]
    history_ptr,  # int32 [S, capacity]
    settings_ptr,  # int64 [S, NUM_SETTINGS]
    floats_ptr,  # the same as float64
    edits_ptr,  # int32 [S, edits_len(V)]
    chunk_keys_ptr,  # int64 [R, _CHUNKS]
    chunk_masses_ptr,  # int64 [R, _CHUNKS], written where the whole row's mass matters
    num_candidates_ptr,  # int32 [R], added to
    candidates_ptr,  # int64 [R, V], written
    V,
    num_chunks,
    capacity,
    CHUNK: tl.constexpr,
    PDL: tl.constexpr,
):
    if PDL:
        gdc_launch_dependents()
    chunk, row = tl.program_id(0), tl.program_id(1)
    # All scalars first, so that their latencies overlap; only positions are written in a step.
    is_real, sequence = sequence_of(row, sequences_ptr, num_rows_ptr)
    settings_ptr += sequence * NUM_SETTINGS
    floats_ptr += sequence * NUM_SETTINGS
    edits_ptr = edits_of(edits_ptr, sequence, V)
    penalty_range = tl.load(settings_ptr + PENALTY_RANGE)
    num_biases = tl.load(edits_ptr)
    is_masked = tl.load(edits_ptr + IS_MASKED)
    top_k = tl.load(settings_ptr + TOP_K)
    top_p = tl.load(floats_ptr + TOP_P)
    depth = tl.load(floats_ptr + DEPTH)
    temperature = tl.load(floats_ptr + TEMPERATURE)
    if PDL:
        gdc_wait()
    position = tl.load(positions_ptr + row)
    row_keys_ptr = chunk_keys_ptr + row * _CHUNKS
    top_ranks = rank_of_key(load_keys(row_keys_ptr, 0, num_chunks, _CHUNKS))
    if not (is_real & (temperature != 0)):
        return
    history_ptr += sequence * capacity
    tokens, ranks = chunk_ranks(
        logits_ptr + row * V, history_ptr, position, penalty_range, floats_ptr, edits_ptr,
        num_biases, is_masked, chunk, num_chunks, V, CHUNK,
    )  # fmt: skip
    best_rank = tl.max(top_ranks)
    if (best_rank == RANK_BAD) | (best_rank == RANK_MASKED):
        return
    best = logit_of_rank(best_rank)
    if (top_k >= V) & (top_p < 1):
        mass = tl.sum(mass_of(ranks, best))
        tl.store(chunk_masses_ptr + row * _CHUNKS + chunk, mass)
    bound = tl.maximum(depth_bound(best, depth), RANK_MASKED + 1)
    if top_k <= num_chunks:
        bound = tl.maximum(bound, kth_largest(top_ranks, top_k, best_rank))
    is_candidate = ranks >= bound
    count = tl.sum(is_candidate.to(tl.int32))
    if count > 0:
        begin = tl.atomic_add(num_candidates_ptr + row, count, sem="relaxed")
        places = begin + tl.cumsum(is_candidate.to(tl.int32)) - 1
        keys = key_of(ranks, tokens)
        tl.store(candidates_ptr + row.to(tl.int64) * V + places, keys, mask=is_candidate)


@touches(
    lambda o: {
        "positions_ptr": Extent.int32(o.grid[0]),
        "sequences_ptr": Extent.int32(o.grid[0]),
        **settings(SHARPNESS, MIN_P, o),
        "chunk_keys_ptr": chunk_values(o.grid[0], o),
        "chunk_masses_ptr": chunk_values(o.step.rows, o),
        "num_candidates_ptr": Extent.int32(o.grid[0]),
        "candidates_ptr": Extent.elements(o.step.rows * o.V, torch.int64),
        "picked_ptr": Extent.int32(o.step.rows),
        "ring_ptr": Extent.int32((RING - 1) * o.R + o.step.rows if o.step.rows else 0),
        "rivals_ptr": Extent.int32(len(o.settings_ptr) * RING * NUM_SHARPNESSES),
        **{
            f"next_{name}_ptr": Extent.int32(o.step.rows if o.ADVANCE else 0)
            for name in Advance._fields
        },
    }
)
@triton.jit
def _pick_kernel(
    positions_ptr,  # int32 [W]
    sequences_ptr,  # int32 [W]
    num_rows_ptr,  # int32 [1]
    settings_ptr,  # int64 [S, NUM_SETTINGS]
    floats_ptr,  # the same as float64
    chunk_keys_ptr,  # int64 [R, _CHUNKS]
    chunk_masses_ptr,  # int64 [R, _CHUNKS]
    num_candidates_ptr,  # int32 [R]
    candidates_ptr,  # int64 [R, V]
    picked_ptr,  # int32 [R], written
    ring_ptr,  # int32 [RING, R], written
    rivals_ptr,  # int32 [S, RING, _NUM_RIVALS], written for a drafter
    next_token_ids_ptr,  # int32 [W], written if ADVANCE, as the next two
    next_positions_ptr,
    next_kv_rows_ptr,
    V,
    num_chunks,
    R,
    capacity,
    ADVANCE: tl.constexpr,
    TOKEN_OFFSET: tl.constexpr,
    FEW: tl.constexpr,
    PDL: tl.constexpr,
):
    if PDL:
        gdc_launch_dependents()
    row = tl.program_id(0)
    # All scalars first, so that their latencies overlap; only positions are written in a step.
    is_real, sequence = sequence_of(row, sequences_ptr, num_rows_ptr)
    settings_ptr += sequence * NUM_SETTINGS
    floats_ptr += sequence * NUM_SETTINGS
    top_k = tl.load(settings_ptr + TOP_K)
    seed = tl.load(settings_ptr + SEED).to(tl.uint64)
    sharpness = tl.load(settings_ptr + SHARPNESS)
    temperature = tl.load(floats_ptr + TEMPERATURE)
    top_p = tl.load(floats_ptr + TOP_P)
    min_p = tl.load(floats_ptr + MIN_P)
    if PDL:
        gdc_wait()
    position = tl.load(positions_ptr + row)
    num_keys = tl.load(num_candidates_ptr + row)
    best_key = tl.max(load_keys(chunk_keys_ptr + row * _CHUNKS, 0, num_chunks, _CHUNKS))
    if not is_real:
        return
    best_rank = rank_of_key(best_key)
    is_sound = (best_rank < RANK_BAD) & (best_rank > RANK_MASKED)
    pick = tl.where(is_sound, id_of_key(best_key), -1)
    token_position = position + TOKEN_OFFSET
    slot = token_position % _RING_SLOTS
    rivals_ptr += (sequence * _RING_SLOTS + slot) * _NUM_RIVALS
    is_drawn = is_sound & (temperature > 0)
    if sharpness >= 0:  # the last rival, and each without noise, takes the likeliest token
        rival = tl.arange(0, _NUM_RIVALS)
        first = tl.where(is_drawn, _NUM_RIVALS - 1, 0)
        tl.store(rivals_ptr + rival, pick, mask=rival >= first)
    if is_drawn:
        best = logit_of_rank(best_rank)
        state = noise_state(seed, token_position)
        keys_ptr = candidates_ptr + row.to(tl.int64) * V
        row_mass = tl.full([], -1, tl.int64)
        if (top_k >= V) & (top_p < 1):
            row_mass = sum_of_masses(chunk_masses_ptr + row * _CHUNKS, num_chunks)
        if num_keys <= FEW // 4:  # the usual case, and by far the fastest
            few: tl.constexpr = FEW // 4
            cut = cut_by_comparing(keys_ptr, num_keys, top_k, top_p, row_mass, best, few)
            pick = draw_each(
                keys_ptr, num_keys, cut, best, temperature, min_p, state, sharpness, pick,
                rivals_ptr, _NUM_RIVALS, few,
            )  # fmt: skip
        elif num_keys <= FEW:
            cut = cut_by_comparing(keys_ptr, num_keys, top_k, top_p, row_mass, best, FEW)
            pick = draw_each(
                keys_ptr, num_keys, cut, best, temperature, min_p, state, sharpness, pick,
                rivals_ptr, _NUM_RIVALS, FEW,
            )  # fmt: skip
        else:
            cut = cut_by_searching(
                keys_ptr, num_keys, top_k, top_p, row_mass, best, best_key, _SEARCH_TILE
            )
            pick = draw_each(
                keys_ptr, num_keys, cut, best, temperature, min_p, state, sharpness, pick,
                rivals_ptr, _NUM_RIVALS, _DRAW_TILE,
            )  # fmt: skip
    tl.store(picked_ptr + row, pick)
    tl.store(ring_ptr + slot * R + row, pick)
    if ADVANCE:
        tl.store(next_token_ids_ptr + row, tl.maximum(pick, 0))
        if position + 1 < capacity:
            tl.store(next_positions_ptr + row, position + 1)
            tl.store(next_kv_rows_ptr + row, tl.load(next_kv_rows_ptr + row) + 1)
