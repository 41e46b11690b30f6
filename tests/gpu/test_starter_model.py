"""Real weights: the starter model on CUDA against exact logits and against the CPU."""

from pathlib import Path

import numpy as np
import pytest
import torch

from engine.config import EngineConfig
from engine.session.session import Session
from tests.support.cuda_session import cuda_session

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]

DIVERGENCE = (
    5e-3  # nats; rounding activations to int8 codes of 32 in float64 gives 2.5e-3 and 3.3e-3
)
SURE = 0.5  # a margin between two logits that the rounding does not turn; they spread by 7


@pytest.mark.parametrize("number", [0, 1])
def test_logits_and_tokens_are_those_of_the_cpu(
    golden_dir: Path, starter_model: Path, number: int
) -> None:
    case = np.load(golden_dir / f"real-smollm2-{number}.npz")
    ids = [*case["prompt_ids"].tolist(), *case["gen_ids"].tolist()]
    cpu = Session.load(starter_model, EngineConfig(device="cpu", context_len=512))
    try:
        expected = torch.from_numpy(cpu.logits(ids)).double()
    finally:
        cpu.close()
    with cuda_session(starter_model, context_len=512) as session:
        logits = torch.from_numpy(session.logits(ids)).double()
    error = np.abs(logits[case["positions"]].numpy() - case["exact_logits"]).max()
    assert error < 1.25 * case["native_maxdiff"]  # llama.cpp's own
    p, q = expected.log_softmax(-1), logits.log_softmax(-1)
    assert (p.exp() * (p - q)).sum(-1).mean() < DIVERGENCE
    likeliest = expected.topk(2)
    sure = likeliest.values[:, 0] - likeliest.values[:, 1] > SURE
    assert sure.double().mean() > 0.6
    assert torch.equal(logits.argmax(-1)[sure], likeliest.indices[:, 0][sure])
