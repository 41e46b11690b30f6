"""Whole steps of models over rows of several sequences, on the CPU: each gets the bits it gets alone."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from random import Random

import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.cache.state import ModelState
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.cpu.weights import CpuWeights
from engine.kernels.sizes import MAX_LOGGED_ROWS
from engine.layers.buffers import allocate_buffers
from engine.models.config import ModelConfig
from engine.models.decoder import Decoder
from engine.models.registry import find_architecture
from engine.models.weights import WeightReader
from tests.support.runs import Run, SequencePlace, inputs_of, random_step

NUM_SEQUENCES, LENGTH, CAPACITY, PROMPT_WIDTH = 3, 90, 96, 32
# Windows and shared caches, sinks and experts, short convolutions, delta rules.
NAMES = ["llama", "gemma3", "gemma4-e4b", "gpt-oss", "lfm2", "qwen35"]


def load(path: Path) -> tuple[ModelConfig, Decoder]:
    with GGUFFile.open(path) as file:
        metadata = ModelMetadata(file.metadata)
        architecture = find_architecture(metadata.architecture)
        config = architecture.read_config(metadata, file.tensors)
        reader = WeightReader(file, CpuWeights(), lambda _: None)
        return config, architecture.load(config, reader, CAPACITY)


class Steps:
    """Steps of a model with room for `num_sequences`; each is checked before it runs."""

    def __init__(self, config: ModelConfig, model: Decoder, num_sequences: int) -> None:
        self._model = model
        arena, sizes = Arena(torch.device("cpu")), config.step_sizes(CAPACITY)
        self._kernels = CpuKernels(arena, sizes, PROMPT_WIDTH)
        self._buffers = allocate_buffers(
            arena, self._kernels, sizes, PROMPT_WIDTH, MAX_LOGGED_ROWS, num_sequences
        )
        shapes = config.layer_shapes(CAPACITY)
        self._state = ModelState(arena, shapes, CAPACITY, "f32", num_sequences=num_sequences)

    def __call__(self, runs: Sequence[Run], ids: Sequence[int], width: int) -> Tensor:
        """Logits of the rows of `runs`, [rows, V]; nothing of a prompt step."""
        inputs = inputs_of(runs, width)
        inputs.token_ids[: len(ids)] = torch.tensor(ids, dtype=torch.int32)
        buffers, has_logits = self._buffers.rows(width), width <= MAX_LOGGED_ROWS
        buffers = replace(buffers, inputs=inputs)
        with self._kernels.recording() as tape:
            self._model.forward(
                self._kernels, buffers, self._state, CAPACITY, with_logits=has_logits
            )
        for loop, arguments in tape:
            loop(*arguments)
        return buffers.logits[: len(ids) if has_logits else 0].clone()


@pytest.mark.parametrize("name", NAMES)
def test_a_sequence_gets_the_logits_it_gets_alone(golden_dir: Path, name: str) -> None:
    random = Random(42)
    config, model = load(golden_dir / f"tiny-{name}.gguf")
    mixed = Steps(config, model, NUM_SEQUENCES)
    alone = [Steps(config, model, 1) for _ in range(NUM_SEQUENCES)]
    places = [SequencePlace(LENGTH) for _ in alone]
    for _ in range(20):
        runs, width = random_step(random, places, PROMPT_WIDTH)
        ids = [[random.randrange(config.vocab_size) for _ in run.positions] for run in runs]
        logits = mixed(runs, list(chain(*ids)), width)
        for run, own in zip(runs, ids, strict=True):
            own_width = PROMPT_WIDTH if width == PROMPT_WIDTH else len(own)
            expected = alone[run.sequence]([replace(run, sequence=0)], own, own_width)
            assert torch.equal(expected, logits[: len(expected)])
            logits = logits[len(expected) :]
