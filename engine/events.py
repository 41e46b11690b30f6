"""Engine → app: the events for a client. Frozen, tagged, msgpack on the wire."""

from typing import Literal

from msgspec import Struct

from engine.commands import ToolCall

FinishReason = Literal["stop", "stop_string", "length", "context", "cancelled", "tool_calls"]
Spans = tuple[tuple[int, int], ...]
"""Parts of a text in order: start and end of each, in characters."""
PauseReason = Literal["loss", "reading", "nothing"]
"""Checking drafts takes longer than they save; so does reading the chat first; nothing repeats."""


class Meter(Struct, frozen=True, omit_defaults=True):
    """Live counters of an answer. An unknown number is None, never zero.

    Speeds are tokens per second: `tok_s` over the whole answer, `tok_s_now` over the last second.
    `captures` counts planned captures since the load; all other counters cover this answer.
    `recapture_ms` is the time that its recaptures took. `drafting_pauses`: drafts cost more time
    than they save just now; None without a drafter. `pause_reason`: why there was no draft last.
    `drafted_by_depth` and `accepted_by_depth` count the first drafts of all rounds, the second ones
    and so on. `draft_gain`: how many times as fast as without drafts the answer comes, from the
    times that its kinds of steps take. `expert_share`: the share of the experts that is in device
    memory, None where all weights are; `expert_hit_rate` the share of their reads in this answer
    that found them there; `bus_bytes` what this answer read of the others over the bus.
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
    recapture_ms: float | None = None
    replays: int | None = None
    eager: int | None = None
    fallbacks: int | None = None
    drafted: int | None = None
    accepted: int | None = None
    drafting_pauses: bool | None = None
    pause_reason: PauseReason | None = None
    drafted_by_depth: tuple[int, ...] = ()
    accepted_by_depth: tuple[int, ...] = ()
    draft_gain: float | None = None
    kv_used: int | None = None
    kv_capacity: int | None = None
    memory_used_bytes: int | None = None
    memory_total_bytes: int | None = None
    expert_share: float | None = None
    expert_hit_rate: float | None = None
    bus_bytes: int | None = None


class Thinking(Struct, frozen=True):
    """The reasoning options of a model, from its chat template.

    `is_switchable`: a request may turn reasoning on or off; `is_on`: the default.
    `efforts`: the template's effort levels; empty if there are none.
    """

    is_switchable: bool = False
    is_on: bool = True
    efforts: tuple[str, ...] = ()


class ModelInfo(Struct, frozen=True):
    """The loaded model, for display. `thinking` is None if it does not seem to reason.

    `num_sequences` is the number of answers that it writes side by side; more wait in order.
    `endpoint` is the name of the server elsewhere that runs it, "" for this computer; of one
    elsewhere, 0 and "" stand for what is not known. `weights_bytes` and `kv_bytes` are in device
    memory, `host_bytes` of weights, keys and values are read from main memory.
    """

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
    num_sequences: int = 1
    endpoint: str = ""
    host_bytes: int = 0


class TypeUsage(Struct, frozen=True):
    """Number of tensors of one type, and their bytes in the file."""

    tensors: int
    bytes: int


class MemoryNeeded(Struct, frozen=True):
    """The memory needs in bytes on a device, at a context length and KV type.

    `device` is "cpu" or as in `EngineConfig.device`. `free_bytes` is available to a model that
    replaces the loaded one, `capacity_bytes` the device's total, `largest_context_len` the longest
    context that fits in tokens, 0 for none; all None if the device does not exist. `drafter_bytes`
    are those of what drafts, which `total_bytes` includes; `drafter_kind` is its `DrafterKind`, ""
    for none; `drafter_name` its file or folder, "" if that is the model's; `drafter_problem` says
    why the one wanted cannot be used, "" if it can. `kv_bytes` are those of `num_sequences` answers
    at once.
    `host_bytes` of weights, keys and values would be read from main memory, and are in no other
    number; of keys and values those of positions from `kv_device_len` on, None: none. Then
    `expert_share` of the experts would be in device memory, and answers come at about `tok_s` tokens
    per second, None if the GPU was not measured. With a `layer_share` below 1 the processor would
    compute the other layers, and the `host_bytes` are all that it needs for that.
    `reduced_kv_bits`: an automatic `kv_type` has so many bits, fewer than usual, so that the model
    fits; 0: the usual.
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
    drafter_bytes: int = 0
    drafter_problem: str = ""
    drafter_kind: str = ""
    drafter_name: str = ""
    num_sequences: int = 1
    host_bytes: int = 0
    expert_share: float = 1.0
    tok_s: float | None = None
    reduced_kv_bits: int = 0
    kv_device_len: int | None = None
    layer_share: float = 1.0


class ModelReport(Struct, frozen=True):
    """The description of a model file. `context_len` is the model's maximum in tokens."""

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
    """The limits on the engine process; `reason` says why some are missing.

    `files_limited`: it reads only model files and its libraries, and writes only its caches.
    """

    network_denied: bool = False
    files_limited: bool = False
    reason: str = ""


class EngineReady(Struct, frozen=True, tag=True):
    """The engine process has started; `versions` maps each library to its version."""

    versions: dict[str, str]
    confinement: Confinement = Confinement()


class GpusFound(Struct, frozen=True, tag=True):
    """There are GPUs: the product names of cuda:0, cuda:1, …"""

    names: tuple[str, ...]


class LoadProgress(Struct, frozen=True, tag=True):
    """`stage` is for display ("reading weights", "capturing"); `fraction` is 0..1."""

    path: str
    stage: str
    fraction: float


class Loaded(Struct, frozen=True, tag=True):
    """The model is ready."""

    model: ModelInfo


class LoadFailed(Struct, frozen=True, tag=True):
    """The model could not be loaded; `message` is for the user."""

    path: str
    message: str


class Unloaded(Struct, frozen=True, tag=True):
    """The model was unloaded."""


class Started(Struct, frozen=True, tag=True):
    """Work on a request began. `cached_tokens` of `prompt_tokens` were in the KV cache.

    `dropped_turns` is the number of oldest messages dropped to fit. `seed` is the one used, chosen
    by the engine if the request had none. A number that is not known yet is None.
    """

    request_id: str
    prompt_tokens: int | None
    cached_tokens: int | None
    dropped_turns: int
    seed: int


class TokenLogprob(Struct, frozen=True):
    """The log probability of a token that was picked, in the model's own distribution.

    That is before biases, masks, penalties and the temperature. `token` is its bytes, which may end
    within a character. `top` are the likeliest tokens in its place, likeliest first.
    """

    token: bytes
    logprob: float
    top: tuple[tuple[bytes, float], ...] = ()


class TextDelta(Struct, frozen=True, tag=True, omit_defaults=True):
    """More text of the answer, in whole characters. `drafted`: what accepted drafts brought.

    `logprobs`: of the tokens since the last one, reasoning included, where they were asked for.
    """

    request_id: str
    text: str
    drafted: Spans = ()
    logprobs: tuple[TokenLogprob, ...] = ()


class ReasoningDelta(Struct, frozen=True, tag=True):
    """More text of the reasoning, in whole characters, without its marks."""

    request_id: str
    text: str


class MeterUpdate(Struct, frozen=True, tag=True):
    """The meter, at most 20 times a second.

    `recapture_reasons` are those since the last update, at most 16, newest last.
    """

    request_id: str
    meter: Meter
    recapture_reasons: tuple[str, ...] = ()


class Finished(Struct, frozen=True, tag=True):
    """The answer is complete. `fnv1a64` is the hash of its token ids, 16 hex digits.

    `ids` and their hash cover everything generated, including `reasoning`, which precedes `text`,
    and the part that a request continued; that part is in the texts too, but not in the deltas.
    `recapture_reasons` are the latest 16 of the answer, newest last. `tool_calls` are those that
    the answer ends with, whose marked-up text is in no text and no delta; `reason` is "tool_calls"
    where the model waits for their results. An id is new for each call, and 9 characters long.
    `logprobs` are those of all tokens but an end token, where they were asked for.
    """

    request_id: str
    reason: FinishReason
    text: str
    ids: tuple[int, ...]
    fnv1a64: str
    meter: Meter
    reasoning: str = ""
    recapture_reasons: tuple[str, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    logprobs: tuple[TokenLogprob, ...] = ()


class Embedded(Struct, frozen=True, tag=True):
    """The embeddings of an `Embed`, in order, from `num_tokens` tokens in all.

    Each is float32 in little-endian bytes and has the length 1.
    """

    request_id: str
    embeddings: tuple[bytes, ...]
    num_tokens: int


class Failed(Struct, frozen=True, tag=True):
    """A request failed; `message` is for the user. Text already sent stays.

    `context_full`: the prompt did not fit; dropping the oldest turns may help. `is_refused`: the
    fault is the request's, which will fail again.
    """

    request_id: str
    message: str
    context_full: bool = False
    is_refused: bool = False


class TokensCounted(Struct, frozen=True, tag=True):
    """The tokens of the prompt and of each text of `CountTokens`.

    None, and no texts: they could not be counted, for lack of a model or for their length.
    """

    request_id: str
    prompt_tokens: int | None = None
    text_tokens: tuple[int, ...] = ()


class Inspected(Struct, frozen=True, tag=True):
    """The reports on a file: one per requested configuration, in order."""

    request_id: str
    reports: tuple[ModelReport, ...]


class InspectFailed(Struct, frozen=True, tag=True):
    """A file could not be inspected; `message` is for the user.

    `is_unusable`: the file is damaged, not a model, or not supported.
    """

    request_id: str
    message: str
    is_unusable: bool = False


class Notice(Struct, frozen=True, tag=True):
    """A notice for the user; nothing stops."""

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
    | Embedded
    | Failed
    | Inspected
    | InspectFailed
    | TokensCounted
    | Notice
)
