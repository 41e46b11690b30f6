"""A loaded model with its static memory: prefill, decode and verify by position. Knows no text."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
import psutil
import torch
from numpy.typing import NDArray

from engine.cache.arena import Arena
from engine.cache.kv_cache import KVCache
from engine.config import MAX_DRAFT_TOKENS, EngineConfig, Toggles
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.kernels.cpu import CpuKernels, check_processor, set_num_threads
from engine.layers.buffers import BufferSizes, allocate_buffers
from engine.models.config import ModelConfig
from engine.models.registry import find_architecture
from engine.models.weights import WeightReader
from engine.runtime.counters import StepCounters
from engine.runtime.ladder import PREFILL_WIDTH
from engine.runtime.memory import (
    check_fits,
    plan_memory,
    resolve_context_len,
    resolve_kv_type,
)
from engine.runtime.step_key import Role
from engine.runtime.step_runner import StepRunner
from engine.runtime.tape import Tape

MAX_LOGIT_ROWS = MAX_DRAFT_TOKENS + 1

Logits = NDArray[np.float32]


class ReplayEngine:
    """Everything of a model that stays at one address until `close`.

    Rows are positions: the caller says where a token goes, and overwrites rows it rejects.
    Logits returned are views of the static buffer: read them before the next step.
    """

    def __init__(
        self,
        file: GGUFFile,
        config: EngineConfig,
        on_progress: Callable[[str, float], None],
        on_fallback: Callable[[str], None],
    ) -> None:
        check_processor()
        metadata = ModelMetadata(file.metadata)
        architecture = find_architecture(metadata.architecture)
        self.model_config = architecture.read_config(metadata, file.tensors)
        self.kv_type = resolve_kv_type(config)
        self.context_len = resolve_context_len(config, self.model_config)
        plan = plan_memory(
            self.model_config,
            file.tensors.values(),
            self.context_len,
            self.kv_type,
            PREFILL_WIDTH,
        )
        check_fits(file.path.name, plan, self.context_len)
        self.threads = set_num_threads(config.threads or default_threads())
        reader = WeightReader(file, lambda fraction: on_progress("reading weights", fraction))
        self.model = architecture.load(self.model_config, reader, self.context_len)
        self._arena = Arena(torch.device("cpu"))
        self.cache = _allocate_cache(self._arena, self.model_config, self.context_len, self.kv_type)
        kernels = CpuKernels()
        self.runner = StepRunner(
            model=self.model,
            kernels=kernels,
            buffers=allocate_buffers(
                self._arena, _buffer_sizes(self.model_config), PREFILL_WIDTH, MAX_LOGIT_ROWS
            ),
            cache=self.cache,
            capture=partial(Tape.capture, kernels),
            on_fallback=on_fallback,
        )
        self.runner.toggles = config.toggles
        self.weights_bytes = plan.weights_bytes
        self.kv_bytes = self.cache.num_bytes

    def warm_up(self) -> None:
        """Run each kind of step once: kernels are compiled and memory is touched before it matters."""
        runner = self.runner
        toggles, runner.toggles = runner.toggles, Toggles(graph=False)
        for role in Role:
            runner.run(role, [0], 0)
        runner.toggles, runner.counters = toggles, StepCounters()

    def prefill(self, ids: Sequence[int], position: int) -> Iterator[int]:
        """Compute keys and values of `ids` in chunks; yields how many are done after each chunk."""
        for begin in range(0, len(ids), PREFILL_WIDTH):
            chunk = ids[begin : begin + PREFILL_WIDTH]
            self.runner.run(Role.PREFILL, chunk, position + begin)
            yield begin + len(chunk)

    def decode(self, token_id: int, position: int) -> Logits:
        """Logits [V] of what follows `token_id`."""
        return _array(self.runner.run(Role.DECODE, [token_id], position).logits[0])

    def verify(self, ids: Sequence[int], position: int) -> Logits:
        """Logits [len(ids), V]: row i of what follows ids[i]."""
        return _array(self.runner.run(Role.VERIFY, ids, position).logits[: len(ids)])

    def close(self) -> None:
        """Free captured steps, cache and buffers."""
        self.runner.release()
        self._arena.release()


def default_threads() -> int:
    """One thread for each physical core, but one core left to other programs where there are three.

    Each kernel waits for its slowest thread, so a core that something else uses slows all of them.
    """
    cores = psutil.cpu_count(logical=False) or 1
    return cores if cores < 3 else cores - 1


def _allocate_cache(arena: Arena, model: ModelConfig, context_len: int, kv_type: str) -> KVCache:
    return KVCache(
        arena, model.num_layers, model.num_kv_heads, model.head_dim, context_len, kv_type
    )


def _buffer_sizes(model: ModelConfig) -> BufferSizes:
    return BufferSizes(
        hidden_size=model.hidden_size,
        qkv_size=model.qkv_size,
        num_heads=model.num_heads,
        attention_size=model.attention_size,
        intermediate_size=model.intermediate_size,
        vocab_size=model.vocab_size,
    )


def _array(tensor: torch.Tensor) -> NDArray[Any]:
    return tensor.numpy()
