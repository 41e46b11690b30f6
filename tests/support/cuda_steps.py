"""Whole steps of a model on the CUDA kernels, on a device or, with CPU tensors, in Triton's interpreter."""

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import torch

from engine.cache.arena import Arena
from engine.cache.state import ModelState, OtherLayers
from engine.gguf.drafter_kind import DrafterKind
from engine.kernels.cpu.weights import CpuWeights
from engine.kernels.cuda.expert_memory import ExpertMemory, ExpertPlacement
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.launching.checked_kernel import checked_launches
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.step_bounds import StepBounds
from engine.layers.buffers import StepBuffers, allocate_buffers
from engine.models.config import ModelConfig
from engine.models.drafter_file import open_drafter
from engine.models.feature_drafter import FeatureDrafter
from engine.models.head_file import open_head
from engine.models.model_file import open_model
from engine.models.weights import WeightReader
from engine.runtime.cpu_device import CpuDevice
from engine.runtime.host_experts import HostExperts
from engine.runtime.host_layers import HostLayers
from engine.runtime.sequence import Rows, Sequence
from engine.runtime.step_key import Role, StepKey
from engine.speculation.kinds import named_source


class CudaSteps:
    """A model on the CUDA kernels, run step by step."""

    def __init__(
        self,
        path: Path,
        device: str,
        capacity: int,
        max_width: int,
        trunk: "CudaSteps | None" = None,
        store: CudaWeights | None = None,
        num_host_layers: int = 0,
        narrow_vocab_size: int = 0,
        placed: Callable[[int], ExpertPlacement] | None = None,
    ) -> None:
        """Load the model at `path`; its prediction head, or its drafter, for `trunk`.

        The processor computes the first `num_host_layers`. Steps with logits are narrow if it has
        a `narrow_vocab_size`. A layer of so many experts has them where `placed` says.
        """
        self.capacity = capacity
        with contextlib.ExitStack() as stack:
            if trunk is None:
                file = stack.enter_context(open_model(path))
            else:
                source = named_source(str(path), path)
                is_head = source is None or source.kind in (DrafterKind.HEAD, DrafterKind.MODEL)
                opened = (open_head if is_head else open_drafter)(path, trunk.model.config)
                file = stack.enter_context(opened).of(trunk.model)
            config = replace(file.config, narrow_vocab_size=narrow_vocab_size)
            if placed is not None:
                store = _store_of(config, placed, torch.device(device))
            self.store = store = store or CudaWeights(Arena(torch.device(device)))
            reader = WeightReader(file.gguf, store, lambda _: None)
            self.before: HostLayers | None = None
            if num_host_layers:
                self.before = HostLayers(
                    file, config.part(0, num_host_layers), reader, CpuDevice(),
                    context_len=capacity, kv_type="f32", num_sequences=1,
                )  # fmt: skip
                config = config.part(num_host_layers, config.num_layers)
            self.model = file.architecture.load(config, reader, capacity)
        arena = Arena(torch.device(device))
        if isinstance(self.model, FeatureDrafter):
            self.model.kept = arena.allocate(1, capacity, self.model.config.features_size)
            self.model.own = arena.allocate(1, capacity, config.hidden_size)
        elif trunk is not None:
            taps = arena.allocate(1, capacity, trunk.model.config.hidden_size)
            self.model.taps = trunk.model.taps = taps
        sizes = config.step_sizes(capacity)
        self.host_experts: HostExperts | None = None
        if store.experts is not None and store.experts.helped is not None:
            on = torch.device(device)
            self.host_experts = HostExperts(store.experts.helped, sizes, max_width, on, 1)
        self.kernels = CudaKernels(arena, sizes, max_width, store)
        self.buffers = allocate_buffers(arena, self.kernels, sizes, max_width, 16)
        others = OtherLayers(None if trunk is None else trunk.state)
        shapes = config.layer_shapes(capacity)
        if self.before is not None:
            self.before.hand_over_to(self.buffers, max_width)
        self.state = ModelState(arena, shapes, capacity, "f32", others=others)

    def step(
        self,
        ids: list[int],
        position: int,
        width: int,
        *,
        is_prompt: bool = False,
        cache_row: int | None = None,
    ) -> torch.Tensor:
        """Logits [len(ids), V] of a step of `width` rows; nothing for a prompt step.

        With a `cache_row` it is that of all rows.
        """
        b, n = self.buffers.rows(width), len(ids)
        b.inputs.token_ids[:n] = torch.tensor(ids, dtype=torch.int32)
        b.inputs.positions[:n] = torch.arange(position, position + n, dtype=torch.int32)
        b.inputs.kv_rows.copy_(b.inputs.positions)
        if cache_row is not None:
            b.inputs.kv_rows.fill_(cache_row)
        b.inputs.sequences.zero_()
        b.inputs.num_rows.fill_(n)
        with_logits = width <= 16 and not is_prompt
        if self.before is not None:
            self.before.fill([Rows(Sequence(self.state.sequences[0]), position, n)], ids)
            role = Role.PREFILL if width > 16 or is_prompt else Role.VERIFY
            self.before.run(StepKey(role, width, self.capacity, "f32"))
        bounds = StepBounds(width, self.capacity, self.model.config.vocab_size)
        with checked_launches(bounds, runs=False):  # as before each capture
            self._forward(b, with_logits=with_logits)
        if self.host_experts is not None and n:
            self.host_experts.expect_step()
        self._forward(b, with_logits=with_logits)
        return b.logits[:n].cpu().clone() if with_logits else torch.empty(0)

    def _forward(self, b: StepBuffers, *, with_logits: bool) -> None:
        is_narrow = with_logits and self.model.narrow is not None
        self.model.forward(
            self.kernels, b, self.state, self.capacity, with_logits=with_logits, is_narrow=is_narrow
        )


def _store_of(
    config: ModelConfig, placed: Callable[[int], ExpertPlacement], device: torch.device
) -> CudaWeights:
    """A store of a model whose experts lie where `placed` says."""
    placements = {
        number: placed(layer.experts.num_experts)
        for number, layer in enumerate(config.layers)
        if layer.experts is not None
    }
    memory = ExpertMemory(Arena(device), placements)
    return CudaWeights(Arena(device), memory, frozenset(), CpuWeights())
