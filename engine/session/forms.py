"""Compiles what answers must follow, on a thread of its own: a large form takes up to a second.

llguidance leaves the interpreter to others meanwhile, so answers beside it go on.
"""

from collections.abc import Callable, Generator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait

from engine.events import Event
from engine.freed_memory import trim_heap
from engine.sampling.constraint import Constraint, Grammars
from engine.session.prompt import PreparedPrompt

_PATIENCE_SECONDS = 0.001  # a small form takes less; others wait for so long at each of their steps


class Forms:
    """Makes the constraints of answers. All methods belong to the decode thread."""

    def __init__(self, grammars: Grammars) -> None:
        self._grammars = grammars
        self._thread = ThreadPoolExecutor(1, "forms")

    def constrain(
        self, prompt: PreparedPrompt, is_cancelled: Callable[[], bool]
    ) -> Generator[list[Event], None, Constraint | None]:
        """What the answer to `prompt` must follow, if anything; yields while it is compiled.

        Raises RequestError for a form that cannot be followed, and CancelledError.
        """
        if not prompt.grammar:
            return None
        compiling = self._thread.submit(self._compile, prompt)
        try:
            while not _is_done(compiling):
                yield []
                if is_cancelled():
                    raise CancelledError
        finally:
            compiling.cancel()  # if it has not begun
        return compiling.result()

    def close(self) -> None:
        """Wait for a form that is being compiled; what follows it is dropped."""
        self._thread.shutdown(cancel_futures=True)

    def _compile(self, prompt: PreparedPrompt) -> Constraint:
        """On the thread of forms."""
        trim_heap()  # what large grammars leave lies between what stays
        constraint = self._grammars.constrain(prompt.grammar, prompt.free_text, prompt.call_ids)
        for token_id in prompt.answer_ids:
            constraint.take(token_id)
        return constraint


def _is_done(compiling: Future[Constraint]) -> bool:
    return bool(wait([compiling], _PATIENCE_SECONDS).done)
