"""Runs mutants one after the other and counts what came of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.hostile.files.engine_process import CPU_SECONDS, EngineProcess, Outcome
from tests.hostile.files.mutants import Mutant, draw_mutant

_COMPILING_SECONDS = 60.0


@dataclass
class Tally:
    """Of many mutants: how they ended, what was worst, and the faulty ones with what was wrong."""

    stages: Counter[str] = field(default_factory=Counter)
    longest: tuple[float, int] = (0.0, -1)
    largest: tuple[int, int] = (0, -1)
    faults: list[tuple[Mutant, Outcome]] = field(default_factory=list)

    def add(self, mutant: Mutant, outcome: Outcome) -> None:
        """Count one."""
        self.stages["faulty" if outcome.fault else outcome.stage] += 1
        self.longest = max(self.longest, (outcome.cpu_seconds, mutant.seed))
        self.largest = max(self.largest, (outcome.peak_bytes, mutant.seed))
        if outcome.fault:
            self.faults.append((mutant, outcome))

    def __str__(self) -> str:
        stages = ", ".join(f"{name} {count}" for name, count in sorted(self.stages.items()))
        seconds, slow = self.longest
        size, large = self.largest
        return (
            f"{self.stages.total()} files: {stages}; longest {seconds:.1f} s (seed {slow}), "
            f"most memory {size >> 20} MiB (seed {large})"
        )


def run_mutants(
    seeds: Iterable[int], bases: Sequence[Path], folder: Path
) -> Iterator[tuple[Mutant, Outcome]]:
    """Try the mutants numbered `seeds`; `folder` is for the file at hand and the engine's log."""
    engine = EngineProcess(folder / "engine.log")
    try:
        for seed in seeds:
            mutant = draw_mutant(seed, bases)
            # A name of its own: nothing may be remembered of the one before.
            path = folder / f"mutant-{seed}.gguf"
            path.write_bytes(mutant.content)
            outcome = _run(engine, path, seed)
            path.unlink(missing_ok=True)
            yield mutant, outcome
    finally:
        engine.close()


def _run(engine: EngineProcess, path: Path, seed: int) -> Outcome:
    """One mutant; where it is slow once more after the kernels that it needs were compiled."""
    outcome = engine.run(path, seed)
    if outcome.fault is None or outcome.cpu_seconds <= CPU_SECONDS:
        return outcome
    again = engine.run(path, seed, _COMPILING_SECONDS)
    return again if again.fault else engine.run(path, seed)
