"""The same ids with drafters of every kind: eight toggles, greedy and sampled, 300 tokens each.

    python -m tests.support.drafted_grid GOLDEN [--device cuda] [--tokens 300] [--kinds mtp eagle3]

GOLDEN is the unpacked archive of golden cases. A line for each kind has the number of its answers,
and of those whose ids are not the ones of the model alone with all toggles on; how many drafts were
accepted; and the recaptures with all toggles on.
"""

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from engine.commands import Configure
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.events import Finished
from engine.session.session import Session
from tests.support.drafter_checks import SAMPLINGS, answer, write_model
from tests.support.head_checks import HEAD
from tests.support.head_checks import write_model as write_head

_DRAFTERS = Path(__file__).parents[1] / "golden" / "drafters"
_TOGGLES = [Toggles(*each) for each in itertools.product([True, False], repeat=3)]
DRAFT_TOKENS = 4


def pairs(golden: Path, folder: Path) -> dict[str, tuple[Path, str]]:
    """The model and the drafter of each kind; files that are not there are written to `folder`."""
    llama, model = golden / "tiny-llama.gguf", write_model(folder / "model.gguf")
    noise = write_model(folder / "noise.gguf", noise=True)
    head = golden / f"{HEAD}.gguf"
    right = write_head(folder / "right.gguf", head, is_right=True)

    def beside(target: str, drafter: str) -> tuple[Path, str]:
        return golden / f"tiny-{target}.gguf", str(_DRAFTERS / f"{drafter}.gguf")

    return {
        "ngram": (llama, "ngram"),
        "a copy": (model, str(model)),
        "nonsense": (model, str(noise)),
        "mtp": (head, "mtp"),
        "mtp, right": (right, "mtp"),
        "mtp-qwen35moe": beside("qwen35moe", "mtp-qwen35moe"),
        "mtp-qwen3next": beside("qwen3next", "mtp-qwen3next"),
        "dflash": (golden / "tiny-qwen35.gguf", str(golden / "tiny-dflash.gguf")),
        "dspark": beside("llama", "dspark"),
        "dspark-own-tokens": beside("llama", "dspark-own-tokens"),
        "dflash2": beside("llama", "dflash2"),
        "eagle3": beside("llama", "eagle3"),
        "gemma4-assistant": beside("gemma4-dense", "gemma4-assistant"),
    }


def answers(
    session: Session, kind: str, sampling: SamplingParams, num_tokens: int
) -> Iterator[Finished]:
    """An answer in each setting of the toggles, the usual one first."""
    for toggles in _TOGGLES:
        session.configure(Configure(toggles, SpeculationConfig(kind, DRAFT_TOKENS)))
        session.forget()
        yield answer(session, sampling, num_tokens)


def judge(session: Session, kind: str, num_tokens: int) -> tuple[int, str]:
    """How many answers have other ids than the model alone, and all about them in words."""
    num_others = drafted = accepted = recaptures = 0
    for sampling in SAMPLINGS.values():
        expected = next(answers(session, "none", sampling, num_tokens)).ids
        usual, *others = answers(session, kind, sampling, num_tokens)
        recaptures += usual.meter.recaptures or 0
        for each in (usual, *others):
            num_others += each.ids != expected
            drafted += each.meter.drafted or 0
            accepted += each.meter.accepted or 0
    num_answers = len(SAMPLINGS) * len(_TOGGLES)
    return num_others, (
        f"{num_answers} answers, {num_others} with other ids, {accepted:,} of {drafted:,} drafts "
        f"accepted, {recaptures} recaptures"
    )


def main() -> int:
    """Print a line for each kind; the exit code is 1 if any answer has other ids."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("golden", type=Path, help="folder of the golden cases")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--tokens", type=int, default=300)
    parser.add_argument("--kinds", nargs="+", help="all unless named")
    options = parser.parse_args()
    num_others = 0
    config = EngineConfig(device=options.device, context_len=options.tokens + 16)
    with tempfile.TemporaryDirectory() as folder:
        for name, (target, kind) in pairs(options.golden, Path(folder)).items():
            if options.kinds is None or name in options.kinds:
                with closing(Session.load(target, config)) as session:
                    others, text = judge(session, kind, options.tokens)
                num_others += others
                sys.stdout.write(f"{name:<20}{text}\n")
                sys.stdout.flush()
    return 1 if num_others else 0


if __name__ == "__main__":
    sys.exit(main())
