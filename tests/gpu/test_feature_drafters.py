"""Drafters that read the target's hidden rows or its cache, on a GPU."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from engine.config import SamplingParams, Toggles
from engine.session.session import Session
from tests.support import block_checks
from tests.support.assistant_case import make_assistant
from tests.support.block_checks import BLOCK, TARGET, TOLERANCE
from tests.support.cuda_session import cuda_session
from tests.support.dflash_case import Kind, make_drafter, read_matrices
from tests.support.drafter_checks import SAMPLINGS, speculate
from tests.support.eagle_case import make_eagle

DEPENDENT = {
    "dspark": Kind(markov_rank=24, has_confidence=True),
    "dflash2": Kind(conv_taps=3, selector_rank=12),
}
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
