"""`python -m tests.hostile.window --seeds 0:20`: windows that are used without a purpose."""

import argparse
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.hostile.window.use import Outcome, use_window


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0:20", help="first:last, the last one left out")
    parser.add_argument("--seconds", type=float, default=60.0, help="of each window")
    parser.add_argument("--jobs", type=int, default=2, help="windows at a time")
    given = parser.parse_args()
    first, last = map(int, given.seeds.split(":"))
    folder = Path(tempfile.mkdtemp(prefix="windows-"))

    def use(seed: int) -> Outcome:
        outcome = use_window(folder / str(seed), seed, given.seconds)
        sys.stdout.write(f"seed {seed}: {outcome.text}")
        sys.stdout.flush()
        return outcome

    with ThreadPoolExecutor(given.jobs) as pool:
        outcomes = list(pool.map(use, range(first, last)))
    return 0 if all(outcome.is_right for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
