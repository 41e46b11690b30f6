"""A conversation as the prompt text that a model was trained on. Knows no token ids."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.commands import ChatMessage
from engine.errors import RequestError
from engine.events import Thinking
from engine.gguf.metadata import TokenizerMetadata
from engine.tokenizer.special_tokens import resolve_bos_eos
from engine.tokenizer.template_sandbox import TEMPLATE_FAILURES, TemplateSandbox
from engine.tokenizer.thinking import (
    ReasoningMarks,
    describe_thinking,
    find_marks,
    thinking_variables,
)

_CHATML = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message.role + '\n' + message.content + '<|im_end|>\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
_CHATML_MARKS = ("<|im_end|>", "<|im_start|>")
_MISSING = "This model has no chat template, so ChatML is used; answers may be worse for it."
_BROKEN = (
    "This model's chat template does not work, so ChatML is used; answers may be worse for it."
)
_REFUSED = (
    "This model's chat template does not accept this conversation, so ChatML was used for it; "
    "answers may be worse for it."
)
_PROBE = (ChatMessage("user", "Hi"),)
_REASONING_FIELD = "reasoning_content"

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Names:
    """Texts of the special tokens that templates may write."""

    bos_token: str
    eos_token: str
    unk_token: str
    pad_token: str


class ChatTemplate:
    """Renders conversations with the model's own template, or with ChatML where that fails.

    `notice`: one sentence for the person when ChatML is in use, about the last rendering.
    `stop_strings`: what ends an answer besides the model's own tokens, about the last rendering.
    `marks`: what stands around reasoning; `thinking`: what is to be had, None where nothing says
    that the model thinks.
    """

    def __init__(
        self,
        template: TemplateSandbox | None,
        names: _Names,
        chatml_stops: tuple[str, ...],
        marks: ReasoningMarks,
    ) -> None:
        self.marks = marks
        self.thinking: Thinking | None = None
        self._template = template
        self._names = names
        self._chatml = TemplateSandbox(_CHATML)
        self._chatml_stops = chatml_stops
        self.notice: str | None = None
        self.stop_strings: tuple[str, ...] = ()

    @classmethod
    def from_metadata(cls, metadata: TokenizerMetadata) -> "ChatTemplate":
        """Compile the template of a GGUF file and try it; raises nothing."""
        source = metadata.chat_template or metadata.chat_templates.get("default")
        template = _compiled(source) if source else None
        marks = find_marks(source or "", metadata.tokens)
        chat = cls(template, _names(metadata), _chatml_stops(metadata), marks)
        if template is None:
            chat._use_chatml(_BROKEN if source else _MISSING)
        elif chat._attempt(_PROBE) is None:
            chat._template = None
            chat._use_chatml(_BROKEN)
        else:
            chat.thinking = chat._find_thinking()
        return chat

    def render(
        self,
        messages: Sequence[ChatMessage],
        *,
        add_generation_prompt: bool = True,
        thinking: bool | None = None,
        effort: str | None = None,
    ) -> str:
        """Return the prompt text of `messages`, with the opening of the assistant's turn.

        A template that refuses or leaves out the system message gets it at the head of the first
        question, and neighbouring messages of one role as one. `thinking` and `effort` are as in
        `ChatPrompt`. Raise `RequestError` when the conversation is too long to be rendered at all.
        """
        if self._template is not None:
            wishes: dict[str, object] = {}
            if self.thinking is not None:
                wishes = thinking_variables(
                    self._template.variables, self.thinking, thinking=thinking, effort=effort
                )
            for attempt in (list(messages), _plain_turns(messages)):
                text = self._attempt(
                    attempt, add_generation_prompt=add_generation_prompt, wishes=wishes
                )
                if text is not None:
                    self.notice, self.stop_strings = None, ()
                    return text
            self._use_chatml(_REFUSED)
        try:
            return self._chatml.render(self._values(messages, add_generation_prompt))
        except TEMPLATE_FAILURES as error:
            raise RequestError(
                "The conversation is too long to be made into a prompt; start a new one or shorten it."
            ) from error

    def _find_thinking(self) -> Thinking | None:
        assert self._template is not None
        variables, source = self._template.variables, self._template.source
        found = describe_thinking(variables, lambda wishes: self._attempt(_PROBE, wishes=wishes))
        has_choice = found.is_switchable or bool(found.efforts)
        is_marked = any(token in source for token in self.marks.tokens)
        return found if has_choice or is_marked else None

    def _attempt(
        self,
        messages: Sequence[ChatMessage],
        *,
        add_generation_prompt: bool = True,
        wishes: Mapping[str, object] | None = None,
    ) -> str | None:
        """The text, or None where the template fails or leaves out a system message."""
        assert self._template is not None
        values = self._values(messages, add_generation_prompt) | dict(wishes or {})
        try:
            text = self._template.render(values)
        except TEMPLATE_FAILURES as error:
            _log.info("chat template failed: %s: %s", type(error).__name__, error)
            return None
        systems = (message.content.strip() for message in messages if message.role == "system")
        return text if all(system in text for system in systems) else None

    def _values(
        self,
        messages: Sequence[ChatMessage],
        add_generation_prompt: bool,  # noqa: FBT001
    ) -> dict[str, object]:
        return {
            "messages": [self._message_values(message) for message in messages],
            "add_generation_prompt": add_generation_prompt,
            "tools": None,
            "documents": None,
            **vars(self._names),
        }

    def _message_values(self, message: ChatMessage) -> dict[str, object]:
        """Reasoning only where the template speaks of it: others would leave it out or stumble."""
        values: dict[str, object] = {"role": message.role, "content": message.content}
        if message.reasoning and self._template and _REASONING_FIELD in self._template.source:
            values[_REASONING_FIELD] = message.reasoning
        return values

    def _use_chatml(self, notice: str) -> None:
        self.notice, self.stop_strings = notice, self._chatml_stops


def _compiled(source: str) -> TemplateSandbox | None:
    try:
        return TemplateSandbox(source)
    except TEMPLATE_FAILURES as error:
        _log.info("chat template does not compile: %s: %s", type(error).__name__, error)
        return None


def _plain_turns(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """The conversation without system messages and without neighbours of one role."""
    turns: list[ChatMessage] = []
    for message in messages:
        role = "user" if message.role == "system" else message.role
        if turns and turns[-1].role == role:
            message = ChatMessage(role, f"{turns.pop().content}\n\n{message.content}")
        turns.append(ChatMessage(role, message.content, message.reasoning))
    return turns


def _names(metadata: TokenizerMetadata) -> _Names:
    ids = (*resolve_bos_eos(metadata), metadata.unk_id, metadata.pad_id)
    size = len(metadata.tokens)
    return _Names(*(metadata.tokens[i] if i is not None and 0 <= i < size else "" for i in ids))


def _chatml_stops(metadata: TokenizerMetadata) -> tuple[str, ...]:
    """ChatML's marks where they are plain text to the model, so no token ends the answer."""
    return () if _CHATML_MARKS[0] in metadata.tokens else _CHATML_MARKS
