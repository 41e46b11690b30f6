"""A request's prompt as token ids that fit the context. Knows no model."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.commands import ChatMessage, ChatPrompt, IdsPrompt, Prompt, TextPrompt
from engine.errors import ContextFullError, RequestError
from engine.session.reasoning import PlainText, ReasoningSplitter, create_splitter
from engine.tokenizer.chat_template import ChatTemplate
from engine.tokenizer.template_renderer import Check
from engine.tokenizer.tokenizer import Tokenizer

_MIN_ANSWER_LEN = 16
_ANSWER_SHARE = 4  # when turns are dropped, a quarter of the context is left for the answer


@dataclass(frozen=True)
class PreparedPrompt:
    """Token ids, and what the answer has to know about them.

    `dropped_turns` of the oldest messages were left out, `stop_strings` end the answer, `notice` is
    for the person; `continues` says that the answer goes on in the prompt's own text. `splitter`
    finds the reasoning in the answer, which is written between the tokens `mark_ids`.
    """

    ids: list[int]
    dropped_turns: int = 0
    stop_strings: tuple[str, ...] = ()
    notice: str | None = None
    continues: bool = True
    splitter: ReasoningSplitter = field(default_factory=PlainText)
    mark_ids: frozenset[int] = frozenset()


def prepare_prompt(
    prompt: Prompt,
    tokenizer: Tokenizer,
    template: ChatTemplate,
    context_len: int,
    check: Check = lambda: None,
) -> PreparedPrompt:
    """Render and tokenize `prompt`. Raises RequestError when it is empty, too long or not valid.

    `check` is called while the model's template is waited for; what it raises ends that.
    """
    if isinstance(prompt, ChatPrompt):
        prepared = _prepare_chat(prompt, tokenizer, template, context_len, check)
    elif isinstance(prompt, TextPrompt):
        _check_length(prompt.text, context_len)
        ids = tokenizer.encode(prompt.text, add_special=True, parse_special=prompt.parse_special)
        prepared = PreparedPrompt(ids)
    else:
        prepared = PreparedPrompt(_checked_ids(prompt, tokenizer.num_tokens))
    if not prepared.ids:
        raise RequestError("The prompt is empty; write something first.")
    if len(prepared.ids) >= context_len:
        raise _too_long(prompt, len(prepared.ids), context_len)
    return prepared


def encode_chat(text: str, tokenizer: Tokenizer) -> list[int]:
    """Token ids of a rendered conversation.

    A begin-of-text token is added only where the template did not write one itself.
    """
    bos = tokenizer.bos_id
    ids = tokenizer.encode(text, add_special=True, parse_special=True)
    if bos is not None and ids[:2] == [bos, bos]:
        return ids[1:]
    return ids


def _prepare_chat(
    prompt: ChatPrompt,
    tokenizer: Tokenizer,
    template: ChatTemplate,
    context_len: int,
    check: Check,
) -> PreparedPrompt:
    messages, dropped = list(prompt.messages), 0
    if not any(message.content.strip() for message in messages):
        raise RequestError("The message is empty; write something first.")
    for message in messages:
        _check_length(message.content + message.reasoning, context_len)
    room = context_len - 1
    if prompt.drop_oldest:
        room = context_len - max(_MIN_ANSWER_LEN, context_len // _ANSWER_SHARE)

    def render() -> tuple[str, list[int]]:
        text = template.render(
            messages, thinking=prompt.thinking, effort=prompt.effort, check=check
        )
        return text, encode_chat(text, tokenizer)

    text, ids = render()
    while prompt.drop_oldest and len(ids) > room and _drop_oldest_turn(messages):
        dropped = len(prompt.messages) - len(messages)
        text, ids = render()
    return PreparedPrompt(
        ids,
        dropped,
        template.stop_strings,
        template.notice,
        continues=False,
        splitter=create_splitter(template.marks, text),
        mark_ids=_special_ids(template.marks.tokens, tokenizer),
    )


def _special_ids(marks: Sequence[str], tokenizer: Tokenizer) -> frozenset[int]:
    """Those of `marks` that are one token: special tokens, whose text is hidden otherwise."""
    encoded = (tokenizer.encode(mark, add_special=False, parse_special=True) for mark in marks)
    return frozenset(ids[0] for ids in encoded if len(ids) == 1)


def _drop_oldest_turn(messages: list[ChatMessage]) -> bool:
    """Remove the oldest question and its answer; never a system message nor the last question."""
    questions = [i for i, message in enumerate(messages) if message.role == "user"]
    if len(questions) < 2:
        return False
    del messages[questions[0] : questions[1]]
    return True


def _checked_ids(prompt: IdsPrompt, num_tokens: int) -> list[int]:
    for token_id in prompt.ids:
        if not 0 <= token_id < num_tokens:
            raise RequestError(
                f"Token id {token_id} is not in the model's vocabulary of {num_tokens} tokens."
            )
    return list(prompt.ids)


def _check_length(text: str, context_len: int) -> None:
    """Refuse what cannot fit whatever the tokenizer does: no token of ours spans 256 characters."""
    longest_token = 256
    if len(text) > context_len * longest_token:
        raise RequestError(
            f"The text of {len(text):,} characters is far longer than the context of {context_len} "
            "tokens; shorten it."
        )


def _too_long(prompt: Prompt, num_ids: int, context_len: int) -> RequestError:
    """ContextFullError only where dropping turns, not asked for yet, would leave less to fit."""
    sizes = f"The prompt is {num_ids} tokens long, but the context holds {context_len}"
    if isinstance(prompt, ChatPrompt) and not prompt.drop_oldest and _has_older_turns(prompt):
        return ContextFullError(
            f"{sizes}; drop the oldest turns, or load the model with a larger context."
        )
    return RequestError(f"{sizes}; shorten it, or load the model with a larger context.")


def _has_older_turns(prompt: ChatPrompt) -> bool:
    return sum(message.role == "user" for message in prompt.messages) > 1
