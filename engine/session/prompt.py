"""Turns a request's prompt into token ids that fit the context. Knows no model."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.commands import ChatMessage, ChatPrompt, Prompt, TextPrompt, ToolSpec
from engine.errors import ContextFullError, RequestError
from engine.sampling.constraint import FreeText
from engine.session.reasoning import ReasoningSplitter, create_splitter
from engine.session.tool_calls import ToolCallSplitter
from engine.tokenizer.answer_grammar import answer_grammar
from engine.tokenizer.chat_template import ChatTemplate
from engine.tokenizer.template_renderer import Check
from engine.tokenizer.thinking import HARMONY, HARMONY_FINAL
from engine.tokenizer.tokenizer import Tokenizer
from engine.tokenizer.written_text import WrittenText, join

_MIN_ANSWER_LEN = 16
_MAX_COUNTED = 1 << 20
_ANSWER_SHARE = 4  # dropping turns leaves a quarter of the context for the answer


@dataclass(frozen=True)
class PreparedPrompt:
    """Prompt ids, and what the answer needs to know about them.

    `dropped_turns` is the number of oldest messages left out, `notice` is for the user.
    `stop_strings` end the answer. `continues`: the answer continues the prompt's text. `splitter`
    separates the reasoning, which the tokens `mark_ids` enclose. `answer_ids` are those of an
    answer that is continued, which `ids` end with. `grammar` is one that the answer follows after
    its `free_text`, "" for none; it may hold the special tokens `call_ids`.
    """

    ids: list[int]
    dropped_turns: int = 0
    stop_strings: tuple[str, ...] = ()
    notice: str | None = None
    continues: bool = True
    splitter: ReasoningSplitter = field(default_factory=ReasoningSplitter)
    mark_ids: frozenset[int] = frozenset()
    answer_ids: tuple[int, ...] = ()
    grammar: str = ""
    free_text: FreeText | None = None
    call_ids: frozenset[int] = frozenset()


def prepare_prompt(
    prompt: Prompt,
    tokenizer: Tokenizer,
    template: ChatTemplate,
    context_len: int,
    check: Check = lambda: None,
) -> PreparedPrompt:
    """Render and tokenize `prompt`. Raises RequestError when it is empty, too long or not valid.

    `check` is called while waiting for the chat template; an exception from it ends the wait.
    """
    if isinstance(prompt, ChatPrompt):
        prepared = _Conversation(prompt, tokenizer, template, context_len, check).prepare()
    elif isinstance(prompt, TextPrompt):
        _check_length(prompt.text, context_len)
        ids = tokenizer.encode(prompt.text, add_special=True, parse_special=prompt.parse_special)
        prepared = PreparedPrompt(ids)
    else:
        if len(prompt.ids) >= context_len:
            raise _too_long(prompt, _num_tokens(len(prompt.ids)), context_len)
        prepared = PreparedPrompt(checked_ids(prompt.ids, tokenizer.num_tokens))
    if not prepared.ids:
        raise RequestError("The prompt is empty; write something first.")
    if len(prepared.ids) >= context_len:
        raise _too_long(prompt, _num_tokens(len(prepared.ids)), context_len)
    return prepared


def count_prompt(prompt: ChatPrompt, tokenizer: Tokenizer, template: ChatTemplate) -> int:
    """The tokens of `prompt` with all its turns. Raises RequestError when it is far too long."""
    _, ids = _Conversation(prompt, tokenizer, template, _MAX_COUNTED, lambda: None).encode()
    return len(ids)


@dataclass(frozen=True)
class _Conversation:
    """Renders a conversation with as many turns as fit."""

    prompt: ChatPrompt
    tokenizer: Tokenizer
    template: ChatTemplate
    context_len: int
    check: Check

    def prepare(self) -> PreparedPrompt:
        """Render it, dropping the oldest turns if requested. Raises RequestError."""
        if not any(message.content.strip() for message in self.prompt.messages):
            raise RequestError("The message is empty; write something first.")
        roles = tuple(message.role for message in self.prompt.messages[-2:])
        if self.prompt.continues and roles not in (("user", "assistant"), ("tool", "assistant")):
            raise RequestError("Only an answer to a question can be continued.")
        num_turns = self._surplus()
        text, ids = self.encode(num_turns)
        answer_ids = kept = self._answer_ids(text)
        room = self.context_len - max(_MIN_ANSWER_LEN, self.context_len // _ANSWER_SHARE)
        if self.prompt.drop_oldest and len(ids) + len(answer_ids) > room:
            num_turns = self._find_fitting(num_turns, room - len(answer_ids))
            text, ids = self._encode(num_turns)
            # An answer that fills the context by itself continues from its end.
            kept = answer_ids[-max(room - len(ids), _MIN_ANSWER_LEN) :]
        template, tools = self.template, self._callable_tools
        splitter = create_splitter(template.marks, text.written_part, keeps_calls=bool(tools))
        if tools:
            most = None if self.prompt.parallel_calls else 1
            splitter = ToolCallSplitter(splitter, template.tool_format, tools, most)
        call_ids = _special_ids(template.tool_format.tokens if tools else (), self.tokenizer)
        return PreparedPrompt(
            ids + kept,
            len(self.prompt.messages) - len(self._without(num_turns)),
            template.stop_strings,
            template.notice,
            continues=False,
            splitter=splitter,
            mark_ids=_special_ids(template.marks.tokens, self.tokenizer) | call_ids,
            answer_ids=tuple(answer_ids),
            grammar=self._grammar(),
            free_text=self._free_text(text.written_part),
            call_ids=call_ids,
        )

    @property
    def _callable_tools(self) -> tuple[ToolSpec, ...]:
        return () if self.prompt.tool_choice == "none" else self.prompt.tools

    @property
    def _forces_calls(self) -> bool:
        """Whether calls, if any, follow a grammar."""
        prompt = self.prompt
        return bool(self._callable_tools) and (
            prompt.tool_choice == "required" or bool(prompt.json_schema)
        )

    def _grammar(self) -> str:
        """The grammar of the answer, "" for any text. Raises RequestError."""
        prompt = self.prompt
        if not prompt.json_schema and not self._forces_calls:
            return ""
        schema = (
            "" if self._forces_calls and prompt.tool_choice == "required" else prompt.json_schema
        )
        form, one_call = self.template.tool_format.form, not prompt.parallel_calls
        return answer_grammar(schema, self._callable_tools, form, one_call=one_call)

    def _free_text(self, prompt: str) -> FreeText | None:
        """The reasoning that stands before an answer to `prompt`, if any."""
        template = self.template
        marks = template.marks
        if marks is HARMONY and HARMONY.tokens[2] in prompt:
            return FreeText(HARMONY_FINAL, has_begun=True)
        closing = re.escape(marks.closing)
        if prompt.rstrip().endswith(marks.opening):
            return FreeText(closing, has_begun=True)
        if template.thinking is None or self.prompt.thinking is False:
            return None
        opening_ids = _special_ids(marks.tokens[:1], self.tokenizer)
        return FreeText(closing, opening_id=next(iter(opening_ids), None))

    def _answer_ids(self, text: WrittenText) -> list[int]:
        """The ids of the answer that is continued after the prompt `text`; empty for a new one.

        They are encoded apart from the prompt, as the model's own would be, so that the prompt's
        ids, and what is cached for them, stay the same.
        """
        if not self.prompt.continues:
            return []
        tokenizer, answer = self.tokenizer, self.prompt.messages[-1]
        if self.prompt.answer_ids:
            return checked_ids(self.prompt.answer_ids, tokenizer.num_tokens)
        marks = self.template.marks
        is_thinking = text.written_part.rstrip().endswith(marks.opening)
        parts: list[str] = []
        if answer.reasoning:
            parts += [WrittenText.written("" if is_thinking else marks.opening), answer.reasoning]
        if answer.content:
            has_reasoning = is_thinking or bool(answer.reasoning)
            opening = marks.to_answer if has_reasoning else marks.answer_opening
            parts += [WrittenText.written(opening), answer.content]
        mark_ids = tokenizer.find_marks(self.template.source)
        return tokenizer.encode_prompt(join(parts), mark_ids, add_special=False)

    def _surplus(self) -> int:
        """The oldest turns that are dropped unseen: a message is never less than a token.

        Raises RequestError when so many messages cannot fit.
        """
        messages, most = self.prompt.messages, self.context_len
        surplus, questions = len(messages) - most, _questions(self.prompt)
        if surplus <= 0:
            return 0
        enough = (n for n, at in enumerate(questions) if at - questions[0] >= surplus)
        num_turns = next(enough, None) if self.prompt.drop_oldest else None
        if num_turns is None:
            size = f"The conversation has {len(messages):,} messages"
            raise _too_long(self.prompt, size, most)
        return num_turns

    def encode(self, num_turns: int = 0) -> tuple[WrittenText, list[int]]:
        """The text and the ids without the oldest turns.

        Raises RequestError for a turn that cannot fit.
        """
        for message in self.prompt.messages:
            calls = "".join(call.name + call.arguments for call in message.tool_calls)
            _check_length(message.content + message.reasoning + calls, self.context_len)
        for tool in self.prompt.tools:
            _check_length(tool.name + tool.description + tool.parameters, self.context_len)
        return self._encode(num_turns)

    def _find_fitting(self, few: int, room: int) -> int:
        """The fewest turns beyond `few` to drop to fit `room`; all but the last if nothing fits."""
        enough = max(len(_questions(self.prompt)) - 1, 0)
        while enough - few > 1:
            middle = (few + enough) // 2
            _, ids = self._encode(middle)
            few, enough = (few, middle) if len(ids) <= room else (middle, enough)
        return enough

    def _without(self, num_turns: int) -> list[ChatMessage]:
        """Drop the oldest questions and answers; keep the system message and the last question."""
        messages = list(self.prompt.messages)
        if num_turns:
            questions = _questions(self.prompt)
            del messages[questions[0] : questions[num_turns]]
        return messages

    def _encode(self, num_turns: int) -> tuple[WrittenText, list[int]]:
        """The text and its ids. BOS is added only if the template did not write it."""
        prompt, tokenizer, template = self.prompt, self.tokenizer, self.template
        messages = self._without(num_turns)
        text = template.render(
            messages[:-1] if prompt.continues else messages,
            tools=prompt.tools,
            forces_calls=self._forces_calls,
            thinking=prompt.thinking,
            effort=prompt.effort,
            check=self.check,
        )
        ids = tokenizer.encode_prompt(text, tokenizer.find_marks(template.source))
        bos = tokenizer.bos_id
        return text, ids[1:] if bos is not None and ids[:2] == [bos, bos] else ids


def _special_ids(marks: Sequence[str], tokenizer: Tokenizer) -> frozenset[int]:
    """The `marks` that are single special tokens, whose text is otherwise hidden."""
    encoded = (tokenizer.encode(mark, add_special=False, parse_special=True) for mark in marks)
    return frozenset(ids[0] for ids in encoded if len(ids) == 1)


def checked_ids(ids: Sequence[int], num_tokens: int) -> list[int]:
    """`ids`. Raises RequestError for one that is not in the vocabulary."""
    for token_id in ids:
        if not 0 <= token_id < num_tokens:
            raise RequestError(
                f"Token id {token_id} is not in the model's vocabulary of {num_tokens} tokens."
            )
    return list(ids)


def _check_length(text: str, context_len: int) -> None:
    """Refuse text that cannot fit: tokens are shorter than 256 characters."""
    longest_token = 256
    if len(text) > context_len * longest_token:
        raise RequestError(
            f"The text of {len(text):,} characters is far longer than the context of {context_len} "
            "tokens; shorten it."
        )


def _num_tokens(number: int) -> str:
    return f"The prompt is {number} tokens long"


def _too_long(prompt: Prompt, size: str, context_len: int) -> RequestError:
    """ContextFullError only if dropping turns, not requested yet, would help."""
    sizes = f"{size}, but the context holds {context_len}"
    has_more = isinstance(prompt, ChatPrompt) and (prompt.continues or len(_questions(prompt)) > 1)
    if isinstance(prompt, ChatPrompt) and not prompt.drop_oldest and has_more:
        return ContextFullError(
            f"{sizes}; drop the oldest turns, or load the model with a larger context."
        )
    return RequestError(f"{sizes}; shorten it, or load the model with a larger context.")


def _questions(prompt: ChatPrompt) -> list[int]:
    """The places of the user's messages."""
    return [i for i, message in enumerate(prompt.messages) if message.role == "user"]
