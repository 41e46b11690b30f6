"""A loaded model that answers requests: template, prefix reuse, generation, events."""

import contextlib
import itertools
import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.commands import Configure, CountTokens, Embed, Generate
from engine.config import (
    USUAL_CONTEXT_LEN,
    EngineConfig,
    SamplingParams,
    SpeculationConfig,
    validated,
)
from engine.errors import RequestError
from engine.events import Event, Finished, Meter, ModelInfo, Notice, Started, TokensCounted
from engine.freed_memory import trim_heap
from engine.models.model_file import ModelFile, open_model
from engine.models.pooling import read_pooling
from engine.runtime.device import Device, create_device
from engine.runtime.device_errors import device_errors, release_failed
from engine.runtime.load_plan import Beside
from engine.runtime.loaded_model import LoadedModel
from engine.sampling.constraint import Grammars
from engine.sampling.picking import Picking
from engine.scheduler.batch import Batch
from engine.scheduler.generation import Generation
from engine.scheduler.slots import Slots
from engine.session.answer import Answer
from engine.session.embedding import Embedder
from engine.session.forms import Forms
from engine.session.inspect import beside_drafter, drafter_needs
from engine.session.live_meter import LiveMeter
from engine.session.placement_notice import kv_notice, kv_place_notice, placement_notice
from engine.session.prompt import checked_ids
from engine.session.prompts import Prompts
from engine.session.stopping import StopChecker
from engine.session.token_hash import fnv1a64
from engine.session.tokenizer_reading import TokenizerReading
from engine.speculation.create import create_drafter
from engine.speculation.kinds import DraftSource, find_source, named_source
from engine.tokenizer.chat_template import ChatTemplate
from engine.tokenizer.detokenizer import Detokenizer
from engine.tokenizer.tokenizer import check_tokenizer_model

if TYPE_CHECKING:
    from engine.speculation.drafter import Drafter


class Session:
    """One model. All methods belong to the decode thread."""

    def __init__(
        self,
        file: ModelFile,
        reading: TokenizerReading,
        config: EngineConfig,
        device: Device,
        on_progress: Callable[[str, float], None],
        on_plan: Callable[[int], None] = lambda _num_bytes: None,
        notice: str | None = None,
    ) -> None:
        """Load `file`, whose tokenizer is in `reading`; `notice` is about the device's choice."""
        check_tokenizer_model(file.metadata.tokenizer_model)
        self._on_plan = on_plan
        self._planned_bytes: dict[str, int] = {}
        plan = partial(self._plan, "model")
        source = find_source(config.speculation.kind, file)
        drafter_bytes = drafter_needs(
            file, source, config, device.memory_needs, config.context_len or USUAL_CONTEXT_LEN,
            is_on_cpu=device.torch_device.type == "cpu",
        )  # fmt: skip
        on_weights = reading.checked_by(on_progress)
        self.model = LoadedModel(
            file, beside_drafter(config, source), device, on_weights, self._on_fallback, plan,
            Beside(drafter_bytes),
        )  # fmt: skip
        on_progress("reading the tokenizer", 0.0)
        words = reading.words()
        self.chat_template, self.tokenizer = reading.template(), reading.tokenizer()
        name, model = file.gguf.path.name, self.model
        placement = placement_notice(name, model.residency, model.config.num_layers)
        reduced = kv_notice(name, model.kv_type, is_reduced=model.kv_is_reduced)
        kept = kv_place_notice(name, model.residency)
        notices = (self.tokenizer.notice, notice, placement, reduced, kept)
        self.notices = tuple(text for text in notices if text)
        self._prompts = Prompts(self.tokenizer, self.model.context_len)
        self._forms = Forms(Grammars(self.tokenizer, self.model.config.vocab_size))
        self.speculation = SpeculationConfig()
        self.batch = Batch(self.model)
        self._path = file.gguf.path
        self._tokens = words.tokens
        pooling = read_pooling(file.metadata)
        self._embedder = Embedder(self.model, pooling, file.metadata.name)
        self._slots = Slots(self.model.sequences)
        self._fallback_notices: list[str] = []
        on_progress("preparing kernels", 0.0)
        self.model.warm_up()
        self.chat_template.try_out(partial(on_progress, "trying the chat template", 0.0))
        self.model.runner.toggles = config.toggles
        self._speculate(validated(config.speculation), source)
        self._plan_steps(on_progress)
        self.info = _describe(file, self.model, self.chat_template)

    @classmethod
    def load(
        cls,
        path: Path,
        config: EngineConfig,
        on_progress: Callable[[str, float], None] = lambda _stage, _fraction: None,
        on_plan: Callable[[int], None] = lambda _num_bytes: None,
    ) -> "Session":
        """Load the GGUF at `path`; `on_progress(stage, fraction)`. Raises EngineError.

        `on_plan` receives the planned bytes of main memory before they are taken; not on a GPU.
        """
        with open_model(path) as file, TokenizerReading(file.metadata) as reading:
            on_progress("starting the device", 0.0)
            device, notice = create_device(config, file)
            advice = f"choose a smaller context{_elsewhere(device)}"
            try:
                with device_errors(device, f"Loading {path.name}", advice):
                    return cls(file, reading, config, device, on_progress, on_plan, notice)
            except BaseException as error:
                release_failed(device, error)
                raise

    @property
    def drafter(self) -> "Drafter | None":
        """What drafts for the answer that runs alone."""
        return self.batch.drafting.drafter

    @drafter.setter
    def drafter(self, drafter: "Drafter | None") -> None:
        self.batch.drafting.drafter = drafter

    def generate(self, command: Generate) -> Iterator[Event]:
        """The events of `steps`, one by one."""
        return itertools.chain.from_iterable(self.steps(command))

    def steps(
        self, command: Generate, is_cancelled: Callable[[], bool] = lambda: False
    ) -> Iterator[list[Event]]:
        """Answer step by step; yields the events that are due after each step.

        Started, then ReasoningDelta, TextDelta and MeterUpdate events, then Finished.
        `is_cancelled` is asked before each step. As many answers as `info.num_sequences` may be
        under way, if each is asked for its next events in turn; steps that they share are run when
        the first asks. Raises RequestError before computing anything when the request cannot be
        served.
        """
        sampling = _checked_sampling(command)
        model = self.model
        try:
            prompt = yield from self._prompts.prepare(
                command.prompt, self.chat_template, is_cancelled
            )
            constraint = yield from self._forms.constrain(prompt, is_cancelled)
        except CancelledError:
            yield [Finished(command.request_id, "cancelled", "", (), fnv1a64(()), Meter())]
            return
        eog_ids = frozenset[int]() if command.ignore_end else self.tokenizer.eog_ids
        checker = StopChecker(eog_ids, (*command.stop, *prompt.stop_strings), command.max_tokens)
        detokenizer = Detokenizer(self.tokenizer, continues=prompt.continues, shown=prompt.mark_ids)
        seed = secrets.randbits(32) if sampling.seed is None else sampling.seed
        biases = dict(command.logit_bias)
        checked_ids(list(biases), self.tokenizer.num_tokens)
        picking = Picking(sampling, seed, biases, constraint, command.logprobs)
        with self._generation(prompt.ids, command.max_tokens, picking) as generation:
            answer = Answer(
                self.batch,
                generation,
                LiveMeter(model, generation.sequence),
                prompt.splitter,
                command.request_id,
                is_cancelled,
                self.take_fallback_notices,
            )
            started = Started(
                command.request_id, len(prompt.ids), generation.num_cached, prompt.dropped_turns,
                seed,
            )  # fmt: skip
            yield [started, Notice(prompt.notice)] if prompt.notice else [started]
            answer.resume(prompt.answer_ids, detokenizer)
            yield from answer.steps(checker, detokenizer)
        yield answer.end(checker, detokenizer)

    def embed(
        self, command: Embed, is_cancelled: Callable[[], bool] = lambda: False
    ) -> Iterator[list[Event]]:
        """Compute embeddings step by step, beside answers; the last step yields `Embedded`.

        Raises RequestError when the request cannot be served.
        """
        sequence = self._slots.take(())
        try:
            with self._device_errors("The embedding"):
                prepare = partial(
                    self._prompts.prepare, template=self.chat_template, is_cancelled=is_cancelled
                )
                steps = self._embedder.steps(command, sequence, prepare, is_cancelled)
                last = yield from steps
        finally:
            self._slots.release(sequence)
        yield [last]

    @contextlib.contextmanager
    def _generation(
        self, ids: list[int], max_tokens: int | None, picking: Picking
    ) -> Iterator[Generation]:
        """A generation in a free sequence, which is free again at the end."""
        sequence = self._slots.take(ids)
        context_len = self.model.context_len
        limit = context_len if max_tokens is None else min(len(ids) + max_tokens, context_len)
        try:
            with self._device_errors("The answer"):
                generation = Generation(self.model, sequence, ids, limit, picking)
                with self.batch.joined_by(generation):
                    yield generation
        except Exception:
            sequence.prefix.clear()
            raise
        finally:
            self._slots.release(sequence)

    def configure(
        self,
        command: Configure,
        on_progress: Callable[[str, float], None] = lambda _stage, _fraction: None,
    ) -> None:
        """Change toggles or speculation from the next step on, and plan the steps that it needs.

        A drafter's are captured at once, because their costs are measured.

        Raises msgspec.ValidationError when a setting is out of range.
        """
        if command.toggles is not None:
            self.model.runner.toggles = command.toggles
        if command.speculation is not None:
            config = validated(command.speculation)
            if config != self.speculation:
                self._speculate(config, self._find_source(config.kind))
        self._plan_steps(on_progress)

    def _plan_steps(self, on_progress: Callable[[str, float], None]) -> None:
        runner = self.model.runner

        def show(fraction: float) -> None:
            on_progress("capturing steps", fraction)

        if self.drafter is None:
            runner.plan()
        else:
            runner.capture_planned(show)
            self.drafter.configure(runner.toggles, show)
            self.batch.settle()

    def prepare(self) -> bool:
        """Capture one of the steps that later answers will need; returns whether there are more.

        The last call gives back what answers have left in the heap.
        """
        has_more = self.model.runner.capture_next()
        if not has_more:
            trim_heap()
        return has_more

    def _find_source(self, kind: str) -> DraftSource | None:
        """What `kind` names for the loaded model."""
        if kind != "auto":
            return named_source(kind, self._path)
        with open_model(self._path, with_data=False) as file:
            return find_source(kind, file)

    def _speculate(self, config: SpeculationConfig, source: DraftSource | None) -> None:
        """Draft from `source` as `config` says from now on; as before, if it cannot be used."""
        plan = partial(self._plan, "drafter")
        before = self.drafter
        self.drafter = create_drafter(config, source, self.model, self._tokens, plan)
        if before is not None:
            before.close()
        self.speculation = config
        self.model.runner.verify_widths = config.verify_widths if self.drafter else (1,)

    def take_fallback_notices(self) -> list[Notice]:
        """Notices of failed replays since the last call."""
        notices = [Notice(text) for text in self._fallback_notices]
        self._fallback_notices.clear()
        return notices

    def count_tokens(self, command: CountTokens) -> TokensCounted:
        """The sizes of a prompt and of texts; None for a prompt that cannot be rendered."""
        num_tokens = None
        if command.prompt is not None:
            with contextlib.suppress(RequestError):
                num_tokens = self._prompts.count(command.prompt, self.chat_template)
        encode = partial(self.tokenizer.encode, add_special=False, parse_special=False)
        sizes = tuple(len(encode(text)) for text in command.texts)
        return TokensCounted(command.request_id, num_tokens, sizes)

    def logits(
        self, ids: Sequence[int], positions: Sequence[int] | None = None
    ) -> NDArray[np.float32]:
        """Logits float32 [len(positions), V] after ids[position]; all positions when None.

        Of the drafter, where there is one. Raises RequestError for an empty list, ids or positions
        out of range, or a drafter without logits.
        """
        wanted = list(range(len(ids))) if positions is None else list(positions)
        _check_logits_request(ids, wanted, self.model.context_len, self.tokenizer.num_tokens)
        self.forget()
        compute = self.model.logits_after if self.drafter is None else self.drafter.logits_after
        with self._device_errors("Computing logits"):
            return compute(list(ids), wanted)

    def forget(self) -> None:
        """Drop the cached conversations: the next prompt is computed whole."""
        for sequence in self.model.sequences:
            sequence.prefix.clear()

    def close(self) -> None:
        """Free the model."""
        self._prompts.close()
        self.chat_template.close()
        self._forms.close()
        if self.drafter is not None:
            self.drafter.close()
        self.model.close()

    def _device_errors(self, subject: str) -> AbstractContextManager[None]:
        device = self.model.device
        advice = f"load the model with a smaller context{_elsewhere(device)}, and ask again"
        return device_errors(device, subject, advice)

    def _plan(self, what: str, num_bytes: int) -> None:
        self._planned_bytes[what] = num_bytes
        self._on_plan(sum(self._planned_bytes.values()))

    def _on_fallback(self, message: str) -> None:
        self._fallback_notices.append(message)


def _checked_sampling(command: Generate) -> SamplingParams:
    if command.max_tokens is not None and command.max_tokens < 1:
        raise RequestError("The maximum number of new tokens must be at least 1.")
    return validated(command.sampling)


def _elsewhere(device: Device) -> str:
    return " or run it on the CPU" if device.torch_device.type == "cuda" else ""


def _check_logits_request(
    ids: Sequence[int], positions: Sequence[int], context_len: int, num_tokens: int
) -> None:
    if not ids:
        raise RequestError("The list of token ids is empty.")
    if len(ids) > context_len:
        raise RequestError(
            f"The {len(ids)} token ids do not fit the context of {context_len} tokens; "
            "load the model with a larger context."
        )
    if any(not 0 <= token_id < num_tokens for token_id in ids):
        raise RequestError(f"A token id is not in the model's vocabulary of {num_tokens} tokens.")
    if any(not 0 <= position < len(ids) for position in positions):
        raise RequestError(f"A position is not within the {len(ids)} tokens given.")


def _describe(file: ModelFile, model: LoadedModel, template: ChatTemplate) -> ModelInfo:
    path, metadata = file.gguf.path, file.metadata
    return ModelInfo(
        path=str(path),
        name=metadata.name,
        architecture=metadata.architecture,
        device=model.device.name,
        kv_type=model.kv_type,
        context_len=model.context_len,
        max_context_len=model.config.max_context_len,
        threads=model.device.threads,
        num_parameters=file.gguf.num_parameters,
        weights_bytes=model.weights_bytes,
        kv_bytes=model.kv_bytes,
        captures=model.runner.captures,
        license=metadata.license,
        scratch_bytes=model.scratch_bytes,
        host_bytes=model.residency.main_bytes,
        thinking=template.thinking,
        num_sequences=len(model.sequences),
    )
