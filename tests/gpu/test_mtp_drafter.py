"""A model's own prediction head as drafter, on a GPU."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.config import SamplingParams, Toggles
from engine.session.session import Session
from tests.support import head_checks
from tests.support.cuda_session import cuda_session
from tests.support.drafter_checks import SAMPLINGS
from tests.support.head_checks import HEAD, write_model

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]


@pytest.fixture(scope="module", params=[False, True], ids=["as it is", "right"])
def session(
    request: pytest.FixtureRequest, golden_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Session]:
    path = golden_dir / f"{HEAD}.gguf"
    if request.param:
        path = write_model(tmp_path_factory.mktemp("head") / "right.gguf", path, is_right=True)
    with cuda_session(path, context_len=768, kv_type="f32") as session:
        yield session


@pytest.mark.parametrize("session", [False], indirect=True, ids=["as it is"])
def test_the_logits_are_the_references(session: Session, golden_dir: Path) -> None:
    with np.load(golden_dir / f"{HEAD}-head.npz") as case:
        head_checks.check_logits(session, dict(case))


@pytest.mark.parametrize("session", [True], indirect=True, ids=["right"])
@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
def test_a_head_that_computes_what_the_model_does_is_always_right(
    session: Session, sampling: SamplingParams
) -> None:
    head_checks.check_a_right_one(session, sampling)


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
@pytest.mark.parametrize("draft_tokens", [1, 3, None])
def test_a_head_changes_nothing_but_the_speed(
    session: Session, sampling: SamplingParams, draft_tokens: int | None
) -> None:
    head_checks.check_text(session, sampling, draft_tokens)


@pytest.mark.parametrize("toggles", list(itertools.product([True, False], repeat=3)))
def test_the_text_is_the_same_with_every_toggle(
    session: Session, toggles: tuple[bool, bool, bool]
) -> None:
    head_checks.check_toggles(session, Toggles(*toggles))
