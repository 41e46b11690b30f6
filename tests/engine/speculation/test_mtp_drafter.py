"""A model's own prediction head as drafter."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.commands import Configure, Generate, IdsPrompt
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.errors import RequestError
from engine.events import Finished
from engine.runtime.cpu_device import CpuDevice
from engine.session.inspect import inspect_model
from engine.session.session import Session
from engine.speculation.budget import BudgetedDrafter
from engine.speculation.combined_drafter import CombinedDrafter
from engine.speculation.mtp_drafter import MtpDrafter
from tests.support import head_checks
from tests.support.drafter_checks import SAMPLINGS, answer, speculate
from tests.support.head_checks import HEAD, write_model


def load(path: Path) -> Session:
    return Session.load(path, EngineConfig(device="cpu", context_len=768))


@pytest.fixture(scope="module")
def source(golden_dir: Path) -> Path:
    return golden_dir / f"{HEAD}.gguf"


@pytest.fixture(scope="module")
def session(source: Path) -> Iterator[Session]:
    session = load(source)
    yield session
    session.close()


@pytest.fixture
def right(source: Path, tmp_path: Path) -> Iterator[Session]:
    session = load(write_model(tmp_path / "right.gguf", source, is_right=True))
    yield session
    session.close()


def head_of(session: Session) -> MtpDrafter:
    drafter = session.drafter
    if isinstance(drafter, BudgetedDrafter):
        drafter = drafter.inner
    if isinstance(drafter, CombinedDrafter):
        drafter = drafter.inner
    assert isinstance(drafter, MtpDrafter)
    return drafter


def generate(session: Session, ids: list[int], num_tokens: int) -> Finished:
    command = Generate(
        "r", IdsPrompt(tuple(ids)), SAMPLINGS["1.0"], max_tokens=num_tokens, ignore_end=True
    )
    *_, finished = session.generate(command)
    assert isinstance(finished, Finished)
    return finished


def test_the_logits_are_the_references(session: Session, golden_dir: Path) -> None:
    with np.load(golden_dir / f"{HEAD}-head.npz") as case:
        head_checks.check_logits(session, dict(case))


def test_drafts_are_picked_from_the_references_logits(session: Session, golden_dir: Path) -> None:
    speculate(session, "mtp", 2)
    with np.load(golden_dir / f"{HEAD}-head.npz") as case:
        ids, expected = case["mtp_tokens"].tolist()[:-1], case["exact_mtp_logits"][-2:]
        second = case["mtp_tokens"][-1]
    generate(session, ids[:-1], 1)
    model, head = session.model, head_of(session)
    head.begin(SamplingParams(temperature=0), 0, model.sequences[0].counters)
    drafts = head.draft(ids, 2)
    assert drafts[0] == expected[0].argmax()
    if drafts[0] == second:
        assert drafts[1] == expected[1].argmax()


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
def test_a_head_that_computes_what_the_model_does_is_always_right(
    right: Session, sampling: SamplingParams
) -> None:
    head_checks.check_a_right_one(right, sampling)


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
@pytest.mark.parametrize("draft_tokens", [1, 3, None])
def test_a_head_changes_nothing_but_the_speed(
    session: Session, sampling: SamplingParams, draft_tokens: int | None
) -> None:
    head_checks.check_text(session, sampling, draft_tokens)


def test_a_head_reads_the_rows_of_wide_prompt_steps(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CpuDevice, "wide_prefill_widths", lambda *_: (128, 256))
    session = load(source)
    ids = [3 + (i * i) % 97 for i in range(600)]
    plain = generate(session, ids, 30).ids
    session.forget()
    speculate(session, "mtp", 3)
    assert session.model.prompt_widths == head_of(session).model.prompt_widths == (32, 128, 256)
    assert generate(session, ids, 30).ids == plain
    assert len(head_of(session).sequence.prefix) > 550
    session.close()


@pytest.mark.parametrize("toggles", list(itertools.product([True, False], repeat=3)))
def test_the_text_is_the_same_with_every_toggle(
    session: Session, toggles: tuple[bool, bool, bool]
) -> None:
    head_checks.check_toggles(session, Toggles(*toggles))


def test_its_cache_is_what_the_models_rows_make(right: Session) -> None:
    """After drafts that were taken and drafts that were not, later turns and an edited one."""
    random = np.random.default_rng(7)
    speculate(right, "mtp", 3)
    ids: list[int] = []
    for _ in range(6):
        ids = ids[: int(random.integers(len(ids) + 1))]
        ids += random.integers(3, 300, int(random.integers(2, 90))).tolist()
        ids += generate(right, ids, int(random.integers(1, 40))).ids
    head = head_of(right)
    num_rows = len(head.sequence.prefix)
    assert num_rows > 60
    kept = [t[..., :num_rows, :].clone() for t in head.model.state.layers[0].kv.tensors]
    right.forget()
    head.sequence.prefix.clear()
    generate(right, ids, 1)
    assert len(head.sequence.prefix) >= num_rows - 70  # behind the model by less than two chunks
    num_rows = len(head.sequence.prefix)
    for ours, anew in zip(kept, head.model.state.layers[0].kv.tensors, strict=True):
        torch.testing.assert_close(ours[..., :num_rows, :], anew[..., :num_rows, :])


def test_a_head_that_rested_catches_up(right: Session) -> None:
    speculate(right, "mtp", None)
    finished = answer(right, SAMPLINGS["greedy"], 700)
    speculate(right, "none")
    assert finished.ids == answer(right, SAMPLINGS["greedy"], 700).ids
    assert finished.meter.drafted == finished.meter.accepted


def test_a_head_alone_in_its_file_drafts_for_the_model(
    right: Session, source: Path, tmp_path: Path
) -> None:
    head = write_model(tmp_path / "mtp-head.gguf", source, is_right=True, has_trunk=False)
    speculate(right, str(head))
    finished = answer(right, SAMPLINGS["greedy"], 100)
    assert finished.meter.drafted == finished.meter.accepted
    assert finished.meter.drafted


def test_auto_takes_the_head_where_there_is_one(session: Session) -> None:
    speculate(session, "auto", 2)
    assert head_of(session)


def test_a_model_without_a_head_says_so_and_keeps_answering(golden_dir: Path) -> None:
    session = Session.load(golden_dir / "tiny-llama.gguf", EngineConfig(device="cpu"))
    with pytest.raises(RequestError, match=r"tiny-llama\.gguf has no prediction head"):
        session.configure(Configure(speculation=SpeculationConfig("mtp")))
    session.configure(Configure(speculation=SpeculationConfig("auto")))
    assert len(generate(session, [3, 4, 5], 20).ids) == 20
    session.close()


def test_its_memory_is_counted(source: Path) -> None:
    plain, drafting = (
        inspect_model(source, EngineConfig(device="cpu", speculation=SpeculationConfig(kind)))
        for kind in ("none", "mtp")
    )
    assert plain.memory.drafter_bytes == 0
    assert drafting.memory.drafter_bytes > 0
    assert drafting.memory.total_bytes == plain.memory.total_bytes + drafting.memory.drafter_bytes
