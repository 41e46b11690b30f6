"""The sampling chain on a device, as capturable launches: its settings are data."""

import math
from collections.abc import Collection, Mapping

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.config import SamplingParams, validated
from engine.kernels.cuda.launching.dependent_launch import has_dependent_launch
from engine.kernels.cuda.sampling.buffers import (
    BIAS_IDS,
    BIAS_VALUES,
    IS_MASKED,
    MASK,
    NUM_FLAGS,
    NUM_INTEGERS,
    NUM_SETTINGS,
    RING,
    SampleBuffers,
    SampleSettings,
    edits_len,
)
from engine.kernels.cuda.sampling.sample import Advance, sample
from engine.kernels.interface import Memory
from engine.sampling.sampler import NO_BIASES

_NOISE_RANGE = 25.1  # Gumbel noise lies within [-2.82, 22.19], see engine/sampling/noise.py


class DeviceSampler:
    """Samples as `engine.sampling.sampler.Sampler` does, from logits on the device.

    Probabilities are summed in units of 2**-40, not in float64, so a token within rounding of the
    `top_p` edge may be kept by one and dropped by the other. A token depends only on the row, the
    position and its sequence's history, settings and seed.
    """

    def __init__(
        self,
        memory: Memory,
        vocab_size: int,
        capacity: int,
        max_rows: int = 16,
        num_sequences: int = 1,
    ) -> None:
        """Allocate from `memory` for `max_rows` rows of `vocab_size` logits.

        `capacity` is the number of positions of a sequence. Call `set` for each sequence before the
        first launch with rows of it.
        """
        self.token_offset = 1  # of the tokens from their rows; not changed after a launch
        self._vocab_size = vocab_size
        self._pdl = has_dependent_launch()
        self._capacity = capacity
        self._buffers = SampleBuffers.allocate(memory, vocab_size, max_rows, num_sequences)
        on_cuda = memory.device.type == "cuda"
        self._staging = torch.empty(NUM_SETTINGS.value, dtype=torch.int64, pin_memory=on_cuda)
        self._edits = torch.zeros(
            (num_sequences, edits_len(vocab_size)), dtype=torch.int32, pin_memory=on_cuda
        )
        self._flags = torch.zeros(
            (num_sequences, NUM_FLAGS.value), dtype=torch.int32, pin_memory=on_cuda
        )
        self._masked: set[int] = set()  # the sequences whose rows wait for their masks
        self._copied = torch.cuda.Event() if on_cuda else None  # type: ignore[no-untyped-call]
        # Masks are copied while a step that waits for them runs.
        self._publishing = torch.cuda.Stream(memory.device) if on_cuda else None  # type: ignore[no-untyped-call]

    def set(
        self,
        sequence: int,
        params: SamplingParams,
        seed: int,
        sharpness: int | None = None,
        biases: Mapping[int, float] = NO_BIASES,
    ) -> None:
        """Use these settings and this seed (modulo 2**64) for `sequence` from the next launch on.

        `sharpness` makes it a drafter's, and is the index of the sharpness that it picks with. At
        most `MAX_BIASES` are added to the logits of their ids. Its rows wait for no mask any more.
        Raises msgspec.ValidationError when a setting is out of range.
        """
        settings = device_settings(
            validated(params), seed, self._vocab_size, self._capacity, sharpness
        )
        self._wait_for_copies()
        self._staging[:NUM_INTEGERS] = torch.tensor(settings[:NUM_INTEGERS], dtype=torch.int64)
        self._staging[NUM_INTEGERS:].view(torch.float64)[:] = torch.tensor(
            settings[NUM_INTEGERS:], dtype=torch.float64
        )
        self._buffers.settings[sequence].copy_(self._staging, non_blocking=True)
        edits, num_biases = self._edits[sequence], len(biases)
        edits[0], edits[IS_MASKED.value] = num_biases, 0
        values = torch.tensor(list(biases.values()), dtype=torch.float32).view(torch.int32)
        edits[BIAS_IDS.value :][:num_biases] = torch.tensor(list(biases), dtype=torch.int32)
        edits[BIAS_VALUES.value :][:num_biases] = values
        self._masked.discard(sequence)
        head = slice(0, MASK.value)
        self._buffers.edits[sequence, head].copy_(edits[head], non_blocking=True)
        self._record_copies()

    def await_masks(self, sequences: Collection[int]) -> None:
        """Let the rows of these sequences, and of no others, wait for their masks.

        From the next launch on; none that waits may be on its way. Each must have its mask published:
        after a quarter of a second without it, a row gives -1.
        """
        changed = self._masked.symmetric_difference(sequences)
        self._forget_published(sequences)
        if not changed:
            return
        self._wait_for_copies()
        for sequence in changed:
            is_masked = self._edits[sequence, IS_MASKED.value : MASK.value]
            is_masked[0] = sequence in sequences
            target = self._buffers.edits[sequence, IS_MASKED.value : MASK.value]
            target.copy_(is_masked, non_blocking=True)
        self._masked = set(sequences)
        self._record_copies()

    def publish(self, sequence: int, position: int, bits: NDArray[np.int32] | None) -> None:
        """Let the row at `position` pick only ids with a bit in `bits`, int32 [ceil(V / 32)].

        The row before it must have been sampled, unless there is no mask: what is picked then is
        not wanted.
        """
        place = slice(position % NUM_FLAGS.value, position % NUM_FLAGS.value + 1)
        with torch.cuda.stream(self._publishing):  # nothing without a GPU
            if bits is not None:
                words = self._edits[sequence, MASK.value :]
                words.numpy()[: len(bits)] = bits
                self._buffers.edits[sequence, MASK.value :].copy_(words, non_blocking=True)
            flag = self._flags[sequence, place].fill_(position)
            self._buffers.flags[sequence, place].copy_(flag, non_blocking=True)

    def _forget_published(self, sequences: Collection[int]) -> None:
        """Clear their flags: after what was published before, ahead of what is published next."""
        if self._publishing is not None and sequences:
            torch.cuda.current_stream().wait_stream(self._publishing)
        for sequence in sequences:
            self._buffers.flags[sequence].fill_(-1)
        if self._publishing is not None and sequences:
            self._publishing.wait_stream(torch.cuda.current_stream())

    def _wait_for_copies(self) -> None:
        """Earlier copies may still read the staging memory."""
        if self._copied is not None:
            self._copied.synchronize()

    def _record_copies(self) -> None:
        if self._copied is not None:
            self._copied.record()

    def rivals(self, sequence: int, position: int) -> list[int]:
        """What each sharpness would have picked for `position`, one of the last `RING` picked.

        Of a drafter's sequence, once its pick has been read.
        """
        read = self._buffers.rivals.numpy()  # which is indexed faster
        rivals: list[int] = read[sequence, position % RING].tolist()
        return rivals

    def launch(
        self,
        logits: Tensor,
        positions: Tensor,
        sequences: Tensor,
        num_rows: Tensor,
        history: Tensor,
        advance: Advance | None,
        picked: Tensor,
        picked_host: Tensor,
    ) -> None:
        """Sample a token for each real row; see `engine.kernels.cuda.sampling.sample`.

        logits float32 [W, V]; positions, sequences int32 [W]; num_rows int32 [1]; history int32
        [num_sequences, capacity]; picked int32 [max_rows]; picked_host int32 [RING, max_rows],
        pinned on CUDA.
        """
        sample(
            logits, positions, sequences, num_rows, history, self._buffers, picked, picked_host,
            advance, token_offset=self.token_offset, pdl=self._pdl,
        )  # fmt: skip


def device_settings(
    params: SamplingParams,
    seed: int,
    vocab_size: int,
    capacity: int,
    sharpness: int | None = None,
) -> SampleSettings:
    """The kernels' settings for valid `params`."""
    penalties = (params.repeat_penalty, params.frequency_penalty, params.presence_penalty)
    is_penalized = penalties != (1, 0, 0)
    return SampleSettings(
        seed=(seed + 2**63) % 2**64 - 2**63,
        top_k=min(params.top_k or vocab_size, vocab_size),
        penalty_range=min(params.penalty_last_n, capacity) if is_penalized else 0,
        sharpness=-1 if sharpness is None else sharpness,
        temperature=params.temperature,
        top_p=params.top_p,
        min_p=params.min_p,
        depth=_depth(params, vocab_size),
        repeat_penalty=params.repeat_penalty,
        frequency_penalty=params.frequency_penalty,
        presence_penalty=params.presence_penalty,
    )


def _depth(params: SamplingParams, vocab_size: int) -> float:
    """How far below the largest logit a token may still be sampled or affect the cut."""
    depth = -math.log(params.min_p) if params.min_p > 0 else math.inf
    if params.top_p == 1:
        return min(depth, _NOISE_RANGE * params.temperature)
    if 0 < params.top_k < vocab_size:
        return math.inf  # all top k count towards the sum
    # Dropped tokens sum to less than 1 - top_p of the row. So each kept token, with those after
    # it, sums to more: it has at least (1 - top_p) / V of the likeliest.
    return min(depth, math.log(vocab_size) - math.log1p(-params.top_p))
