"""What a process takes while a drafter drafts ever more tokens.

    python -m tests.support.drafted_memory GOLDEN --kind "a copy" [--tokens 100000] [--device cuda]

GOLDEN and the kinds are those of `tests.support.drafted_grid`. A line for each tenth of the drafted
tokens has the memory that is resident, what the GPU's allocator holds and has reserved, and the
recaptures so far.
"""

import argparse
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import torch

from engine.commands import Configure
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.session.session import Session
from tests.support.drafted_grid import DRAFT_TOKENS, pairs
from tests.support.drafter_checks import answer

_ANSWER_LEN, _CONTEXT_LEN = 450, 512
_MIB = 1 << 20


def memory(device: str) -> str:
    """The process's memory now, in MiB."""
    num_pages = int(Path("/proc/self/statm").read_text().split()[1])
    text = f"{num_pages * 4096 / _MIB:,.2f} resident"
    if device == "cpu":
        return text
    held, reserved = torch.cuda.memory_allocated(), torch.cuda.memory_reserved()
    return f"{text}, {held / _MIB:,.2f} allocated, {reserved / _MIB:,.2f} reserved"


def watch(session: Session, device: str, num_tokens: int) -> None:
    """Answer until `num_tokens` are drafted."""
    drafted = recaptures = number = 0
    for mark in range(1, 11):
        while drafted < num_tokens * mark / 10:
            session.forget()
            number += 1
            finished = answer(session, SamplingParams(temperature=1.0, seed=number), _ANSWER_LEN)
            drafted += finished.meter.drafted or 0
            recaptures += finished.meter.recaptures or 0
        sys.stdout.write(f"{drafted:>9,} drafted  {memory(device)}, {recaptures} recaptures\n")
        sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("golden", type=Path, help="folder of the golden cases")
    parser.add_argument("--kind", required=True)
    parser.add_argument("--tokens", type=int, default=100_000)
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        target, kind = pairs(options.golden, Path(folder))[options.kind]
        config = EngineConfig(device=options.device, context_len=_CONTEXT_LEN)
        with closing(Session.load(target, config)) as session:
            session.configure(Configure(Toggles(), SpeculationConfig(kind, DRAFT_TOKENS)))
            watch(session, options.device, options.tokens)


if __name__ == "__main__":
    main()
