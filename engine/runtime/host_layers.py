"""The first layers of a model, computed by the processor where a GPU has no room for all.

Their hidden rows are copied once per step to where the other layers begin. Which step it is, and
how it is counted, is the business of those: this follows.
"""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.cache.state import ModelState
from engine.config import MAX_DRAFT_TOKENS, EngineConfig
from engine.layers.buffers import StepBuffers, allocate_buffers
from engine.models.config import ModelConfig
from engine.models.model_file import ModelFile
from engine.models.weights import WeightReader
from engine.runtime.device import Device
from engine.runtime.executor import CapturedStep
from engine.runtime.ladder import CPU_PREFILL_WIDTHS
from engine.runtime.load_plan import LoadPlan
from engine.runtime.row_upload import RowUpload
from engine.runtime.sequence import Rows, write_inputs
from engine.runtime.step_key import StepKey

_MOST_ROWS_AT_ONCE = MAX_DRAFT_TOKENS + 1  # of other steps than those of prompts


class HostLayers:
    """Implements `EarlierLayers`: a part of a model with the embedding, and the part's state.

    Wide steps are computed in chunks of the processor's own width; a row's bits do not depend on
    that.
    """

    def __init__(
        self,
        file: ModelFile,
        config: ModelConfig,
        reader: WeightReader,
        device: Device,
        *,
        context_len: int,
        kv_type: str,
        num_sequences: int,
    ) -> None:
        """Load the part of the model that `config` is of, from `reader`."""
        self._arena = arena = Arena(device.torch_device)
        store = device.create_store(arena)
        self._model = file.architecture.load(config, reader.into(store), context_len)
        shapes = config.layer_shapes(context_len)
        self.state = ModelState(arena, shapes, context_len, kv_type, num_sequences=num_sequences)
        sizes = config.step_sizes(context_len)
        self._prompt_width = CPU_PREFILL_WIDTHS[-1]
        width = max(self._prompt_width, _MOST_ROWS_AT_ONCE)
        executor = device.create_executor(arena, store, sizes, width, num_sequences)
        self._executor, self._kernels = executor, executor.kernels
        self._buffers = allocate_buffers(arena, self._kernels, sizes, width, 0, num_sequences)
        self._views: dict[int, StepBuffers] = {}
        self._targets: list[tuple[Tensor, Tensor, RowUpload]] = []
        self._inputs = np.zeros((5, 0), np.int32)
        self._is_computed = False

    def hand_over_to(self, buffers: StepBuffers, max_width: int) -> None:
        """Copy rows to `buffers` of the next part, whose widest step has `max_width` rows."""
        self._inputs = np.zeros((5, max_width), np.int32)
        own = self._model.handed_over(self._buffers)
        for source, target in zip(own, self._model.handed_over(buffers), strict=True):
            rows = torch.empty(max_width, source.shape[1])
            self._targets.append((source, rows, RowUpload(target)))

    def fill(self, rows: Sequence[Rows], token_ids: list[int]) -> None:
        write_inputs(self._inputs, rows, token_ids)
        self._is_computed = False

    def check(self, key: StepKey) -> None:
        self._executor.check(key, partial(self._launch, key))

    def run(self, key: StepKey) -> None:
        self.compute(self.width_of(key), partial(self._launch, key))
        self._is_computed = False

    def capture(self, key: StepKey, step: CapturedStep) -> CapturedStep:
        view = self._view(self.width_of(key))
        return _FollowedStep(
            self, self._executor.capture(key, view, partial(self._launch, key)), step
        )

    def replay(self, width: int, step: CapturedStep, following: CapturedStep) -> None:
        """Compute the filled rows by `step`, and replay `following` behind it."""
        self.compute(width, step.replay)
        following.replay()
        self._is_computed = False

    def compute(self, width: int, launch: Callable[[], None]) -> None:
        """Compute the filled rows, of which `launch` takes `width` at once, and hand them over.

        Not again where the step that followed has failed: recurrent states have taken the rows in.
        """
        num_rows = int(self._inputs[4, 0])
        if not self._is_computed:
            for begin in range(0, num_rows, width):
                self._compute_rows(begin, min(begin + width, num_rows), launch)
            self._is_computed = True
        for _, rows, upload in self._targets:
            upload.copy(rows[:num_rows])

    def _compute_rows(self, begin: int, end: int, launch: Callable[[], None]) -> None:
        block, count = self._buffers.input_block.numpy(), end - begin
        block[:4, :count] = self._inputs[:4, begin:end]
        block[4, 0] = count
        launch()
        for source, rows, _ in self._targets:
            rows[begin:end].copy_(source[:count])

    def close(self) -> None:
        """Free everything."""
        self._arena.release()
        self._targets.clear()
        self._views.clear()
        del self._model, self.state, self._executor, self._kernels, self._buffers

    def width_of(self, key: StepKey) -> int:
        """The rows computed at once of a step of `key`."""
        return key.width if key.width <= _MOST_ROWS_AT_ONCE else self._prompt_width

    def _view(self, width: int) -> StepBuffers:
        if width not in self._views:
            self._views[width] = self._buffers.rows(width)
        return self._views[width]

    def _launch(self, key: StepKey) -> None:
        view = self._view(self.width_of(key))
        self._model.forward(self._kernels, view, self.state, key.span, with_logits=False)


class _FollowedStep:
    """A captured step of the first layers, and the step of the others that follows it."""

    def __init__(self, layers: HostLayers, step: CapturedStep, following: CapturedStep) -> None:
        self.key = following.key
        self._layers = layers
        self._step = step
        self._following = following

    def can_replay(self, key: StepKey) -> bool:
        return self._step.can_replay(key) and self._following.can_replay(key)

    def replay(self) -> None:
        self._layers.replay(self._layers.width_of(self.key), self._step, self._following)

    def release(self) -> None:
        self._step.release()
        self._following.release()


def load_first_layers(
    file: ModelFile, config: EngineConfig, reader: WeightReader, device: Device, plan: LoadPlan
) -> HostLayers | None:
    """The layers that the processor computes by `plan`, if it computes any."""
    num_layers = plan.residency.host_layers
    if not num_layers:
        return None
    host, part = device.host(), file.config.part(0, num_layers)
    needs = host.memory_needs(part, file.gguf.tensors.values(), config)
    return HostLayers(
        file, part, reader, host, context_len=plan.context_len, kv_type=needs.kv_type,
        num_sequences=config.num_sequences,
    )  # fmt: skip
