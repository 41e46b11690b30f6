"""Reads a file's tokenizer and template on a thread, while the device takes the weights."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from engine.gguf.metadata import ModelMetadata, TokenizerMetadata
from engine.tokenizer.chat_template import ChatTemplate
from engine.tokenizer.tokenizer import Tokenizer, create_tokenizer


class TokenizerReading:
    """A context manager that begins with its creation; its end waits for the thread.

    An exception ends the template's process as well.
    """

    def __init__(self, metadata: ModelMetadata) -> None:
        self._thread = ThreadPoolExecutor(1, "tokenizer")
        words = self._words = self._thread.submit(lambda: metadata.tokenizer)
        # Its process starts beside all that follows.
        self._template = self._thread.submit(lambda: ChatTemplate(words.result()))
        self._tokenizer: Future[Tokenizer] = self._thread.submit(
            lambda: create_tokenizer(words.result())
        )

    def __enter__(self) -> "TokenizerReading":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._thread.shutdown(cancel_futures=True)
        template = self._template
        if kind is not None and not template.cancelled() and template.exception() is None:
            template.result().close()

    def checked_by(self, on_progress: Callable[[str, float], None]) -> Callable[[str, float], None]:
        """`on_progress` that first raises what has gone wrong so far, as `tokenizer` would."""

        def report(stage: str, fraction: float) -> None:
            for part in (self._words, self._tokenizer):
                if part.done():
                    part.result()
            on_progress(stage, fraction)

        return report

    def words(self) -> TokenizerMetadata:
        """The file's keys. Raises ModelFileError, UnsupportedModelError."""
        return self._words.result()

    def template(self) -> ChatTemplate:
        """The template of `words`, whose process is starting. Raises as `words`."""
        return self._template.result()

    def tokenizer(self) -> Tokenizer:
        """The tokenizer of `words`. Raises ModelFileError, UnsupportedModelError."""
        return self._tokenizer.result()
