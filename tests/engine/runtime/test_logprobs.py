"""Log probabilities are those of the row's softmax, and end with the likeliest first."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import psutil
import pytest
import torch

from engine.runtime.logprobs import logprobs_of

ROOT = Path(__file__).parents[3]

# Answers with a vocabulary that torch would share out; tells how many threads worked at it.
PROGRAM = """
import json, sys
from pathlib import Path
from engine.commands import Generate, IdsPrompt
from engine.config import EngineConfig
from engine.session.session import Session

session = Session.load(Path(sys.argv[1]), EngineConfig(device="cpu", context_len=256, threads=1))

def run_times():
    tasks = Path("/proc/self/task").iterdir()
    return {task.name: int((task / "schedstat").read_text().split()[0]) for task in tasks}

before = run_times()
prompt = IdsPrompt(tuple(range(100, 110)))
for _ in session.generate(Generate("1", prompt, max_tokens=100, logprobs=20)):
    pass
print(json.dumps([now - before.get(task, 0) for task, now in run_times().items()]))
"""


@pytest.mark.parametrize("num_top", [0, 1, 5, 40])
def test_they_are_those_of_the_softmax(num_top: int) -> None:
    row = np.random.default_rng(num_top).normal(0, 4, 33).astype(np.float32)
    row[7] = row[8] = 30
    exact = row.astype(np.float64) - np.log(np.exp(row.astype(np.float64)).sum())
    found = logprobs_of(torch.from_numpy(row), 20, num_top)
    assert found.picked == pytest.approx(exact[20], abs=1e-5)
    order = sorted(range(33), key=lambda i: (-row[i], i))[:num_top]
    if num_top != 1:
        assert [token_id for token_id, _ in found.top] == order
    assert [value for _, value in found.top] == pytest.approx(exact[order], abs=1e-5)


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or (psutil.cpu_count() or 1) < 2,
    reason="threads tell their run time, and torch has several",
)
def test_no_threads_compete_with_those_of_the_loops(starter_model: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(starter_model)],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    longest, *others = sorted(json.loads(result.stdout), reverse=True)
    assert max(others, default=0) < longest / 20
