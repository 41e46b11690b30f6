"""The JSON bodies of requests: their fields, and a sentence for what is wrong. Knows no engine.

https://platform.openai.com/docs/api-reference/chat and /completions; fields that neither they nor
Encore knows are ignored.
"""

import re
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from app.server.api_error import ApiError, invalid
from engine.commands import MAX_BIASES, MAX_LOGPROBS, Bias

T = TypeVar("T", bound=Struct)

MAX_ANSWERS = 16
UNLIMITED = -1  # tokens; what other servers take it for
MAX_STOPS = 16
MAX_TOOLS = 128

_ERROR = re.compile(
    r"(?:Expected (?P<wanted>.+?)(?:, got `?(?P<got>[^`]*?)`?)?|(?P<other>.+?))"
    r"(?: - at `(?:key in )?\$?\.?(?P<where>.*)`)?",
    re.DOTALL,
)
_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
}

Stop = Annotated[str, Meta(min_length=1, max_length=1000)]
Number = Annotated[int, Meta(ge=-1, lt=1 << 31)]
NumTokens = Annotated[int, Meta(ge=-1, lt=1 << 31)]
NumLogprobs = Annotated[int, Meta(ge=0, le=MAX_LOGPROBS)]
ToolName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
TokenId = Annotated[int, Meta(ge=0, lt=1 << 31)]
Given = str | Annotated[list[str | TokenId | list[TokenId]], Meta(min_length=1)]
"""A text, token ids, or several of either."""


class StreamOptions(Struct, frozen=True):
    """What a stream has besides text."""

    include_usage: bool | None = None


class TemplateOptions(Struct, frozen=True):
    """Variables of chat templates that are honored."""

    enable_thinking: bool | None = None


class Body(Struct, frozen=True, kw_only=True):
    """The fields that both endpoints have. None: the setting's value."""

    model: str | None = None
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    max_tokens: NumTokens | None = None
    stop: Stop | Annotated[list[Stop], Meta(max_length=MAX_STOPS)] | None = None
    n: Annotated[int, Meta(ge=1, le=MAX_ANSWERS)] | None = None
    seed: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    top_k: Number | None = None
    min_p: float | None = None
    presence_penalty: float | None = None
    frequency_penalty: float | None = None
    repetition_penalty: float | None = None
    repeat_penalty: float | None = None
    penalty_last_n: Number | None = None
    logit_bias: Annotated[dict[TokenId, Bias], Meta(max_length=MAX_BIASES)] | None = None


class Part(Struct, frozen=True):
    """A part of a message; `refusal` is the text of one in which an answer was refused."""

    type: str
    text: str | None = None
    refusal: str | None = None


class FunctionBody(Struct, frozen=True):
    """A function that an answer may call."""

    name: ToolName
    description: str | None = None
    parameters: dict[str, Any] | None = None


class ToolBody(Struct, frozen=True):
    """A tool that an answer may call."""

    type: str
    function: FunctionBody


class CalledFunction(Struct, frozen=True):
    """What was called; `arguments` is JSON."""

    name: str
    arguments: str = "{}"


class CallBody(Struct, frozen=True):
    """A call in an assistant's message."""

    id: str
    function: CalledFunction
    type: str = "function"


class ChosenFunction(Struct, frozen=True):
    """The function that an answer must call."""

    name: str


class NamedChoice(Struct, frozen=True):
    """The tool that an answer must call, or those that it may."""

    function: ChosenFunction | None = None
    type: str = "function"
    allowed_tools: "AllowedTools | None" = None


class AllowedTools(Struct, frozen=True):
    """Which of the tools an answer may call; `mode`: whether it has to call one."""

    mode: str
    tools: Annotated[list[NamedChoice], Meta(max_length=MAX_TOOLS)]


class Message(Struct, frozen=True):
    """A turn of a conversation."""

    role: str
    content: str | list[Part] | None = None
    reasoning_content: str | None = None
    tool_calls: Annotated[list[CallBody], Meta(max_length=MAX_TOOLS)] | None = None
    tool_call_id: str | None = None


class SchemaBody(Struct, frozen=True):
    """The schema of an answer; `strict` makes no difference, as each is followed."""

    name: str | None = None
    schema: dict[str, Any] | bool | None = None
    strict: bool | None = None


class ResponseFormat(Struct, frozen=True):
    """What form an answer must have."""

    type: str
    json_schema: SchemaBody | None = None


class ChatBody(Body, frozen=True, kw_only=True):
    """The body of a chat completion."""

    messages: Annotated[list[Message], Meta(min_length=1)]
    max_completion_tokens: NumTokens | None = None
    reasoning_effort: str | None = None
    chat_template_kwargs: TemplateOptions | None = None
    logprobs: bool | None = None
    top_logprobs: NumLogprobs | None = None
    response_format: ResponseFormat | None = None
    tools: Annotated[list[ToolBody], Meta(max_length=MAX_TOOLS)] | None = None
    tool_choice: str | NamedChoice | None = None
    parallel_tool_calls: bool | None = None
    functions: list[Any] | None = None
    grammar: Any = None
    json_schema: Any = None
    guided_json: Any = None
    guided_regex: Any = None
    guided_choice: Any = None
    guided_grammar: Any = None
    modalities: list[str] | None = None


class TextBody(Body, frozen=True, kw_only=True):
    """The body of a completion: texts or token ids to continue."""

    prompt: Given
    logprobs: NumLogprobs | None = None
    response_format: ResponseFormat | None = None
    echo: bool | None = None
    suffix: str | None = None
    best_of: int | None = None


class EmbeddingBody(Struct, frozen=True, kw_only=True):
    """The body of a request for embeddings: texts or token ids."""

    model: str | None = None
    input: Given
    encoding_format: Literal["float", "base64"] | None = None
    dimensions: Annotated[int, Meta(ge=1, lt=1 << 31)] | None = None


def read_body(content: bytes, kind: type[T]) -> T:
    """The body in `content`. Raises `ApiError` with what is wrong with it."""
    try:
        return msgspec.json.decode(content, type=kind)
    except msgspec.ValidationError as error:
        sentence, where = describe_error(error)
        raise invalid(sentence, where) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise invalid(f"The body is not JSON: {error}.", code="invalid_json") from None
    except RecursionError:
        raise invalid("The body is nested too deeply.", code="invalid_json") from None


def describe_error(error: msgspec.ValidationError) -> tuple[str, str | None]:
    """An error of msgspec as a sentence, and the field that it is about."""
    match = _ERROR.fullmatch(str(error))
    if match is None:
        return f"{error}.", None
    where = match["where"] or None
    name = where or "The body"
    if match["wanted"] is None:
        missing = re.search(r"missing required field `(.*)`", match["other"])
        if missing:
            path = f"{where}.{missing[1]}" if where else missing[1]
            return f"{path} is missing.", path
        return f"{name} is not valid: {match['other']}.", where
    wanted = " or ".join(map(_in_words, match["wanted"].split(" | ")))
    got = f", not {_in_words(match['got'])}" if match["got"] else ""
    return f"{name} must be {wanted}{got}.", where


def _in_words(kind: str) -> str:
    bare = kind.strip("`")
    if bare in _TYPES or bare == "null":
        return _TYPES.get(bare, bare)
    return re.sub(r"`(\w+)`", lambda match: _TYPES.get(match[1], match[1]), kind).strip("`")


def too_many_answers() -> ApiError:
    """More answers are asked for at once than one request may have."""
    return invalid(f"One request may ask for at most {MAX_ANSWERS} answers.", "n")
