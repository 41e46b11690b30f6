"""An engine client without an engine: replays a recorded stream at a chosen speed from a thread of its own."""

import queue
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from engine.commands import (
    Cancel,
    ChatMessage,
    ChatPrompt,
    Close,
    Command,
    Configure,
    CountTokens,
    Embed,
    Generate,
    Inspect,
    Load,
    ToolCall,
    Unload,
)
from engine.config import EngineConfig, SpeculationConfig, Toggles
from engine.events import (
    Confinement,
    Embedded,
    EngineReady,
    Event,
    Failed,
    Finished,
    FinishReason,
    GpusFound,
    Inspected,
    InspectFailed,
    Loaded,
    LoadFailed,
    LoadProgress,
    MemoryNeeded,
    Meter,
    MeterUpdate,
    ModelInfo,
    ModelReport,
    ReasoningDelta,
    Started,
    TextDelta,
    Thinking,
    TokensCounted,
    Unloaded,
)

METER_SECONDS = 1 / 20
# What every inspected file needs.
WEIGHTS_BYTES, SCRATCH_BYTES, KV_BYTES_PER_TOKEN = 2_000_000_000, 300_000_000, 100_000

RECORDED = (
    "Replay ", "keeps ", "every ", "step ", "the ", "same ", "shape", ".", " Here ", "is ", "how",
    ":\n\n", "```", "python", "\n", "for ", "token ", "in ", "answer", ":\n", "    ", "print",
    "(", "token", ")", "\n", "```", "\n\n", "- ", "**one**", "\n", "- ", "two ", "é", "世界", "\n",
)  # fmt: skip


def model_info(
    path: str = "tiny.gguf",
    context_len: int = 4096,
    thinking: Thinking | None = None,
    num_sequences: int = 1,
) -> ModelInfo:
    """A loaded model, for display."""
    return ModelInfo(
        path=path,
        name="Tiny",
        architecture="llama",
        device="cpu",
        kv_type="f32",
        context_len=context_len,
        max_context_len=8192,
        threads=2,
        num_parameters=1000,
        weights_bytes=98_000_000,
        kv_bytes=2_000_000,
        captures=4,
        license="apache-2.0",
        thinking=thinking,
        num_sequences=num_sequences,
    )


class FakeEngine:
    """Stands in for engine.client.EngineClient: `EngineService(engine.connect, notices)`.

    `tokens` are replayed, over and over, `num_tokens` in all, `tokens_per_second` fast (None: as
    fast as the thread can), after the `thoughts`; `thinking` is what its model offers, and
    `drafted` the tokens that came from accepted drafts. With `kvpad` off every token is a
    recapture, as in the real engine. What was sent is in `sent`. All answers end with `calls`, the
    next ones with those in `rounds`. Inspected files fit a GPU with `free_bytes` or not, unless
    there is an `inspect_problem`; `drafter_problems` are those of draft models, by path. Change the
    attributes between requests at will.
    """

    def __init__(
        self,
        tokens: Sequence[str] = RECORDED,
        tokens_per_second: float | None = 200.0,
        num_tokens: int | None = None,
        finish_reason: FinishReason = "stop",
    ) -> None:
        self.tokens = tuple(tokens)
        self.tokens_per_second = tokens_per_second
        self.num_tokens = len(self.tokens) if num_tokens is None else num_tokens
        self.finish_reason: FinishReason = finish_reason
        self.thoughts: tuple[str, ...] = ()
        self.calls: tuple[ToolCall, ...] = ()
        self.thinking: Thinking | None = None
        self.drafted: frozenset[str] = frozenset()
        self.rounds: deque[tuple[ToolCall, ...]] = deque()
        self.load_problem = ""
        self.answer_problem = ""
        self.is_context_full = False
        self.is_refused = False
        self.dies_on_load = False
        self.inspect_problem = ""
        self.drafter_problems: dict[str, str] = {}
        self.free_bytes = 8_000_000_000
        self.cpu_free_bytes = 1000  # next to no room, so that the GPU decides
        self.toggles = Toggles()
        self.speculation = SpeculationConfig()
        self.sent: list[Command] = []
        self.num_starts = 0
        self._commands: queue.SimpleQueue[Command | None] = queue.SimpleQueue()
        self.gpu_names: tuple[str, ...] = ()
        self.confinement = Confinement(network_denied=True, files_limited=True)
        self._cancelled: set[str] = set()
        self._wake = threading.Event()
        self._is_dead = True
        self._thread: threading.Thread | None = None
        self._on_event: Callable[[Event], None] = lambda _event: None
        self._on_exit: Callable[[int], None] = lambda _returncode: None

    def connect(
        self, on_event: Callable[[Event], None], on_exit: Callable[[int], None]
    ) -> "FakeEngine":
        """What the service calls to make its client."""
        self._on_event, self._on_exit = on_event, on_exit
        return self

    @property
    def is_running(self) -> bool:
        return not self._is_dead

    def start(self) -> None:
        if self.is_running:
            return
        if self._thread is not None:
            self._thread.join()
        self.num_starts += 1
        self._is_dead = False
        self._wake.clear()
        self._commands = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def send(self, command: Command) -> bool:
        self.sent.append(command)
        if self._is_dead:
            return False
        match command:
            case Cancel():
                self._cancelled.add(command.request_id)
                self._wake.set()
            case Configure():
                self.toggles = command.toggles or self.toggles
                self.speculation = command.speculation or self.speculation
            case _:
                self._commands.put(command)
        return True

    def close(self) -> None:
        self.kill()
        if self._thread is not None:
            self._thread.join()

    def kill(self) -> None:
        """As if the process had been killed from outside."""
        self._is_dead = True
        self._wake.set()
        self._commands.put(None)

    def sent_of(self, kind: type) -> list:
        """The commands of one kind, in order."""
        return [command for command in self.sent if isinstance(command, kind)]

    def _run(self) -> None:
        self._on_event(EngineReady({"python": "3"}, self.confinement))
        if self.gpu_names:
            self._on_event(GpusFound(self.gpu_names))
        while not self._is_dead:
            command = self._commands.get()
            if command is None or isinstance(command, Close):
                break
            for event in self._serve(command):
                if self._is_dead:
                    break
                self._on_event(event)
        self._is_dead = True
        self._on_exit(-9)

    def _serve(self, command: Command) -> Iterator[Event]:
        match command:
            case Load() if self.dies_on_load:
                self._is_dead = True
            case Load() if self.load_problem:
                yield LoadFailed(command.path, self.load_problem)
            case Load():
                self.toggles = command.config.toggles
                self.speculation = command.config.speculation
                yield LoadProgress(command.path, "reading weights", 0.5)
                context_len = command.config.context_len or 4096
                num_sequences = command.config.num_sequences
                yield Loaded(model_info(command.path, context_len, self.thinking, num_sequences))
            case Unload():
                yield Unloaded()
            case Generate():
                yield from self._generate(command)
            case Embed():
                yield self._embed(command)
            case CountTokens():
                yield self._count(command)
            case Inspect() if self.inspect_problem:
                yield InspectFailed(command.request_id, self.inspect_problem)
            case Inspect():
                reports = tuple(self._report(command.path, each) for each in command.configs)
                yield Inspected(command.request_id, reports)

    def _embed(self, command: Embed) -> Embedded | Failed:
        """Three tokens for each text."""
        if self.answer_problem:
            problem = self.answer_problem
            return Failed(command.request_id, problem, is_refused=self.is_refused)
        vectors = tuple(_vector(number) for number in range(len(command.prompts)))
        return Embedded(command.request_id, vectors, 3 * len(vectors))

    def _count(self, command: CountTokens) -> TokensCounted:
        """A token for each word, and three around each message."""
        messages = command.prompt.messages if command.prompt else ()
        num_tokens = sum(3 + len(message.content.split()) for message in messages)
        sizes = tuple(len(text.split()) for text in command.texts)
        return TokensCounted(command.request_id, num_tokens if messages else None, sizes)

    def _report(self, path: str, config: EngineConfig) -> ModelReport:
        context_len = config.context_len or 4096
        fixed_bytes, kv_bytes = WEIGHTS_BYTES + SCRATCH_BYTES, context_len * KV_BYTES_PER_TOKEN
        is_cpu = config.device == "cpu"
        free_bytes = self.cpu_free_bytes if is_cpu else self.free_bytes
        return ModelReport(
            path=path,
            name="Tiny",
            architecture="llama",
            quantization="Q4_K_M",
            license=None,
            gguf_version=3,
            file_bytes=WEIGHTS_BYTES,
            num_parameters=1000,
            weights_bytes=WEIGHTS_BYTES,
            types={},
            vocab_size=100,
            context_len=131_072,
            num_layers=2,
            hidden_size=64,
            num_heads=2,
            num_kv_heads=2,
            has_chat_template=True,
            memory=MemoryNeeded(
                device="cpu" if is_cpu else "cuda",
                context_len=context_len,
                kv_type="f16",
                weights_bytes=WEIGHTS_BYTES,
                kv_bytes=kv_bytes,
                scratch_bytes=SCRATCH_BYTES,
                total_bytes=fixed_bytes + kv_bytes,
                free_bytes=free_bytes,
                capacity_bytes=free_bytes,
                largest_context_len=max(0, (free_bytes - fixed_bytes) // KV_BYTES_PER_TOKEN),
                drafter_problem=self.drafter_problems.get(config.speculation.kind, ""),
            ),
        )

    def _generate(self, command: Generate) -> Iterator[Event]:
        request_id = command.request_id
        if self.answer_problem:
            yield Failed(request_id, self.answer_problem, self.is_context_full, self.is_refused)
            return
        seed = 7 if command.sampling.seed is None else command.sampling.seed
        yield Started(request_id, 12, 4, 0, seed)
        before = _unfinished(command)
        thoughts: list[str] = [before.reasoning]
        text: list[str] = [before.content]
        meter = _Counting()
        for number, token in enumerate(self._paced()):
            if request_id in self._cancelled:
                break
            meter.count(is_padded=self.toggles.kvpad or not self.toggles.graph)
            if number < len(self.thoughts):
                thoughts.append(token)
                yield ReasoningDelta(request_id, token)
            else:
                text.append(token)
                is_drafted = token in self.drafted
                yield TextDelta(request_id, token, ((0, len(token)),) if is_drafted else ())
            if meter.is_due():
                yield MeterUpdate(request_id, meter.read(), meter.take_reasons())
        is_cancelled = request_id in self._cancelled
        self._wake.clear()
        reason: FinishReason = "cancelled" if is_cancelled else self.finish_reason
        calls = self.rounds.popleft() if self.rounds and not is_cancelled else ()
        ids = tuple(range(len(thoughts) + len(text) - 2))
        if isinstance(command.prompt, ChatPrompt):
            ids = command.prompt.answer_ids + ids
        if reasons := meter.take_reasons():
            yield MeterUpdate(request_id, meter.read(), reasons)
        yield Finished(
            *(request_id, "tool_calls" if calls else reason, "".join(text), ids),
            *("cbf29ce484222325", meter.read()),
            reasoning="".join(thoughts),
            tool_calls=calls or self.calls,
        )

    def _paced(self) -> Iterator[str]:
        began = time.perf_counter()
        for number in range(len(self.thoughts) + self.num_tokens):
            if self.tokens_per_second is not None:
                due = began + number / self.tokens_per_second
                ahead = due - time.perf_counter()
                if ahead > 0:
                    self._wake.wait(ahead)
            if number < len(self.thoughts):
                yield self.thoughts[number]
            else:
                yield self.tokens[(number - len(self.thoughts)) % len(self.tokens)]


def _vector(number: int) -> bytes:
    """An embedding of length 1."""
    return struct.pack("<3f", *((1.0, 0.0, 0.0) if number % 2 else (0.6, -0.8, 0.0)))


def _unfinished(command: Generate) -> ChatMessage:
    """The answer that a request continues; an empty one if it begins anew."""
    prompt = command.prompt
    if isinstance(prompt, ChatPrompt) and prompt.continues:
        return prompt.messages[-1]
    return ChatMessage("assistant", "")


class _Counting:
    """The meter of one answer."""

    def __init__(self) -> None:
        self._began = self._read_at = time.perf_counter()
        self._num_tokens = 0
        self._reasons: list[str] = []
        self._num_recaptures = 0

    def count(self, *, is_padded: bool) -> None:
        self._num_tokens += 1
        if not is_padded:
            span = 11 + self._num_tokens
            self._num_recaptures += 1
            self._reasons.append(f"span {span} → {span + 1}: padded context (kvpad) is off")

    def take_reasons(self) -> tuple[str, ...]:
        taken, self._reasons = tuple(self._reasons), []
        return taken

    def is_due(self) -> bool:
        return time.perf_counter() - self._read_at >= METER_SECONDS

    def read(self) -> Meter:
        self._read_at = time.perf_counter()
        speed = self._num_tokens / max(self._read_at - self._began, 1e-6)
        return Meter(
            tok_s=speed,
            tok_s_now=speed,
            prompt_tok_s=500.0,
            ttft_ms=31.0,
            prompt_tokens=12,
            cached_tokens=4,
            new_tokens=self._num_tokens,
            captures=4,
            recaptures=self._num_recaptures,
            replays=self._num_tokens - self._num_recaptures,
            eager=0,
            fallbacks=0,
            kv_used=12 + self._num_tokens,
            kv_capacity=4096,
            memory_used_bytes=123_000_000,
        )
