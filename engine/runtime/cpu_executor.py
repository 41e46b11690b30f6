"""Runs the steps of a model on the CPU: tapes, and sampling from logits in main memory."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.cache.arena import Arena
from engine.config import SamplingParams
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.sizes import StepSizes
from engine.layers.buffers import StepBuffers
from engine.runtime.executor import Behind, Executor, LaterPicks
from engine.runtime.sequence import Rows, write_inputs
from engine.runtime.step_key import StepKey
from engine.runtime.tape import Tape
from engine.sampling.sampler import NO_BIASES, Sampler

_RING = 16  # positions whose rivals are kept
_HOST_SAMPLES = "The host samples, so no step runs before its rows are known."


class CpuExecutor:
    """Implements `Executor`. Tokens are sampled by the host, so no step runs ahead of it."""

    steps_ahead = 0
    token_offset = 1
    moves_cache_row = True

    def __init__(self, arena: Arena, sizes: StepSizes, max_width: int, num_sequences: int) -> None:
        self.kernels = CpuKernels(arena, sizes, max_width)
        self._samplers = [Sampler(SamplingParams(), 0)] * num_sequences
        self._rivals: dict[tuple[int, int], list[int]] = {}  # by sequence and position % _RING
        self._masks: Mapping[int, NDArray[np.int32]] = {}  # of the step's rows, by sequence

    def fill(
        self,
        buffers: StepBuffers,
        rows: Sequence[Rows],
        token_ids: list[int],
        masked: Collection[int] = (),
    ) -> None:
        self._masks = {}
        write_inputs(buffers.input_block.numpy(), rows, token_ids)

    def fill_behind(
        self,
        buffers: StepBuffers,
        other: Executor,
        launched: StepBuffers,
        what: Behind,
    ) -> bool:
        return False

    def fill_next(self, buffers: StepBuffers) -> None:
        raise TypeError(_HOST_SAMPLES)

    def picks_behind(self) -> LaterPicks:
        raise TypeError(_HOST_SAMPLES)

    def check(self, key: StepKey, launch: Callable[[], None]) -> None:
        with self.kernels.recording():
            launch()

    def capture(self, key: StepKey, buffers: StepBuffers, launch: Callable[[], None]) -> Tape:
        return Tape.capture(self.kernels, key, launch)

    def set_sampling(
        self,
        sequence: int,
        sampling: SamplingParams,
        seed: int,
        sharpness: int | None = None,
        biases: Mapping[int, float] = NO_BIASES,
    ) -> None:
        self._samplers[sequence] = Sampler(sampling, seed, sharpness, biases)

    def rivals(self, sequence: int, position: int) -> list[int]:
        return self._rivals[sequence, position % _RING]

    def launch_sampling(self, key: StepKey, buffers: StepBuffers) -> None:
        """Nothing: `picks` samples."""

    def picks(self, buffers: StepBuffers, rows: Sequence[Rows]) -> Iterator[int]:
        """Lazy: nothing is sampled after the first rejected draft."""
        index = 0
        for row in rows:
            sampler = self._samplers[row.sequence.index]
            history = buffers.history[row.sequence.index]
            for end in range(row.position + 1, row.end + 1):
                recent = history[max(0, end - sampler.penalty_last_n) : end].tolist()
                logits, position = buffers.logits[index].numpy(), end - 1 + self.token_offset
                if sampler.sharpness is None:
                    mask = self._masks.get(row.sequence.index)
                    yield sampler.pick(logits, position, recent, mask)
                else:
                    rivals = sampler.rivals(logits, position, recent)
                    self._rivals[row.sequence.index, position % _RING] = rivals
                    yield rivals[sampler.sharpness]
                index += 1

    def publish(self, rows: Sequence[Rows], masks: Mapping[int, NDArray[np.int32]]) -> None:
        self._masks = masks
