"""`python -m tests.hostile.hub --seeds 0:300`: what a hostile Hub may reply, case by case; a seed alone draws its case again."""

import argparse
import logging
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.hostile.hub.cases import Case, draw_case
from tests.hostile.hub.judge import judge
from tests.hostile.hub.server import HostileHub, serve_hostile_hub
from tests.support.peak_memory import forget_peak, peak_bytes

_MAX_GROWTH_BYTES = 256 << 20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0:300", help="FIRST:END")
    parser.add_argument("--max-seconds", type=float, default=60.0, help="for one case")
    parser.add_argument("--verbose", action="store_true", help="a line for each case")
    arguments = parser.parse_args()
    first, end = (int(part) for part in arguments.seeds.split(":"))
    # What a server sent stands in the log, too; that is for those who look there.
    logging.disable(logging.CRITICAL)
    num_wrong, worst_seconds, worst_growth = 0, 0.0, 0
    with serve_hostile_hub() as served:
        for seed in range(4):
            _run(draw_case(seed), served)  # what is imported once is no growth
        forget_peak()
        first_peak = peak_bytes()
        for seed in range(first, end):
            case = draw_case(seed)
            forget_peak()
            began = time.monotonic()
            outcome = _run(case, served)
            seconds, growth = time.monotonic() - began, peak_bytes() - first_peak
            is_wrong = outcome.startswith("WRONG")
            if seconds > arguments.max_seconds or growth > _MAX_GROWTH_BYTES:
                is_wrong = True
            num_wrong += is_wrong
            worst_seconds, worst_growth = max(worst_seconds, seconds), max(worst_growth, growth)
            if is_wrong or arguments.verbose:
                _say(f"{case} → {outcome} ({seconds:.1f} s, {growth >> 20} MB)")
        num_with_token = served.num_with_token
    _say(
        f"{end - first - num_wrong} of {end - first} right; at most {worst_seconds:.1f} s and "
        f"{worst_growth >> 20} MB; {num_with_token} requests with the token, all to its own origin"
    )
    return 1 if num_wrong else 0


def _run(case: Case, served: HostileHub) -> str:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            return judge(case, served, Path(folder))
        except Exception:  # noqa: BLE001  a case may fail in any way, and is counted
            served.leaks.clear()
            return f"WRONG {traceback.format_exc()}"


def _say(line: str) -> None:
    sys.stdout.write(line.encode("ascii", "backslashreplace").decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
