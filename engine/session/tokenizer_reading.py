"""Reads a file's tokenizer on a thread, while the device starts and takes the weights."""

from concurrent.futures import Future, ThreadPoolExecutor

from engine.gguf.metadata import ModelMetadata, TokenizerMetadata
from engine.tokenizer.tokenizer import Tokenizer, create_tokenizer


class TokenizerReading:
    """A context manager that begins with its creation; its end waits for the thread."""

    def __init__(self, metadata: ModelMetadata) -> None:
        self._thread = ThreadPoolExecutor(1, "tokenizer")
        self._words: Future[TokenizerMetadata] = self._thread.submit(lambda: metadata.tokenizer)
        self._tokenizer = self._thread.submit(lambda: create_tokenizer(self._words.result()))

    def __enter__(self) -> "TokenizerReading":
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown(cancel_futures=True)

    def words(self) -> TokenizerMetadata:
        """The file's keys. Raises ModelFileError, UnsupportedModelError."""
        return self._words.result()

    def tokenizer(self) -> Tokenizer:
        """The tokenizer of `words`. Raises ModelFileError, UnsupportedModelError."""
        return self._tokenizer.result()
