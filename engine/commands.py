"""App → engine: the commands a client sends. Frozen, tagged, msgpack on the wire."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles

Role = Literal["system", "user", "assistant"]


class ChatMessage(Struct, frozen=True):
    """One turn of a conversation. `reasoning` led to an assistant's `content`; few templates want it back."""

    role: Role
    content: str
    reasoning: str = ""


class ChatPrompt(Struct, frozen=True, tag=True):
    """A conversation, rendered with the model's own chat template.

    `drop_oldest`: when the conversation does not fit, leave out the oldest turns (never the system
    message, never the last question) instead of failing.
    `thinking` and `effort`, one of the model's `Thinking.efforts`: whether and how long it thinks
    first. None: as it does by itself; what its template has no word for changes nothing.
    """

    messages: tuple[ChatMessage, ...]
    drop_oldest: bool = False
    thinking: bool | None = None
    effort: str | None = None


class TextPrompt(Struct, frozen=True, tag=True):
    """Plain text, continued as it stands. Special tokens in it are text unless `parse_special`."""

    text: str
    parse_special: bool = False


class IdsPrompt(Struct, frozen=True, tag=True):
    """Token ids, continued as they stand."""

    ids: tuple[int, ...]


Prompt = ChatPrompt | TextPrompt | IdsPrompt


class Load(Struct, frozen=True, tag=True):
    """Load the GGUF at `path`, replacing what is loaded."""

    path: str
    config: EngineConfig = EngineConfig()


class Generate(Struct, frozen=True, tag=True):
    """Answer `prompt`. `max_tokens` None: until the model stops or the context is full.

    `ignore_end`: go on past the model's own end, to `max_tokens`; for measurements.
    """

    request_id: str
    prompt: Prompt
    sampling: SamplingParams = SamplingParams()
    max_tokens: int | None = None
    stop: tuple[str, ...] = ()
    ignore_end: bool = False


class Cancel(Struct, frozen=True, tag=True):
    """Stop a request within one step; what was generated stays."""

    request_id: str


class Configure(Struct, frozen=True, tag=True):
    """Change settings of the loaded model from the next token on; None leaves one as it is."""

    toggles: Toggles | None = None
    speculation: SpeculationConfig | None = None

    @property
    def changes(self) -> dict[str, Struct]:
        """What it sets, by the field's name, which is also that of `EngineConfig`."""
        return {name: value for name, value in asdict(self).items() if value is not None}


class Inspect(Struct, frozen=True, tag=True):
    """Describe the GGUF at `path`, of which the header is enough, and what it needs with each of `configs`.

    Answered beside a running answer. A context beyond the model's own counts as the model's own.
    """

    request_id: str
    path: str
    configs: tuple[EngineConfig, ...] = (EngineConfig(),)


class Unload(Struct, frozen=True, tag=True):
    """Free the loaded model."""


class Close(Struct, frozen=True, tag=True):
    """End the engine process."""


Command = Load | Generate | Cancel | Configure | Inspect | Unload | Close
