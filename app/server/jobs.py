"""From a request's body to commands of the engine. Knows no HTTP and no reply."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from app.server.api_error import invalid, unsupported
from app.server.bodies import (
    MAX_ANSWERS,
    UNLIMITED,
    Body,
    ChatBody,
    Given,
    Message,
    Part,
    TextBody,
    describe_error,
    too_many_answers,
)
from app.server.tools import calls_of, may_call_several, schema_of, tools_of
from engine.commands import (
    ChatMessage,
    ChatPrompt,
    Generate,
    IdsPrompt,
    Prompt,
    Role,
    TextPrompt,
)
from engine.config import SamplingParams, validated

_ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}
_TEXTS = ("text", "input_text", "output_text", "reasoning_text", "refusal")
_DEFAULT_TEXT_TOKENS = 16  # as the API says
_SMALLEST_SHARE = 1e-6
_SEED_MASK = (1 << 63) - 1
_NO_EFFORT = "none"
_OTHER_FORMS = "Forms other than those of response_format are"
_OTHER_FORM_FIELDS = (
    "grammar", "json_schema", "guided_json", "guided_regex", "guided_choice", "guided_grammar",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Job:
    """What one request asks of the engine: one command for each answer, in order.

    `echoes` are the texts that stand before the answers, "" for none. `num_per_prompt` answers have
    the same prompt. `repeated` is what the reply says again of the request.
    """

    id: str
    model: str | None
    commands: tuple[Generate, ...]
    echoes: tuple[str, ...]
    num_per_prompt: int
    is_stream: bool
    has_usage_chunk: bool
    repeated: Mapping[str, Any] = field(default_factory=dict)


def chat_job(body: ChatBody, defaults: SamplingParams, *, drop_oldest: bool = False) -> Job:
    """The job of a chat completion; `drop_oldest` as of `ChatPrompt`. Raises `ApiError`."""
    _refuse_unsupported_chat(body)
    messages = tuple(_message(message, at) for at, message in enumerate(body.messages))
    effort = body.reasoning_effort
    wishes = body.chat_template_kwargs
    thinking = False if effort == _NO_EFFORT else wishes.enable_thinking if wishes else None
    tools, tool_choice = tools_of(body)
    prompt = ChatPrompt(
        messages,
        drop_oldest,
        thinking=thinking,
        effort=None if thinking is False else effort,
        tools=tools,
        tool_choice=tool_choice,
        parallel_calls=may_call_several(body),
        json_schema=schema_of(body),
    )
    if body.top_logprobs and not body.logprobs:
        raise invalid("top_logprobs needs logprobs.", "top_logprobs")
    logprobs = (body.top_logprobs or 0) if body.logprobs else None
    named = "max_tokens" if body.max_completion_tokens is None else "max_completion_tokens"
    limit = _limit(named, getattr(body, named), None)
    return _job("chatcmpl", body, [prompt], [""], defaults, limit, logprobs)


def text_job(body: TextBody, defaults: SamplingParams) -> Job:
    """The job of a completion. Raises `ApiError`."""
    _refuse_unsupported_text(body)
    if (body.n or 1) * count_prompts(body.prompt) > MAX_ANSWERS:
        raise too_many_answers()
    prompts = prompts_of(body.prompt, "prompt")
    echoes = [
        prompt.text if body.echo and isinstance(prompt, TextPrompt) else "" for prompt in prompts
    ]
    if body.echo and not all(echoes):
        raise invalid("Only a prompt that is text can be echoed.", "echo")
    limit = _limit("max_tokens", body.max_tokens, _DEFAULT_TEXT_TOKENS)
    return _job("cmpl", body, prompts, echoes, defaults, limit, body.logprobs)


def _job(
    name: str,
    body: Body,
    prompts: Sequence[Prompt],
    echoes: list[str],
    defaults: SamplingParams,
    max_tokens: int | None,
    logprobs: int | None,
) -> Job:
    per_prompt = body.n or 1
    job_id = f"{name}-{uuid.uuid4().hex}"
    sampling = _sampling(body, defaults)
    stop = (body.stop,) if isinstance(body.stop, str) else tuple(body.stop or ())
    commands = tuple(
        Generate(
            request_id=f"{job_id}-{at * per_prompt + number}",
            prompt=prompt,
            sampling=_numbered(sampling, number),
            max_tokens=max_tokens,
            stop=stop,
            logit_bias=tuple((body.logit_bias or {}).items()),
            logprobs=logprobs,
        )
        for at, prompt in enumerate(prompts)
        for number in range(per_prompt)
    )
    options = body.stream_options
    return Job(
        id=job_id,
        model=body.model or None,
        commands=commands,
        echoes=tuple(echo for echo in echoes for _ in range(per_prompt)),
        num_per_prompt=per_prompt,
        is_stream=bool(body.stream),
        has_usage_chunk=bool(options and options.include_usage),
    )


def _limit(param: str, asked: int | None, default: int | None) -> int | None:
    """At most so many tokens; None: as many as there is room for. Raises `ApiError`."""
    if asked == 0:
        raise invalid(f"{param} must be at least 1, or {UNLIMITED} for no limit.", param)
    return default if asked is None else None if asked == UNLIMITED else asked


def _sampling(body: Body, defaults: SamplingParams) -> SamplingParams:
    """The settings, but for what the request says. Raises `ApiError`."""
    asked = {
        "temperature": body.temperature,
        "top_p": None if body.top_p is None else body.top_p or _SMALLEST_SHARE,
        "top_k": None if body.top_k is None else max(0, body.top_k),  # -1 is also "all"
        "min_p": body.min_p,
        "presence_penalty": body.presence_penalty,
        "frequency_penalty": body.frequency_penalty,
        "repeat_penalty": _first(body.repetition_penalty, body.repeat_penalty),
        "penalty_last_n": body.penalty_last_n,
        "seed": None if body.seed is None else body.seed & _SEED_MASK,
    }
    changes = {name: value for name, value in asked.items() if value is not None}
    try:
        return validated(replace(defaults, **changes))
    except msgspec.ValidationError as error:
        sentence, where = describe_error(error)
        raise invalid(sentence, where) from None


def _first(*values: float | None) -> float | None:
    return next((value for value in values if value is not None), None)


def _numbered(sampling: SamplingParams, number: int) -> SamplingParams:
    """Several answers to one prompt have seeds that follow each other."""
    if sampling.seed is None or number == 0:
        return sampling
    return replace(sampling, seed=(sampling.seed + number) & _SEED_MASK)


def _message(message: Message, at: int) -> ChatMessage:
    place = f"messages[{at}]"
    role = _ROLES.get(message.role)
    if role is None:
        roles = ", ".join(_ROLES)
        raise invalid(f"{place}.role must be one of {roles}.", f"{place}.role")
    return ChatMessage(
        role,
        _content(message, place),
        message.reasoning_content or "",
        calls_of(message.tool_calls, place),
        message.tool_call_id or "",
    )


def _content(message: Message, place: str) -> str:
    content = message.content
    if content is None or isinstance(content, str):
        return content or ""
    return text_of(content, f"{place}.content")


def text_of(parts: Sequence[Part], place: str) -> str:
    """The text of a message's parts. Raises `ApiError`."""
    texts = []
    for at, part in enumerate(parts):
        text = part.refusal if part.type == "refusal" else part.text
        if part.type not in _TEXTS or text is None:
            raise unsupported(f"{place}[{at}]", "Parts other than text are")
        texts.append(text)
    return "".join(texts)


def count_prompts(given: Given) -> int:
    """How many prompts `prompts_of` makes of it, if it is no mixture."""
    return 1 if isinstance(given, str) or isinstance(given[0], int) else len(given)


def prompts_of(given: Given, param: str) -> list[TextPrompt | IdsPrompt]:
    """The texts or lists of token ids in the field `param`. Raises `ApiError`."""
    if isinstance(given, str):
        return [TextPrompt(given)]
    texts = [item for item in given if isinstance(item, str)]
    ids = [item for item in given if isinstance(item, int)]
    lists = [tuple(item) for item in given if isinstance(item, list)]
    if len(texts) == len(given):
        return [TextPrompt(text) for text in texts]
    if len(ids) == len(given):
        return [IdsPrompt(tuple(ids))]
    if len(lists) == len(given) and all(lists):
        return [IdsPrompt(item) for item in lists]
    raise invalid(f"{param} must be text, token ids, or a list of either, not a mixture.", param)


def _refuse_unsupported_chat(body: ChatBody) -> None:
    for param, is_wanted, what in (
        ("functions", body.functions, "Functions other than tools are"),
        *((name, getattr(body, name) is not None, _OTHER_FORMS) for name in _OTHER_FORM_FIELDS),
        ("modalities", set(body.modalities or ()) - {"text"}, "Answers other than text are"),
    ):
        if is_wanted:
            raise unsupported(param, what)


def _refuse_unsupported_text(body: TextBody) -> None:
    for param, is_wanted, what in (
        ("logprobs", body.logprobs is not None and body.echo, "Log probabilities of an echo are"),
        (
            "response_format",
            body.response_format and body.response_format.type != "text",
            "The form of an answer that is no chat is",
        ),
        ("suffix", body.suffix, "Text after the answer is"),
        ("best_of", (body.best_of or 1) > (body.n or 1), "Choosing among more answers is"),
    ):
        if is_wanted:
            raise unsupported(param, what)
