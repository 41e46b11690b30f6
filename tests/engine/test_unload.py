"""What an engine process holds once a model is gone, measured as the system counts it."""

import queue
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from engine.client import EngineClient
from engine.commands import Generate, Load, TextPrompt, Unload
from engine.config import EngineConfig, SamplingParams
from engine.events import Failed, Finished, Loaded, LoadFailed, Unloaded

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere freed memory is given back without being asked for"
)
TIMEOUT = 120
MIB = 1 << 20
CONFIG = EngineConfig(device="cpu", context_len=512)


class Engine:
    """A real engine process, and what it takes."""

    def __init__(self) -> None:
        self.events: queue.SimpleQueue = queue.SimpleQueue()
        self.client = EngineClient(self.events.put, lambda _code: None)
        self.client.start()

    def do(self, command: Load | Generate | Unload, ends_with: type) -> None:
        assert self.client.send(command)
        while not isinstance(event := self.events.get(timeout=TIMEOUT), ends_with):
            assert not isinstance(event, LoadFailed | Failed), event

    def answer_with(self, path: Path) -> int:
        """Load a model and answer; MiB that are resident then."""
        self.do(Load(str(path), CONFIG), Loaded)
        greedy = SamplingParams(temperature=0.0)
        self.do(Generate("1", TextPrompt("word " * 100), greedy, max_tokens=8), Finished)
        return self.private_mib

    def unload(self) -> int:
        """Unload it; MiB that are resident then."""
        self.do(Unload(), Unloaded)
        return self.private_mib

    @property
    def private_mib(self) -> int:
        child = next(
            child for child in psutil.Process().children() if "serve-pipe" in child.cmdline()
        )
        memory = child.memory_info()
        return (memory.rss - memory.shared) // MIB


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    engine.client.close()


def test_what_a_model_took_is_given_back(
    engine: Engine, golden_dir: Path, starter_model: Path
) -> None:
    engine.answer_with(golden_dir / "tinyq-llama-Q4_1.gguf")  # libraries, compiled loops
    before = engine.unload()
    loaded = engine.answer_with(starter_model)
    after = engine.unload()
    assert loaded - before > 80  # else this sees nothing
    assert after - before < 30
