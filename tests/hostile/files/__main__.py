"""`python -m tests.hostile.files --seeds 0:1000`: many mutants by hand; each fault is printed with its seed."""

import argparse
import contextlib
import os
import sys
import tarfile
import tempfile
import time
from pathlib import Path

from tests.hostile.files.engine_process import Outcome
from tests.hostile.files.mutants import Mutant, sound_files
from tests.hostile.files.trial import Tally, run_mutants

_REPORT_SECONDS = 60.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0:1000", help="FIRST:END")
    parser.add_argument(
        "--golden", default=os.environ.get("ENCORE_GOLDEN"), help="archive or folder"
    )
    parser.add_argument("--verbose", action="store_true", help="a line for each file")
    arguments = parser.parse_args()
    first, end = (int(part) for part in arguments.seeds.split(":"))
    if arguments.golden is None:
        parser.error("name the golden cases with --golden or ENCORE_GOLDEN")
    tally, said = Tally(), time.monotonic()
    with tempfile.TemporaryDirectory() as name, contextlib.suppress(KeyboardInterrupt):
        folder = Path(name)
        bases = sound_files(_unpacked(Path(arguments.golden), folder))
        for mutant, outcome in run_mutants(range(first, end), bases, folder):
            tally.add(mutant, outcome)
            if outcome.fault is not None or arguments.verbose:
                _say(_described(mutant, outcome))
            if time.monotonic() - said > _REPORT_SECONDS:
                said = time.monotonic()
                _say(str(tally))
    _say(str(tally))
    return 1 if tally.faults else 0


def _described(mutant: Mutant, outcome: Outcome) -> str:
    """What was done to a file, and what came of it."""
    result = outcome.fault or f"{outcome.stage} {outcome.sentence}"
    changes = "".join(f"\n    {change}" for change in mutant.changes)
    return f"seed {mutant.seed}, {mutant.base}, {outcome.cpu_seconds:.2f} s: {result}{changes}"


def _unpacked(source: Path, folder: Path) -> Path:
    if source.is_dir():
        return source
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    return folder / "public"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
