"""The engine's own process under its limits: all that the window asks of it works, wherever the model lies."""

import queue
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.client import EngineClient
from engine.commands import Command, Generate, Inspect, Load, TextPrompt, Unload
from engine.config import EngineConfig, SamplingParams, SpeculationConfig
from engine.events import (
    Confinement,
    EngineReady,
    Event,
    Failed,
    Finished,
    Inspected,
    InspectFailed,
    Loaded,
    LoadFailed,
    Notice,
    Unloaded,
)
from engine.runtime.library_versions import library_versions
from tests.support.block_checks import BLOCK, TARGET
from tests.support.confined import needs_confinement
from tests.support.drafter_folder import write_folder

pytestmark = needs_confinement

TIMEOUT = 120
CONFIG = EngineConfig(device="cpu", context_len=64)


class Engine:
    """A real engine process; `ready` is its first event."""

    def __init__(self, log_path: Path) -> None:
        self._events: queue.SimpleQueue = queue.SimpleQueue()
        self.client = EngineClient(self._events.put, lambda _code: None, log_path=log_path)
        self.client.start()
        self.ready = self.until(EngineReady)

    def until(self, *kinds: type) -> Event:
        """The next event of one of `kinds`; no failure and no notice may come before it."""
        while not isinstance(event := self._events.get(timeout=TIMEOUT), kinds):
            assert not isinstance(event, Failed | LoadFailed | InspectFailed | Notice), event
        return event

    def do(self, command: Command, *ends_with: type) -> Event:
        assert self.client.send(command)
        return self.until(*ends_with)

    def answer(self) -> tuple[int, ...]:
        greedy = SamplingParams(temperature=0)
        finished = self.do(Generate("1", TextPrompt("one two"), greedy, max_tokens=8), Finished)
        assert isinstance(finished, Finished)
        return finished.ids


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = Engine(tmp_path_factory.mktemp("log") / "engine.log")
    yield engine
    engine.client.close()


def test_it_tells_the_versions_that_are_installed(engine: Engine) -> None:
    ready = engine.ready
    assert isinstance(ready, EngineReady)
    assert ready.versions == library_versions()


def test_it_says_that_it_is_confined(engine: Engine) -> None:
    assert isinstance(engine.ready, EngineReady)
    assert engine.ready.confinement == Confinement(network_denied=True, files_limited=True)


def test_models_are_loaded_from_folders_that_came_later(
    engine: Engine, tmp_path: Path, golden_dir: Path
) -> None:
    model = golden_dir / "tiny-llama.gguf"
    engine.do(Load(str(model), CONFIG), Loaded)
    expected = engine.answer()
    late, linked = tmp_path / "late/model.gguf", tmp_path / "hub/snapshots/1/model.gguf"
    late.parent.mkdir()
    shutil.copy(model, late)
    blob = tmp_path / "hub/blobs/0123"
    blob.parent.mkdir(parents=True)
    shutil.copy(model, blob)
    linked.parent.mkdir(parents=True)
    linked.symlink_to("../../blobs/0123")
    for path in (late, linked):
        engine.do(Load(str(path), CONFIG), Loaded)
        assert engine.answer() == expected
        engine.do(Unload(), Unloaded)


def test_a_drafter_in_a_folder_drafts(engine: Engine, tmp_path: Path, golden_dir: Path) -> None:
    folder = write_folder(tmp_path / "drafter", golden_dir / f"{BLOCK}.gguf", num_files=2)
    target = str(golden_dir / f"{TARGET}.gguf")
    engine.do(Load(target, CONFIG), Loaded)
    expected = engine.answer()
    drafting = replace(CONFIG, speculation=SpeculationConfig(str(folder)))
    engine.do(Load(target, drafting), Loaded)
    assert engine.answer() == expected
    engine.do(Unload(), Unloaded)


def test_a_drafter_beside_the_model_is_found(
    engine: Engine, tmp_path: Path, golden_dir: Path
) -> None:
    model = tmp_path / "model.gguf"
    shutil.copy(golden_dir / f"{TARGET}.gguf", model)
    config = replace(CONFIG, speculation=SpeculationConfig("auto"))
    engine.do(Load(str(model), config), Loaded)
    expected = engine.answer()
    reports = [engine.do(Inspect("1", str(model), (config,)), Inspected)]
    shutil.copy(golden_dir / f"{BLOCK}.gguf", tmp_path / "dflash-model.gguf")
    reports.append(engine.do(Inspect("2", str(model), (config,)), Inspected))
    without, beside = (
        each.reports[0].memory.drafter_bytes for each in reports if isinstance(each, Inspected)
    )
    assert without == 0 < beside
    engine.do(Load(str(model), config), Loaded)
    assert engine.answer() == expected
    engine.do(Unload(), Unloaded)


def test_a_model_elsewhere_is_inspected_beside_a_loaded_one(
    engine: Engine, tmp_path: Path, golden_dir: Path
) -> None:
    engine.do(Load(str(golden_dir / "tiny-llama.gguf"), CONFIG), Loaded)
    shutil.copy(golden_dir / "tinyq-llama-Q4_1.gguf", tmp_path / "other.gguf")
    report = engine.do(Inspect("1", str(tmp_path / "other.gguf"), (CONFIG,)), Inspected)
    assert isinstance(report, Inspected)
    assert report.reports[0].architecture == "llama"
    assert engine.answer()


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("picture.gguf", b"\x89PNG\r\n\x1a\n", "picture.gguf is not a GGUF model file"),
        ("empty.gguf", b"", "empty.gguf is empty"),
        ("gone.gguf", None, "There is no file"),
        ("cut.gguf", b"GGUF\x03\0\0", "cut.gguf"),
    ],
)
def test_what_is_no_model_is_told_as_ever(
    engine: Engine, tmp_path: Path, name: str, content: bytes | None, sentence: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    for command, kind in (
        (Inspect("1", str(tmp_path / name)), InspectFailed),
        (Load(str(tmp_path / name), CONFIG), LoadFailed),
    ):
        failed = engine.do(command, kind)
        assert isinstance(failed, InspectFailed | LoadFailed)
        assert sentence in failed.message
