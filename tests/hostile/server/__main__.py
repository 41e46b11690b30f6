"""`python -m tests.hostile.server --seeds 0:20000`: clients that ask, cut, stall and talk nonsense, against the real engine and the starter model."""

import argparse
import logging
import sys
import threading
import time
from functools import partial

import psutil

from app.paths import models_dir
from app.server.options import ServerOptions
from app.server.own_engine import OwnEngine
from app.server.server import LocalServer
from app.services.catalogue import starter_entry
from app.services.library.folder import ModelFolder
from engine.client import EngineClient
from engine.config import EngineConfig, SamplingParams
from tests.hostile.server.attack import Attack

_MAX_GROWTH_BYTES = 64 << 20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0:2000", help="FIRST:END")
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--parallel", type=int, default=4, help="answers side by side")
    arguments = parser.parse_args()
    first, end = (int(part) for part in arguments.seeds.split(":"))
    logging.disable(logging.CRITICAL)
    folder = ModelFolder(models_dir())
    config = EngineConfig(device="cpu", context_len=512, num_sequences=arguments.parallel)
    engine = OwnEngine(partial(EngineClient), lambda _: config, SamplingParams(), None, _say)
    server = LocalServer(ServerOptions(), engine, folder.list_models, lambda: 0)
    server.start()
    try:
        wrong = _attack(server, engine, range(first, end), arguments.clients)
    finally:
        server.stop()
        engine.close()
    for line in wrong[:50]:
        _say(line)
    return 1 if wrong else 0


def _attack(server: LocalServer, engine: OwnEngine, seeds: range, num_clients: int) -> list[str]:
    port = int(server.address.rpartition(":")[2].partition("/")[0])
    attack = Attack(port, starter_entry().file)
    attack.learn()
    attack.run(range(200), num_clients)  # what is imported once is no growth
    process = psutil.Process()
    before = process.memory_info().rss, process.num_fds(), threading.active_count()
    began = time.monotonic()
    attack.run(seeds, num_clients)
    seconds = time.monotonic() - began
    time.sleep(2)  # the last cuts are noticed
    attack.learn()
    if attack.answers[len(attack.answers) // 2 :] != attack.answers[: len(attack.answers) // 2]:
        attack.wrong.append("WRONG the questions have other answers now")
    after = process.memory_info().rss, process.num_fds(), threading.active_count()
    growth = [now - then for now, then in zip(after, before, strict=True)]
    if growth[0] > _MAX_GROWTH_BYTES or growth[1] > 4 or not engine.guests.is_empty:
        attack.wrong.append("WRONG something was left behind")
    for outcome, count in sorted(attack.counts.items()):
        _say(f"{count:6} {outcome}")
    _say(
        f"{len(seeds)} requests in {seconds:.0f} s, {len(attack.wrong)} wrong; "
        f"{growth[0] >> 20} MB, {growth[1]} files and {growth[2]} threads more than before"
    )
    return attack.wrong


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
