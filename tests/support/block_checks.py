"""Drafters of whole blocks on any device: other weights, and what must hold."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from engine.commands import Configure, Generate, IdsPrompt
from engine.config import SamplingParams, SpeculationConfig, Toggles
from engine.events import Finished
from engine.gguf.file import GGUFFile
from engine.session.session import Session
from tests.support.drafter_checks import SAMPLINGS, answer, speculate
from tests.support.tiny_gguf import write_gguf

BLOCK = "tiny-dflash"
TARGET = "tiny-qwen35"
TOLERANCE = 1e-4  # of the logits' standard deviation: float32 throughout


def write_drafter(
    path: Path,
    source: Path,
    without: tuple[str, ...] = (),
    more: Mapping[str, np.ndarray] | None = None,
    **changes: object,
) -> Path:
    """Write the float32 drafter at `source` with other metadata, without or with more tensors."""
    with GGUFFile.open(source) as file:
        weights = {
            name: file.tensor_bytes(name).view(np.float32).reshape(tensor.shape)
            for name, tensor in file.tensors.items()
            if name not in without
        }
        metadata = {**file.metadata, **changes}
    lists = {key: list(value) for key, value in metadata.items() if isinstance(value, tuple)}
    return write_gguf(path, metadata | lists, {**weights, **(more or {})})


def generate(session: Session, ids: list[int], num_tokens: int) -> Finished:
    """An answer to `ids`, sampled."""
    command = Generate(
        "r", IdsPrompt(tuple(ids)), SAMPLINGS["1.0"], max_tokens=num_tokens, ignore_end=True
    )
    *_, finished = session.generate(command)
    assert isinstance(finished, Finished)
    return finished


def check_text(
    session: Session, drafter: Path, sampling: SamplingParams, draft_tokens: int | None
) -> None:
    """The drafter changes nothing but the speed."""
    speculate(session, "none")
    plain = answer(session, sampling)
    speculate(session, str(drafter), draft_tokens)
    drafted = answer(session, sampling)
    assert drafted.ids == plain.ids
    assert drafted.meter.drafted or draft_tokens is None  # drafts when it pays
    assert drafted.meter.recaptures == 0


def check_toggles(
    session: Session,
    drafter: Path,
    toggles: Toggles,
    sampling: SamplingParams = SAMPLINGS["1.0"],
) -> None:
    """The text is the same with all toggles."""
    speculate(session, "none")
    plain = answer(session, sampling, 60)
    speculate(session, str(drafter))
    session.configure(Configure(toggles, SpeculationConfig(str(drafter), 4)))
    drafted = answer(session, sampling, 60)
    assert drafted.ids == plain.ids
    assert drafted.meter.drafted
