"""Models on the CUDA device, answers of a known length, and what their steps leave behind."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from engine.commands import Configure, Generate, IdsPrompt
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.events import Finished
from engine.runtime.ladder import chunk_ends, ladder
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.step_key import Role
from engine.session.session import Session
from tests.support.steps import run_step

DEVICE = "cuda"
GREEDY = SamplingParams(temperature=0.0)
TEXT = "The quick brown fox jumps over the lazy dog. "
UNWRITTEN = 113
BITS = {torch.float32: torch.int32, torch.float16: torch.int16, torch.bfloat16: torch.int16}


def model_path(request: pytest.FixtureRequest, name: str) -> Path:
    """The GGUF of a golden case, or the path that the fixture `name` gives."""
    if name in ("starter_model", "large_model"):
        path: Path = request.getfixturevalue(name)
        return path
    return Path(request.getfixturevalue("golden_dir")) / f"{name}.gguf"


@contextmanager
def cuda_session(path: Path, **config: Any) -> Iterator[Session]:
    """A loaded model, its fresh memory NaN. One at a time: it takes over the thread's stream."""
    torch.use_deterministic_algorithms(True)
    session = Session.load(path, EngineConfig(device=DEVICE, **config))
    try:
        yield session
    finally:
        session.close()


def text_ids(session: Session, count: int) -> list[int]:
    """`count` ids of a sentence said over and over."""
    ids = session.tokenizer.encode(TEXT, add_special=False, parse_special=False)
    return list(islice(cycle(ids), count))


def command(
    ids: Sequence[int], new_tokens: int | None, sampling: SamplingParams = GREEDY
) -> Generate:
    """Asks for `new_tokens` tokens whatever they are; None: until the context is full."""
    return Generate("r", IdsPrompt(tuple(ids)), sampling, max_tokens=new_tokens, ignore_end=True)


def answer(
    session: Session,
    ids: Sequence[int],
    new_tokens: int | None,
    sampling: SamplingParams = GREEDY,
) -> Finished:
    """The answer to `ids`, which may be partly in the cache."""
    *_, finished = session.generate(command(ids, new_tokens, sampling))
    assert isinstance(finished, Finished)
    return finished


def set_up(
    session: Session,
    toggles: Toggles = Toggles(),  # noqa: B008 - frozen
    speculation: SpeculationConfig = SpeculationConfig(),  # noqa: B008 - frozen
) -> None:
    """These settings hold from the next answer on, which finds nothing in the cache."""
    session.configure(Configure(toggles, speculation))
    session.forget()


def num_chunks(session: Session, num_tokens: int) -> int:
    """How many prompt steps read `num_tokens` tokens."""
    return len(chunk_ends(num_tokens, session.model._prefill_widths))


def num_planned(model: LoadedModel) -> int:
    """How many steps are captured before they are needed: decode steps, and those of prompts."""
    spans, widths = ladder(model.context_len), model._prefill_widths
    prompts = (sum(span > width for span in spans) for width in (0, *widths[:-1]))
    return len(spans) + sum(prompts)


def prefill(model: LoadedModel, ids: Sequence[int]) -> None:
    """Read `ids` from position 0 on by prompt steps."""
    done = 0
    while done < len(ids):
        done += model.prefill(model.sequences[0], list(ids[done:]), done)


def decoded_logits(model: LoadedModel, ids: Sequence[int], position: int) -> Tensor:
    """Logits [len(ids), V] of decode steps, one after the other from `position` on."""
    rows = [
        run_step(model, Role.DECODE, [token_id], at).logits[0].clone()
        for at, token_id in enumerate(ids, start=position)
    ]
    return torch.stack(rows)


def cache_tensors(model: LoadedModel) -> list[Tensor]:
    """The first sequence's keys and values [G, R, D] of every layer."""
    return [tensor[0] for layer in model.state.layers for tensor in layer.kv.tensors]


def same_bits(a: Tensor, b: Tensor) -> bool:
    """Unlike `torch.equal`, NaN equals NaN, and 0 is not -0."""
    bits = BITS.get(a.dtype, a.dtype)
    return torch.equal(a.contiguous().view(bits), b.contiguous().view(bits))


def poison(tensor: Tensor) -> None:
    """Fill a cache with NaN, and the codes of one with what is rarely there."""
    tensor.fill_(torch.nan if tensor.is_floating_point() else UNWRITTEN)


def is_poisoned(tensor: Tensor) -> bool:
    """Whether nothing was written since `poison`."""
    left = tensor.isnan() if tensor.is_floating_point() else tensor == UNWRITTEN
    return bool(left.all())
