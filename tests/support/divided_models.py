"""Models of which one CPU device computes the first layers, and another the others, in place of a GPU."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.config import EngineConfig
from engine.gguf.types import GGMLType
from engine.models.model_file import open_model
from engine.runtime.bandwidth import Bandwidth
from engine.runtime.cpu_device import CpuDevice
from engine.runtime.loaded_model import LoadedModel
from engine.session.session import Session
from engine.session.tokenizer_reading import TokenizerReading
from tests.support.prompt_steps import needs_with


class GpuStandIn(CpuDevice):
    """The CPU as a device with another one beside it; `room` is its memory, None: any amount."""

    has_host = True
    memory_needs = needs_with(32, 128)  # wider than those of the other

    def __init__(self, room: int | None = None, measured: Bandwidth | None = None) -> None:
        super().__init__(2)
        self._room = room
        self._measured = measured
        self.kinds: list[GGMLType] = []

    def host(self) -> CpuDevice:  # type: ignore[override] - the real one has none
        return CpuDevice(2)

    def bandwidth(self, kind: GGMLType) -> Bandwidth | None:
        self.kinds.append(kind)
        return self._measured

    def memory_free(self) -> int:
        return super().memory_free() if self._room is None else self._room


@contextmanager
def divided_model(path: Path, num_first: int, **config: Any) -> Iterator[LoadedModel]:
    """The model at `path`, of which the other device computes the first layers; 0: none."""
    layers = str(num_first) if num_first else "auto"
    with open_model(path) as file:
        config = EngineConfig(host_layers=layers, **config)
        model = LoadedModel(file, config, GpuStandIn())
    model.warm_up()
    try:
        yield model
    finally:
        model.close()


@contextmanager
def divided_session(path: Path, num_first: int, **config: Any) -> Iterator[Session]:
    """As `divided_model`, to be asked."""
    layers = str(num_first) if num_first else "auto"
    with open_model(path) as file, TokenizerReading(file.metadata) as reading:
        config = EngineConfig(host_layers=layers, **config)
        session = Session(file, reading, config, GpuStandIn(), lambda *_: None)
    try:
        yield session
    finally:
        session.close()
