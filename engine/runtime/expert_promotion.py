"""Brings the experts that are read most into device memory, between steps and in the background.

A step launched later reads an expert where the tables say at that time. A slot is taken from an
expert by changing the tables; once the steps launched before have ended, another is copied there
on a stream of its own; when that is done, the tables are changed again. No step waits.
"""

from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from engine.kernels.cuda.expert_memory import ExpertLayer, ExpertMemory
from engine.runtime.expert_usage import ExpertUsage

_STEPS_APART = 4  # between two looks at what is done
_BATCH_BYTES = 64 << 20  # a millisecond or two of the bus
_LEAST_GAIN = 2.0  # reads: a move costs one
_NOISE = 2.0  # standard deviations: experts read equally often have unequal scores
_SAVED_EVERY = 64  # counts


@dataclass(frozen=True)
class ExpertTraffic:
    """Reads of experts since the load, those from device memory, bytes read from host memory."""

    reads: int = 0
    hits: int = 0
    bus_bytes: int = 0

    def since(self, before: "ExpertTraffic") -> "ExpertTraffic":
        """What came after `before`."""
        return ExpertTraffic(
            self.reads - before.reads,
            self.hits - before.hits,
            self.bus_bytes - before.bus_bytes,
        )


@dataclass(frozen=True)
class _Move:
    """An expert on its way to a slot."""

    row: int
    expert: int
    slot: int


class ExpertPromotion:
    """Promotes experts of `memory` by `usage`. `after_step` is called after each launch of a step."""

    def __init__(self, memory: ExpertMemory, usage: ExpertUsage) -> None:
        self.traffic = ExpertTraffic()
        self._memory, self._usage = memory, usage
        self._numbers = list(memory.layers)
        self._bytes = np.array([layer.expert_bytes for layer in memory.layers.values()])
        self._has_copy = self._mask(lambda layer: layer.copies)
        self._resident = self._mask(lambda layer: layer.slots)
        self._background = _Background(memory.reads.device)
        self._counts = torch.zeros_like(memory.reads, device="cpu")
        if self._background.stream is not None:
            self._counts = self._counts.pin_memory()
        self._last: NDArray[np.int32] = self._counts.numpy().copy()
        self._counted = _Mark(memory.reads.device)
        self._is_counting = False
        self._moves: list[_Move] = []
        self._num_steps = self._num_counts = 0

    @property
    def resident_share(self) -> float:
        """The share of the experts that is in device memory."""
        layers = self._memory.layers.values()
        whole = sum(layer.placement.num_experts for layer in layers)
        return sum(len(layer.placement.resident) for layer in layers) / whole

    def after_step(self) -> None:
        """Do what is due, without waiting for the device."""
        self._num_steps += 1
        if self._num_steps % _STEPS_APART:
            return
        if self._moves:
            if self._background.is_done:
                self._finish()
        elif not self._is_counting:
            self._counts.copy_(self._memory.reads, non_blocking=True)
            self._counted.record()
            self._is_counting = True
        elif self._counted.is_reached:
            self._is_counting = False
            self._count()
            self._begin()

    def close(self) -> None:
        """Keep what was counted, and wait for what is on its way: its memory is freed next."""
        self._background.wait()
        self._usage.save()

    def _count(self) -> None:
        now = self._counts.numpy().copy()
        reads = now - self._last  # int32: wraps around as the device's does
        self._last = now
        self._usage.add(reads)
        missed = np.where(self._resident, 0, reads)
        # Not those of the processor, which have no copy.
        over_bus = np.where(self._has_copy, missed, 0).sum(1)
        total = int(reads.sum())
        traffic = self.traffic
        self.traffic = ExpertTraffic(
            traffic.reads + total,
            traffic.hits + total - int(missed.sum()),
            traffic.bus_bytes + int((over_bus * self._bytes).sum()),
        )
        self._num_counts += 1
        if self._num_counts % _SAVED_EVERY == 0:
            self._usage.save()

    def _begin(self) -> None:
        """Take slots from the experts read least, and start to copy those read most there."""
        for row, coming, leaving in self._swaps():
            slot = self._memory.evict(self._numbers[row], leaving)
            self._resident[row, leaving] = False
            self._moves.append(_Move(row, coming, slot))
        if not self._moves:
            return
        self._memory.publish()
        with self._background.after_launched():
            for move in self._moves:
                self._memory.copy_in(self._numbers[move.row], move.expert, move.slot)

    def _finish(self) -> None:
        self._background.join()
        for move in self._moves:
            self._memory.admit(self._numbers[move.row], move.expert, move.slot)
            self._resident[move.row, move.expert] = True
        self._memory.publish()
        self._moves = []

    def _swaps(self) -> list[tuple[int, int, int]]:
        """(row, expert that comes, expert that leaves), those that save most first."""
        scores = self._usage.scores
        coming = np.where(self._has_copy & ~self._resident, scores, 0)
        leaving = np.where(self._has_copy & self._resident, scores, np.inf)
        most, least = np.argsort(-coming, axis=1), np.argsort(leaving, axis=1)
        gained, lost = (
            np.take_along_axis(each, order, 1) for each, order in ((coming, most), (leaving, least))
        )
        gains = gained - lost
        noise = _NOISE * np.sqrt(gained + lost)
        rows, ranks = np.nonzero((gains > _LEAST_GAIN) & (gains > noise))
        chosen: list[tuple[int, int, int]] = []
        left = _BATCH_BYTES
        for index in np.argsort(-gains[rows, ranks], kind="stable"):
            row, rank = int(rows[index]), int(ranks[index])
            left -= int(self._bytes[row])
            if left < 0 and chosen:
                break
            chosen.append((row, int(most[row, rank]), int(least[row, rank])))
        return chosen

    def _mask(self, of: Callable[[ExpertLayer], Container[int]]) -> NDArray[np.bool_]:
        """Whether each expert [layers, E] is among those that `of` names."""
        mask = np.zeros(self._memory.reads.shape, np.bool_)
        for row, layer in enumerate(self._memory.layers.values()):
            named = of(layer)
            mask[row, : layer.placement.num_experts] = [
                expert in named for expert in range(layer.placement.num_experts)
            ]
        return mask


class _Mark:
    """A point in the device's work; off a GPU work is done when it is launched."""

    def __init__(self, device: torch.device) -> None:
        is_cuda = device.type == "cuda"
        self.event = torch.cuda.Event() if is_cuda else None  # type: ignore[no-untyped-call]

    def record(self) -> None:
        """Set it after all that was launched on the current stream."""
        if self.event is not None:
            self.event.record()

    @property
    def is_reached(self) -> bool:
        """Whether all that is done."""
        return self.event is None or bool(self.event.query())  # type: ignore[no-untyped-call]


class _Background:
    """A stream beside that of the steps."""

    def __init__(self, device: torch.device) -> None:
        is_cuda = device.type == "cuda"
        self.stream = torch.cuda.Stream(device) if is_cuda else None  # type: ignore[no-untyped-call]
        self._launched, self._done = _Mark(device), _Mark(device)

    @contextmanager
    def after_launched(self) -> Iterator[None]:
        """What is launched within begins when all that was launched before has ended."""
        if self.stream is None or self._launched.event is None:
            yield
            return
        self._launched.record()
        with torch.cuda.stream(self.stream):
            self.stream.wait_event(self._launched.event)
            yield
            self._done.record()

    @property
    def is_done(self) -> bool:
        """Whether all launched within `after_launched` has ended."""
        return self._done.is_reached

    def wait(self) -> None:
        """Wait until it is idle."""
        if self.stream is not None:
            self.stream.synchronize()

    def join(self) -> None:
        """Let what is launched from now on begin after it."""
        if self._done.event is not None:
            torch.cuda.current_stream().wait_event(self._done.event)
