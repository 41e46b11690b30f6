"""Ten thousand tokens: every window is crossed, nothing is recaptured, no memory is taken."""

from pathlib import Path

import pytest
import torch

from engine.commands import Configure
from engine.config import SamplingParams, SpeculationConfig
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.session.session import Session
from tests.support.cuda_session import answer, cuda_session, model_path, num_planned, text_ids
from tests.support.long_context import with_context

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]

CONTEXT_LEN, PROMPT_LEN, NEW_TOKENS = 10_300, 64, 10_000
SAMPLED = SamplingParams(temperature=0.8, seed=5, repeat_penalty=1.1)


def largest_context_len(path: Path) -> int:
    with GGUFFile.open(path) as file:
        return min(CONTEXT_LEN, ModelMetadata(file.metadata).context_length or CONTEXT_LEN)


def capture_all(session: Session) -> None:
    """As the engine does while nobody asks for anything."""
    while session.prepare():
        pass


@pytest.mark.parametrize("name", ["tiny-llama", "tinyq-llama-Q4_K", "large_model"])
def test_ten_thousand_tokens(request: pytest.FixtureRequest, tmp_path: Path, name: str) -> None:
    path = model_path(request, name)
    if name != "large_model":
        path = with_context(path, tmp_path / "long.gguf", CONTEXT_LEN)
    context_len = largest_context_len(path)
    new_tokens = min(NEW_TOKENS, context_len - PROMPT_LEN)
    with cuda_session(path, context_len=context_len) as session:
        capture_all(session)
        assert session.model.runner.captures == num_planned(session.model)
        ids, hashes = text_ids(session, PROMPT_LEN), []
        for speculation in (SpeculationConfig(), SpeculationConfig(kind="ngram")):
            session.configure(Configure(speculation=speculation))
            capture_all(session)
            session.forget()
            answer(session, ids, 8, SAMPLED)  # what is made on first use is there
            session.forget()
            before = torch.cuda.memory_allocated(), torch.cuda.memory_reserved()
            finished = answer(session, ids, new_tokens, SAMPLED)
            assert (torch.cuda.memory_allocated(), torch.cuda.memory_reserved()) == before
            meter = finished.meter
            assert len(finished.ids) == new_tokens
            assert (meter.recaptures, meter.eager, meter.fallbacks) == (0, 0, 0)
            assert (meter.replays or 0) + (meter.accepted or 0) >= new_tokens
            hashes.append(finished.fnv1a64)
        assert hashes[0] == hashes[1]
