"""A chunk of a row of logits, after biases, the mask and penalties. Knows no selection.

A chunk consists of blocks of ids spread over the vocabulary. Likely tokens cluster at low ids;
spread over many chunks, they make the chunks' maxima a tight bound for top-k.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.launching.interpreted import loop_bound
from engine.kernels.cuda.sampling.buffers import (
    BIAS_IDS,
    BIAS_VALUES,
    FREQUENCY,
    LINE_WORDS,
    MASK,
    PRESENCE,
    REPEAT,
)
from engine.kernels.cuda.sampling.sort_key import rank_of_logit

_BLOCK = tl.constexpr(32)  # 128 bytes of logits
_HISTORY_TILE = tl.constexpr(8)
_BIAS_TILE = tl.constexpr(8)


@triton.jit
def sequence_of(row, sequences_ptr, num_rows_ptr):
    """Whether `row` is real, and its sequence (0 for padding); no kernel of a step writes these."""
    sequence = tl.load(sequences_ptr + row)
    is_real = row < tl.load(num_rows_ptr)
    return is_real, tl.where(is_real, sequence, 0)


@triton.jit
def chunk_ranks(
    logits_ptr,  # float32 [V]
    history_ptr,  # int32 [C], of the row's sequence
    position,
    penalty_range,
    floats_ptr,  # float64, the settings of the row's sequence
    edits_ptr,  # int32 [edits_len(V)], of the row's sequence
    num_biases,
    is_masked,
    chunk,
    num_chunks,
    V,
    CHUNK: tl.constexpr,
):
    """Ids and ranks of a chunk, int32 [CHUNK]; those outside the vocabulary are masked, too."""
    index = tl.arange(0, CHUNK)
    tokens = (index // _BLOCK * num_chunks + chunk) * _BLOCK + index % _BLOCK
    logits = tl.load(logits_ptr + tokens, mask=tokens < V, other=float("-inf"))
    if num_biases > 0:
        logits += _biases(tokens, edits_ptr, num_biases, CHUNK)
    if is_masked != 0:
        # Volatile: it may have been copied since this kernel began.
        word_ptr = edits_ptr + MASK + tokens // 32
        words = tl.load(word_ptr, mask=tokens < V, other=0, volatile=True)
        logits = tl.where(((words >> (tokens % 32)) & 1) != 0, logits, float("-inf"))
    if penalty_range > 0:
        begin = tl.maximum(position + 1 - penalty_range, 0).to(tl.int32)
        counts = _count_tokens(tokens, history_ptr, begin, position + 1, CHUNK)
        logits = _penalize(logits, counts, floats_ptr)
    return tokens, rank_of_logit(logits)


@triton.jit
def edits_of(edits_ptr, sequence, V):
    """What is done to the logits of a sequence; see `buffers.edits_len`."""
    return edits_ptr + sequence * (MASK + tl.cdiv(V, 32 * LINE_WORDS) * LINE_WORDS)


@triton.jit
def _biases(
    tokens,  # int32 [CHUNK]
    edits_ptr,
    num_biases,
    CHUNK: tl.constexpr,
):
    """What is added to the logit of each of `tokens`, float32 [CHUNK]."""
    added = tl.zeros([CHUNK], tl.float32)
    for start in range(0, loop_bound(num_biases), _BIAS_TILE):
        index = start + tl.arange(0, _BIAS_TILE)
        ids = tl.load(edits_ptr + BIAS_IDS + index, mask=index < num_biases, other=-1)
        bits = tl.load(edits_ptr + BIAS_VALUES + index, mask=index < num_biases, other=0)
        values = bits.to(tl.float32, bitcast=True)
        added += tl.sum(tl.where(ids[:, None] == tokens[None, :], values[:, None], 0.0), 0)
    return added


@triton.jit
def _count_tokens(
    tokens,  # int32 [CHUNK]
    history_ptr,
    begin,
    end,
    CHUNK: tl.constexpr,
):
    """Occurrences of each of `tokens` in history[begin:end], int32 [CHUNK]."""
    counts = tl.zeros([CHUNK], tl.int32)
    for start in range(loop_bound(begin), loop_bound(end), _HISTORY_TILE):
        index = start + tl.arange(0, _HISTORY_TILE)
        seen = tl.load(history_ptr + index, mask=index < end, other=-1)
        counts += tl.sum((seen[:, None] == tokens[None, :]).to(tl.int32), 0)
    return counts


@triton.jit
def _penalize(logits, counts, floats_ptr):
    """The penalties of engine/sampling/chain.py, rounded alike; neutral ones are no-ops."""
    repeat = tl.load(floats_ptr + REPEAT).to(tl.float32)
    frequency = tl.load(floats_ptr + FREQUENCY)
    presence = tl.load(floats_ptr + PRESENCE).to(tl.float32)
    divided = tl.div_rn(logits, repeat + tl.zeros_like(logits))  # plain division is approximate
    lowered = tl.where(logits > 0, divided, logits * repeat)
    lowered -= (counts.to(tl.float64) * frequency).to(tl.float32)
    lowered -= presence
    return tl.where(counts > 0, lowered, logits)
