"""Whole steps of a model on the CUDA kernels, against reference logits: short steps, and prompt steps."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.cache.arena import Arena
from engine.cache.state import SequenceState
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.kernels.cuda import CudaKernels
from engine.kernels.gpu_weights import GpuWeights
from engine.layers.buffers import allocate_buffers
from engine.models.registry import find_architecture
from engine.models.weights import WeightReader

FLOAT_TOLERANCE = 1e-4  # of the logits' standard deviation: float32 throughout
CODE_TOLERANCE = 0.14  # activations as int8 codes: what llama.cpp's own kernels reach
PROMPT_TOLERANCE = 0.14  # bfloat16 products
ARCHITECTURES = ["granite", "llama", "mistral3", "phi3", "smollm3"]
CAPACITY, PROMPT_WIDTH = 300, 32


class Loaded:
    """A model on the CUDA kernels, run step by step."""

    def __init__(self, path: Path, device: str) -> None:
        with GGUFFile.open(path) as file:
            metadata = ModelMetadata(file.metadata)
            architecture = find_architecture(metadata.architecture)
            config = architecture.read_config(metadata, file.tensors)
            store = GpuWeights(torch.device(device))
            reader = WeightReader(file, store, lambda _: None)
            self.model = architecture.load(config, reader, CAPACITY)
        arena = Arena(torch.device(device))
        sizes = config.step_sizes(CAPACITY)
        self.kernels = CudaKernels(arena, sizes, PROMPT_WIDTH, store)
        self.buffers = allocate_buffers(arena, self.kernels, sizes, PROMPT_WIDTH, 16)
        self.state = SequenceState(arena, config.layer_shapes(CAPACITY), CAPACITY, "f32")

    def step(self, ids: list[int], position: int, width: int) -> torch.Tensor:
        """Logits [len(ids), V] of a step of `width` rows; nothing for a prompt step."""
        b, n = self.buffers.rows(width), len(ids)
        b.inputs.token_ids[:n] = torch.tensor(ids, dtype=torch.int32)
        b.inputs.positions[:n] = torch.arange(position, position + n, dtype=torch.int32)
        b.inputs.kv_rows.copy_(b.inputs.positions)
        b.inputs.num_rows.fill_(n)
        with_logits = width <= 16
        self.model.forward(self.kernels, b, self.state, CAPACITY, with_logits=with_logits)
        return b.logits[:n].cpu().clone() if with_logits else torch.empty(0)


def largest_error(logits: torch.Tensor, case: Any, positions: np.ndarray) -> float:
    """In units of the logits' standard deviation, over the positions of the case within the prompt."""
    rows = {position: row for row, position in enumerate(case["positions"].tolist())}
    expected = torch.from_numpy(
        np.stack([case["exact_logits"][rows[position]] for position in positions.tolist()])
    )
    return float((logits - expected).abs().max() / case["exact_logits"].std())


@pytest.mark.parametrize(
    ("name", "tolerance"),
    [
        ("tiny-llama", FLOAT_TOLERANCE),
        ("tinyq-llama-Q4_K", CODE_TOLERANCE),
    ],
)
def test_logits_of_short_steps(golden_dir: Path, name: str, tolerance: float, device: str) -> None:
    case = np.load(golden_dir / f"{name}.npz")
    ids = case["prompt_ids"].tolist()[:15]
    loaded = Loaded(golden_dir / str(case["gguf_file"]), device)
    logits = torch.cat([loaded.step(ids[:10], 0, 16), loaded.step(ids[10:], 10, 8)])
    positions = case["positions"][case["positions"] < len(ids)]
    assert largest_error(logits[positions], case, positions) < tolerance


@pytest.mark.parametrize(
    ("name", "tolerance"),
    [
        *((f"tiny-{name}", FLOAT_TOLERANCE) for name in ARCHITECTURES),
        ("tinyq-llama-Q6_K", PROMPT_TOLERANCE),
    ],
)
def test_a_prompt_step_leaves_the_same_cache(
    golden_dir: Path, name: str, tolerance: float, device: str
) -> None:
    case = np.load(golden_dir / f"{name}.npz")
    ids = case["prompt_ids"].tolist()
    loaded = Loaded(golden_dir / str(case["gguf_file"]), device)
    last = case["positions"][case["positions"] >= PROMPT_WIDTH][:1]
    at = int(last[0])
    loaded.step(ids[:PROMPT_WIDTH], 0, PROMPT_WIDTH)
    loaded.step(ids[PROMPT_WIDTH:at], PROMPT_WIDTH, PROMPT_WIDTH)
    logits = loaded.step(ids[at : at + 1], at, 1)
    assert largest_error(logits, case, last) < tolerance
