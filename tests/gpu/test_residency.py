"""Models larger than the device memory that they may take: the same ids, the same captured steps."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.config import SamplingParams, SpeculationConfig, Toggles
from engine.runtime import memory
from engine.runtime.residency import (
    ALL_RESIDENT,
    HostShare,
    Movable,
    Residency,
    plan_residency,
)
from engine.session.session import Session
from tests.support.cuda_session import answer, cuda_session, set_up, text_ids
from tests.support.golden_names import ARCHITECTURES, EXPERT_TYPES, TYPES, case_folder
from tests.support.long_context import with_context

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]

CONTEXT_LEN, NEW_TOKENS = 256, 64
NAMES = ["tinyq-moe-Q4_K", "tiny-qwen3moe", "tiny-gpt-oss", "tiny-qwen35moe"]
DENSE = "tinyq-llama-Q4_K"
CASES = [f"tiny-{name}" for name in ARCHITECTURES]
CASES += [f"tinyq-llama-{kind}" for kind in TYPES] + [f"tinyq-moe-{kind}" for kind in EXPERT_TYPES]
LONG_ANSWER = 10_000


@pytest.fixture(params=NAMES)
def path(request: pytest.FixtureRequest, golden_dir: Path) -> Path:
    found: Path = golden_dir / f"{request.param}.gguf"
    return found


@pytest.fixture
def half_of_the_experts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiny models fit any cap, so the plan is told that half of the movable bytes is too much."""

    def halved(
        movable: Movable, _excess: int, host_bytes: int, host: HostShare | None
    ) -> Residency | None:
        only = Movable(experts=movable.experts)
        return plan_residency(only, only.num_bytes // 2, host_bytes, host)

    monkeypatch.setattr(memory, "plan_residency", halved)


def ids_of(session: Session) -> tuple[int, ...]:
    return answer(session, text_ids(session, 40), NEW_TOKENS).ids


@pytest.mark.usefixtures("half_of_the_experts")
def test_ids_are_those_of_a_model_that_fits_and_no_step_is_captured_again(path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory, "plan_residency", lambda *_: ALL_RESIDENT)
        with cuda_session(path, context_len=CONTEXT_LEN, host_layers="bus") as session:
            expected = ids_of(session)
            assert session.model.promotion is None
    with cuda_session(path, context_len=CONTEXT_LEN, host_layers="bus") as session:
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
            movable: Movable,
            _excess: int,
            host_bytes: int,
            host: HostShare | None,
            most: int = excess,
        ) -> Residency | None:
            return plan_residency(movable, min(most, movable.num_bytes), host_bytes, host)

        monkeypatch.setattr(memory, "plan_residency", planned)
        with cuda_session(path, context_len=CONTEXT_LEN, host_layers="bus") as session:
            found.append(ids_of(session))
            assert bool(session.info.host_bytes) == bool(excess)
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("name", ["tiny-llama", "tiny-qwen35", "tiny-gemma3", DENSE])
def test_narrow_prompt_steps_give_one_text_with_all_toggles(
    name: str, golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    narrow = replace(ALL_RESIDENT, has_narrow_steps=True)
    monkeypatch.setattr(memory.MemoryNeeds, "residency", lambda *_: narrow)
    with cuda_session(golden_dir / f"{name}.gguf", context_len=600, host_layers="bus") as session:
        ids, found = text_ids(session, 500), set()
        for toggles in (Toggles(), Toggles(graph=False), Toggles(fixed_verify=False)):
            for kind in ("none", "ngram"):
                set_up(session, toggles, SpeculationConfig(kind=kind))
                session.forget()
                first, again = (answer(session, ids, NEW_TOKENS) for _ in range(2))
                assert again.meter.cached_tokens
                found |= {first.ids, again.ids}
                if toggles == Toggles():
                    assert (first.meter.recaptures, first.meter.eager) == (0, 0)
        assert len(session.model._hidden) == 128
        assert len(found) == 1


@pytest.mark.parametrize("name", CASES)
def test_logits_of_golden_cases_have_the_same_bits_from_main_memory(
    name: str, golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = case_folder(golden_dir, name)
    arrays = np.load(folder / f"{name}.npz")
    ids = [*arrays["prompt_ids"].tolist(), *arrays["gen_ids"].tolist()]

    found = {}
    for moved in ("nothing", "half of the experts", "everything"):
        sizes = []

        def planned(
            movable: Movable,
            _excess: int,
            host_bytes: int,
            host: HostShare | None,
            moved: str = moved,
        ) -> Residency | None:
            if moved != "everything":
                movable = Movable(experts=movable.experts)
            excess = {"nothing": 0, "everything": movable.num_bytes}.get(
                moved, movable.num_bytes // 2
            )
            sizes.append(excess)  # noqa: B023 - read before the next turn
            return plan_residency(movable, excess, host_bytes, host)

        monkeypatch.setattr(memory, "plan_residency", planned)
        with cuda_session(
            folder / str(arrays["gguf_file"]), context_len=512, host_layers="bus"
        ) as session:
            assert bool(session.info.host_bytes) == any(sizes)
            answered = answer(session, ids[:24], 24).ids
            session.forget()
            found[moved] = session.logits(ids).tobytes(), answered
    assert found["half of the experts"] == found["nothing"]
    assert found["everything"] == found["nothing"]


@pytest.mark.usefixtures("half_of_the_experts")
def test_ten_thousand_tokens_while_experts_move(golden_dir: Path, tmp_path: Path) -> None:
    context_len = LONG_ANSWER + 100
    path = with_context(golden_dir / "tiny-qwen3moe.gguf", tmp_path / "long.gguf", context_len)
    with cuda_session(path, context_len=context_len, host_layers="bus") as session:
        answer(session, text_ids(session, 40), 8)  # what is made on first use is there
        session.forget()
        before = torch.cuda.memory_allocated(), torch.cuda.memory_reserved()
        sampled = SamplingParams(temperature=0.8, seed=5)
        meter = answer(session, text_ids(session, 40), LONG_ANSWER, sampled).meter
        assert (meter.recaptures, meter.eager, meter.fallbacks) == (0, 0, 0)
        assert (torch.cuda.memory_allocated(), torch.cuda.memory_reserved()) == before


def test_loading_again_and_again_takes_no_more_memory(
    golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw, taken = random.Random(), []

    def drawn(
        movable: Movable, _excess: int, host_bytes: int, host: HostShare | None
    ) -> Residency | None:
        return plan_residency(movable, draw.randint(0, movable.num_bytes), host_bytes, host)

    monkeypatch.setattr(memory, "plan_residency", drawn)
    for _ in range(50):
        path = golden_dir / "tiny-qwen3moe.gguf"
        with cuda_session(path, context_len=CONTEXT_LEN, host_layers="bus") as session:
            answer(session, text_ids(session, 40), 16)
        taken.append(torch.cuda.memory_reserved())  # of this process alone
    assert max(taken[5:]) - min(taken[5:]) < 32 << 20
