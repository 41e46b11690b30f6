"""Renders a conversation as the prompt format of a model. Knows no token ids."""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from msgspec.structs import replace as changed

from engine.commands import ChatMessage, ToolSpec
from engine.errors import RequestError
from engine.events import Thinking
from engine.gguf.metadata import TokenizerMetadata
from engine.tokenizer.special_tokens import resolve_bos_eos
from engine.tokenizer.template_budget import MAX_SOURCE_LEN, MAX_TEXT_LEN
from engine.tokenizer.template_renderer import (
    Check,
    RenderError,
    RenderOverrunError,
    RenderRequest,
    TemplateRenderer,
    TimeLimit,
)
from engine.tokenizer.thinking import (
    describe_thinking,
    find_marks,
    thinking_variables,
)
from engine.tokenizer.tool_format import HERMES, find_format
from engine.tokenizer.tool_turns import is_understood, message_values, plain_turns, tool_values
from engine.tokenizer.written_text import WrittenText, join, without_surrogates

_CHATML_MARKS = ("<|im_end|>", "<|im_start|>")
_WORSE = "so ChatML is used; if answers are poor, get another file of this model"
_MISSING = f"This model has no chat template, {_WORSE}."
_BROKEN = f"This model's chat template does not work, {_WORSE}."
_OVERRUN = f"This model's chat template takes more time or memory than any prompt needs, {_WORSE}."
_REFUSED = (
    "This model's chat template does not accept this conversation, so ChatML was used for it; "
    "answers may be worse for it."
)
_LEFT_OUT = (
    "This model's chat template leaves your last message out of the prompt, so the model does not "
    "see it; get another file of this model, or choose another one."
)
_PROBE = (ChatMessage("user", "Hi"),)
_XML_TOOLS = "xml_tools"  # SmolLM3's name for them
_TOO_LONG = "The conversation is too long to be made into a prompt; start a new one or shorten it."
# For all renderings of one request, and for all trial renderings of one load.
_CPU_SECONDS, _SECONDS = 3.0, 30.0
# A template that takes longer for less is to blame itself; a message counts as so many characters.
_MOST_CHARACTERS, _MESSAGE_CHARACTERS = 1 << 20, 1 << 10

_log = logging.getLogger(__name__)


class ChatTemplate:
    """Renders conversations with the model's template, or with ChatML if that fails.

    `notice`: a sentence for the user about the last rendering: ChatML is in use, or the question
    is missing. `stop_strings`: strings that end an answer to the last rendering, besides the
    model's own tokens. `marks`: the marks around reasoning; `thinking`: the reasoning options,
    None if the model does not seem to reason; `source`: the template in the file. `tool_format`:
    how the model was told to call tools, in the last rendering with some.
    """

    def __init__(self, metadata: TokenizerMetadata) -> None:
        """Start the template's process; `try_out` waits for it. Raises nothing."""
        source = metadata.chat_template or metadata.chat_templates.get("default") or ""
        self.source = source
        self.marks = find_marks(source, metadata.tokens)
        self.thinking: Thinking | None = None
        self.notice: str | None = None
        self.stop_strings: tuple[str, ...] = ()
        self.tool_format = HERMES
        self._own_format = find_format(source)
        self._names = _names(metadata)
        self._chatml_stops = _chatml_stops(metadata)
        self._renderer: TemplateRenderer | None = None
        self._why_chatml = _BROKEN if source else _MISSING
        if 0 < len(source) <= MAX_SOURCE_LEN:
            self._renderer = TemplateRenderer(source)
            self._renderer.start()

    @classmethod
    def from_metadata(cls, metadata: TokenizerMetadata) -> "ChatTemplate":
        """The tried-out template of a GGUF file. Raises nothing."""
        chat = cls(metadata)
        chat.try_out(lambda: None)
        return chat

    def try_out(self, check: Check) -> None:
        """Compile the template and probe its features. Raises only what `check` raises."""
        work = _Work(check)
        if self._attempt(_PROBE, work) is None:
            self._give_up(_BROKEN)
        else:
            self.thinking = self._find_thinking(work)
        if self._renderer is None:
            self._use_chatml(self._why_chatml)

    def render(
        self,
        messages: Sequence[ChatMessage],
        *,
        tools: Sequence[ToolSpec] = (),
        forces_calls: bool = False,
        add_generation_prompt: bool = True,
        thinking: bool | None = None,
        effort: str | None = None,
        check: Check = lambda: None,
    ) -> WrittenText:
        """Return the prompt text of `messages`, with the opening of the assistant's turn.

        Only the template's own text counts as written, not the messages. If the template refuses
        or drops the system message, it is prepended to the first question, and adjacent messages
        of one role are joined. If it knows no tools, they and what concerns them are written out as
        text; `forces_calls`: also where its calls have a format that cannot be forced. `thinking`
        and `effort` are as in `ChatPrompt`. `check` is called
        during the rendering; an exception from it ends the rendering.
        Raise `RequestError` when the conversation is too long to render.
        """
        messages = [_sound(message) for message in messages]
        if (
            sum(len(message.content) + len(message.reasoning) for message in messages)
            > MAX_TEXT_LEN
        ):
            raise RequestError(_TOO_LONG)
        work = _Work(check, add_generation_prompt, self._wishes(thinking, effort))
        plain = plain_turns(messages, tools)
        self.tool_format = HERMES
        own = self._own_format
        if plain != messages and own is not None and (own.form or not forces_calls):
            text = self._attempt(messages, replace(work, tools=tool_values(tools)))
            if text is not None and is_understood(text, messages, tools):
                self.tool_format = own
                return self._kept(text, messages)
        for attempt in (plain, _joined_turns(plain)):
            text = self._attempt(attempt, work)
            if text is not None:
                return self._kept(text, messages)
        self._use_chatml(_REFUSED if self._renderer else self._why_chatml)
        return _chatml(plain, add_generation_prompt=add_generation_prompt)

    def _kept(self, text: WrittenText, messages: Sequence[ChatMessage]) -> WrittenText:
        """The rendering that is used."""
        self.notice = None if _holds_question(text, messages) else _LEFT_OUT
        self.stop_strings = ()
        return text

    def close(self) -> None:
        """End the template's process; the next rendering starts a new one."""
        if self._renderer is not None:
            self._renderer.close()

    def _find_thinking(self, work: "_Work") -> Thinking | None:
        renderer = self._renderer
        if renderer is None:
            return None
        found = describe_thinking(
            renderer.variables, lambda wishes: self._attempt(_PROBE, replace(work, wishes=wishes))
        )
        has_choice = found.is_switchable or bool(found.efforts)
        is_marked = any(token in self.source for token in self.marks.tokens)
        # A trial may have ended it.
        return found if self._renderer and (has_choice or is_marked) else None

    def _wishes(self, thinking: bool | None, effort: str | None) -> Mapping[str, object]:  # noqa: FBT001
        if self._renderer is None or self.thinking is None:
            return {}
        return thinking_variables(
            self._renderer.variables, self.thinking, thinking=thinking, effort=effort
        )

    def _attempt(self, messages: Sequence[ChatMessage], work: "_Work") -> WrittenText | None:
        """The text; None if the template fails or drops the system message.

        Raises RequestError for a long conversation that takes it too long.
        """
        if self._renderer is None:
            return None
        values = {"add_generation_prompt": work.add_generation_prompt, **work.wishes}
        if work.tools:
            values[_XML_TOOLS if _XML_TOOLS in self.source else "tools"] = work.tools
        turns = message_values(messages, self.source)
        request = RenderRequest(turns, self._names, values)
        try:
            text = self._renderer.render(request, work.limit, work.check)
        except RenderOverrunError as error:
            _log.warning("chat template stopped: %s", error)
            if _size(messages, work.tools) > _MOST_CHARACTERS:
                raise RequestError(_TOO_LONG) from None
            self._give_up(_OVERRUN)
            return None
        except RenderError as error:
            _log.info("chat template failed: %s", error)
            return None
        systems = (message.content.strip() for message in messages if message.role == "system")
        return text if all(system in text for system in systems) else None

    def _give_up(self, why: str) -> None:
        """Use ChatML from now on."""
        if self._renderer is not None:
            self._renderer.close()
            self._renderer, self._why_chatml = None, why

    def _use_chatml(self, notice: str) -> None:
        self.notice, self.stop_strings = notice, self._chatml_stops


@dataclass(frozen=True)
class _Work:
    """The state shared by all renderings of one request."""

    check: Check
    add_generation_prompt: bool = True
    wishes: Mapping[str, object] = field(default_factory=dict)
    tools: Sequence[Mapping[str, object]] = ()
    limit: TimeLimit = field(
        default_factory=lambda: TimeLimit(_CPU_SECONDS, time.monotonic() + _SECONDS)
    )


def _size(messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, object]]) -> int:
    """About how many characters a rendering has to do with."""
    sizes = (
        _MESSAGE_CHARACTERS + len(each.content) + len(each.reasoning) + len(str(each.tool_calls))
        for each in messages
    )
    return sum(sizes) + len(str(tools))


def _sound(message: ChatMessage) -> ChatMessage:
    content, reasoning = map(without_surrogates, (message.content, message.reasoning))
    return changed(message, content=content, reasoning=reasoning)


def _joined_turns(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """The conversation without system messages, adjacent messages of one role joined."""
    turns: list[ChatMessage] = []
    for message in messages:
        role = "user" if message.role == "system" else message.role
        if turns and turns[-1].role == role:
            message = ChatMessage(role, f"{turns.pop().content}\n\n{message.content}")
        turns.append(ChatMessage(role, message.content, message.reasoning))
    return turns


def _holds_question(text: str, messages: Sequence[ChatMessage]) -> bool:
    """Whether the last question is in `text`, ignoring case and whitespace."""
    questions = [message.content for message in messages if message.role == "user"]
    question = questions[-1].strip() if questions else ""
    return question in text or _bare(question) in _bare(text)


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()


def _chatml(messages: Sequence[ChatMessage], *, add_generation_prompt: bool) -> WrittenText:
    parts: list[str] = []
    for message in messages:
        opening = WrittenText.written(f"<|im_start|>{message.role}\n")
        parts += (opening, message.content, WrittenText.written("<|im_end|>\n"))
    if add_generation_prompt:
        parts.append(WrittenText.written("<|im_start|>assistant\n"))
    return join(parts)


def _names(metadata: TokenizerMetadata) -> dict[str, str]:
    """The special tokens that templates may write, by variable."""
    ids = (*resolve_bos_eos(metadata), metadata.unk_id, metadata.pad_id)
    names = ("bos_token", "eos_token", "unk_token", "pad_token")
    return {
        name: "" if token_id is None else metadata.tokens[token_id]
        for name, token_id in zip(names, ids, strict=True)
    }


def _chatml_stops(metadata: TokenizerMetadata) -> tuple[str, ...]:
    """ChatML's marks, if they are plain text to the model and so not end tokens."""
    return () if _CHATML_MARKS[0] in metadata.tokens else _CHATML_MARKS
