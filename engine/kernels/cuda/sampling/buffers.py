"""Static memory of the sampler: its settings, and the intermediate results of its launches."""

from dataclasses import dataclass
from typing import NamedTuple

import torch
import triton
import triton.language as tl
from torch import Tensor

from engine.kernels.interface import Memory

RING = 32  # positions whose picks are kept for the host: those of two of the widest steps
MAX_CHUNKS = 256
NUM_SHARPNESSES = 4  # see engine/sampling/sharpness.py


class SampleSettings(NamedTuple):
    """The settings of one sequence: four int64, then seven float64.

    `top_k` is at most V. The penalties count the last `penalty_range` tokens; 0 turns them off.
    `sharpness` is that of a drafter, whose rivals are picked too; -1 for a target.
    A token more than `depth` below the largest logit is never sampled, nor does `top_p` depend on
    whether it is among the top k.
    """

    seed: int
    top_k: int
    penalty_range: int
    sharpness: int
    temperature: float
    top_p: float
    min_p: float
    depth: float
    repeat_penalty: float
    frequency_penalty: float
    presence_penalty: float


NUM_INTEGERS = 4

NUM_SETTINGS = tl.constexpr(len(SampleSettings._fields))

# The index of each setting in its sequence's row.
SEED, TOP_K, PENALTY_RANGE, SHARPNESS = (tl.constexpr(i) for i in range(NUM_INTEGERS))
TEMPERATURE, TOP_P, MIN_P, DEPTH, REPEAT, FREQUENCY, PRESENCE = (
    tl.constexpr(i) for i in range(NUM_INTEGERS, NUM_INTEGERS + 7)
)


# What is done to a sequence's logits before the chain, int32: the number of biases, their ids,
# their values as bits of float32, whether a mask is published for each row, and the one of the last
# row: a bit for each id. It begins and ends at a cache line, of which nothing is read before it is
# there.
MAX_BIASES = 300
BIAS_IDS, BIAS_VALUES, IS_MASKED = (
    tl.constexpr(i) for i in (1, 1 + MAX_BIASES, 1 + 2 * MAX_BIASES)
)
LINE_WORDS = tl.constexpr(32)
MASK = tl.constexpr((IS_MASKED.value // LINE_WORDS.value + 1) * LINE_WORDS.value)

# Position p is at p % NUM_FLAGS once its mask is there. Two flags: that of a row which has not been
# sampled yet stays while the row after it is released.
NUM_FLAGS = tl.constexpr(2)


@dataclass(frozen=True, eq=False)
class SampleBuffers:
    """Static tensors for R rows of V logits and S sequences.

    Scratch but for settings, edits, rivals and flags.
    """

    settings: Tensor  # int64 [S, 11]; the last seven are the bits of float64
    edits: Tensor  # int32 [S, MASK + ceil(V / 32)], rounded up to whole lines
    chunk_keys: Tensor  # int64 [R, MAX_CHUNKS]: the key of each chunk's likeliest token
    chunk_masses: Tensor  # int64 [R, MAX_CHUNKS]
    num_candidates: Tensor  # int32 [R]
    candidates: Tensor  # int64 [R, V]: unordered keys
    rivals: Tensor  # int32 [S, RING, NUM_SHARPNESSES], pinned: what each sharpness would pick
    flags: Tensor  # int32 [S, NUM_FLAGS]: positions whose masks are there

    @classmethod
    def allocate(
        cls, memory: Memory, vocab_size: int, max_rows: int, num_sequences: int = 1
    ) -> "SampleBuffers":
        """Allocate buffers from `memory`, uninitialized but for edits, of which there are none."""

        def empty(*shape: int, dtype: torch.dtype = torch.int64) -> Tensor:
            return memory.allocate(*shape, dtype=dtype)

        return cls(
            settings=empty(num_sequences, NUM_SETTINGS.value),
            edits=empty(num_sequences, edits_len(vocab_size), dtype=torch.int32).zero_(),
            chunk_keys=empty(max_rows, MAX_CHUNKS),
            chunk_masses=empty(max_rows, MAX_CHUNKS),
            num_candidates=empty(max_rows, dtype=torch.int32),
            candidates=empty(max_rows, vocab_size),
            rivals=_host_tensor(memory.device, num_sequences, RING, NUM_SHARPNESSES),
            flags=empty(num_sequences, NUM_FLAGS.value, dtype=torch.int32).zero_(),
        )


def _host_tensor(device: torch.device, *shape: int) -> Tensor:
    """Int32 zeros that kernels on `device` and the host share."""
    on_cuda = device.type == "cuda"
    place = torch.device("cpu") if on_cuda else device
    return torch.zeros(shape, dtype=torch.int32, device=place, pin_memory=on_cuda)


def chunk_len(vocab_size: int) -> int:
    """Tokens per chunk: the least power of two from 128 on with which MAX_CHUNKS chunks cover V."""
    return int(max(128, triton.next_power_of_2(triton.cdiv(vocab_size, MAX_CHUNKS))))


def mask_end(vocab_size: int) -> int:
    """One past the last element of a sequence's edits that means anything."""
    return int(MASK.value + triton.cdiv(vocab_size, 32))


def edits_len(vocab_size: int) -> int:
    """Elements of a sequence's edits: whole lines."""
    words = LINE_WORDS.value
    return int(triton.cdiv(mask_end(vocab_size), words) * words)
