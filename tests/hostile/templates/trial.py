"""Sets off one bomb as a model's chat template, and measures what else gets done meanwhile."""

import threading
import time
from dataclasses import dataclass

import psutil

from engine.commands import ChatMessage
from engine.errors import EngineError
from engine.gguf.metadata import TokenizerMetadata
from engine.tokenizer.byte_level import _BYTES
from engine.tokenizer.chat_template import ChatTemplate
from engine.tokenizer.tokenizer import create_tokenizer
from tests.hostile.templates.bombs import draw_bomb
from tests.support.tokenizer_metadata import make_tokenizer_metadata

MAX_SECONDS, MAX_GAP_SECONDS, MAX_BYTES = 5.0, 1.0, 1 << 30
QUESTION = "What is the capital of France?"
_MARKS = ("<|im_start|>", "<|im_end|>")
_TICK_SECONDS = 0.01


@dataclass(frozen=True)
class Outcome:
    """Seconds to try the template out and to answer with it, apart; what the person reads besides."""

    load_seconds: float
    answer_seconds: float
    longest_gap_seconds: float
    peak_bytes: int
    num_ids: int
    notice: str | None

    @property
    def is_right(self) -> bool:
        """Whether each step came to an answer or a sentence in time, and nothing else was held up."""
        is_answered = self.num_ids > 0 or self.notice is not None
        return (
            is_answered
            and max(self.load_seconds, self.answer_seconds) <= MAX_SECONDS
            and self.longest_gap_seconds <= MAX_GAP_SECONDS
            and self.peak_bytes <= MAX_BYTES
        )


class _Bystander:
    """A thread like the one that serves Load and Close: how long it is kept waiting at most.

    It watches the memory of child processes too.
    """

    def __init__(self) -> None:
        self.longest_gap_seconds = 0.0
        self.peak_bytes = 0
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "_Bystander":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._done.set()
        self._thread.join()

    def _run(self) -> None:
        process, last = psutil.Process(), time.monotonic()
        while not self._done.wait(_TICK_SECONDS):
            now = time.monotonic()
            self.longest_gap_seconds = max(self.longest_gap_seconds, now - last - _TICK_SECONDS)
            for child in process.children():
                try:
                    self.peak_bytes = max(self.peak_bytes, child.memory_info().rss)
                except psutil.Error:
                    continue
            last = time.monotonic()


def bomb_metadata(seed: int) -> TokenizerMetadata:
    """A small tokenizer with the bomb of `seed` as chat template."""
    tokens = [*_BYTES, "ab", *_MARKS]
    return make_tokenizer_metadata(
        tokens,
        model="gpt2",
        pre="gpt-2",
        token_types=[1] * (len(tokens) - 2) + [3, 3],
        merges=["a b"],
        eos_id=len(tokens) - 1,
        chat_template=draw_bomb(seed).source,
    )


def set_off(seed: int) -> Outcome:
    """Load a model with the bomb of `seed`, as far as its template goes, and ask it something."""
    metadata = bomb_metadata(seed)
    tokenizer = create_tokenizer(metadata)
    ids: list[int] = []
    with _Bystander() as bystander:
        begin = time.monotonic()
        template = ChatTemplate.from_metadata(metadata)
        loaded = time.monotonic()
        try:
            text = template.render([ChatMessage("user", QUESTION)])
            ids = tokenizer.encode_prompt(text, tokenizer.find_marks(template.source))
            notice = template.notice
        except EngineError as error:
            notice = str(error)
        answered = time.monotonic()
        template.close()
    return Outcome(
        loaded - begin,
        answered - loaded,
        bystander.longest_gap_seconds,
        bystander.peak_bytes,
        len(ids),
        notice,
    )
