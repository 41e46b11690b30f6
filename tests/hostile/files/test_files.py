"""Whatever a model file says: it is answered or refused in a sentence, in bounded time and memory."""

import secrets
from pathlib import Path

import pytest

from tests.hostile.files.document import read_document
from tests.hostile.files.engine_process import EngineProcess
from tests.hostile.files.mutants import draw_mutant, sound_files
from tests.hostile.files.trial import Tally, run_mutants

FIXED_SEEDS = range(24)
NUM_RANDOM = 6


def test_a_file_taken_apart_and_put_together_is_the_same(golden_dir: Path) -> None:
    for path in sound_files(golden_dir)[::5]:
        assert read_document(path).to_bytes() == path.read_bytes()


def test_a_seed_always_gives_the_same_mutant(golden_dir: Path) -> None:
    bases = sound_files(golden_dir)
    assert draw_mutant(7, bases) == draw_mutant(7, bases)
    assert len({draw_mutant(seed, bases).content for seed in range(20)}) == 20


@pytest.mark.timeout(600)  # where no loop has been compiled yet
def test_a_sound_file_is_answered(golden_dir: Path, tmp_path: Path) -> None:
    engine = EngineProcess(tmp_path / "engine.log")
    try:
        outcome = engine.run(golden_dir / "tiny-llama.gguf", 4, cpu_seconds=300.0)
    finally:
        engine.close()
    assert (outcome.stage, outcome.fault) == ("answered", None)


@pytest.mark.timeout(600)  # where no loop has been compiled yet
def test_mutants_are_answered_or_refused_in_a_sentence(golden_dir: Path, tmp_path: Path) -> None:
    first = secrets.randbelow(2**40)
    seeds = [*FIXED_SEEDS, *range(first, first + NUM_RANDOM)]
    tally = Tally()
    for mutant, outcome in run_mutants(seeds, sound_files(golden_dir), tmp_path):
        tally.add(mutant, outcome)
    faults = [(m.seed, m.base, m.changes, outcome.fault) for m, outcome in tally.faults]
    assert not faults, f"python -m tests.hostile.files --seeds {first}:{first + NUM_RANDOM}"
    assert tally.stages["answered"] > 3
    assert tally.stages["load"] > 3
