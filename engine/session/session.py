"""A loaded model that answers requests: template, prefix reuse, generation, events."""

import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.cache.prefix import CachedPrefix
from engine.commands import Configure, Generate
from engine.config import EngineConfig, validated
from engine.errors import RequestError
from engine.events import Event, Finished, Meter, ModelInfo, Notice, Started
from engine.gguf.file import GGUFFile, check_supported
from engine.gguf.metadata import ModelMetadata
from engine.runtime.backend import Backend, create_backend
from engine.runtime.device_errors import device_errors, release_failed
from engine.runtime.replay_engine import MAX_LOGIT_ROWS, ReplayEngine
from engine.session.answer import Answer
from engine.session.generation import Generation
from engine.session.live_meter import LiveMeter
from engine.session.prompt import prepare_prompt
from engine.session.stopping import StopChecker
from engine.session.token_hash import fnv1a64
from engine.speculation.drafter import Drafter, create_drafter
from engine.tokenizer.chat_template import ChatTemplate
from engine.tokenizer.detokenizer import Detokenizer
from engine.tokenizer.tokenizer import create_tokenizer


class Session:
    """One model. All methods but `cancel` and `configure` belong to the decode thread."""

    def __init__(
        self,
        file: GGUFFile,
        config: EngineConfig,
        backend: Backend,
        on_progress: Callable[[str, float], None],
        on_plan: Callable[[int], None] = lambda _num_bytes: None,
    ) -> None:
        metadata = ModelMetadata(file.metadata)
        check_supported(file)
        on_progress("reading the tokenizer", 0.0)
        self.chat_template = ChatTemplate(metadata.tokenizer)
        self.tokenizer = create_tokenizer(metadata.tokenizer)
        self.chat_template.try_out(partial(on_progress, "trying the chat template", 0.0))
        notices = (self.tokenizer.notice, backend.notice)
        self.notices = tuple(notice for notice in notices if notice)
        self.engine = ReplayEngine(file, config, backend, on_progress, self._on_fallback, on_plan)
        self.speculation = config.speculation
        self.drafter: Drafter | None = None
        self._prefix = CachedPrefix(self.engine.state.sequences[0])
        self._lock = threading.Lock()
        self._pending: list[Configure] = []
        self._cancelled: set[str] = set()
        self._fallback_notices: list[str] = []
        on_progress("preparing kernels", 0.0)
        self.engine.warm_up()
        self._apply(Configure(config.toggles, config.speculation), on_progress)
        self.info = _describe(file, metadata, self.engine, self.chat_template)

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
        with GGUFFile.open(path) as file:
            backend = create_backend(config, file)
            advice = f"choose a smaller context{_elsewhere(backend)}"
            try:
                with device_errors(backend, f"Loading {path.name}", advice):
                    return cls(file, config, backend, on_progress, on_plan)
            except BaseException as error:
                release_failed(backend, error)
                raise

    def generate(self, command: Generate) -> Iterator[Event]:
        """Answer: Started, then ReasoningDelta, TextDelta and MeterUpdate events, then Finished.

        Raises RequestError before computing anything when the request cannot be served.
        """
        sampling = validated(command.sampling)
        if command.max_tokens is not None and command.max_tokens < 1:
            raise RequestError("The maximum number of new tokens must be at least 1.")
        try:
            prompt = prepare_prompt(
                command.prompt,
                self.tokenizer,
                self.chat_template,
                self.engine.context_len,
                partial(self._check_wanted, command.request_id),
            )
        except CancelledError:
            self._forget_cancelled(command.request_id)
            yield Finished(command.request_id, "cancelled", "", (), fnv1a64(()), Meter())
            return
        self.apply_pending()
        self.engine.runner.counters.start_answer()
        seed = secrets.randbits(32) if sampling.seed is None else sampling.seed
        meter = LiveMeter(self.engine, self._prefix)
        self.engine.begin_answer(sampling, seed)
        generation = Generation(self.engine, self._prefix, prompt.ids)
        yield Started(
            command.request_id, len(prompt.ids), generation.num_cached, prompt.dropped_turns, seed
        )
        if prompt.notice:
            yield Notice(prompt.notice)
        answer = Answer(
            self,
            generation,
            meter,
            prompt.splitter,
            command.request_id,
            self.engine.context_len,
        )
        eog_ids = frozenset[int]() if command.ignore_end else self.tokenizer.eog_ids
        checker = StopChecker(eog_ids, (*command.stop, *prompt.stop_strings), command.max_tokens)
        detokenizer = Detokenizer(self.tokenizer, continues=prompt.continues, shown=prompt.mark_ids)
        try:
            with self._device_errors("The answer"):
                yield from answer.events(checker, detokenizer, command.max_tokens)
        except Exception:
            self._prefix.clear()
            raise
        finally:
            self._forget_cancelled(command.request_id)

    def cancel(self, request_id: str) -> None:
        """Stop a running or future request within one step. Any thread."""
        with self._lock:
            self._cancelled.add(request_id)

    def is_cancelled(self, request_id: str) -> bool:
        """Whether `cancel` was called for a request."""
        with self._lock:
            return request_id in self._cancelled

    def configure(self, command: Configure) -> None:
        """Change toggles or speculation from the next token on. Any thread."""
        with self._lock:
            self._pending.append(command)

    def apply_pending(self) -> None:
        """Apply the changes of `configure`; called between steps."""
        with self._lock:
            commands, self._pending = self._pending, []
        for command in commands:
            self._apply(command)

    def take_fallback_notices(self) -> list[Notice]:
        """Notices of failed replays since the last call."""
        notices = [Notice(text) for text in self._fallback_notices]
        self._fallback_notices.clear()
        return notices

    def logits(
        self, ids: Sequence[int], positions: Sequence[int] | None = None
    ) -> NDArray[np.float32]:
        """Logits float32 [len(positions), V] after ids[position]; all positions when None.

        Raises RequestError for an empty list, ids or positions out of range.
        """
        wanted = list(range(len(ids))) if positions is None else list(positions)
        _check_logits_request(ids, wanted, self.engine.context_len, self.tokenizer.num_tokens)
        self._prefix.clear()
        out = np.empty((len(wanted), self.engine.model_config.vocab_size), np.float32)
        for begin in range(0, len(ids), MAX_LOGIT_ROWS):
            with self._device_errors("Computing logits"):
                rows = self.engine.logits(ids[begin : begin + MAX_LOGIT_ROWS], begin)
            for target, position in enumerate(wanted):
                if begin <= position < begin + len(rows):
                    out[target] = rows[position - begin]
        return out

    def forget(self) -> None:
        """Drop the cached conversation: the next prompt is computed whole."""
        self._prefix.clear()

    def close(self) -> None:
        """Free the model."""
        self.chat_template.close()
        self.engine.close()

    def _apply(
        self,
        command: Configure,
        on_progress: Callable[[str, float], None] = lambda _stage, _fraction: None,
    ) -> None:
        runner = self.engine.runner
        if command.toggles is not None:
            runner.toggles = command.toggles
        if command.speculation is not None:
            self.speculation = validated(command.speculation)
            self.drafter = create_drafter(self.speculation)
            runner.verify_width = self.speculation.verify_width if self.drafter else 1
        runner.capture_planned(lambda fraction: on_progress("capturing steps", fraction))

    def _check_wanted(self, request_id: str) -> None:
        if self.is_cancelled(request_id):
            raise CancelledError

    def _forget_cancelled(self, request_id: str) -> None:
        with self._lock:
            self._cancelled.discard(request_id)

    def _device_errors(self, subject: str) -> AbstractContextManager[None]:
        backend = self.engine.backend
        advice = f"load the model with a smaller context{_elsewhere(backend)}, and ask again"
        return device_errors(backend, subject, advice)

    def _on_fallback(self, message: str) -> None:
        self._fallback_notices.append(message)


def _elsewhere(backend: Backend) -> str:
    return " or run it on the CPU" if backend.device.type == "cuda" else ""


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


def _describe(
    file: GGUFFile, metadata: ModelMetadata, engine: ReplayEngine, template: ChatTemplate
) -> ModelInfo:
    return ModelInfo(
        path=str(file.path),
        name=metadata.name or file.path.stem,
        architecture=metadata.architecture,
        device=engine.backend.device_name,
        kv_type=engine.kv_type,
        context_len=engine.context_len,
        max_context_len=engine.model_config.max_context_len,
        threads=engine.backend.threads,
        num_parameters=file.num_parameters,
        weights_bytes=engine.weights_bytes,
        kv_bytes=engine.kv_bytes,
        captures=engine.runner.counters.captures,
        license=metadata.license,
        scratch_bytes=engine.scratch_bytes,
        thinking=template.thinking,
    )
