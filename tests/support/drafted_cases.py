"""Answers with drafters of every kind, drawn at random, against the same answers without.

    python -m tests.support.drafted_cases GOLDEN --seeds 0:100 [--device cuda]

A case is a model, and what a person does with it: questions, new or following what was said, with
settings of their own, some cancelled, some side by side, drafters and toggles that change between
answers and within them. Prints the seeds whose ids differ, or that fail.
"""

import argparse
import sys
import tempfile
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from engine.commands import Configure
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.errors import EngineError
from engine.session.session import Session
from tests.support.dflash_case import Kind, make_drafter, read_matrices
from tests.support.drafter_checks import write_model
from tests.support.eagle_case import make_eagle
from tests.support.head_checks import HEAD
from tests.support.head_checks import write_model as write_head
from tests.support.kv_types import FLOATS
from tests.support.side_by_side import Asked, answer_alone, ids_command

_FAMILIES = (  # of one vocabulary each
    ("gemma3", "gemma4-e4b", "gemma4-moe"),
    (
        "gpt-oss", "laguna", "lfm2", "llama", "olmo2", "phi3", "qwen2", "qwen3", "qwen35",
        "qwen35moe", "qwen3next",
    ),
)  # fmt: skip
_CONTEXTS = (48, 200, 300, 500)
_MOST_NEW = 60
_HIGHEST_ID = 38  # that the smallest model has


@dataclass(frozen=True)
class Case:
    """A target, its drafters by what `SpeculationConfig.kind` takes, and its settings."""

    path: Path
    kinds: tuple[str, ...]
    config: EngineConfig
    random: Random


@dataclass
class Judged:
    """What a case's answers were, beside what they should be."""

    num_drafted: int = 0
    num_accepted: int = 0
    problems: list[str] = field(default_factory=list)


def draw_case(seed: int, golden: Path, folder: Path, device: str = "cpu") -> Case:
    """The case of a seed; files that it needs are written to `folder`."""
    random = Random(seed)
    path, kinds = random.choice((_copies, _heads, _blocks, _layers, _pairs))(random, golden, folder)
    config = EngineConfig(
        device=device,
        context_len=random.choice(_CONTEXTS),
        kv_type=random.choice(FLOATS),
        num_sequences=random.choice((1, 1, 2, 3)),
        threads=1,
    )
    return Case(path, ("ngram", *kinds), config, random)


def judge(case: Case, num_actions: int = 6) -> Judged:
    """Do as the case says, and compare each answer with the one of a session without drafts."""
    session, plain = (Session.load(case.path, case.config) for _ in range(2))
    judged, said = Judged(), list[int]()
    try:
        for _ in range(num_actions):
            if case.random.random() < 0.7:
                _configure(session, case)
            asked = list(_questions(case, said))
            _answer(session, case, asked)
            for each in asked:
                _compare(plain, each, judged)
            finished = asked[0].finished
            assert finished is not None
            prompt = asked[0].command.prompt
            said = [*prompt.ids, *finished.ids]
    finally:
        session.close()
        plain.close()
    return judged


def _copies(random: Random, _golden: Path, folder: Path) -> tuple[Path, tuple[str, ...]]:
    """A tiny llama; drafters that are it, know less, another vocabulary or a shorter context."""
    target = write_model(folder / "target.gguf")
    drafters = (
        target,
        write_model(folder / "noise.gguf", noise=True),
        write_model(folder / "unsure.gguf", unsure=True),
        write_model(folder / "short.gguf", **{"llama.context_length": random.randint(10, 200)}),
    )
    return target, tuple(str(path) for path in drafters)


def _heads(random: Random, golden: Path, folder: Path) -> tuple[Path, tuple[str, ...]]:
    """A model with a prediction head, of random weights or right every time."""
    source = golden / f"{HEAD}.gguf"
    if random.random() < 0.5:
        source = write_head(folder / "right.gguf", source, is_right=True)
    return source, ("mtp", "auto")


def _blocks(random: Random, golden: Path, folder: Path) -> tuple[Path, tuple[str, ...]]:
    """A recurrent model with a drafter of blocks; or one whose drafts depend on each other."""
    if random.random() < 0.5:
        kind = Kind(
            windows=random.choice(((0, 0), (20, 0))),
            has_own_tokens=random.random() < 0.5,
            **random.choice((_markov_head, _selector))(random),
        )
        target = golden / "tiny-llama.gguf"
        drafter = make_drafter(kind, *read_matrices(target))
        return target, (str(drafter.write(folder / "drafter.gguf")),)
    return golden / "tiny-qwen35.gguf", (str(golden / "tiny-dflash.gguf"),)


def _markov_head(random: Random) -> dict[str, Any]:
    rates, from_anchor = random.random() < 0.5, random.random() < 0.5
    rank = random.randint(1, 40)
    return {"markov_rank": rank, "from_anchor": from_anchor, "has_confidence": rates}


def _selector(random: Random) -> dict[str, Any]:
    return {"conv_taps": random.randint(1, 8), "selector_rank": random.randint(1, 40)}


def _layers(random: Random, golden: Path, folder: Path) -> tuple[Path, tuple[str, ...]]:
    """A model with an EAGLE-3 drafter."""
    target = golden / "tiny-llama.gguf"
    session = Session.load(target, EngineConfig(device="cpu", context_len=16))
    sizes = session.model.config.hidden_size, session.model.config.vocab_size
    session.close()
    norms = {"norms_features": random.random() < 0.5, "norms_residual": random.random() < 0.5}
    return target, (str(make_eagle(*sizes, **norms).write(folder / "eagle.gguf")),)


def _pairs(random: Random, golden: Path, _folder: Path) -> tuple[Path, tuple[str, ...]]:
    """A model of any architecture, and any others with its vocabulary."""
    names = random.sample(random.choices(_FAMILIES, (1, 3))[0], 3)
    target, *drafters = (golden / f"tiny-{name}.gguf" for name in names)
    return target, (str(target), *map(str, drafters))


def _configure(session: Session, case: Case) -> None:
    random = case.random
    toggles = Toggles(*(random.random() < 0.7 for _ in range(3)))
    kind = random.choice((*case.kinds, *case.kinds, "none"))
    draft_tokens = random.choice((None, None, random.randint(1, 15)))
    speculation = SpeculationConfig(kind, draft_tokens, ngram_max=random.randint(1, 4))
    session.configure(Configure(toggles if random.random() < 0.7 else None, speculation))


def _questions(case: Case, said: list[int]) -> Iterator[Asked]:
    """Requests of one round; the first may go on with what was said, or with a part of it."""
    random = case.random
    most = case.config.context_len - 2
    for index in range(random.randint(1, case.config.num_sequences)):
        ids = list(said) if index == 0 else []
        if random.random() < 0.3:
            ids = ids[: random.randint(0, len(ids))]
        if not ids or random.random() < 0.3:
            ids = [random.randint(3, _HIGHEST_ID) for _ in range(random.randint(1, 90))]
        if random.random() < 0.4:  # repeats, for n-grams
            ids += ids[-random.randint(1, 20) :]
        ids += [random.randint(3, _HIGHEST_ID) for _ in range(random.randint(0, 5))]
        command = ids_command(ids[:most], random.randint(1, _MOST_NEW), _sampling(random))
        begins = random.randint(0, 8) if index else 0
        yield Asked(command, begins, random.choice((None, None, begins + random.randint(0, 12))))


def _sampling(random: Random) -> SamplingParams:
    return SamplingParams(
        temperature=random.choice((0.0, 0.0, 0.3, 0.7, 1.0, 1.8)),
        top_k=random.choice((0, 1, 5, 40)),
        top_p=random.choice((1.0, 0.95, 0.5)),
        min_p=random.choice((0.0, 0.05, 0.5)),
        repeat_penalty=random.choice((1.0, 1.0, 1.3)),
        presence_penalty=random.choice((0.0, 0.0, 0.5)),
        frequency_penalty=random.choice((0.0, 0.0, 0.4)),
        penalty_last_n=random.choice((0, 8, 64)),
        seed=random.randint(0, 1 << 62),
    )


def _answer(session: Session, case: Case, asked: list[Asked]) -> None:
    """Answer all, side by side from the round on in which they begin; settings change at times."""
    turn = 0
    while any(each.finished is None for each in asked):
        for each in asked:
            if each.finished is None and turn >= each.begins:
                each.advance(session, turn)
        if case.random.random() < 0.03:
            _configure(session, case)
        turn += 1


def _compare(plain: Session, asked: Asked, judged: Judged) -> None:
    finished = asked.finished
    assert finished is not None
    expected = answer_alone(plain, asked.command)
    got = finished.ids
    is_cut = finished.reason == "cancelled"
    if got != expected.ids[: len(got)] or not (is_cut or len(got) == len(expected.ids)):
        judged.problems.append(f"{got} instead of {expected.ids}")
    drafted, accepted = finished.meter.drafted or 0, finished.meter.accepted or 0
    judged.num_drafted += drafted
    judged.num_accepted += accepted
    by_depth = finished.meter.drafted_by_depth, finished.meter.accepted_by_depth
    if tuple(map(sum, by_depth)) != (drafted, accepted) or accepted > drafted:
        judged.problems.append(f"{drafted} drafts and {accepted} accepted, but {by_depth}")


def main() -> int:
    """Judge the cases; the exit code is 1 if any is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("golden", type=Path, help="folder of the golden cases")
    parser.add_argument("--seeds", default="0:100", help="FIRST:END")
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args()
    first, end = (int(part) for part in options.seeds.split(":"))
    num_right = num_drafted = num_accepted = 0
    for seed in range(first, end):
        with tempfile.TemporaryDirectory() as folder:
            try:
                case = draw_case(seed, options.golden, Path(folder), options.device)
                judged = judge(case)
                problems = judged.problems
            except (EngineError, AssertionError, ValueError, IndexError, RuntimeError):
                problems = [traceback.format_exc()]
            else:
                num_drafted += judged.num_drafted
                num_accepted += judged.num_accepted
        num_right += not problems
        for problem in problems:
            sys.stdout.write(f"seed {seed}: {problem}\n")
            sys.stdout.flush()
    sys.stdout.write(
        f"{num_right} of {end - first} right, {num_accepted} of {num_drafted} drafts accepted\n"
    )
    return 0 if num_right == end - first else 1


if __name__ == "__main__":
    sys.exit(main())
