"""The server over real sockets, with an engine that replays."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx2
import openai
import pytest

from app.server.options import ServerOptions
from app.server.own_engine import OwnEngine
from app.server.server import LocalServer
from app.services.library.entry import ModelEntry
from engine.config import EngineConfig, SamplingParams
from tests.support.fake_engine import FakeEngine


@dataclass
class Served:
    """A server that listens, and what is behind it."""

    server: LocalServer
    process: FakeEngine
    engine: OwnEngine
    said: list[str]
    http: httpx2.Client

    @property
    def address(self) -> str:
        return self.server.address

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2].partition("/")[0])

    def openai(self, key: str = "none") -> openai.OpenAI:
        return openai.OpenAI(base_url=self.address, api_key=key, max_retries=0, timeout=60)

    def get(self, path: str, **headers: str) -> httpx2.Response:
        return self.http.get(self._url(path), headers=_headers(headers))

    def post(self, path: str, content: bytes, **headers: str) -> httpx2.Response:
        return self.http.post(
            self._url(path),
            content=content,
            headers={"Content-Type": "application/json"} | _headers(headers),
        )

    def _url(self, path: str) -> str:
        return self.address.removesuffix("/v1") + path


def _headers(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


Serve = Callable[..., Served]


@pytest.fixture
def models(tmp_path: Path) -> list[ModelEntry]:
    """The library: two usable models and a damaged one."""
    entries = []
    for name, problem in (("tiny.gguf", None), ("author/big.Q4_K_M.gguf", None), ("bad.gguf", "x")):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"GGUF")
        entries.append(ModelEntry(name, path, False, 4, (path,), problem=problem, context=4096))
    return entries


@pytest.fixture
def serve(models: list[ModelEntry], tmp_path: Path) -> Iterator[Serve]:
    """Starts servers on free ports; stops them at the end."""
    with ExitStack() as stack:

        def start(
            options: ServerOptions | None = None,
            idle_seconds: float = 0,
            usual: str | None = "tiny.gguf",
            sampling: SamplingParams | None = None,
            config: EngineConfig | None = None,
        ) -> Served:
            process, said = FakeEngine(tokens_per_second=None), []
            usual_path = None if usual is None else tmp_path / usual
            defaults = sampling or SamplingParams()
            engine = OwnEngine(
                process.connect,
                lambda _: config or EngineConfig(),
                defaults,
                usual_path,
                said.append,
            )
            server = LocalServer(
                options or ServerOptions(), engine, lambda: models, lambda: idle_seconds
            )
            stack.callback(engine.close)
            stack.callback(server.stop)
            server.start()
            http = stack.enter_context(httpx2.Client(verify=False, timeout=30))
            return Served(server, process, engine, said, http)

        yield start


@pytest.fixture
def served(serve: Serve) -> Served:
    """One with the usual options."""
    return serve()
