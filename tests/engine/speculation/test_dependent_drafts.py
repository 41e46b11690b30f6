"""Drafters of blocks whose drafts depend on each other (DSpark, DFlash 2)."""

import itertools
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.errors import EngineError, ModelFileError, UnsupportedModelError
from engine.sampling.sampler import Sampler
from engine.session.inspect import inspect_model
from engine.session.session import Session
from engine.speculation.block_drafter import BlockDrafter
from engine.speculation.budget import BudgetedDrafter
from engine.speculation.combined_drafter import CombinedDrafter
from tests.support import block_checks
from tests.support.block_checks import generate, write_drafter
from tests.support.dflash_case import (
    BLOCK_SIZE,
    MASK,
    TOP_K,
    Drafter,
    Kind,
    make_drafter,
    read_matrices,
)
from tests.support.drafter_checks import SAMPLINGS, speculate

TARGET = "tiny-llama"
KINDS = {
    "rated": Kind(markov_rank=24, has_confidence=True),
    "own tokens": Kind(markov_rank=24, has_own_tokens=True, from_anchor=False),
    "chosen": Kind(conv_taps=3, selector_rank=12),
}


def load(golden_dir: Path) -> Session:
    config = EngineConfig(device="cpu", context_len=400)
    return Session.load(golden_dir / f"{TARGET}.gguf", config)


@pytest.fixture(scope="module")
def session(golden_dir: Path) -> Iterator[Session]:
    session = load(golden_dir)
    yield session
    session.close()


def make(golden_dir: Path, name: str) -> Drafter:
    return make_drafter(KINDS[name], *read_matrices(golden_dir / f"{TARGET}.gguf"))


@pytest.fixture(scope="module", params=KINDS)
def drafter(
    request: pytest.FixtureRequest, golden_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    folder = tmp_path_factory.mktemp("drafters")
    return make(golden_dir, request.param).write(folder / "drafter.gguf")


@pytest.fixture(scope="module")
def rated(golden_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(golden_dir, "rated").write(tmp_path_factory.mktemp("rated") / "drafter.gguf")


def block_drafter(session: Session) -> BlockDrafter:
    assert isinstance(session.drafter, BlockDrafter)
    return session.drafter


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
@pytest.mark.parametrize("draft_tokens", [7, None])
def test_a_drafter_changes_nothing_but_the_speed(
    session: Session, drafter: Path, sampling: SamplingParams, draft_tokens: int | None
) -> None:
    block_checks.check_text(session, drafter, sampling, draft_tokens)


@pytest.mark.parametrize("sampling", [SAMPLINGS["greedy"], SAMPLINGS["1.0"]], ids=["greedy", "1.0"])
@pytest.mark.parametrize("toggles", list(itertools.product([True, False], repeat=3)))
def test_the_text_is_the_same_with_every_toggle(
    session: Session, drafter: Path, toggles: tuple[bool, bool, bool], sampling: SamplingParams
) -> None:
    block_checks.check_toggles(session, drafter, Toggles(*toggles), sampling)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("sampling", [SAMPLINGS["greedy"], SamplingParams(temperature=0.9)])
def test_drafts_are_picked_with_the_noise_of_their_places(
    session: Session, golden_dir: Path, tmp_path: Path, sampling: SamplingParams, name: str
) -> None:
    """From logits after the likeliest tokens; the first row drafts, or it does not."""
    exact = make(golden_dir, name)
    speculate(session, str(exact.write(tmp_path / "drafter.gguf")), BLOCK_SIZE)
    ids = np.random.default_rng(4).integers(8, 200, 30).tolist()
    generate(session, ids, 1)
    own = block_drafter(session)
    own.begin(sampling, 12, session.model.sequences[0].counters)
    drafts = own.draft(ids, BLOCK_SIZE)
    kept = own.model.model.kept  # type: ignore[attr-defined]
    logits = exact.logits(kept[0, : len(ids) - 1].double().numpy(), ids[-1]).astype(np.float32)
    sampler, first = Sampler(sampling, 12), exact.first_row
    expected = [sampler.pick(row, place, ()) for place, row in enumerate(logits[first:], len(ids))]
    assert drafts == expected
    assert own.draft(ids, 3) == expected[:3]


def test_it_is_as_sure_of_a_draft_as_it_says(
    session: Session, rated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The budget verifies as many drafts as such confidences have paid for."""
    speculate(session, str(rated), None)
    budgeted = session.drafter
    assert isinstance(budgeted, BudgetedDrafter)
    assert isinstance(budgeted.inner, CombinedDrafter)
    ids = np.random.default_rng(4).integers(8, 200, 30).tolist()
    generate(session, ids, 1)
    own = budgeted.inner.inner
    assert isinstance(own, BlockDrafter)
    own.begin(SAMPLINGS["1.0"], 12, session.model.sequences[0].counters)
    rated_so = [0.99, 0.5, 0.1, math.nan, 1.0, 0.61]
    monkeypatch.setattr(own.model, "confidences", lambda _: rated_so)
    budgeted.inner.draft(ids, BLOCK_SIZE)
    assert own.confidences == budgeted.inner.confidences == [4, 2, 0, 0, 4, 3]


def test_a_context_that_ends_is_filled(session: Session, drafter: Path) -> None:
    ids = np.random.default_rng(3).integers(3, 300, 385).tolist()
    speculate(session, "none")
    plain = generate(session, ids, 100)
    speculate(session, str(drafter), 7)
    assert generate(session, ids, 100).ids == plain.ids


def test_penalties_count_the_drafts_before(session: Session, rated: Path) -> None:
    """The drafts stand in the text where the block's masks did."""
    speculate(session, str(rated), BLOCK_SIZE)
    ids = np.random.default_rng(4).integers(8, 200, 30).tolist()
    generate(session, ids, 1)
    own = block_drafter(session)
    counters = session.model.sequences[0].counters
    plain = SamplingParams(temperature=0)
    own.begin(plain, 0, counters)
    likeliest = own.draft(ids, BLOCK_SIZE)
    history = own.model._history[0, : len(ids) + BLOCK_SIZE - 1].tolist()
    assert history == [*ids, *likeliest[:-1]]
    assert MASK not in history[len(ids) :]


def test_its_memory_is_counted(golden_dir: Path, rated: Path, tmp_path: Path) -> None:
    """The head's tables, a row of logits and what stands for the tokens before."""
    plain = make_drafter(Kind(), *read_matrices(golden_dir / f"{TARGET}.gguf"))
    paths = rated, plain.write(tmp_path / "plain.gguf")
    with_head, without = (
        inspect_model(
            golden_dir / f"{TARGET}.gguf",
            EngineConfig(device="cpu", speculation=SpeculationConfig(str(path))),
        ).memory
        for path in paths
    )
    assert with_head.drafter_problem == ""
    tables = 2 * 320 * 24 * 4
    assert with_head.drafter_bytes >= without.drafter_bytes + tables + 320 * 4


def test_the_memory_of_a_selector_is_counted(golden_dir: Path, tmp_path: Path) -> None:
    """Its tables, and the vectors of the candidates of 16 rows."""
    target = golden_dir / f"{TARGET}.gguf"
    paths = (
        make_drafter(kind, *read_matrices(target)).write(tmp_path / f"{kind.selector_rank}.gguf")
        for kind in (Kind(conv_taps=1, selector_rank=64), Kind())
    )
    chosen, plain = (
        inspect_model(target, EngineConfig(device="cpu", speculation=SpeculationConfig(str(path))))
        for path in paths
    )
    assert chosen.memory.drafter_problem == ""
    more = 4 * 64 * (2 * 320 + 96 + 2 * 16 * TOP_K)
    assert chosen.memory.drafter_bytes >= plain.memory.drafter_bytes + more


def refused(session: Session, path: Path, error: type[EngineError], message: str) -> None:
    with pytest.raises(error, match=message):
        speculate(session, str(path))
    speculate(session, "none")


def test_files_that_lack_a_part_or_need_more_are_refused(
    session: Session, golden_dir: Path, rated: Path, tmp_path: Path
) -> None:
    half = write_drafter(tmp_path / "half.gguf", rated, without=("markov_w2.weight",))
    refused(session, half, ModelFileError, "has no tensor markov_w2.weight")
    wrong = np.zeros((1, 31), np.float32)
    path = write_drafter(
        tmp_path / "wrong.gguf",
        rated,
        without=("conf_proj.weight",),
        more={"conf_proj.weight": wrong},
    )
    refused(session, path, ModelFileError, "tensor conf_proj.weight is")
    chosen = make(golden_dir, "chosen").write(tmp_path / "chosen.gguf")
    half = write_drafter(tmp_path / "no.gguf", chosen, without=("blk.1.ffn_conv_base",))
    refused(session, half, ModelFileError, "has no tensor blk.1.ffn_conv_base")
    for key, value, message in (
        ("conv_group_size", 7, "not whole groups of 7"),
        ("selector_top_k", 33, "selector_top_k is '33'"),
        ("conv_kernel_size", 0, "conv_kernel_size is '0'"),
    ):
        other = write_drafter(tmp_path / "other.gguf", chosen, **{f"dflash.{key}": value})
        refused(session, other, UnsupportedModelError, message)
    wider = write_drafter(tmp_path / "wider.gguf", chosen, **{"dflash.selector_rank": 13})
    refused(session, wider, ModelFileError, "tensor selector_predecessor.weight is")
