"""Prepares prompts: short ones at once, long ones on a thread of their own while answers go on."""

from collections.abc import Callable, Generator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from functools import partial

from engine.commands import ChatPrompt, Prompt, TextPrompt
from engine.events import Event
from engine.session.prompt import PreparedPrompt, count_prompt, prepare_prompt
from engine.tokenizer.chat_template import ChatTemplate
from engine.tokenizer.tokenizer import Tokenizer

_SHORT_CHARACTERS, _MESSAGE_CHARACTERS = 1 << 16, 1 << 8  # are prepared in 50 ms at most
_PATIENCE_SECONDS = 0.001  # others wait for so long at each of their steps


class Prompts:
    """Prepares prompts of a model. All methods belong to the decode thread."""

    def __init__(self, tokenizer: Tokenizer, context_len: int) -> None:
        self._tokenizer = tokenizer
        self._context_len = context_len
        self._thread = ThreadPoolExecutor(1, "prompts")
        self._last: Future[PreparedPrompt] | None = None  # a template is used by one at a time

    def prepare(
        self, prompt: Prompt, template: ChatTemplate, is_cancelled: Callable[[], bool]
    ) -> Generator[list[Event], None, PreparedPrompt]:
        """`prepare_prompt`; yields while that takes long. Raises CancelledError and RequestError."""
        prepare = partial(
            prepare_prompt,
            prompt,
            self._tokenizer,
            template,
            self._context_len,
            partial(_check_wanted, is_cancelled),
        )
        if _is_short(prompt) and not self._is_busy:
            return prepare()
        preparing = self._last = self._thread.submit(prepare)
        try:
            while not wait([preparing], _PATIENCE_SECONDS).done:
                yield []
                _check_wanted(is_cancelled)
        finally:
            preparing.cancel()  # if it has not begun
        return preparing.result()

    def count(self, prompt: ChatPrompt, template: ChatTemplate) -> int:
        """`count_prompt`, after what is being prepared."""
        if self._last is not None:
            wait([self._last])
        return count_prompt(prompt, self._tokenizer, template)

    def close(self) -> None:
        """Wait for a prompt that is being prepared; what follows it is dropped."""
        self._thread.shutdown(cancel_futures=True)

    @property
    def _is_busy(self) -> bool:
        return self._last is not None and not self._last.done()


def _is_short(prompt: Prompt) -> bool:
    if isinstance(prompt, TextPrompt):
        return len(prompt.text) <= _SHORT_CHARACTERS
    if not isinstance(prompt, ChatPrompt):
        return True  # of ids
    sizes = [len(prompt.json_schema), len(prompt.messages) * _MESSAGE_CHARACTERS]
    for message in prompt.messages:
        sizes += [len(message.content), len(message.reasoning)]
        sizes += [len(call.arguments) for call in message.tool_calls]
    sizes += [len(tool.description) + len(tool.parameters) for tool in prompt.tools]
    return sum(sizes) <= _SHORT_CHARACTERS


def _check_wanted(is_cancelled: Callable[[], bool]) -> None:
    if is_cancelled():
        raise CancelledError
