"""Whole steps of a model on the CUDA kernels, on a device or, with CPU tensors, in Triton's interpreter."""

from pathlib import Path

import torch

from engine.cache.arena import Arena
from engine.cache.state import ModelState
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.weights import CudaWeights
from engine.layers.buffers import allocate_buffers
from engine.models.model_file import open_model
from engine.models.weights import WeightReader


class CudaSteps:
    """A model on the CUDA kernels, run step by step."""

    def __init__(self, path: Path, device: str, capacity: int, max_width: int) -> None:
        self.capacity = capacity
        with open_model(path) as file:
            config = file.config
            store = CudaWeights(torch.device(device))
            reader = WeightReader(file.gguf, store, lambda _: None)
            self.model = file.architecture.load(config, reader, capacity)
        arena = Arena(torch.device(device))
        sizes = config.step_sizes(capacity)
        self.kernels = CudaKernels(arena, sizes, max_width, store)
        self.buffers = allocate_buffers(arena, self.kernels, sizes, max_width, 16)
        self.state = ModelState(arena, config.layer_shapes(capacity), capacity, "f32")

    def step(self, ids: list[int], position: int, width: int) -> torch.Tensor:
        """Logits [len(ids), V] of a step of `width` rows; nothing for a prompt step."""
        b, n = self.buffers.rows(width), len(ids)
        b.inputs.token_ids[:n] = torch.tensor(ids, dtype=torch.int32)
        b.inputs.positions[:n] = torch.arange(position, position + n, dtype=torch.int32)
        b.inputs.kv_rows.copy_(b.inputs.positions)
        b.inputs.sequences.zero_()
        b.inputs.num_rows.fill_(n)
        with_logits = width <= 16
        self.model.forward(self.kernels, b, self.state, self.capacity, with_logits=with_logits)
        return b.logits[:n].cpu().clone() if with_logits else torch.empty(0)
