"""App → engine: the commands of a client. Frozen, tagged, msgpack on the wire."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import asdict

from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles

MAX_BIASES = 300
MAX_BIAS = 100
MAX_LOGPROBS = 20
MAX_TEXTS = 2048

Bias = Annotated[float, Meta(ge=-MAX_BIAS, le=MAX_BIAS)]
Role = Literal["system", "user", "assistant", "tool"]
ToolChoice = Literal["auto", "none", "required"]
"""Whether an answer may call tools, must not, or has to."""


class ToolSpec(Struct, frozen=True):
    """A tool that the model may call. `parameters` is the JSON schema of its arguments, as text."""

    name: str
    description: str = ""
    parameters: str = "{}"


class ToolCall(Struct, frozen=True):
    """A call that the model wrote. `arguments` is a JSON object, as text."""

    id: str
    name: str
    arguments: str


class ChatMessage(Struct, frozen=True):
    """One turn of a conversation. `reasoning` came before `content`; few templates use it.

    An assistant's turn may end with `tool_calls`; the result of each is a message of the role
    "tool", whose `tool_call_id` is the call's.
    """

    role: Role
    content: str
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""


class ChatPrompt(Struct, frozen=True, tag=True):
    """A conversation, rendered with the model's chat template.

    `drop_oldest`: if the conversation does not fit, drop the oldest turns (never the system
    message or the last question) instead of failing.
    `thinking` and `effort`, one of the model's `Thinking.efforts`: whether and how long it reasons
    first. None: the model's default; options that its template lacks are ignored.
    `continues`: the last message is an answer that was cut short or edited; the model goes on
    within it, and the result is the whole answer. `answer_ids`: its token ids, reasoning included,
    in place of its text; only as `Finished.ids` of the same model gave them.
    `tools`: those that the model is told of; what it calls is in `Finished.tool_calls`.
    `tool_choice` "none" leaves them in the prompt, so that what is cached of it stays. Without
    `parallel_calls` an answer ends after one call. `json_schema`: the answer is JSON that validates
    against this schema, a JSON text; reasoning before it is free. "": it is any text.
    """

    messages: tuple[ChatMessage, ...]
    drop_oldest: bool = False
    thinking: bool | None = None
    effort: str | None = None
    continues: bool = False
    answer_ids: tuple[int, ...] = ()
    tools: tuple[ToolSpec, ...] = ()
    tool_choice: ToolChoice = "auto"
    parallel_calls: bool = True
    json_schema: str = ""


class TextPrompt(Struct, frozen=True, tag=True):
    """Plain text to continue. Special tokens in it are text unless `parse_special`."""

    text: str
    parse_special: bool = False


class IdsPrompt(Struct, frozen=True, tag=True):
    """Token ids to continue."""

    ids: tuple[int, ...]


Prompt = ChatPrompt | TextPrompt | IdsPrompt


class Load(Struct, frozen=True, tag=True):
    """Load the GGUF at `path`, replacing the loaded model."""

    path: str
    config: EngineConfig = EngineConfig()


class Generate(Struct, frozen=True, tag=True):
    """Answer `prompt`, beside other answers where the model has a free sequence, else after them.

    `max_tokens` None: until the model stops or the context is full.

    `ignore_end`: continue past end-of-generation tokens to `max_tokens`; for benchmarks.
    `logit_bias`: what is added to the logits of some token ids, before all else.
    `logprobs`: tell the log probability of each token, and of so many likeliest ones in its place;
    None: tell none.
    `for_guest`: another program asks. Answers for guests wait while others begin, but never for two
    of those in a row that came later.
    """

    request_id: str
    prompt: Prompt
    sampling: SamplingParams = SamplingParams()
    max_tokens: int | None = None
    stop: tuple[str, ...] = ()
    ignore_end: bool = False
    logit_bias: Annotated[tuple[tuple[int, Bias], ...], Meta(max_length=MAX_BIASES)] = ()
    logprobs: Annotated[int, Meta(ge=0, le=MAX_LOGPROBS)] | None = None
    for_guest: bool = False


class Embed(Struct, frozen=True, tag=True):
    """Compute an embedding of each of `prompts`, each by itself, in the place of an answer.

    `dimensions`: keep so many values of each, the first ones; None: all. `for_guest`: as of
    `Generate`.
    """

    request_id: str
    prompts: Annotated[tuple[TextPrompt | IdsPrompt, ...], Meta(min_length=1, max_length=MAX_TEXTS)]
    dimensions: Annotated[int, Meta(ge=1)] | None = None
    for_guest: bool = False


class Cancel(Struct, frozen=True, tag=True):
    """Stop a request within one step; generated text stays."""

    request_id: str


class Configure(Struct, frozen=True, tag=True):
    """Change settings of the loaded model from the next token on; None: unchanged."""

    toggles: Toggles | None = None
    speculation: SpeculationConfig | None = None

    @property
    def changes(self) -> dict[str, Struct]:
        """The changed fields by name, as in `EngineConfig`."""
        return {name: value for name, value in asdict(self).items() if value is not None}


class Inspect(Struct, frozen=True, tag=True):
    """Describe the GGUF at `path`, from its header, and its memory needs with each of `configs`.

    Served during a running answer. A context beyond the model's maximum is clamped.
    """

    request_id: str
    path: str
    configs: tuple[EngineConfig, ...] = (EngineConfig(),)


class CountTokens(Struct, frozen=True, tag=True):
    """Count the tokens of `prompt` as the loaded model would read it, and of each of `texts`.

    Served between two steps of running answers.
    """

    request_id: str
    prompt: ChatPrompt | None = None
    texts: tuple[str, ...] = ()


class Unload(Struct, frozen=True, tag=True):
    """Free the loaded model."""


class Close(Struct, frozen=True, tag=True):
    """End the engine process."""


Command = Load | Generate | Embed | Cancel | Configure | Inspect | CountTokens | Unload | Close
