"""A model on a device: weights, static memory, and the steps of its sequences. Knows no text."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from engine.cache.arena import Arena
from engine.cache.state import KVPlacement, ModelState, OtherLayers
from engine.config import MAX_DRAFT_TOKENS, EngineConfig, SamplingParams, Toggles
from engine.errors import RequestError
from engine.layers.buffers import allocate_buffers
from engine.layers.features import Features
from engine.models.decoder import Decoder
from engine.models.model_file import ModelFile
from engine.models.weights import WeightReader
from engine.runtime.decode_queue import UNCONSTRAINED, DecodeQueue
from engine.runtime.device import Device
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.host_layers import load_first_layers
from engine.runtime.ladder import chunk_ends, next_chunk_len
from engine.runtime.load_plan import ALONE, Beside, plan_load
from engine.runtime.logprobs import Logprobs, logprobs_of
from engine.runtime.memory import MemoryNeeds
from engine.runtime.profile import StepProfile
from engine.runtime.sequence import Rows, Sequence, StepCounters
from engine.runtime.step_key import Role
from engine.runtime.step_runner import StepRunner
from engine.runtime.steps_behind import StepsBehind
from engine.sampling.constraint import Constraint
from engine.sampling.sampler import NO_BIASES

MAX_LOGIT_ROWS = MAX_DRAFT_TOKENS + 1
_LEAST_TAKEN_OVER = 16  # tokens
_SHORT_PROMPT_ROWS = 64  # of the steps that read a question of some sentences


class LoadedModel:
    """One GGUF on one device. Its static tensors keep their addresses until `close`.

    Cache rows are positions: the caller chooses a token's position and overwrites rejected rows.
    """

    def __init__(
        self,
        file: ModelFile,
        config: EngineConfig,
        device: Device,
        on_progress: Callable[[str, float], None] = lambda _stage, _fraction: None,
        on_fallback: Callable[[str], None] = lambda _message: None,
        on_plan: Callable[[int], None] = lambda _num_bytes: None,
        beside: Beside = ALONE,
        target: "LoadedModel | None" = None,
    ) -> None:
        """Load `file`; where experts move, there is room for the drafter `beside` it later.

        A drafter may read the state and the ids of its `target`.
        """
        self.device = device
        self.config = file.config
        num_sequences = config.num_sequences
        planned = plan_load(file, config, device, beside)
        needs, self.residency = planned.needs, planned.residency
        self.context_len, self.num_parameters = planned.context_len, file.gguf.num_parameters
        plan = needs.plan(self.context_len)
        if device.torch_device.type == "cpu":
            on_plan(plan.total_bytes)
        self.kv_type, self.kv_is_reduced = needs.kv_type, needs.kv_is_reduced
        usage = ExpertUsage.of(file.gguf, self.residency)
        self._arena = Arena(device.torch_device, planned.arena_bytes)
        store = device.create_store(self._arena, self.residency, usage)
        reader = WeightReader(
            file.gguf, store, lambda fraction: on_progress("reading weights", fraction)
        )
        self._before = load_first_layers(file, config, reader, device, planned)
        own = self.config.part(self.residency.host_layers, self.config.num_layers)
        self.model = file.architecture.load(own, reader, self.context_len)
        self.state = self._create_state(needs, target)
        chunks = None if device.prompt_rows_are_exact else self._plan_chunks
        self.sequences = [Sequence(state, chunks) for state in self.state.sequences]
        sizes = own.step_sizes(self.context_len)
        self.prompt_widths = planned.prompt_widths
        self._prefill_widths = _prefill_widths(self.model, self.prompt_widths)
        max_width = max(*self.prompt_widths, MAX_LOGIT_ROWS)
        self._host_experts = device.create_host_experts(store, sizes, max_width)
        executor = device.create_executor(self._arena, store, sizes, max_width, num_sequences)
        executor.token_offset = self.model.token_offset
        executor.moves_cache_row = self.model.moves_cache_row
        self._executor = executor
        buffers = allocate_buffers(
            self._arena, executor.kernels, sizes, max_width, MAX_LOGIT_ROWS, num_sequences
        )
        if target is not None:
            buffers = replace(buffers, history=target._history)
        if self._before is not None:
            executor.steps_ahead = 0  # the processor needs the ids
            self._before.hand_over_to(buffers, max_width)
        self.runner = StepRunner(
            self.model, executor, buffers, self.state, self._prefill_widths, on_fallback,
            self._before,
        )  # fmt: skip
        self.runner.toggles = config.toggles
        if self._host_experts is not None:
            self.runner.on_launch = self._host_experts.expect_step
        self.promotion = device.create_promotion(store, usage)
        if self.promotion is not None:
            self.runner.on_launched = self.promotion.after_step
        self._history: Tensor = buffers.history
        self._hidden, self._logits, self._chain = buffers.hidden, buffers.logits, buffers.chain
        self._decoding = DecodeQueue(self.runner, executor)
        self.behind = StepsBehind(self.runner, executor, self._decoding)
        self.weights_bytes = needs.weights_bytes - self.residency.moved_bytes
        self.kv_bytes = self.state.num_bytes
        self.scratch_bytes = plan.scratch_bytes - self.residency.scratch_spared_bytes

    def _create_state(self, needs: MemoryNeeds, target: "LoadedModel | None") -> ModelState:
        where = self.residency
        return ModelState(
            self._arena,
            self.model.config.layer_shapes(self.context_len),
            self.context_len,
            self.kv_type,
            num_snapshots=needs.num_snapshots(self.context_len),
            num_sequences=needs.num_sequences,
            placement=KVPlacement(
                self.device.splits_kv_blocks, where.kv_device_len, where.snapshots_host_bytes > 0
            ),
            others=OtherLayers(
                None if target is None else target.state,
                None if self._before is None else self._before.state,
            ),
        )

    def warm_up(self) -> None:
        """Plan the steps, and run those of a short first answer: it finds them captured.

        That compiles kernels and touches memory.
        """
        runner, sequence = self.runner, self.sequences[0]
        toggles = runner.toggles
        if not toggles.kvpad:  # each step would be recaptured
            runner.toggles = Toggles(graph=False)
        runner.plan()
        runner.run(Role.DECODE, [Rows(sequence, 0)], [0])
        for narrower, width in pairwise((0, *self._prefill_widths)):
            if narrower < self.context_len and width <= _SHORT_PROMPT_ROWS:
                num_rows = narrower + 1
                runner.run(Role.PREFILL, [Rows(sequence, 0, num_rows)], [0] * num_rows)
        runner.toggles = toggles

    def check_lends(self, drafter: str) -> None:
        """Raise RequestError if the device lacks layers that the file `drafter` may read."""
        if self._before is not None:
            raise RequestError(
                f"{drafter} cannot draft here: it reads what the GPU has of a model, but the "
                "processor computes the first layers of this one; choose ngram, or let the GPU "
                "read those layers from main memory."
            )

    def keep_hidden_for(self, head: "LoadedModel | None", num_rows: int = 0) -> None:
        """Keep the last `num_rows` hidden rows of each sequence where `head` reads them.

        None: keep none any more. Captured steps are forgotten, and with a head what is cached.
        """
        self.runner.release()
        self.model.taps = None
        if head is None:
            return
        shape = (len(self.sequences), num_rows, self.config.hidden_size)
        self.model.taps = head.model.taps = head.allocate(*shape)
        for sequence in self.sequences:
            sequence.prefix.clear()
        self.warm_up()

    def keep_features(self, features: Features | None) -> None:
        """Keep hidden rows of some layers in `features`; None: keep none any more.

        Captured steps are forgotten, and with a ring what is cached.
        """
        self.runner.release()
        self.model.features = features
        if features is None:
            return
        for sequence in self.sequences:
            sequence.prefix.clear()
        self.warm_up()

    def allocate(self, *shape: int) -> Tensor:
        """A static float32 tensor of `shape` that is freed with the model."""
        return self._arena.allocate(*shape)

    def begin_answer(
        self,
        sequence: Sequence,
        sampling: SamplingParams,
        seed: int,
        biases: Mapping[int, float] = NO_BIASES,
    ) -> None:
        """Sample the tokens of `sequence` with `sampling` and `seed` from now on; count anew.

        `biases` are added to the logits of their ids.
        """
        self._decoding.clear()
        self.behind.forget()
        sequence.counters = StepCounters()
        self._executor.set_sampling(sequence.index, sampling, seed, biases=biases)

    def sharpen(
        self, sequence: Sequence, sampling: SamplingParams, seed: int, sharpness: int
    ) -> None:
        """Sample `sequence` as a drafter from the next step on; see `Executor.set_sampling`."""
        self._decoding.clear()
        self._executor.set_sampling(sequence.index, sampling, seed, sharpness)

    def confidences(self, num_rows: int) -> list[float]:
        """How likely the drafts of the last block's first rows are right, if it has rated them."""
        assert self._chain is not None  # a drafter's that rates
        confidences: list[float] = self._chain.confidences[:num_rows].tolist()
        return confidences

    def rivals(self, sequence: Sequence, position: int) -> list[int]:
        """What a drafter would have picked for `position` with each sharpness."""
        return self._executor.rivals(sequence.index, position)

    def takes_over(self, num_tokens: int) -> bool:
        """Whether a sequence takes over so many tokens that another has computed.

        Not where a drafter reads rows that would not be there.
        """
        has_drafter = self.model.taps is not None or self.model.features is not None
        return num_tokens >= _LEAST_TAKEN_OVER and not has_drafter

    def extend_prefix(self, sequence: Sequence, ids: list[int]) -> None:
        """Take over what another sequence has computed of `ids`, if it is more."""
        if len(self.sequences) == 1:
            return
        other = max(self.sequences, key=lambda each: each.prefix.count_kept(ids))
        if self.takes_over(other.prefix.count_kept(ids) - len(sequence.prefix)):
            end = sequence.prefix.extend_from(other.prefix, ids)
            self._history[sequence.index, :end].copy_(self._history[other.index, :end])

    def _plan_chunks(self, num_tokens: int) -> list[int]:
        """Where the chunks of a prompt of `num_tokens` end."""
        return chunk_ends(num_tokens, self._prefill_widths)

    def chunk_len(self, num_tokens: int) -> int:
        """How many of `num_tokens` of a prompt the next `prefill` computes."""
        return next_chunk_len(num_tokens, self._prefill_widths)

    def prefill(self, sequence: Sequence, ids: list[int], position: int) -> int:
        """Compute keys and values of the next chunk of `ids`; returns its length."""
        self._decoding.clear()
        num_rows = self.chunk_len(len(ids))
        rows = Rows(sequence, position, num_rows)
        self.runner.run(Role.PREFILL, [rows], ids[:num_rows])
        if num_rows > MAX_LOGIT_ROWS and self._before is None:
            self.device.synchronize()  # so that progress is real and a stop is seen
        return num_rows

    def prefilled_rows(self, num_rows: int) -> Tensor:
        """Hidden rows [num_rows, d] of the last `prefill`, before the final norm: static memory."""
        return self._hidden[:num_rows]

    def decode(
        self,
        rows: list[Rows],
        token_ids: list[int],
        *,
        ahead: int = 0,
        constraints: Mapping[int, Constraint] = UNCONSTRAINED,
    ) -> list[int]:
        """The ids sampled after a row of each of some sequences, and taken by their constraints.

        `ahead` is the number of steps that are likely to follow, each over the ids returned last.
        Raises NotFiniteError and TooComplexError: nothing is taken then.
        """
        return self._decoding.decode(rows, token_ids, ahead=ahead, constraints=constraints)

    @property
    def runs_ahead(self) -> bool:
        """Whether steps are launched before their outcome is needed, and nothing waits for them."""
        return self._executor.steps_ahead > 0

    def start_decode(self, rows: list[Rows], token_ids: list[int]) -> None:
        """Launch the step that the next `decode` is likely to want; its ids need not be read."""
        self._decoding.start(rows, token_ids)

    def logprobs(self, row: int, token_id: int, num_top: int) -> Logprobs:
        """Of what was picked after a row of the last decode step, none of which ran ahead."""
        return logprobs_of(self._logits[row], token_id, num_top)

    def verify(self, rows: Rows, token_ids: list[int]) -> Iterator[int]:
        """The id sampled after each of `token_ids`, as if accepted; read before the next step."""
        picks = self.behind.take(rows, token_ids)
        if picks is not None:
            return picks
        self._decoding.clear()
        buffers = self.runner.run(Role.VERIFY, [rows], token_ids)
        return self._executor.picks(buffers, [rows])

    def logits_after(self, ids: list[int], positions: list[int]) -> NDArray[np.float32]:
        """Logits float32 [len(positions), V] after ids[position], computed from the first id on."""
        self.sequences[0].prefix.clear()
        out = np.empty((len(positions), self.config.vocab_size), np.float32)
        for begin in range(0, len(ids), MAX_LOGIT_ROWS):
            rows = self.logits(ids[begin : begin + MAX_LOGIT_ROWS], begin)
            for target, position in enumerate(positions):
                if begin <= position < begin + len(rows):
                    out[target] = rows[position - begin]
        return out

    def logits(
        self, ids: list[int], position: int, cache_row: int | None = None
    ) -> NDArray[np.float32]:
        """Logits float32 [len(ids), V], row i for what follows ids[i]; at most MAX_LOGIT_ROWS ids.

        Of the first sequence; see `Rows`. May be a view of the static buffer: read it before the
        next step.
        """
        runner = self.runner
        widths_before, runner.verify_widths = runner.verify_widths, (MAX_LOGIT_ROWS,)
        was_narrow, runner.is_narrow = runner.is_narrow, False
        try:
            rows = Rows(self.sequences[0], position, len(ids), cache_row)
            buffers = runner.run(Role.VERIFY, [rows], ids)
        finally:
            runner.verify_widths, runner.is_narrow = widths_before, was_narrow
        logits: NDArray[np.float32] = buffers.logits[: len(ids)].cpu().numpy()
        return logits

    def profile(self, position: int) -> StepProfile:
        """Measure the decode step at `position`; overwrites rows of the KV cache from there on.

        There must be room for two more tokens.
        """
        self._decoding.clear()
        return self.device.profile(self.runner, self._executor, Rows(self.sequences[0], position))

    def close(self) -> None:
        """Free everything; the model cannot be used afterwards."""
        self._decoding.clear()
        self.device.synchronize()
        if self.promotion is not None:
            self.promotion.close()
        if self._host_experts is not None:
            self._host_experts.close()
        self.runner.release()
        self._arena.release()
        if self._before is not None:
            self._before.close()
        del self._before, self._host_experts
        del self.runner, self.behind, self.model, self.state, self.sequences, self.promotion
        del self._executor, self._history, self._hidden, self._logits, self._chain, self._decoding
        self.device.reclaim_memory()


def _prefill_widths(model: Decoder, widths: tuple[int, ...]) -> tuple[int, ...]:
    """The rows of the prefill steps of `model`, ascending."""
    few = (MAX_LOGIT_ROWS,) if model.prefills_few else ()
    return (*few, *widths) if model.prefills else ()
