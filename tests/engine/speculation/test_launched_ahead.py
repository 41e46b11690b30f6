"""Drafts that are launched before they are asked for are those that would be launched then."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from engine.config import EngineConfig, SamplingParams
from engine.models.model_file import open_model
from engine.runtime.loaded_model import LoadedModel
from engine.session.session import Session
from engine.speculation.loaded_drafter import LoadedDrafter
from tests.support.assistant_case import make_assistant
from tests.support.block_checks import BLOCK, TARGET
from tests.support.dflash_case import Kind, make_drafter, read_matrices
from tests.support.drafter_checks import SAMPLINGS, answer, speculate
from tests.support.eagle_case import make_eagle
from tests.support.imposed_acceptance import replaced
from tests.support.knowing_cpu import KnowingCpu

PROMPT = 3, 4, 5, 6
NUM_TOKENS, CONTEXT = 60, 72  # the last blocks are cut at the end of the context
TARGETS = {
    "eagle": "tiny-llama",
    "assistant": "tiny-gemma4-dense",
    "model": "tiny-qwen35",
}

DEPENDENT = {
    "from the anchor": Kind(markov_rank=24, has_confidence=True),
    "not from the anchor": Kind(markov_rank=24, from_anchor=False, has_confidence=True),
    "chosen": Kind(conv_taps=3, selector_rank=12),
}


def load(path: Path) -> Session:
    return Session.load(path, EngineConfig(device="cpu", context_len=CONTEXT))


@pytest.fixture(scope="module")
def session(golden_dir: Path) -> Iterator[Session]:
    session = load(golden_dir / f"{TARGET}.gguf")
    yield session
    session.close()


def write_drafter(kind: str, target: Path, path: Path) -> str:
    """What names a drafter of this kind for the model at `target`; its file may become `path`."""
    if kind == "eagle":
        with open_model(target) as file:
            make_eagle(file.config.hidden_size, file.config.vocab_size).write(path)
    elif kind == "assistant":
        make_assistant(target).write(path)
    elif kind == "model":
        path = target
    return str(path)


def drafted(
    session: Session, kind: str, sampling: SamplingParams, text: Sequence[int], rate: float
) -> tuple[list[list[int]], int]:
    """All that a drafter proposes of 7 tokens a round, which are made right at a rate; the steps."""
    speculate(session, kind, 7)
    drafter = session.drafter
    assert isinstance(drafter, LoadedDrafter)
    own, proposals = drafter.propose, []

    def propose(ids: Sequence[int], most: int) -> list[int]:
        proposals.append(own(ids, most))
        return replaced(proposals[-1], len(ids), text, rate)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drafter, "propose", propose)
        finished = answer(session, sampling, NUM_TOKENS)
    assert [*PROMPT, *finished.ids] == text
    assert finished.meter.recaptures == 0
    return proposals, finished.meter.replays


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
def test_blocks_launched_before_are_those_launched_afterwards(
    session: Session, golden_dir: Path, sampling: SamplingParams, monkeypatch: pytest.MonkeyPatch
) -> None:
    speculate(session, "none")
    text = [*PROMPT, *answer(session, sampling, NUM_TOKENS).ids]
    drafter = str(golden_dir / f"{BLOCK}.gguf")
    afterwards, _ = drafted(session, drafter, sampling, text, rate=0.7)
    assert len({len(each) for each in afterwards}) > 1
    cpu = KnowingCpu(monkeypatch)
    assert drafted(session, drafter, sampling, text, rate=0.7)[0] == afterwards
    assert cpu.num_launched > len(afterwards) / 2


@pytest.mark.parametrize("kind", DEPENDENT.values(), ids=DEPENDENT)
def test_blocks_whose_drafts_depend_on_each_other_are_launched_before(
    golden_dir: Path, tmp_path: Path, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, sampling = golden_dir / "tiny-llama.gguf", SAMPLINGS["1.0"]
    session = load(target)
    text = [*PROMPT, *answer(session, sampling, NUM_TOKENS).ids]
    exact = make_drafter(kind, *read_matrices(target))
    drafter = str(exact.write(tmp_path / "drafter.gguf"))
    afterwards, _ = drafted(session, drafter, sampling, text, rate=0.7)
    cpu = KnowingCpu(monkeypatch)
    assert drafted(session, drafter, sampling, text, rate=0.7)[0] == afterwards
    assert cpu.num_launched > len(afterwards) / 3
    session.close()


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
@pytest.mark.parametrize("rate", [0.3, 0.8, 1.0])
def test_drafts_of_a_head_launched_before_are_those_launched_afterwards(
    golden_dir: Path, sampling: SamplingParams, rate: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = load(golden_dir / "tiny-qwen35-mtp.gguf")
    text = [*PROMPT, *answer(session, sampling, NUM_TOKENS).ids]
    afterwards, num_steps = drafted(session, "mtp", sampling, text, rate)
    assert len({len(each) for each in afterwards}) > 1
    cpu = KnowingCpu(monkeypatch)
    proposals, num_steps_behind = drafted(session, "mtp", sampling, text, rate)
    assert proposals == afterwards
    assert cpu.num_launched > 4 * len(afterwards)
    assert num_steps_behind <= num_steps + 7, "a step that was launched was launched again"
    session.close()


@pytest.mark.parametrize("kind", TARGETS)
def test_first_steps_launched_before_are_those_launched_afterwards(
    kind: str, golden_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = golden_dir / f"{TARGETS[kind]}.gguf"
    session, sampling = load(target), SAMPLINGS["1.0"]
    text = [*PROMPT, *answer(session, sampling, NUM_TOKENS).ids]
    drafter = write_drafter(kind, target, tmp_path / "drafter.gguf")
    afterwards, most_steps = drafted(session, drafter, sampling, text, rate=0.7)
    assert len({len(each) for each in afterwards}) > 1
    monkeypatch.setattr(LoadedModel, "runs_ahead", True)
    proposals, num_steps = drafted(session, drafter, sampling, text, rate=0.7)
    assert proposals == afterwards
    assert num_steps <= most_steps, "a step that was launched was launched again"
    session.close()
