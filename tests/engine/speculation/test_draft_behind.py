"""A block that is launched before it is known what was accepted is the one that is launched then."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from engine.config import EngineConfig, SamplingParams
from engine.kernels.cuda.sampling.accept import fill_accepted, fill_block
from engine.layers.buffers import StepBuffers
from engine.runtime.cpu_executor import CpuExecutor
from engine.runtime.executor import Block, LaterPicks
from engine.session.session import Session
from engine.speculation.block_drafter import BlockDrafter
from tests.support.block_checks import BLOCK, TARGET
from tests.support.drafter_checks import SAMPLINGS, answer, speculate
from tests.support.imposed_acceptance import replaced

PROMPT = 3, 4, 5, 6
NUM_TOKENS, CONTEXT = 60, 72  # the last blocks are cut at the end of the context
WIDEST = 16


class KnowingCpu:
    """Lets the CPU know what it picks, as a GPU does, with the kernels of a GPU, interpreted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.num_blocks = 0

        def fill_behind(
            _: CpuExecutor, buffers: StepBuffers, verifier: CpuExecutor, verified: StepBuffers,
            block: Block | None,
        ) -> bool:  # fmt: skip
            i = verified.inputs
            begin, num_rows = int(i.positions[0]), min(int(i.num_rows), WIDEST)
            sequence = SimpleNamespace(index=int(i.sequences[0]))
            rows = SimpleNamespace(sequence=sequence, position=begin, end=begin + num_rows)
            picked = torch.tensor([*verifier.picks(verified, [rows])], dtype=torch.int32)
            if block is None:
                fill_accepted(i, picked, buffers.inputs)
            else:
                fill_block(i, picked, buffers.inputs, block.mask_token, block.num_rows)
                self.num_blocks += 1
                self.buffers = buffers
            return True

        def picks_behind(executor: CpuExecutor) -> LaterPicks:
            return lambda rows: executor.picks(self.buffers, rows)

        monkeypatch.setattr(CpuExecutor, "fill_behind", fill_behind)
        monkeypatch.setattr(CpuExecutor, "picks_behind", picks_behind)


@pytest.fixture(scope="module")
def session(golden_dir: Path) -> Iterator[Session]:
    config = EngineConfig(device="cpu", context_len=CONTEXT)
    session = Session.load(golden_dir / f"{TARGET}.gguf", config)
    yield session
    session.close()


def drafted(
    session: Session, drafter: Path, sampling: SamplingParams, text: Sequence[int], rate: float
) -> list[list[int]]:
    """All that a drafter proposes of 7 tokens a round, which are made right at a rate."""
    speculate(session, str(drafter), 7)
    block_drafter = session.drafter
    assert isinstance(block_drafter, BlockDrafter)
    own, proposals = block_drafter.propose, []

    def propose(ids: Sequence[int], most: int) -> list[int]:
        proposals.append(own(ids, most))
        return replaced(proposals[-1], len(ids), text, rate)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(block_drafter, "propose", propose)
        finished = answer(session, sampling, NUM_TOKENS)
    assert [*PROMPT, *finished.ids] == text
    assert finished.meter.recaptures == 0
    return proposals


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
def test_blocks_launched_before_are_those_launched_afterwards(
    session: Session, golden_dir: Path, sampling: SamplingParams, monkeypatch: pytest.MonkeyPatch
) -> None:
    speculate(session, "none")
    text = [*PROMPT, *answer(session, sampling, NUM_TOKENS).ids]
    drafter = golden_dir / f"{BLOCK}.gguf"
    afterwards = drafted(session, drafter, sampling, text, rate=0.7)
    assert len({len(each) for each in afterwards}) > 1
    cpu = KnowingCpu(monkeypatch)
    assert drafted(session, drafter, sampling, text, rate=0.7) == afterwards
    assert cpu.num_blocks > len(afterwards) / 2
