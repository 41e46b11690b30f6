"""Closes an engine process at any moment of its work with a bomb; run as a program, it is that process, without a model."""

import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from functools import partial
from pathlib import Path

from engine.client import EngineClient
from engine.commands import ChatMessage, ChatPrompt, Configure, Generate, Load
from engine.config import EngineConfig
from engine.events import EngineReady, Event, Finished, Loaded, Meter, ModelInfo
from engine.host import serve
from engine.tokenizer.chat_template import ChatTemplate
from tests.hostile.templates.trial import QUESTION, bomb_metadata

MAX_SECONDS = 1.0
_ROOT = Path(__file__).resolve().parents[3]


class TemplateSession:
    """What a session does with a template, and nothing else; the file's name is the seed of its bomb."""

    notices = ()

    def __init__(self, path: Path, on_progress: Callable[[str, float], None]) -> None:
        self._template = ChatTemplate(bomb_metadata(int(path.name)))
        self._template.try_out(partial(on_progress, "trying the chat template", 0.0))
        self.info = ModelInfo(str(path), path.name, "", "cpu", "f32", 64, 64, 1, 1, 1, 1, 0)

    @classmethod
    def load(
        cls, path: Path, _config: EngineConfig, on_progress: Callable[[str, float], None]
    ) -> "TemplateSession":
        return cls(path, on_progress)

    def steps(self, command: Generate, is_cancelled: Callable[[], bool]) -> Iterator[list[Event]]:
        def check() -> None:
            if is_cancelled():
                raise CancelledError

        assert isinstance(command.prompt, ChatPrompt)
        try:
            self._template.render(command.prompt.messages, check=check)
        except CancelledError:
            yield [Finished(command.request_id, "cancelled", "", (), "0" * 16, Meter())]

    def configure(self, _command: Configure) -> None:
        pass

    def prepare(self) -> bool:
        return False

    def close(self) -> None:
        self._template.close()


def close_during(seed: int) -> float:
    """How many seconds an engine busy with the bomb of `seed` takes to end."""
    is_ready, is_loaded = threading.Event(), threading.Event()

    def note(event: Event) -> None:
        if isinstance(event, EngineReady):
            is_ready.set()
        if isinstance(event, Loaded):
            is_loaded.set()

    command = (sys.executable, "-P", __file__)
    client = EngineClient(note, lambda _code: None, lambda: command, {"PYTHONPATH": str(_ROOT)})
    client.start()
    is_ready.wait()
    client.send(Load(str(seed)))
    client.send(Generate("r", ChatPrompt((ChatMessage("user", QUESTION),))))
    generator = random.Random(seed)
    if generator.random() < 0.5:
        is_loaded.wait(10)
    threading.Event().wait(generator.random())
    begin = time.monotonic()
    client.close()
    return time.monotonic() - begin


if __name__ == "__main__":
    serve(TemplateSession.load)  # type: ignore[arg-type]
