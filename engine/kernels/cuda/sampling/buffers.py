"""Static memory of the sampler: its settings as data, and what one launch hands to the next."""

from dataclasses import dataclass
from typing import NamedTuple

import torch
import triton
import triton.language as tl
from torch import Tensor

RING = 16  # how many steps' picks the host can fall behind
MAX_CHUNKS = 256


class SampleSettings(NamedTuple):
    """What a pick depends on besides its row, position and history: three int64, then seven float64.

    `top_k` is at most V; `penalty_range` is how much of the history the penalties see, 0 without them.
    No token further than `depth` below the largest logit can be picked; nor can it decide, by
    counting towards the sum of the top k, which tokens `top_p` keeps.
    """

    seed: int
    top_k: int
    penalty_range: int
    temperature: float
    top_p: float
    min_p: float
    depth: float
    repeat_penalty: float
    frequency_penalty: float
    presence_penalty: float


NUM_INTEGERS = 3

NUM_SETTINGS = tl.constexpr(len(SampleSettings._fields))

# Where kernels find each setting among those of a sequence: the integers, then the floats.
SEED, TOP_K, PENALTY_RANGE = (tl.constexpr(i) for i in range(3))
TEMPERATURE, TOP_P, MIN_P, DEPTH, REPEAT, FREQUENCY, PRESENCE = (
    tl.constexpr(i) for i in range(NUM_INTEGERS, NUM_INTEGERS + 7)
)


@dataclass(frozen=True, eq=False)
class SampleBuffers:
    """Static tensors for R rows of V logits of S sequences; a launch finds only the settings there."""

    settings: Tensor  # int64 [S, 10], the last seven float64 bits
    chunk_keys: Tensor  # int64 [R, MAX_CHUNKS]: the key of each chunk's likeliest token
    chunk_masses: Tensor  # int64 [R, MAX_CHUNKS]
    num_candidates: Tensor  # int32 [R]
    candidates: Tensor  # int64 [R, V]: keys, in no order

    @classmethod
    def allocate(
        cls, device: torch.device, vocab_size: int, max_rows: int, num_sequences: int = 1
    ) -> "SampleBuffers":
        """Uninitialised buffers on `device`."""

        def empty(*shape: int, dtype: torch.dtype = torch.int64) -> Tensor:
            return torch.empty(shape, dtype=dtype, device=device)

        return cls(
            settings=empty(num_sequences, NUM_SETTINGS.value),
            chunk_keys=empty(max_rows, MAX_CHUNKS),
            chunk_masses=empty(max_rows, MAX_CHUNKS),
            num_candidates=empty(max_rows, dtype=torch.int32),
            candidates=empty(max_rows, vocab_size),
        )


def chunk_len(vocab_size: int) -> int:
    """Tokens in a chunk: a power of two of at least 128, such that MAX_CHUNKS chunks cover V."""
    return int(max(128, triton.next_power_of_2(triton.cdiv(vocab_size, MAX_CHUNKS))))
