"""`python -m tests.hostile.crashes`: many crashes, by hand. A seed is one home, crashed `--rounds` times."""

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.hostile.crashes.rounds import Outcome, crash_repeatedly


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0:10", help="FIRST:END")
    parser.add_argument("--rounds", type=int, default=10, help="crashes of each home")
    parser.add_argument("--drawn", action="store_true", help="the real window, engine processes")
    parser.add_argument("--jobs", type=int, default=2, help="homes at a time")
    arguments = parser.parse_args()
    first, end = (int(part) for part in arguments.seeds.split(":"))
    os.environ.update(QT_QPA_PLATFORM="offscreen", HF_HUB_OFFLINE="1")
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    begin, folder = time.monotonic(), Path(tempfile.mkdtemp(prefix="crashes-"))

    def crash(seed: int) -> Outcome:
        home = folder / str(seed)
        outcome = crash_repeatedly(home, seed, arguments.rounds, is_drawn=arguments.drawn)
        for fault in outcome.faults:
            _say(f"{fault} (see {home})")
        _say(f"seed {seed}: {outcome.num_kills} kills, {len(outcome.faults)} faults")
        return outcome

    with ThreadPoolExecutor(arguments.jobs) as pool:
        outcomes = list(pool.map(crash, range(first, end)))
    num_kills = sum(outcome.num_kills for outcome in outcomes)
    num_answers = sum(outcome.num_answers for outcome in outcomes)
    num_faults = sum(len(outcome.faults) for outcome in outcomes)
    seconds = time.monotonic() - begin
    _say(f"{num_kills} kills, {num_answers} answers, {num_faults} faults in {seconds:.0f} s")
    return 1 if num_faults else 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
