"""How many tokens a second a model writes in several answers at once, each with its own prompt.

python -m tests.support.answers_at_once FILE
"""

import argparse
import time
from pathlib import Path

from engine.config import EngineConfig, SamplingParams
from engine.session.session import Session
from tests.support.side_by_side import Asked, answer_together, ids_command

_NUMBERS = (1, 8, 1, 2, 4, 8)  # the first two are warm-ups
_NEW_TOKENS = 200


def measure(session: Session, number: int) -> tuple[float, int]:
    """Tokens a second of so many answers of 200 tokens, and how many recaptures there were."""
    session.forget()
    asked = [
        Asked(
            ids_command(
                [100 + i * (37 + seed) % 5000 for i in range(16)],
                _NEW_TOKENS,
                SamplingParams(temperature=0.8, seed=seed),
                str(seed),
            )
        )
        for seed in range(number)
    ]
    began = time.perf_counter()
    answer_together(session, asked)
    seconds = time.perf_counter() - began
    finished = [each.finished for each in asked if each.finished is not None]
    return number * _NEW_TOKENS / seconds, sum(each.meter.recaptures or 0 for each in finished)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--device", default="auto")
    options = parser.parse_args()
    config = EngineConfig(device=options.device, context_len=1024, num_sequences=max(_NUMBERS))
    session = Session.load(options.file, config)
    alone = 0.0
    for number in _NUMBERS:
        speed, recaptures = measure(session, number)
        alone = speed if number == 1 else alone
        print(  # noqa: T201
            f"{number:2}  {speed:8.1f} tok/s  {speed / alone:.2f}x  {recaptures} recaptures"
        )
    session.close()


if __name__ == "__main__":
    main()
