"""A prompt read by prompt steps of every width leaves what decode steps would have left."""

import numpy as np
import pytest

from engine.config import Toggles
from engine.runtime.sequence import StepCounters
from tests.support.cuda_session import (
    cache_tensors,
    cuda_session,
    decoded_logits,
    model_path,
    num_chunks,
    prefill,
    same_bits,
)

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]

# In standard deviations of the logits. Rounding to int8 codes on the one side meets rounding to
# bfloat16 on the other.
TOLERANCES = {
    "tiny-llama": 2e-4,
    "tiny-qwen2": 2e-4,
    "tiny-qwen3": 2e-4,
    "tiny-gemma3": 2e-4,
    "tiny-qwen35": 2e-4,
    "tiny-qwen3moe": 2e-4,
    "tiny-gpt-oss": 2e-4,
    "tiny-gemma4-e4b": 2e-4,
    "tiny-lfm2": 2e-4,
    "tinyq-llama-F16": 2e-4,
    "tinyq-llama-Q8_0": 0.2,
    "tinyq-llama-Q4_K": 0.2,
    "tinyq-llama-Q6_K": 0.2,
}


@pytest.mark.parametrize("name", TOLERANCES)
def test_the_logits_after_a_prompt_are_those_of_short_steps(
    request: pytest.FixtureRequest, name: str
) -> None:
    with cuda_session(model_path(request, name), kv_type="f32", context_len=3000) as session:
        random = np.random.default_rng(1)
        ids = random.integers(0, session.tokenizer.num_tokens, 2601).tolist()
        for length in (1, 33, 128, 129, 512, 513, 700, 1020, 1500, 1800, 2600):
            expected = session.logits(ids[: length + 1], [length])
            prefill(session.model, ids[:length])
            logits = decoded_logits(session.model, ids[length : length + 1], length).cpu().numpy()
            error = np.abs(logits - expected).max() / expected.std()
            assert error < TOLERANCES[name], f"{length} tokens"


@pytest.mark.parametrize("name", ["tiny-llama", "tinyq-llama-Q4_K", "starter_model", "large_model"])
def test_prompt_steps_launched_one_by_one_leave_the_same_bits(
    request: pytest.FixtureRequest, name: str
) -> None:
    with cuda_session(model_path(request, name), context_len=2048) as session:
        model, random = session.model, np.random.default_rng(2)
        ids = random.integers(0, session.tokenizer.num_tokens, 1900).tolist()
        left = []
        for graph in (True, False):
            for tensor in cache_tensors(model):
                tensor.fill_(np.nan)
            model.runner.toggles = Toggles(graph=graph)
            counters = model.sequences[0].counters = StepCounters()
            prefill(model, ids)
            left.append([tensor.clone() for tensor in cache_tensors(model)])
            expected = (num_chunks(session, len(ids)), 0)
            assert (counters.replays, counters.eager) == (expected if graph else expected[::-1])
        for replayed, launched in zip(*left, strict=True):
            assert same_bits(replayed, launched)
            assert not replayed[:, : len(ids)].isnan().any()
            assert replayed[:, len(ids) :].isnan().all()
