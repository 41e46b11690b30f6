"""A few of the cases that `python -m tests.hostile.server` draws, against an engine that replays."""

from pathlib import Path

from app.server.options import ServerOptions
from app.server.own_engine import OwnEngine
from app.server.server import LocalServer
from app.services.library.entry import ModelEntry
from engine.config import EngineConfig, SamplingParams
from tests.hostile.server.attack import Attack
from tests.support.fake_engine import FakeEngine


def test_every_right_request_is_answered_right_among_those_that_are_not(tmp_path: Path) -> None:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(b"GGUF")
    entry = ModelEntry(path.name, path, False, 4, (path,))
    client = FakeEngine(tokens_per_second=None)
    engine = OwnEngine(
        client.connect, lambda _: EngineConfig(), SamplingParams(), path, lambda _: None
    )
    server = LocalServer(ServerOptions(), engine, lambda: [entry], lambda: 0)
    server.start()
    try:
        attack = Attack(int(server.address.rpartition(":")[2].partition("/")[0]), path.name)
        attack.learn()
        attack.run(range(120), num_clients=6)
    finally:
        server.stop()
        engine.close()
    assert attack.wrong == []
    assert sum(attack.counts.values()) == 120
