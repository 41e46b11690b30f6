"""Engine → app: the events a client receives. Frozen, tagged, msgpack on the wire."""

from typing import Literal

from msgspec import Struct

FinishReason = Literal["stop", "stop_string", "length", "context", "cancelled"]


class Meter(Struct, frozen=True, omit_defaults=True):
    """What replay gives, live. A number that is not known is None, never zero.

    Speeds are tokens per second: `tok_s` over the whole answer, `tok_s_now` over the last second.
    `captures` counts planned captures since the model was loaded; every other counter counts this
    answer. `recapture_reasons` holds the latest reasons, newest last.
    """

    tok_s: float | None = None
    tok_s_now: float | None = None
    prompt_tok_s: float | None = None
    ttft_ms: float | None = None
    prompt_tokens: int | None = None
    cached_tokens: int | None = None
    new_tokens: int | None = None
    captures: int | None = None
    recaptures: int | None = None
    recapture_reasons: tuple[str, ...] = ()
    replays: int | None = None
    eager: int | None = None
    fallbacks: int | None = None
    drafted: int | None = None
    accepted: int | None = None
    kv_used: int | None = None
    kv_capacity: int | None = None
    memory_used_bytes: int | None = None
    memory_total_bytes: int | None = None


class Thinking(Struct, frozen=True):
    """How a model thinks before it answers, as far as its chat template tells.

    `is_switchable`: a request may turn it on or off; `is_on`: what it does when none says so.
    `efforts`: how much it may think, in words of the template; empty when there is no choice.
    """

    is_switchable: bool = False
    is_on: bool = True
    efforts: tuple[str, ...] = ()


class ModelInfo(Struct, frozen=True):
    """What was loaded, for display. `thinking` is None where nothing says that it thinks."""

    path: str
    name: str
    architecture: str
    device: str
    kv_type: str
    context_len: int
    max_context_len: int
    threads: int
    num_parameters: int
    weights_bytes: int
    kv_bytes: int
    captures: int
    license: str | None = None
    scratch_bytes: int = 0
    thinking: Thinking | None = None


class TypeUsage(Struct, frozen=True):
    """Tensors of one type, and their bytes in the file."""

    tensors: int
    bytes: int


class MemoryNeeded(Struct, frozen=True):
    """Bytes once loaded on a device, at a context length and KV type.

    `device` is "cpu" or as in `EngineConfig.device`. `free_bytes` is what a model may take there now,
    what is loaded being replaced, `capacity_bytes` all that the device has, and `largest_context_len`
    the most tokens of context that would fit, 0 when none would; all None when it is not there.
    """

    device: str
    context_len: int
    kv_type: str
    weights_bytes: int
    kv_bytes: int
    scratch_bytes: int
    total_bytes: int
    free_bytes: int | None
    capacity_bytes: int | None
    largest_context_len: int | None


class ModelReport(Struct, frozen=True):
    """A model file, described. `context_len` is what the model was made for, in tokens."""

    path: str
    name: str
    architecture: str
    quantization: str | None
    license: str | None
    gguf_version: int
    file_bytes: int
    num_parameters: int
    weights_bytes: int
    types: dict[str, TypeUsage]
    vocab_size: int
    context_len: int
    num_layers: int
    hidden_size: int
    num_heads: int
    num_kv_heads: int
    has_chat_template: bool
    memory: MemoryNeeded


class Confinement(Struct, frozen=True):
    """What the system keeps the engine's process from; `reason` says why not from all of it.

    `files_limited`: it reads model files and what it runs on, and writes into its caches.
    """

    network_denied: bool = False
    files_limited: bool = False
    reason: str = ""


class EngineReady(Struct, frozen=True, tag=True):
    """The engine process has started; `versions` maps each library to its version."""

    versions: dict[str, str]
    confinement: Confinement = Confinement()


class GpusFound(Struct, frozen=True, tag=True):
    """There are GPUs: what people call the devices cuda:0, cuda:1 and so on."""

    names: tuple[str, ...]


class LoadProgress(Struct, frozen=True, tag=True):
    """`stage` is a word for display ("reading weights", "capturing"); `fraction` is 0..1."""

    path: str
    stage: str
    fraction: float


class Loaded(Struct, frozen=True, tag=True):
    """The model is ready."""

    model: ModelInfo


class LoadFailed(Struct, frozen=True, tag=True):
    """The model could not be loaded; `message` is fit for the person."""

    path: str
    message: str


class Unloaded(Struct, frozen=True, tag=True):
    """No model is loaded any more."""


class Started(Struct, frozen=True, tag=True):
    """Work on a request began. `cached_tokens` of `prompt_tokens` did not need computing.

    `dropped_turns` is how many of the oldest messages were left out to make it fit.
    `seed` is the one used, chosen by the engine when the request named none.
    """

    request_id: str
    prompt_tokens: int
    cached_tokens: int
    dropped_turns: int
    seed: int


class TextDelta(Struct, frozen=True, tag=True):
    """More text of the answer: whole characters only."""

    request_id: str
    text: str


class ReasoningDelta(Struct, frozen=True, tag=True):
    """More of what the model thinks before it answers: whole characters only, without its marks."""

    request_id: str
    text: str


class MeterUpdate(Struct, frozen=True, tag=True):
    """The meter, at most 20 times a second."""

    request_id: str
    meter: Meter


class Finished(Struct, frozen=True, tag=True):
    """The answer is complete. `fnv1a64` is the hash of its token ids, 16 hex digits.

    `ids` and their hash are those of everything that was generated, `reasoning` included, which is
    what the model thought before `text`.
    """

    request_id: str
    reason: FinishReason
    text: str
    ids: tuple[int, ...]
    fnv1a64: str
    meter: Meter
    reasoning: str = ""


class Failed(Struct, frozen=True, tag=True):
    """A request failed; `message` is fit for the person. Text already sent stays.

    `context_full`: the prompt did not fit; leaving out the oldest turns may help.
    """

    request_id: str
    message: str
    context_full: bool = False


class Inspected(Struct, frozen=True, tag=True):
    """What a file holds and needs: one report for each configuration asked about, in order."""

    request_id: str
    reports: tuple[ModelReport, ...]


class InspectFailed(Struct, frozen=True, tag=True):
    """A file could not be inspected; `message` is fit for the person.

    `is_unusable`: the file itself is at fault: it is damaged, no model, or not supported.
    """

    request_id: str
    message: str
    is_unusable: bool = False


class Notice(Struct, frozen=True, tag=True):
    """Something the person should know that stops nothing."""

    message: str


Event = (
    EngineReady
    | GpusFound
    | LoadProgress
    | Loaded
    | LoadFailed
    | Unloaded
    | Started
    | TextDelta
    | ReasoningDelta
    | MeterUpdate
    | Finished
    | Failed
    | Inspected
    | InspectFailed
    | Notice
)
