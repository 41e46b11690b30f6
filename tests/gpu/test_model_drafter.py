"""A model as drafter on a GPU."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.config import SamplingParams, Toggles
from engine.session.session import Session
from tests.support import drafter_checks
from tests.support.cuda_session import cuda_session
from tests.support.drafter_checks import SAMPLINGS, write_model

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("models") / "target.gguf")


@pytest.fixture(scope="module")
def session(target: Path) -> Iterator[Session]:
    with cuda_session(target, context_len=512) as session:
        yield session


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
def test_a_copy_of_the_target_is_always_right(
    session: Session, target: Path, sampling: SamplingParams
) -> None:
    drafter_checks.check_a_copy(session, target, sampling)


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
@pytest.mark.parametrize("draft_tokens", [1, 3, None])
def test_a_drafter_that_is_wrong_changes_nothing(
    session: Session, tmp_path: Path, sampling: SamplingParams, draft_tokens: int | None
) -> None:
    nonsense = write_model(tmp_path / "noise.gguf", noise=True)
    drafter_checks.check_nonsense(session, nonsense, sampling, draft_tokens)


@pytest.mark.parametrize("toggles", list(itertools.product([True, False], repeat=3)))
def test_the_text_is_the_same_with_every_toggle(
    session: Session, tmp_path: Path, toggles: tuple[bool, bool, bool]
) -> None:
    nonsense = write_model(tmp_path / "noise.gguf", noise=True)
    drafter_checks.check_toggles(session, nonsense, Toggles(*toggles))
