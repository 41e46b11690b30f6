"""`python -m tests.hostile.templates`: many drawn templates, by hand."""

import argparse
import sys

from tests.hostile.templates.bombs import draw_bomb
from tests.hostile.templates.closing import MAX_SECONDS, close_during
from tests.hostile.templates.trial import set_off


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0:300", help="FIRST:END")
    parser.add_argument("--show", action="store_true", help="print the templates instead")
    parser.add_argument(
        "--close", action="store_true", help="close an engine busy with each, at a drawn moment"
    )
    parser.add_argument("--verbose", action="store_true", help="a line for each, right or not")
    arguments = parser.parse_args()
    seeds = range(*map(int, arguments.seeds.split(":")))
    if arguments.close:
        return _close_all(seeds)
    outcomes = {}
    for seed in seeds:
        if arguments.show:
            _say(f"{seed}: {draw_bomb(seed)}")
            continue
        outcome = outcomes[seed] = set_off(seed)
        if arguments.verbose or not outcome.is_right:
            _say(f"{seed}: {'right' if outcome.is_right else 'WRONG'}: {outcome}")
    if not outcomes:
        return 0
    num_right = sum(outcome.is_right for outcome in outcomes.values())
    _say(
        f"{num_right} of {len(outcomes)} right; at most "
        f"{max(outcome.load_seconds for outcome in outcomes.values()):.2f} s to load, "
        f"{max(outcome.answer_seconds for outcome in outcomes.values()):.2f} s to answer, "
        f"{max(outcome.longest_gap_seconds for outcome in outcomes.values()):.2f} s held up, "
        f"{max(outcome.peak_bytes for outcome in outcomes.values()) >> 20} MiB"
    )
    return 0 if num_right == len(outcomes) else 1


def _close_all(seeds: range) -> int:
    seconds = {seed: close_during(seed) for seed in seeds}
    late = {seed: taken for seed, taken in seconds.items() if taken > MAX_SECONDS}
    _say(
        f"{len(seconds) - len(late)} of {len(seconds)} right; at most {max(seconds.values()):.2f} s"
    )
    if late:
        _say(f"late: {late}")
    return 1 if late else 0


def _say(line: str) -> None:
    sys.stdout.write(line.encode("ascii", "backslashreplace").decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
