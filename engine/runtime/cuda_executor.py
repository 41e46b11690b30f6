"""Runs the steps of a model on a GPU: CUDA graphs, and sampling on the device.

The sampling kernel writes its token where the next step reads it, so decode steps follow each other
on the device while the host handles an earlier token.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.cache.arena import Arena
from engine.config import SamplingParams
from engine.errors import NotFiniteError
from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.cuda.attention.block_shapes import UNSLICED_FROM
from engine.kernels.cuda.attention.splits import ATTENTION_SPLIT
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.launching.checked_kernel import checked_launches
from engine.kernels.cuda.sampling.accept import (
    fill_accepted,
    fill_block,
    fill_drafts,
    fill_next,
    fill_picked,
)
from engine.kernels.cuda.sampling.buffers import RING
from engine.kernels.cuda.sampling.sample import Advance
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.operands import StepInputs
from engine.kernels.sizes import StepSizes
from engine.kernels.step_bounds import StepBounds
from engine.layers.buffers import StepBuffers
from engine.runtime.cuda_graph import CudaGraphStep, GraphPool
from engine.runtime.executor import Accepted, Behind, Block, Drafts, Executor, LaterPicks
from engine.runtime.sequence import Rows, write_inputs
from engine.runtime.step_key import Role, StepKey
from engine.sampling.device_sampler import DeviceSampler
from engine.sampling.sampler import NO_BIASES

_NUM_STAGINGS = 4


@dataclass(frozen=True)
class _Staging:
    """Pinned memory for a step's inputs, and the event after its copy."""

    memory: Tensor  # int32 [5, W]
    copied: torch.cuda.Event


class CudaExecutor:
    """Implements `Executor` on the current stream."""

    steps_ahead = 2
    moves_cache_row = True

    def __init__(
        self,
        arena: Arena,
        weights: CudaWeights,
        sizes: StepSizes,
        max_width: int,
        num_sequences: int,
        graph_pool: GraphPool,
    ) -> None:
        self.kernels = CudaKernels(arena, sizes, max_width, weights)
        self._sampler = DeviceSampler(
            arena, sizes.vocab_size, sizes.capacity, MAX_ROWS, num_sequences
        )
        for sequence in range(num_sequences):
            self._sampler.set(sequence, SamplingParams(), 0)
        self._num_ids = sizes.vocab_size
        self._picked = arena.allocate(MAX_ROWS, dtype=torch.int32).zero_()
        self._no_rows = arena.allocate(MAX_ROWS, dtype=torch.int32).zero_()
        self._picked_host = torch.zeros((RING, MAX_ROWS), dtype=torch.int32, pin_memory=True)
        self._stagings = [
            # Zeros: rows that are not real are copied too, and their sequences must exist.
            _Staging(torch.zeros((5, max_width), dtype=torch.int32, pin_memory=True), _event())
            for _ in range(_NUM_STAGINGS)
        ]
        self._turn = 0
        self._graph_pool = graph_pool
        self._warm: set[tuple[Role, int, bool, int]] = set()

    @property
    def token_offset(self) -> int:
        return self._sampler.token_offset

    @token_offset.setter
    def token_offset(self, offset: int) -> None:
        self._sampler.token_offset = offset

    def fill(
        self,
        buffers: StepBuffers,
        rows: Sequence[Rows],
        token_ids: list[int],
        masked: Collection[int] = (),
    ) -> None:
        if masked:
            torch.cuda.current_stream().synchronize()  # none may wait for an earlier mask
        self._sampler.await_masks(masked)
        staging = self._stagings[self._turn]
        self._turn = (self._turn + 1) % _NUM_STAGINGS
        staging.copied.synchronize()  # its previous copy may still be pending
        write_inputs(staging.memory.numpy(), rows, token_ids)
        buffers.input_block.copy_(staging.memory, non_blocking=True)
        staging.copied.record()

    def fill_behind(
        self,
        buffers: StepBuffers,
        other: Executor,
        launched: StepBuffers,
        what: Behind,
    ) -> bool:
        if not isinstance(other, CudaExecutor):
            raise TypeError(f"{type(other).__name__} is not of this device")
        fill_from(what, launched.inputs, other._picked, buffers.inputs)
        return True

    def fill_next(self, buffers: StepBuffers) -> None:
        fill_next(buffers.inputs, self._picked)

    def check(self, key: StepKey, launch: Callable[[], None]) -> None:
        with checked_launches(self._bounds(key), runs=False):
            launch()

    def capture(
        self, key: StepKey, buffers: StepBuffers, launch: Callable[[], None]
    ) -> CudaGraphStep:
        kernels = _kernels_of(key)
        with checked_launches(self._bounds(key)):
            if kernels not in self._warm:
                _run_without_rows(buffers.inputs.num_rows, launch)
                self._warm.add(kernels)
            return CudaGraphStep.capture(key, launch, self._graph_pool)

    def set_sampling(
        self,
        sequence: int,
        sampling: SamplingParams,
        seed: int,
        sharpness: int | None = None,
        biases: Mapping[int, float] = NO_BIASES,
    ) -> None:
        self._sampler.set(sequence, sampling, seed, sharpness, biases)

    def rivals(self, sequence: int, position: int) -> list[int]:
        return self._sampler.rivals(sequence, position)

    def launch_sampling(self, key: StepKey, buffers: StepBuffers) -> None:
        """Sample a token from each row; a decode step's tokens become the next one's inputs."""
        inputs = buffers.inputs
        advance = None
        if key.role is Role.DECODE:
            cache_rows = inputs.kv_rows if self.moves_cache_row else self._no_rows
            advance = Advance(inputs.token_ids, inputs.positions, cache_rows)
        self._sampler.launch(
            buffers.logits,
            inputs.positions,
            inputs.sequences,
            inputs.num_rows,
            buffers.history,
            advance,
            self._picked,
            self._picked_host,
        )

    def picks(self, buffers: StepBuffers, rows: Sequence[Rows]) -> Iterator[int]:
        return self.picks_behind()(rows)

    def picks_behind(self) -> LaterPicks:
        done = _event()
        done.record()
        return partial(self._read_picks, done)

    def publish(self, rows: Sequence[Rows], masks: Mapping[int, NDArray[np.int32]]) -> None:
        for row in rows:
            sequence = row.sequence.index
            self._sampler.publish(sequence, row.position, masks.get(sequence))

    def _read_picks(self, done: torch.cuda.Event, rows: Sequence[Rows]) -> Iterator[int]:
        done.synchronize()
        picked, index = self._picked_host.numpy(), 0  # which is indexed faster
        for row in rows:
            for end in range(row.position + 1, row.end + 1):
                pick = int(picked[(end - 1 + self.token_offset) % RING, index])
                if pick < 0:
                    raise NotFiniteError
                yield pick
                index += 1

    def _bounds(self, key: StepKey) -> StepBounds:
        return StepBounds(key.width, key.span, self._num_ids)


def fill_from(what: Behind, launched: StepInputs, picked: Tensor, to: StepInputs) -> None:
    """Fill `to` with what a step has of the one before it, which has `picked`."""
    if isinstance(what, Block):
        fill_block(launched, picked, to, what.mask_token, what.num_rows)
    elif isinstance(what, Drafts):
        fill_drafts(launched, picked, to, what.first_row, what.number)
    elif what is Accepted.PICKS:
        fill_picked(launched, picked, to)
    else:
        fill_accepted(launched, picked, to)


def _event() -> torch.cuda.Event:
    return torch.cuda.Event()  # type: ignore[no-untyped-call]


def _kernels_of(key: StepKey) -> tuple[Role, int, bool, int]:
    """What decides which kernels a step launches: attention's differ by span, up to some span."""
    most = UNSLICED_FROM if key.width <= MAX_ROWS else ATTENTION_SPLIT + 1
    return key.role, key.width, key.is_narrow, min(key.span, most)


def _run_without_rows(num_rows: Tensor, launch: Callable[[], None]) -> None:
    """Launch a step without real rows: compiles and loads the kernels, writes nothing."""
    saved = num_rows.clone()
    num_rows.zero_()
    launch()
    num_rows.copy_(saved)
