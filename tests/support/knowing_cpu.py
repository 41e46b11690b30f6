"""A CPU that knows what its steps pick while others are launched, as a GPU does."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from engine.errors import NotFiniteError
from engine.kernels.cuda.sampling.accept import fill_next
from engine.layers.buffers import StepBuffers
from engine.runtime.cpu_executor import CpuExecutor
from engine.runtime.cuda_executor import fill_from
from engine.runtime.executor import Behind, LaterPicks
from engine.runtime.sequence import Rows
from engine.runtime.steps_behind import StepsBehind

WIDEST = 16


class KnowingCpu:
    """Lets the CPU know what it picks, as a GPU does, with the kernels of a GPU, interpreted.

    `num_launched` counts the steps that were launched so, `num_verified` the verify steps among
    them whose picks were used. As a GPU's, a decode step writes what it picks where the next one
    reads it. The picks of `imposed` steps are replaced.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.num_launched = self.num_verified = 0
        self.picked: list[int] = []
        self.imposed: dict[CpuExecutor, Callable[[int, list[int]], list[int]]] = {}
        self.own_picks, self.own_take = CpuExecutor.picks, StepsBehind.take
        for name in ("fill_behind", "fill_next", "picks_behind", "picks"):
            monkeypatch.setattr(CpuExecutor, name, _function(getattr(self, name)))
        monkeypatch.setattr(StepsBehind, "take", _function(self.take))

    def fill_behind(
        self, _: CpuExecutor, buffers: StepBuffers, other: CpuExecutor, launched: StepBuffers,
        what: Behind,
    ) -> bool:  # fmt: skip
        self.buffers, self.is_chain = buffers, False
        fill_from(what, launched.inputs, self._pick(other, launched), buffers.inputs)
        return True

    def picks(
        self, executor: CpuExecutor, step: StepBuffers, rows: Sequence[Rows]
    ) -> Iterator[int]:
        """At once: another step may follow before they are read."""
        return iter([*self.own_picks(executor, step, rows)])

    def take(self, behind: StepsBehind, *wanted: Any) -> Iterator[int] | None:
        picks = self.own_take(behind, *wanted)
        self.num_verified += picks is not None
        return picks

    def fill_next(self, _: CpuExecutor, buffers: StepBuffers) -> None:
        fill_next(buffers.inputs, torch.tensor(self.picked, dtype=torch.int32))
        self.is_chain = True

    def picks_behind(self, executor: CpuExecutor) -> LaterPicks:
        self.num_launched += 1
        i, picked = self.buffers.inputs, self._pick(executor, self.buffers)
        self.picked = picked.tolist()
        if self.is_chain:
            i.token_ids[0] = picked[0]
            i.positions[0] += 1
            i.kv_rows[0] += 1
        return lambda rows: islice(iter(picked.tolist()), sum(row.num_rows for row in rows))

    def _pick(self, executor: CpuExecutor, step: StepBuffers) -> torch.Tensor:
        """What is picked after each row of a step, int32 [R]."""
        i = step.inputs
        begin, num_rows = int(i.positions[0]), min(int(i.num_rows), WIDEST)
        sequence = SimpleNamespace(index=int(i.sequences[0]))
        rows = SimpleNamespace(sequence=sequence, position=begin, end=begin + num_rows)
        try:
            picks = [*self.own_picks(executor, step, [rows])]  # type: ignore[list-item]
        except NotFiniteError:
            picks = [-1] * num_rows
        if executor in self.imposed:
            picks = self.imposed[executor](begin, picks)
        return torch.tensor(picks, dtype=torch.int32)


def _function(method: Callable[..., Any]) -> Callable[..., Any]:
    """`method`, which is given what it becomes a method of."""
    return lambda *arguments: method(*arguments)  # noqa: PLW0108  a method of a class is a function
