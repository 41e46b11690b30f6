"""A loaded model with its static memory: prefill, decode and verify by position. Knows no text."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.cache.arena import Arena
from engine.cache.state import ModelState
from engine.config import MAX_DRAFT_TOKENS, EngineConfig, SamplingParams, Toggles
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.layers.buffers import allocate_buffers
from engine.models.registry import find_architecture
from engine.models.weights import WeightReader
from engine.runtime.backend import Backend
from engine.runtime.counters import StepCounters
from engine.runtime.ladder import next_chunk_len
from engine.runtime.memory import check_fits, resolve_context_len
from engine.runtime.profile import StepProfile
from engine.runtime.step_key import Role
from engine.runtime.step_runner import StepRunner

MAX_LOGIT_ROWS = MAX_DRAFT_TOKENS + 1


class ReplayEngine:
    """A model's static tensors, which keep their addresses until `close`.

    Cache rows are positions: the caller chooses a token's position and overwrites rejected rows.
    """

    def __init__(
        self,
        file: GGUFFile,
        config: EngineConfig,
        backend: Backend,
        on_progress: Callable[[str, float], None],
        on_fallback: Callable[[str], None],
        on_plan: Callable[[int], None] = lambda _num_bytes: None,
    ) -> None:
        metadata = ModelMetadata(file.metadata)
        architecture = find_architecture(metadata.architecture)
        self.backend = backend
        self.model_config = architecture.read_config(metadata, file.tensors)
        self.context_len = resolve_context_len(config, self.model_config)
        max_width = max(*backend.prefill_widths, MAX_LOGIT_ROWS)
        sizes = self.model_config.step_sizes(self.context_len)
        needs = backend.memory_needs(self.model_config, file.tensors.values(), config)
        check_fits(file.path.name, needs, self.context_len, backend.memory_free())
        plan = needs.plan(self.context_len)
        if backend.device.type == "cpu":
            on_plan(plan.total_bytes)
        self.kv_type = needs.kv_type
        reader = WeightReader(
            file,
            backend.create_store(),
            lambda fraction: on_progress("reading weights", fraction),
        )
        self.model = architecture.load(self.model_config, reader, self.context_len)
        self._arena = Arena(backend.device)
        shapes = self.model_config.layer_shapes(self.context_len)
        snapshots = needs.num_snapshots(self.context_len)
        self.state = ModelState(
            self._arena, shapes, self.context_len, self.kv_type, num_snapshots=snapshots
        )
        kernels = backend.create_kernels(self._arena, sizes, max_width)
        self.runner = StepRunner(
            model=self.model,
            kernels=kernels,
            buffers=allocate_buffers(self._arena, kernels, sizes, max_width, MAX_LOGIT_ROWS),
            state=self.state,
            device=backend,
            on_fallback=on_fallback,
        )
        self.runner.toggles = config.toggles
        self.weights_bytes = needs.weights_bytes
        self.kv_bytes = self.state.num_bytes
        self.scratch_bytes = plan.scratch_bytes

    def warm_up(self) -> None:
        """Run each kind of step once, to compile kernels and touch memory."""
        runner = self.runner
        toggles, runner.toggles = runner.toggles, Toggles(graph=False)
        runner.run(Role.DECODE, [0], 0)
        runner.run(Role.VERIFY, [0], 0)
        for narrower in (0, *self.backend.prefill_widths[:-1]):
            if narrower < self.context_len:
                runner.run(Role.PREFILL, [0] * (narrower + 1), 0)
        runner.toggles, runner.counters = toggles, StepCounters()

    def begin_answer(self, sampling: SamplingParams, seed: int) -> None:
        """Sample with `sampling` and `seed` from now on."""
        self.backend.begin_answer(sampling, seed)

    def prefill(self, ids: Sequence[int], position: int) -> Iterator[int]:
        """Compute keys and values of `ids` in chunks; yields the number done after each chunk."""
        done = 0
        while done < len(ids):
            end = done + next_chunk_len(len(ids) - done, self.backend.prefill_widths)
            self.runner.run(Role.PREFILL, ids[done:end], position + done)
            self.backend.synchronize()  # so that progress is real and a stop is seen
            done = end
            yield done

    def decode(self, token_id: int, position: int, *, lookahead: bool = False) -> int:
        """The id sampled for `position` + 1, after `token_id` and the cached tokens before it.

        `lookahead` announces decode(returned id, position + 1) as the likely next call.
        """
        return self.backend.decode(self.runner, token_id, position, lookahead=lookahead)

    def verify(self, ids: Sequence[int], position: int) -> Iterable[int]:
        """The id sampled after each of `ids`, all assumed accepted; read before the next step."""
        return self.backend.verify(self.runner, ids, position)

    def logits(self, ids: Sequence[int], position: int) -> NDArray[np.float32]:
        """Logits float32 [len(ids), V], row i for what follows ids[i]; at most MAX_LOGIT_ROWS ids.

        May be a view of the static buffer: read it before the next step.
        """
        runner = self.runner
        width_before, runner.verify_width = runner.verify_width, MAX_LOGIT_ROWS
        try:
            buffers = runner.run(Role.VERIFY, ids, position)
        finally:
            runner.verify_width = width_before
        logits: NDArray[np.float32] = buffers.logits[: len(ids)].cpu().numpy()
        return logits

    def profile(self, position: int) -> StepProfile:
        """Measure the decode step at `position`; overwrites rows of the KV cache from there on.

        There must be room for two more tokens.
        """
        return self.backend.profile(self.runner, position)

    def close(self) -> None:
        """Free everything; the engine cannot be used afterwards."""
        self.runner.release()
        self._arena.release()
        del self.runner, self.model, self.state
        self.backend.close()
