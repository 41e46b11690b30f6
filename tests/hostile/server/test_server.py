"""Some of the cases that `python -m tests.hostile.server` draws, and what keeps a server busy."""

from pathlib import Path
from random import SystemRandom

import psutil
import pytest

from app.server.options import ServerOptions
from app.server.own_engine import OwnEngine
from app.server.server import LocalServer
from app.services.library.entry import ModelEntry
from engine.config import EngineConfig, SamplingParams
from tests.hostile.server.attack import Attack
from tests.hostile.server.cases import draw_case
from tests.hostile.server.run import Run
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
    assert attack.num_tried == 120


@pytest.mark.timeout(300)
def test_a_real_engine_is_left_as_it_was(golden_dir: Path, tmp_path: Path) -> None:
    run = Run(tmp_path, golden_dir / "tiny-qwen3.gguf", 8, 3, lambda _: None)
    first = SystemRandom().randrange(1 << 31)
    try:
        run.attack(range(first, first + 300), 300)
        run.compare(golden_dir / "tiny-qwen3.npz")
    finally:
        run.close()
    assert run.clients.wrong == []


@pytest.mark.timeout(300)
def test_a_run_whose_engine_ends_is_not_passed(golden_dir: Path, tmp_path: Path) -> None:
    def end_engine(said: str) -> None:
        if said.startswith("after part 1"):
            for child in psutil.Process().children():
                if "serve-pipe" in child.cmdline():
                    child.kill()

    run = Run(tmp_path, golden_dir / "tiny-qwen3.gguf", 4, 2, end_engine)
    try:
        run.attack(range(20), 300)
    finally:
        run.close()
    assert any("the engine ended" in line for line in run.clients.wrong)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("num_grown", "is_leak"), [(1, False), (10, True)])
def test_memory_that_grows_in_each_part_is_a_leak(
    num_grown: int, is_leak: bool, golden_dir: Path, tmp_path: Path
) -> None:
    grown: list[bytes] = []

    def grow(said: str) -> None:
        if "server and clients" in said and len(grown) < num_grown:
            grown.append(b"x" * (100 << 20))

    run = Run(tmp_path, golden_dir / "tiny-qwen3.gguf", 4, 2, grow)
    try:
        run.attack(range(20), 300)
    finally:
        run.close()
    assert any("memory grows" in line for line in run.clients.wrong) == is_leak


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (503, b'{"error": {"message": "The engine ended unexpectedly; ask again."}}'),
        (500, b"Internal Server Error"),
        (502, b""),
    ],
)
def test_only_the_documented_refusal_may_come_in_place_of_an_answer(
    status: int, body: bytes
) -> None:
    attack = Attack(0, "tiny.gguf")
    for seed in range(40):
        case = draw_case(seed, "tiny.gguf")
        if case.num_read is None:
            assert attack.judge(case, status, body).startswith("WRONG")
            assert attack.judge(case, 503, b"Service Unavailable") == "503"
