"""A drafter of whole blocks, which reads the target's hidden rows (DFlash)."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.commands import Configure
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.errors import EngineError, RequestError, UnsupportedModelError
from engine.models.model_file import open_model
from engine.sampling.sampler import Sampler
from engine.session.inspect import inspect_model
from engine.session.session import Session
from engine.speculation.block_drafter import BlockDrafter
from tests.support import block_checks
from tests.support.block_checks import BLOCK, TARGET, TOLERANCE, generate, write_drafter
from tests.support.drafter_checks import SAMPLINGS, speculate

Case = dict[str, np.ndarray]


def load(path: Path) -> Session:
    return Session.load(path, EngineConfig(device="cpu", context_len=768))


@pytest.fixture(scope="module")
def drafter(golden_dir: Path) -> Path:
    return golden_dir / f"{BLOCK}.gguf"


@pytest.fixture(scope="module")
def case(golden_dir: Path) -> Case:
    with np.load(golden_dir / f"{BLOCK}.npz") as case:
        return dict(case)


@pytest.fixture(scope="module")
def session(golden_dir: Path) -> Iterator[Session]:
    session = load(golden_dir / f"{TARGET}.gguf")
    yield session
    session.close()


def block_drafter(session: Session) -> BlockDrafter:
    assert isinstance(session.drafter, BlockDrafter)
    return session.drafter


def read_case(session: Session, drafter: Path, case: Case) -> tuple[list[int], BlockDrafter]:
    """The target has read the case's prompt, and so has the drafter."""
    speculate(session, str(drafter), 7)
    ids = case["prompt_ids"].tolist()
    generate(session, [*ids, int(case["block1"][0])], 1)
    return ids, block_drafter(session)


def test_the_logits_are_the_references(session: Session, drafter: Path, case: Case) -> None:
    ids, own = read_case(session, drafter, case)
    first, second = (case[f"block{number}"].tolist() for number in (1, 2))
    own.draft([*ids, first[0]], 7)
    logits = own.model.logits(first, len(ids)).copy()
    expected = case["exact_draft_logits1"]
    assert np.abs(logits - expected).max() < TOLERANCE * expected.std()
    ids += case["committed"].tolist()
    session.model.prefill(session.model.sequences[0], ids[-3:], len(ids) - 3)
    own.draft([*ids, second[0]], 7)
    logits = own.model.logits(second, len(ids))
    expected = case["exact_draft_logits2"]
    assert np.abs(logits - expected).max() < TOLERANCE * expected.std()


def test_logits_can_be_asked_for(session: Session, drafter: Path, case: Case) -> None:
    speculate(session, str(drafter), 7)
    ids = [*case["prompt_ids"].tolist(), int(case["block1"][0])]
    (logits,) = session.logits(ids, [len(ids) - 1])
    expected = case["exact_draft_logits1"][1]
    assert np.abs(logits - expected).max() < TOLERANCE * expected.std()


@pytest.mark.parametrize("sampling", [SAMPLINGS["greedy"], SamplingParams(temperature=0.9)])
def test_drafts_are_picked_with_the_noise_of_their_places(
    session: Session, drafter: Path, case: Case, sampling: SamplingParams
) -> None:
    ids, own = read_case(session, drafter, case)
    own.begin(sampling, 12, session.model.sequences[0].counters)
    ids.append(int(case["block1"][0]))
    sampler, logits = Sampler(sampling, 12), case["exact_draft_logits1"].astype(np.float32)
    expected = [sampler.pick(logits[i], len(ids) - 1 + i, ()) for i in range(1, 8)]
    assert own.draft(ids, 7) == expected
    assert own.draft(ids, 3) == expected[:3]


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
@pytest.mark.parametrize("draft_tokens", [7, None])
def test_a_drafter_changes_nothing_but_the_speed(
    session: Session, drafter: Path, sampling: SamplingParams, draft_tokens: int | None
) -> None:
    block_checks.check_text(session, drafter, sampling, draft_tokens)


@pytest.mark.parametrize("toggles", list(itertools.product([True, False], repeat=3)))
def test_the_text_is_the_same_with_every_toggle(
    session: Session, drafter: Path, toggles: tuple[bool, bool, bool]
) -> None:
    block_checks.check_toggles(session, drafter, Toggles(*toggles))


@pytest.mark.parametrize("window", [None, 40])
def test_its_cache_is_what_the_targets_rows_make(
    session: Session, drafter: Path, tmp_path: Path, window: int | None
) -> None:
    """After drafts, later turns and edited ones."""
    path = drafter
    if window is not None:
        changes = {
            "dflash.attention.sliding_window": window,
            "dflash.attention.sliding_window_pattern": [True, False, True],
        }
        path = write_drafter(tmp_path / "windowed.gguf", drafter, **changes)
    speculate(session, str(path), 5)
    random, ids = np.random.default_rng(7), list[int]()
    for _ in range(6):
        ids = ids[: int(random.integers(len(ids) + 1))]
        ids += random.integers(3, 300, int(random.integers(2, 90))).tolist()
        ids += generate(session, ids, int(random.integers(1, 40))).ids
    own = block_drafter(session)
    end = len(own.sequence.prefix)
    seen = slice(0 if window is None else end - window, end)
    assert end > 60
    kept = [t.clone() for layer in own.model.state.layers for t in layer.kv.tensors]
    session.forget()
    own.sequence.prefix.clear()
    generate(session, ids, 1)
    assert len(own.sequence.prefix) >= end - 40  # behind the model by about a chunk
    seen = slice(seen.start, len(own.sequence.prefix))
    anew = [t for layer in own.model.state.layers for t in layer.kv.tensors]
    for ours, other in zip(kept, anew, strict=True):
        torch.testing.assert_close(ours[..., seen, :], other[..., seen, :])


def test_a_drafter_may_see_only_what_is_before(
    session: Session, drafter: Path, tmp_path: Path, case: Case
) -> None:
    causal = write_drafter(tmp_path / "causal.gguf", drafter, **{"dflash.attention.causal": True})
    ids, own = read_case(session, causal, case)
    own.draft([*ids, int(case["block1"][0])], 7)
    whole = own.model.logits(case["block1"].tolist(), len(ids)).copy()
    assert np.array_equal(own.model.logits(case["block1"].tolist()[:3], len(ids)), whole[:3])
    assert np.abs(whole - case["exact_draft_logits1"]).max() > 0.1


def test_a_context_that_ends_is_filled(session: Session, drafter: Path) -> None:
    ids = np.random.default_rng(3).integers(3, 300, 750).tolist()
    speculate(session, "none")
    plain = generate(session, ids, 100)
    speculate(session, str(drafter), 7)
    assert generate(session, ids, 100).ids == plain.ids
    with pytest.raises(RequestError, match="no room for a draft after position 767"):
        session.logits([5] * 768, [767])


def refused(session: Session, path: Path, error: type[EngineError], message: str) -> None:
    with pytest.raises(error, match=message):
        session.configure(Configure(speculation=SpeculationConfig(str(path))))
    assert len(generate(session, [3, 4, 5], 5).ids) == 5


def test_drafters_that_do_not_fit_are_refused(
    session: Session, drafter: Path, golden_dir: Path, tmp_path: Path
) -> None:
    speculate(session, "none")
    deep = write_drafter(tmp_path / "a.gguf", drafter, **{"dflash.target_layers": [1, 3, 99]})
    refused(session, deep, RequestError, "was made for another model")
    words = [f"word{i}" for i in range(320)]
    other = write_drafter(tmp_path / "b.gguf", drafter, **{"tokenizer.ggml.tokens": words})
    refused(session, other, RequestError, "another vocabulary")
    foreign = {"general.architecture": "qwen35-dflash-draft"}
    layout = write_drafter(tmp_path / "c.gguf", drafter, **foreign)
    refused(session, layout, UnsupportedModelError, "in the layout 'qwen35-dflash-draft'")
    small = load(golden_dir / "tiny-llama.gguf")
    refused(small, drafter, RequestError, "was made for another model|another vocabulary")
    small.close()


@pytest.mark.parametrize(
    ("tensors", "changes", "kind"),
    [
        (("selector_hidden", "markov_w1"), {}, "DFlash 2 with a Markov head"),
        (("markov_w1",), {"dflash.hyper_connection_count": 4}, "DSpark for DeepSeek V4"),
        ((), {"dflash.hidden_activation": "relu"}, "DFlash with 'relu'"),
    ],
)
def test_relatives_that_need_more_are_named(
    session: Session,
    drafter: Path,
    golden_dir: Path,
    tmp_path: Path,
    tensors: tuple[str, ...],
    changes: dict[str, object],
    kind: str,
) -> None:
    speculate(session, "none")
    more = {f"{name}.weight": np.zeros((4, 32), np.float32) for name in tensors}
    path = write_drafter(tmp_path / "relative.gguf", drafter, more=more, **changes)
    refused(session, path, UnsupportedModelError, f"a drafter of the kind {kind}, which is not")
    config = EngineConfig(device="cpu", speculation=SpeculationConfig(str(path)))
    report = inspect_model(golden_dir / f"{TARGET}.gguf", config)
    assert kind in report.memory.drafter_problem
    assert report.memory.drafter_bytes == 0


def test_it_is_no_model_of_its_own(drafter: Path) -> None:
    with pytest.raises(UnsupportedModelError, match="only draft"), open_model(drafter):
        pass


def test_its_memory_is_counted(golden_dir: Path, drafter: Path) -> None:
    plain, drafting = (
        inspect_model(
            golden_dir / f"{TARGET}.gguf",
            EngineConfig(device="cpu", speculation=SpeculationConfig(kind)),
        )
        for kind in ("none", str(drafter))
    )
    assert drafting.memory.drafter_problem == ""
    assert drafting.memory.total_bytes == plain.memory.total_bytes + drafting.memory.drafter_bytes
    ring = 4 * 3 * 64 * (32 + 32)
    assert drafting.memory.drafter_bytes > ring


def test_penalties_count_the_text_alone(session: Session, drafter: Path) -> None:
    """What lay in the drafter's memory before changes no draft."""
    speculate(session, str(drafter), 7)
    model, counts = block_drafter(session).model, []
    for left_behind in (5, -(1 << 30)):
        session.forget()
        model.sequences[0].prefix.clear()
        model._history.fill_(left_behind)
        meter = generate(session, list(range(10, 60)), 40).meter
        counts.append((meter.drafted, meter.accepted))
    assert counts[0] == counts[1]
