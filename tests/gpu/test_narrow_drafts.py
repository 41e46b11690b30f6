"""Drafts from the first ids of the vocabulary, on a GPU."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.config import SamplingParams
from engine.session.session import Session
from engine.speculation import narrow_vocabulary
from engine.speculation.block_drafter import BlockDrafter
from engine.speculation.mtp_drafter import MtpDrafter
from tests.support import narrow_checks
from tests.support.block_checks import BLOCK, TARGET
from tests.support.cuda_session import cuda_session
from tests.support.drafter_checks import SAMPLINGS
from tests.support.head_checks import HEAD, write_model
from tests.support.narrow_checks import SIZE

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrow_vocabulary, "SIZE", SIZE)


@pytest.fixture
def head(golden_dir: Path, tmp_path: Path) -> Iterator[Session]:
    """A model whose head drafts what it picks itself."""
    path = write_model(tmp_path / "right.gguf", golden_dir / f"{HEAD}.gguf", is_right=True)
    with cuda_session(path, context_len=512) as session:
        yield session


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
def test_a_head_never_drafts_others_narrowly(
    head: Session, sampling: SamplingParams, monkeypatch: pytest.MonkeyPatch
) -> None:
    narrow_checks.check_answers(head, "mtp", MtpDrafter, sampling, monkeypatch)


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
def test_a_block_is_drafted_narrowly(
    golden_dir: Path, sampling: SamplingParams, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, drafter = (golden_dir / f"{name}.gguf" for name in (TARGET, BLOCK))
    with cuda_session(target, context_len=512) as session:
        narrow_checks.check_answers(session, drafter, BlockDrafter, sampling, monkeypatch)


def test_both_kinds_of_step_are_planned_and_the_wide_ones_captured_later(head: Session) -> None:
    narrow_checks.check_steps(head)
