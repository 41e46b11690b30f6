"""The real host over a session that does what the prompt says; run as a program, it is an engine process without a model."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.commands import Configure, CountTokens, Generate, TextPrompt
from engine.config import EngineConfig, SpeculationConfig, Toggles
from engine.errors import DeviceLostError, ModelFileError, RequestError
from engine.events import Event, Finished, Meter, ModelInfo, Started, TextDelta, TokensCounted
from engine.host import serve

_FAR_TOO_MUCH = 6 << 30
_BIT_BY_BIT = 1 << 26


def swell() -> None:
    """Take more and more memory, up to what is far too much."""
    pause, kept = threading.Event(), bytearray()
    while len(kept) < _FAR_TOO_MUCH:
        kept += b"x" * _BIT_BY_BIT
        pause.wait(0.01)


class ScriptedSession:
    """Answers `WORD [NUMBER]`: count, big, forever, stuck, refuse, fail, exhaust, lose, print, die."""

    notices = ("A notice from loading.",)

    def __init__(self, path: Path, config: EngineConfig) -> None:
        self.toggles = config.toggles
        self.speculation = config.speculation
        self.info = ModelInfo(
            path=str(path),
            name=path.stem,
            architecture="scripted",
            device="cpu",
            kv_type="f32",
            context_len=config.context_len or 64,
            max_context_len=64,
            threads=1,
            num_parameters=1,
            weights_bytes=1,
            kv_bytes=1,
            captures=0,
            scratch_bytes=40,
            num_sequences=config.num_sequences,
        )

    @classmethod
    def load(
        cls,
        path: Path,
        config: EngineConfig,
        on_progress: Callable[[str, float], None],
        on_plan: Callable[[int], None],
    ) -> "ScriptedSession":
        on_plan(1 << 20)
        sys.stdout.write("a stray print while loading\n")
        match path.name:
            case "missing":
                raise ModelFileError(f"There is no file {path}.")
            case "broken":
                raise ZeroDivisionError("a bug")
            case "huge":
                raise MemoryError
            case "lost":
                raise DeviceLostError("The GPU failed.")
            case "swelling":
                swell()
            case "bloated":
                bytearray(_FAR_TOO_MUCH)
            case "importing":
                threading.Event().wait()
            case "endless":
                while True:
                    on_progress("reading weights", 0.5)
        on_progress("reading weights", 1.0)
        return cls(path, config)

    def steps(self, command: Generate, is_cancelled: Callable[[], bool]) -> Iterator[list[Event]]:
        if is_cancelled():
            yield [Finished(command.request_id, "cancelled", "", (), "0" * 16, Meter())]
            return
        for event in self._events(command, is_cancelled):
            yield [event]

    def _events(self, command: Generate, is_cancelled: Callable[[], bool]) -> Iterator[Event]:
        assert isinstance(command.prompt, TextPrompt)
        word, _, number = command.prompt.text.partition(" ")
        yield Started(command.request_id, 1, 0, 0, command.sampling.seed or 0)
        text = ""
        for delta in self._script(word, int(number or 0), is_cancelled):
            text = text + delta if len(text) < 1000 else text
            yield TextDelta(command.request_id, delta)
        reason = "cancelled" if is_cancelled() else "stop"
        yield Finished(command.request_id, reason, text, (), "0" * 16, Meter())

    def _script(self, word: str, number: int, is_cancelled: Callable[[], bool]) -> Iterator[str]:
        match word:
            case "count":
                yield from map(str, range(number))
            case "big":
                yield "é" * number
            case "forever":
                yield "still "
                while not is_cancelled():
                    yield "here "
            case "stuck":
                yield "still here"
                threading.Event().wait()
            case "settings":
                yield f"{self.toggles} {self.speculation}"
            case "print":
                sys.stdout.write("a stray print\n")
                os.write(1, b"a stray write\n")
            case _:
                yield "some text"
                self._fail(word, number)

    def _fail(self, word: str, number: int) -> None:
        match word:
            case "refuse":
                raise RequestError("The prompt is too long.")
            case "fail":
                raise ZeroDivisionError("a bug")
            case "exhaust":
                raise MemoryError
            case "swell":
                swell()
            case "bloat":
                bytearray(_FAR_TOO_MUCH)
            case "lose":
                raise DeviceLostError("The GPU failed.")
            case "die":
                os._exit(number)

    def count_tokens(self, command: CountTokens) -> TokensCounted:
        return TokensCounted(command.request_id, 7, tuple(len(text) for text in command.texts))

    def configure(self, command: Configure) -> None:
        self.toggles: Toggles = command.toggles or self.toggles
        self.speculation: SpeculationConfig = command.speculation or self.speculation

    def prepare(self) -> bool:
        return False

    def close(self) -> None:
        sys.stderr.write("the session was closed\n")


if __name__ == "__main__":
    serve(ScriptedSession.load)
