"""Which of a drafter's choices a model's tokens are: its first, second, third or fourth.

    python -m tests.support.draft_choices MODEL --drafter PATH --out FILE [--tokens 96]

Answers ten questions about code and ten in prose, greedy and at temperature 0.8, and reads each
answer with the drafter. What the drafter thinks after a token does not depend on what it drafted
before, so one reading tells of drafts of any length, and of trees. Prints rates by depth for rounds
of `NUM_DRAFTS` drafts; the file is for `tests.support.draft_trees`.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.commands import ChatMessage, ChatPrompt, Generate, IdsPrompt
from engine.config import EngineConfig, SamplingParams
from engine.runtime.loaded_model import LoadedModel
from engine.sampling.noise import gumbel
from engine.sampling.sampler import Sampler
from engine.sampling.sharpness import GREEDY
from engine.session.prompt import prepare_prompt
from engine.session.session import Session
from tests.support.side_by_side import Asked, answer_together

NUM_CHOICES = 4
NUM_DRAFTS = 7
TEMPERATURE = 0.8
_AT_ONCE = 8  # answers that are written side by side
QUESTIONS = {
    "code": (
        "Write a Python function that reverses a linked list.",
        "Write a binary search over a sorted list in C.",
        "Write a JavaScript function that debounces another function.",
        "Write a Rust function that counts the words of a string.",
        "Write a SQL query for the three best paid employees of each department.",
        "Write a Python class for a queue of fixed size, with type hints.",
        "Write a Go program that reads a file and prints its longest line.",
        "Write a Python function that parses a date like 2024-05-17 without libraries.",
        "Write a bash script that renames all .jpeg files of a folder to .jpg.",
        "Write a C++ function that merges two sorted vectors.",
    ),
    "prose": (
        "Why is the sky blue?",
        "Tell a short story about a lighthouse keeper and a lost whale.",
        "Describe a market in the early morning.",
        "What made the Roman republic end?",
        "Write a letter to a friend who moved to another city.",
        "Explain to a child how bread rises.",
        "Should cities ban cars from their centres? Argue both sides.",
        "Describe the taste of an orange to someone who has never had one.",
        "How do bees find their way home?",
        "Write a poem about rain in November.",
    ),
}


@dataclass(frozen=True)
class Reading:
    """What a drafter thinks of an answer, token by token.

    `coupled` and `likeliest`: which choice each token is, from 1 on, 0 beyond `NUM_CHOICES`; the
    choices picked with the answer's noise, and by likelihood alone. `confidences`: of the picks at
    other temperatures, how many are the first choice. Greedy answers have no noise: both are one.
    """

    kind: str
    temperature: float
    coupled: list[int]
    likeliest: list[int]
    confidences: list[int]


def choices(
    logits: NDArray[np.float32], sampling: SamplingParams, seed: int, position: int, first: int
) -> list[int]:
    """The ids that a drafter would try for `position` after its pick, `first`, best first.

    `logits` float32 [V]. The highest of the logits with the noise, whatever the filters leave out.
    """
    if sampling.temperature == 0:
        scores = logits.astype(np.float64)
    else:
        scores = logits / np.float64(sampling.temperature)
        scores += gumbel(seed, position, np.arange(len(logits)))
    best = [int(token) for token in np.argsort(-scores)[: NUM_CHOICES + 1]]
    return [first, *(token for token in best if token != first)][:NUM_CHOICES]


def read(
    logits: NDArray[np.float32], ids: Sequence[int], begin: int, sampling: SamplingParams, kind: str
) -> Reading:
    """`logits` float32 [n, V] are the drafter's for the last n of `ids`, from `begin` on."""
    seed = sampling.seed or 0
    greedy = SamplingParams(temperature=0)
    rivals_of = sampling
    if sampling.temperature == 0:
        rivals_of = SamplingParams(temperature=1.0, top_k=0, top_p=1.0, min_p=0.05)
    sampler = Sampler(rivals_of, seed)
    reading = Reading(kind, sampling.temperature, [], [], [])
    for row, position in zip(logits, range(begin, len(ids)), strict=True):
        rivals = sampler.rivals(row, position, ids[:position])
        first = rivals[GREEDY] if sampling.temperature == 0 else rivals[0]
        coupled = choices(row, sampling, seed, position, first)
        likeliest = choices(row, greedy, seed, position, rivals[GREEDY])
        reading.coupled.append(_number(ids[position], coupled))
        reading.likeliest.append(_number(ids[position], likeliest))
        reading.confidences.append(rivals.count(first))
    return reading


def _number(token: int, found: Sequence[int]) -> int:
    return found.index(token) + 1 if token in found else 0


def readings(
    session: Session, drafter: LoadedModel, kind: str, temperature: float, num_tokens: int
) -> Iterator[Reading]:
    """The readings of the answers to all questions of a kind."""
    asked = []
    for number, question in enumerate(QUESTIONS[kind]):
        prompt = ChatPrompt((ChatMessage("user", question),))
        limit = session.model.context_len
        ids = prepare_prompt(prompt, session.tokenizer, session.chat_template, limit).ids
        sampling = SamplingParams(temperature=temperature, seed=number)
        command = Generate("r", IdsPrompt(tuple(ids)), sampling, max_tokens=num_tokens)
        asked.append((ids, Asked(command)))
    answer_together(session, [each for _, each in asked])
    for ids, each in asked:
        assert each.finished is not None
        text = [*ids, *each.finished.ids]
        logits = drafter.logits_after(text[:-1], list(range(len(ids) - 1, len(text) - 1)))
        yield read(logits, text, len(ids), each.command.sampling, kind)


def rounds(
    numbers: Sequence[Sequence[int]], num_drafts: int
) -> tuple[NDArray[np.float64], float, float]:
    """How often each choice was the target's, [num_drafts, 1 + NUM_CHOICES] by depth, 0 for none.

    Also a round's tokens, and the share of drafts that are right; those after a wrong one are wrong.
    """
    counts = np.zeros((num_drafts, NUM_CHOICES + 1))
    num_rounds = num_drafted = num_right = 0
    for text in numbers:
        begin = 0
        while begin < len(text):
            drafted = text[begin : begin + num_drafts]
            num_rounds += 1
            num_drafted += len(drafted)
            depth = 0
            for number in drafted:
                counts[depth, number] += 1
                if number != 1:
                    break
                depth += 1
            num_right += depth
            begin += depth + 1
    num_tokens = sum(len(text) for text in numbers)
    return counts, num_tokens / num_rounds, num_right / num_drafted


def show(texts: Sequence[Reading]) -> None:
    """Print what the readings of one kind and temperature say."""
    for picks in ("coupled", "likeliest"):
        numbers = [getattr(each, picks) for each in texts]
        for num_drafts in (3, NUM_DRAFTS):
            by_depth, tokens, share = rounds(numbers, num_drafts)
            sys.stdout.write(
                f"{texts[0].kind} at {texts[0].temperature}, {picks}, {num_drafts} drafts: "
                f"{tokens:.2f} tokens a round, {100 * share:.1f} % of drafts right\n"
            )
        rows = {str(depth): row for depth, row in enumerate(by_depth, start=1)}
        rows["2-7"] = by_depth[1:].sum(0)
        for depth, row in rows.items():
            shares = "  ".join(f"{100 * share:5.1f} %" for share in row[1:] / row.sum())
            sys.stdout.write(f"{depth:>5}  {shares}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--drafter", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--tokens", type=int, default=96, help="of each answer, at most")
    options = parser.parse_args()
    config = EngineConfig(device="cpu", context_len=512, num_sequences=_AT_ONCE)
    session = Session.load(options.model, config)
    drafter = Session.load(options.drafter, EngineConfig(device="cpu", context_len=512))
    found: list[Reading] = []
    for temperature in (0.0, TEMPERATURE):
        for kind in QUESTIONS:
            of_kind: list[Reading] = []
            for reading in readings(session, drafter.model, kind, temperature, options.tokens):
                of_kind.append(reading)
                options.out.write_text(json.dumps([asdict(each) for each in found + of_kind]))
            found += of_kind
            show(of_kind)
    session.close()
    drafter.close()


if __name__ == "__main__":
    main()
