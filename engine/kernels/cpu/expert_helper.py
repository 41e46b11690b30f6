"""A thread that answers a GPU's questions about experts (expert_mailbox.py). Knows no GPU."""

import logging
import threading
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.kernels.cpu.activations import ACTIVATIONS
from engine.kernels.cpu.crew import Crew
from engine.kernels.cpu.helper_loops import DOWN, GATE, UP, HelperTables, Mail, Scratch, serve
from engine.kernels.cpu.ir.panel import GROUP_CODE_BYTES, GROUP_RECORD_BYTES
from engine.kernels.cpu.weights import CpuStack
from engine.kernels.expert_mailbox import ANSWERED, EXPECTED, STOPPED, ExpertMailbox
from engine.kernels.operands import Activation
from engine.quants.panels import GROUP_COLS

logger = logging.getLogger(__name__)

ROWS_PER_CHUNK = 256  # bounds scratch

_Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class HelpedExperts:
    """The experts of one layer that the processor computes; stacks of len(experts) experts each.

    `experts` are their numbers in the model, in the order of the stacks. If there are none, nothing
    of the stacks is read.
    """

    experts: tuple[int, ...]
    gate: CpuStack  # [F, d] each
    up: CpuStack  # [F, d] each
    down: CpuStack  # [d, F] each

    @property
    def stacks(self) -> tuple[CpuStack, CpuStack, CpuStack]:
        """In the order of `HelperTables.weights`."""
        return self.gate, self.up, self.down


class ExpertHelper:
    """Answers the questions that come through `mailbox` about `layers` of `num_experts` experts.

    The mailbox's LAYER is an index into `layers`, all of one size F. Answers are those of
    `CpuExperts.mix` with the helped experts alone, bit for bit. `crew_size` threads compute, one of
    them the helper's own; they sleep while no question is expected. When anything goes wrong, the
    helper sets STOPPED and ends.
    """

    def __init__(
        self,
        mailbox: ExpertMailbox,
        num_experts: int,
        layers: Sequence[HelpedExperts],
        crew_size: int,
    ) -> None:
        self._helped = tuple(layers)
        self._layers = _layers_of(layers, num_experts)
        sizes = [layer.gate.num_rows for layer in layers if layer.experts]
        inner_size, num_cols = max(sizes, default=1), mailbox.rows.shape[1]
        most = int(self._layers.counts.max(initial=1))
        # x + -0.0 is x for every x, so loops need no other form for layers without biases.
        self._no_bias = np.full(most * max(inner_size, num_cols), -0.0, np.float32)
        self._owners: list[object] = [self._helped, self._no_bias]
        tensors = (mailbox.words, mailbox.rows, mailbox.experts, mailbox.weights, mailbox.mixed)
        mail = Mail(*[tensor.numpy() for tensor in tensors])
        self._words: NDArray[np.int64] = mail.words
        scratch = _scratch(mailbox, inner_size, most)
        crew, self._called = Crew(crew_size), threading.Event()
        crew.wake()
        stopped = mail._replace(words=np.ones_like(mail.words))
        serve(stopped, self._layers, scratch, crew.state)  # compiles it
        loop = (mail, self._layers, scratch, crew.state)
        self._thread = threading.Thread(
            target=_wait_and_serve, args=(self._called, crew, loop, self._owners), daemon=True
        )
        self._thread.start()
        self._stop = weakref.finalize(self, _stop, self._words, self._called)

    def bind(
        self,
        layer: int,
        activation: Activation,
        gate_bias: _Floats | None,
        up_bias: _Floats | None,
        down_bias: _Floats | None,
    ) -> None:
        """Say how a layer computes, before the first question about it; once is enough.

        Biases [E, F], [E, F], [E, d] are those of all the layer's experts. Raises ValueError if
        layers have different activations.
        """
        place, index = self._layers.activation, ACTIVATIONS.index(activation)
        if place[0] not in (-1, index):
            raise ValueError("All helped layers have one activation")
        place[0] = index
        if self._layers.biases[layer, GATE] != 0:
            return
        experts = list(self._helped[layer].experts)
        for column, bias in ((DOWN, down_bias), (UP, up_bias), (GATE, gate_bias)):
            kept = self._no_bias
            if bias is not None and experts:
                kept = np.ascontiguousarray(bias[experts], np.float32)
                self._owners.append(kept)
            self._layers.biases[layer, column] = kept.ctypes.data

    def expect(self, num_questions: int) -> None:
        """Say that so many more questions will come; before the step that asks is launched."""
        self._words[EXPECTED] += num_questions
        self._called.set()

    def close(self) -> None:
        """End the thread; a question without an answer gets none."""
        self._stop()
        self._thread.join()


def _layers_of(layers: Sequence[HelpedExperts], num_experts: int) -> HelperTables:
    count = len(layers)
    places = np.full((count, num_experts), -1, np.int32)
    for row, layer in zip(places, layers, strict=True):
        row[list(layer.experts)] = np.arange(len(layer.experts))
    tables = [[stack.table for stack in layer.stacks] for layer in layers]
    return HelperTables(
        weights=np.array(tables, np.int64).reshape(count, 3, 7),
        biases=np.zeros((count, 3), np.int64),
        counts=np.array([len(layer.experts) for layer in layers], np.int64),
        places=places,
        activation=np.full(1, -1, np.int64),
    )


def _scratch(mailbox: ExpertMailbox, inner_size: int, most: int) -> Scratch:
    """Scratch for layers with at most `most` helped experts."""
    (width, num_used), num_cols = mailbox.experts.shape, mailbox.rows.shape[1]
    rows = min(width, ROWS_PER_CHUNK)
    slots = rows * num_used

    def integers(*shape: int) -> NDArray[np.int32]:
        return np.zeros(shape, np.int32)

    def floats(*shape: int) -> _Floats:
        return np.zeros(shape, np.float32)

    groups = slots * -(-max(num_cols, inner_size) // GROUP_COLS)
    return Scratch(
        integers(rows, num_used),
        integers(slots),
        integers(most + 1),
        integers(most + 1),
        np.zeros(groups * GROUP_CODE_BYTES, np.int8),
        floats(groups, GROUP_RECORD_BYTES // 4),
        floats(slots, inner_size),
        floats(slots, num_cols),
    )


def _wait_and_serve(
    called: threading.Event, crew: Crew, loop: tuple[Any, ...], _owners: list[object]
) -> None:
    """Serve while questions are expected, until stopped. `_owners` have the memory of addresses."""
    words = loop[0].words
    try:
        while not words[STOPPED]:
            called.wait()
            called.clear()
            while not words[STOPPED]:
                crew.wake()
                serve(*loop)
                if words[ANSWERED] >= words[EXPECTED]:
                    break
    except Exception:
        logger.exception("The processor's experts failed")
        words[STOPPED] = 1


def _stop(words: NDArray[np.int64], called: threading.Event) -> None:
    words[STOPPED] = 1
    called.set()
