"""Drafters that read the target's hidden rows or its cache, on a GPU."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from engine.commands import Generate, IdsPrompt
from engine.config import SamplingParams, Toggles
from engine.events import Finished
from engine.runtime.sequence import Rows
from engine.runtime.steps_behind import StepsBehind
from engine.session.session import Session
from engine.speculation.block_drafter import BlockDrafter
from tests.support import block_checks
from tests.support.assistant_case import make_assistant
from tests.support.block_checks import BLOCK, TARGET, TOLERANCE
from tests.support.cuda_session import cuda_session
from tests.support.dflash_case import Kind, make_drafter, read_matrices
from tests.support.drafter_checks import SAMPLINGS, answer, speculate
from tests.support.eagle_case import make_eagle
from tests.support.imposed_acceptance import impose_on_device, replaced

DEPENDENT = {
    "dspark": Kind(markov_rank=24, has_confidence=True),
    "dflash2": Kind(conv_taps=3, selector_rank=12),
    "unrated dspark": Kind(markov_rank=24),
}
PROMPT = 3, 4, 5, 6
TARGETS = {"assistant": "tiny-gemma4-dense", **dict.fromkeys(DEPENDENT, "tiny-llama")}

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]


@dataclass(frozen=True)
class Pair:
    """A loaded model and its drafter's file."""

    session: Session
    drafter: Path


@pytest.fixture(scope="module", params=[BLOCK, *DEPENDENT, "eagle", "assistant"])
def pair(
    request: pytest.FixtureRequest, golden_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    drafter = golden_dir / f"{BLOCK}.gguf"
    target = golden_dir / f"{TARGETS.get(request.param, TARGET)}.gguf"
    with cuda_session(target, context_len=768, kv_type="f32") as session:
        if request.param == "eagle":
            config = session.model.config
            eagle = make_eagle(config.hidden_size, config.vocab_size)
            drafter = eagle.write(tmp_path_factory.mktemp("eagle") / "eagle.gguf")
        elif request.param in DEPENDENT:
            exact = make_drafter(DEPENDENT[request.param], *read_matrices(target))
            drafter = exact.write(tmp_path_factory.mktemp("dependent") / "drafter.gguf")
        elif request.param == "assistant":
            path = tmp_path_factory.mktemp("assistant") / "assistant.gguf"
            drafter = make_assistant(target).write(path)
        yield Pair(session, drafter)


@pytest.mark.parametrize("pair", [BLOCK], indirect=True)
def test_the_logits_are_the_references(pair: Pair, golden_dir: Path) -> None:
    speculate(pair.session, str(pair.drafter), 7)
    with np.load(golden_dir / f"{BLOCK}.npz") as case:
        ids = [*case["prompt_ids"].tolist(), int(case["block1"][0])]
        expected = case["exact_draft_logits1"][1]
    (logits,) = pair.session.logits(ids, [len(ids) - 1])
    assert np.abs(logits - expected).max() < TOLERANCE * expected.std()


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
@pytest.mark.parametrize("draft_tokens", [1, 7, None])
def test_a_drafter_changes_nothing_but_the_speed(
    pair: Pair, sampling: SamplingParams, draft_tokens: int | None
) -> None:
    block_checks.check_text(pair.session, pair.drafter, sampling, draft_tokens)


@pytest.mark.parametrize("toggles", list(itertools.product([True, False], repeat=3)))
def test_the_text_is_the_same_with_every_toggle(
    pair: Pair, toggles: tuple[bool, bool, bool]
) -> None:
    block_checks.check_toggles(pair.session, pair.drafter, Toggles(*toggles))


class Unseen:
    """Counts verify steps that were launched before their drafts were seen, and used."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.num_used = 0
        own = StepsBehind.take

        def take(behind: StepsBehind, rows: Rows, ids: Sequence[int]) -> Iterator[int] | None:
            picks = own(behind, rows, ids)
            self.num_used += picks is not None
            return picks

        monkeypatch.setattr(StepsBehind, "take", take)


def impose(
    session: Session, text: Sequence[int], rate: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let the drafts be right at a rate, on the device and for the host."""
    drafter = session.drafter
    assert isinstance(drafter, BlockDrafter)
    own = drafter.propose

    def propose(ids: Sequence[int], most: int) -> list[int]:
        return replaced(own(ids, most), len(ids), text, rate)

    monkeypatch.setattr(drafter, "propose", propose)
    impose_on_device(drafter, text, rate)


def turn(session: Session, ids: Sequence[int], num_tokens: int, stop: str = "") -> Finished:
    command = Generate(
        "r", IdsPrompt(tuple(ids)), SAMPLINGS["1.0"], max_tokens=num_tokens,
        stop=(stop,) if stop else (), ignore_end=True,
    )  # fmt: skip
    *_, finished = session.generate(command)
    assert isinstance(finished, Finished)
    return finished


@pytest.mark.parametrize("pair", [BLOCK, "dflash2", "unrated dspark"], indirect=True)
@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
@pytest.mark.parametrize("rate", [0.0, 0.5, 0.9, 1.0])
def test_drafts_are_verified_unseen(
    pair: Pair, sampling: SamplingParams, rate: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = pair.session
    speculate(session, "none")
    text = [*PROMPT, *answer(session, sampling).ids]
    speculate(session, str(pair.drafter), 5)
    impose(session, text, rate, monkeypatch)
    unseen = Unseen(monkeypatch)
    finished = answer(session, sampling)
    assert [*PROMPT, *finished.ids] == text
    assert (finished.meter.recaptures, finished.meter.eager) == (0, 0)
    num_rounds = finished.meter.drafted_by_depth[0]
    assert 0.8 * num_rounds < unseen.num_used < num_rounds


@pytest.mark.parametrize("pair", [BLOCK], indirect=True)
@pytest.mark.parametrize("rate", [0.5, 1.0])
@pytest.mark.parametrize("place", [5, 9, 14, 20])
def test_the_next_turn_goes_on_where_a_word_ended_the_last(
    pair: Pair, rate: float, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A recurrent state goes back to the word's end, over a step that nobody reads."""
    session = pair.session
    speculate(session, "none")
    plain = turn(session, PROMPT, 90)
    stop = next(letter for letter in plain.text[place:] if letter.isalpha())
    session.forget()
    stopped = turn(session, PROMPT, 90, stop)
    following = [*PROMPT, *stopped.ids, 9, 10, 11]
    expected = turn(session, following, 20)
    speculate(session, str(pair.drafter), 5)
    impose(session, [*PROMPT, *plain.ids], rate, monkeypatch)
    assert turn(session, PROMPT, 90, stop).ids == stopped.ids
    finished = turn(session, following, 20)
    assert finished.ids == expected.ids
    assert finished.meter.cached_tokens == expected.meter.cached_tokens
