"""Clients that ask, cut, stall and talk nonsense, against the real engine.

    python -m tests.hostile.server --seeds 0:20000 [--model GOLDEN.gguf] [--minutes 60]

The model is the starter model, or a golden case's; that is compared with its logits at the end, by
the same server. It names a pooling here, so that it makes embeddings, too.
"""

import argparse
import logging
import sys
import tempfile
from pathlib import Path

from app.services.starter_model import starter_path
from tests.hostile.server.run import Run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0:2000", help="FIRST:END")
    parser.add_argument("--model", type=Path, help="a golden case; the starter model if left out")
    parser.add_argument("--minutes", type=float, default=120.0, help="begin nothing after that")
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--parallel", type=int, default=4, help="answers side by side")
    arguments = parser.parse_args()
    first, end = (int(part) for part in arguments.seeds.split(":"))
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        model = arguments.model or starter_path()
        run = Run(Path(folder), model, arguments.clients, arguments.parallel, _say)
        try:
            run.attack(range(first, end), arguments.minutes * 60)
            if arguments.model is not None:
                run.compare(arguments.model.with_suffix(".npz"))
        finally:
            run.close()
    for line in run.clients.wrong[:50]:
        _say(line)
    return 1 if run.clients.wrong else 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
