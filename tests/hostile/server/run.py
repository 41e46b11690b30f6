"""Many clients of a server with the real engine, and what they leave behind."""

import json
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import psutil

from app.server.options import ServerOptions
from app.server.own_engine import OwnEngine
from app.server.server import LocalServer
from app.services.library.folder import ModelFolder
from engine.client import EngineClient
from engine.config import EngineConfig, SamplingParams
from engine.events import Event
from engine.freed_memory import give_back_freed_memory
from engine.models.pooling import Pooling
from tests.hostile.server.attack import Attack
from tests.hostile.server.cases import post
from tests.hostile.server.questions import TEXT
from tests.support.embedding_models import name_pooling

_MAX_GROWTH_BYTES = 64 << 20
_IDLE_SECONDS = 0.5  # the engine gives back what lies free in its heap by then
_NUM_WARMING = 200  # what is imported once is no growth
_MOST_PARTS = 4  # a heap reaches its size within these; a leak grows in each of them
_GOLDEN_ERROR = 1e-4  # of the logits' standard deviation, as in tests/golden

Say = Callable[[str], None]


class Run:
    """A server of the copy of a model in `folder`, and its clients; `say` gets the report."""

    def __init__(
        self, folder: Path, model: Path, num_clients: int, parallel: int, say: Say
    ) -> None:
        path = folder / "hostile.gguf"
        shutil.copy(model, path)
        name_pooling(path, Pooling.MEAN.value)
        config = EngineConfig(device="cpu", context_len=1024, num_sequences=parallel)
        self._engine = OwnEngine(self._connect, lambda _: config, SamplingParams(), None, say)
        models = ModelFolder(folder)
        self._server = LocalServer(ServerOptions(), self._engine, models.list_models, lambda: 0)
        self._server.start()
        port = int(self._server.address.rpartition(":")[2].partition("/")[0])
        self.clients = Attack(port, path.name)
        self._num_clients = num_clients
        self._say = say

    def attack(self, seeds: range, most_seconds: float) -> None:
        """Send the cases of `seeds` and judge what they leave behind."""
        clients = self.clients
        clients.learn()
        engine = self._client.process_id
        clients.run(range(-_NUM_WARMING, 0), self._num_clients)
        weights = [self._weigh("at the beginning")]
        half, began = len(seeds) // 2, time.monotonic()
        while len(weights) < 3 or (self._grew(*weights[-2:]) and len(weights) <= _MOST_PARTS):
            first = seeds.start + half * (len(weights) - 1)
            part = range(first, first + half)
            clients.run(part, self._num_clients, time.monotonic() + most_seconds / 2)
            self._wait_for_idle()
            weights.append(self._weigh(f"after part {len(weights)}"))
        seconds = time.monotonic() - began
        self._ask_again()
        if self._client.process_id != engine:
            clients.wrong.append("WRONG the engine ended, and was started again")
        if self._grew(*weights[-2:]):
            clients.wrong.append(f"WRONG memory grows in each part: {weights}")
        if weights[-1][2] - weights[0][2] > 4:
            clients.wrong.append(f"WRONG files were left open: {weights}")
        for outcome, count in sorted(clients.counts.items()):
            self._say(f"{count:6} {outcome}")
        for kind, slowest in sorted(clients.slowest.items()):
            self._say(f"{slowest:6.1f} s at most: {kind}")
        self._say(f"{clients.longest_silence:6.1f} s at most between two pieces of a stream beside")
        self._say(f"{clients.num_tried} cases in {seconds:.0f} s, {len(clients.wrong)} wrong")

    def compare(self, golden: Path) -> None:
        """Whether likeliest tokens of the case still have the log probabilities of its logits."""
        case = np.load(golden)
        ids, positions = case["prompt_ids"].tolist(), case["positions"].tolist()
        answered = [ids + case["gen_ids"][: step + 1].tolist() for step in case["gen_steps"]]
        prompts = [ids[: position + 1] for position in positions] + answered
        errors = []
        rows = np.concatenate([case["exact_logits"], case["exact_gen_logits"]]).astype(np.float64)
        for prompt, row in zip(prompts, rows, strict=True):
            body = {"model": self.clients.model, "prompt": prompt, "logprobs": 0}
            content = json.dumps(body | {"max_tokens": 1, "temperature": 0}).encode()
            status, reply = self.clients.exchange(post(TEXT, content, {"Host": "localhost"}))
            if status != 200:
                raise AssertionError(reply)
            (told,) = json.loads(reply)["choices"][0]["logprobs"]["token_logprobs"]
            likeliest = -np.log(np.exp(row - row.max()).sum())
            errors.append(abs(told - likeliest) / row.std())
        self._say(f"golden case: {max(errors):.1e} of the logits' deviation at most")
        if max(errors) > _GOLDEN_ERROR:
            self.clients.wrong.append("WRONG the golden case has other log probabilities")

    def close(self) -> None:
        """End the server and its engine."""
        self._server.stop()
        self._engine.close()

    def _connect(
        self, on_event: Callable[[Event], None], on_exit: Callable[[int], None]
    ) -> EngineClient:
        self._client = EngineClient(on_event, on_exit)
        return self._client

    @staticmethod
    def _grew(before: tuple[int, int, int], after: tuple[int, int, int]) -> bool:
        """Whether a process took much more memory in between."""
        return any(after[which] - before[which] > _MAX_GROWTH_BYTES for which in (0, 1))

    def _wait_for_idle(self) -> None:
        """Until the last cuts are noticed, and no place is taken any more."""
        deadline = time.monotonic() + 60
        while not self._engine.guests.is_empty:
            if time.monotonic() > deadline:
                self.clients.wrong.append("WRONG a request was never ended")
                return
            time.sleep(0.1)

    def _ask_again(self) -> None:
        """Alone, and as many side by side as there are places."""
        clients = self.clients
        known = list(clients.answers)
        clients.answers.clear()
        clients.learn()
        if clients.answers != known:
            clients.wrong.append("WRONG the questions have other answers now")

    def _weigh(self, when: str) -> tuple[int, int, int]:
        """Bytes of this process, with its clients, and of the engine; open files."""
        time.sleep(_IDLE_SECONDS)
        give_back_freed_memory()
        own = psutil.Process()
        engine = psutil.Process(self._client.process_id)
        rss = own.memory_info().rss, engine.memory_info().rss
        num_files = own.num_fds()
        self._say(
            f"{when}: server and clients {rss[0] >> 20} MB, engine {rss[1] >> 20} MB, "
            f"{num_files} files, {threading.active_count()} threads"
        )
        return *rss, num_files
