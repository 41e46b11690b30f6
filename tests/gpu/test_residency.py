"""Models larger than the device memory that they may take: the same ids, the same captured steps."""

import random
from pathlib import Path

import pytest
import torch

from engine.config import SpeculationConfig, Toggles
from engine.runtime import memory
from engine.runtime.residency import ALL_RESIDENT, Movable, Residency, plan_residency
from engine.session.session import Session
from tests.support.cuda_session import answer, cuda_session, set_up, text_ids

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]

CONTEXT_LEN, NEW_TOKENS = 256, 64
NAMES = ["tinyq-moe-Q4_K", "tiny-qwen3moe", "tiny-gpt-oss", "tiny-qwen35moe"]
DENSE = "tinyq-llama-Q4_K"


@pytest.fixture(params=NAMES)
def path(request: pytest.FixtureRequest, golden_dir: Path) -> Path:
    found: Path = golden_dir / f"{request.param}.gguf"
    return found


@pytest.fixture
def half_of_the_experts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiny models fit any cap, so the plan is told that half of the movable bytes is too much."""

    def halved(movable: Movable, _excess: int, host_bytes: int) -> Residency | None:
        only = Movable(experts=movable.experts)
        return plan_residency(only, only.num_bytes // 2, host_bytes)

    monkeypatch.setattr(memory, "plan_residency", halved)


def ids_of(session: Session) -> tuple[int, ...]:
    return answer(session, text_ids(session, 40), NEW_TOKENS).ids


@pytest.mark.usefixtures("half_of_the_experts")
def test_ids_are_those_of_a_model_that_fits_and_no_step_is_captured_again(path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory, "plan_residency", lambda *_: ALL_RESIDENT)
        with cuda_session(path, context_len=CONTEXT_LEN) as session:
            expected = ids_of(session)
            assert session.model.promotion is None
    with cuda_session(path, context_len=CONTEXT_LEN) as session:
        promotion = session.model.promotion
        assert promotion is not None
        for toggles in (Toggles(), Toggles(graph=False), Toggles(fixed_verify=False)):
            for kind in ("none", "ngram"):
                set_up(session, toggles, SpeculationConfig(kind=kind))
                finished = answer(session, text_ids(session, 40), NEW_TOKENS)
                assert finished.ids == expected
                if toggles == Toggles():
                    assert finished.meter.recaptures == 0
        assert 0 < promotion.traffic.hits <= promotion.traffic.reads


def test_a_dense_model_with_layers_in_main_memory_gives_the_same_ids(
    golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, found = golden_dir / f"{DENSE}.gguf", []
    for excess in (0, 1, 1 << 62):

        def planned(
            movable: Movable, _excess: int, host_bytes: int, most: int = excess
        ) -> Residency | None:
            return plan_residency(movable, min(most, movable.num_bytes), host_bytes)

        monkeypatch.setattr(memory, "plan_residency", planned)
        with cuda_session(path, context_len=CONTEXT_LEN) as session:
            found.append(ids_of(session))
            assert bool(session.info.host_bytes) == bool(excess)
    assert found[0] == found[1] == found[2]


def test_loading_again_and_again_takes_no_more_memory(
    golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw, taken = random.Random(), []

    def drawn(movable: Movable, _excess: int, host_bytes: int) -> Residency | None:
        return plan_residency(movable, draw.randint(1, movable.num_bytes), host_bytes)

    monkeypatch.setattr(memory, "plan_residency", drawn)
    for _ in range(50):
        with cuda_session(golden_dir / "tiny-qwen3moe.gguf", context_len=CONTEXT_LEN) as session:
            answer(session, text_ids(session, 40), 16)
        taken.append(torch.cuda.memory_reserved())  # of this process alone
    assert max(taken[5:]) - min(taken[5:]) < 32 << 20
