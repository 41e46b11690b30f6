"""How fast a model answers with a drafter, against itself without: ten questions of code, ten of prose.

    python -m tests.support.pair_speed MODEL --drafter PATH [--tokens 160] [--rounds 1]
        [--temperatures 0 0.8] [--device cuda] [--out FILE] [--questions 10] [--history 0]

Two sessions have the same model, one of them the drafter, for all questions: so it goes on with what
it has learned, as for somebody who leaves it switched on. Each question is answered by both, in
turn, with nothing in the cache; the first one once before. Ids must be equal. A line for each kind
and temperature has the geometric mean of the speeds' ratios, the lowest, the tokens a step, and how
many drafts were accepted. The file has a line of JSON for each answer.

With a history each question comes after so many characters of this repository's source and an
answer to them, which stay in the cache.
"""

import argparse
import json
import math
import statistics
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from engine.commands import ChatMessage, ChatPrompt, Configure, Generate
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.events import Finished
from engine.session.session import Session
from tests.support.draft_choices import QUESTIONS

History = tuple[ChatMessage, ...]


def history_of(num_chars: int) -> History:
    """A question that begins with so many characters of source, and a short answer."""
    if num_chars == 0:
        return ()
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(_SOURCE.glob("*/*.py")))
    question = ChatMessage("user", f"Read this code.\n\n{source[:num_chars]}")
    return question, ChatMessage("assistant", "I have read it.")


def answer(
    session: Session, question: str, temperature: float, tokens: int, history: History = ()
) -> Finished:
    """An answer of so many tokens, of which nothing was in the cache, or the history."""
    if not history:
        session.forget()
    prompt = ChatPrompt((*history, ChatMessage("user", question)), thinking=False)
    sampling = SamplingParams(temperature=temperature, seed=3)
    *_, finished = session.generate(Generate("r", prompt, sampling, tokens, ignore_end=True))
    assert isinstance(finished, Finished)
    return finished


def compare(
    sessions: tuple[Session, Session],
    kind: str,
    temperature: float,
    options: argparse.Namespace,
    history: History,
) -> Iterator[dict[str, Any]]:
    """What each question of a kind took without and with drafts."""
    for question in QUESTIONS[kind][: options.questions]:
        for _ in range(options.rounds):
            one, other = (
                answer(each, question, temperature, options.tokens, history) for each in sessions
            )
            assert one.ids == other.ids, question
            meter = other.meter
            assert one.meter.tok_s is not None
            assert meter.tok_s is not None
            yield {
                "kind": kind,
                "temperature": temperature,
                "question": question,
                "plain_tok_s": one.meter.tok_s,
                "tok_s": meter.tok_s,
                "tokens": len(other.ids),
                "drafted": meter.drafted or 0,
                "accepted": meter.accepted or 0,
                "gain": meter.draft_gain,
                "recaptures": (one.meter.recaptures or 0) + (meter.recaptures or 0),
            }


def summary(rows: list[dict[str, Any]]) -> str:
    """A line about answers of one kind and temperature."""
    ratios = [row["tok_s"] / row["plain_tok_s"] for row in rows]
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    tokens, accepted, drafted = (
        sum(row[name] for row in rows) for name in ("tokens", "accepted", "drafted")
    )
    plain, drafting = (statistics.median(row[name] for row in rows) for name in _SPEEDS)
    return (
        f"{rows[0]['kind']:<6}{rows[0]['temperature']:>4}  {plain:7.1f} {drafting:7.1f} tok/s  "
        f"{mean:.3f} (lowest {min(ratios):.3f})  {tokens / (tokens - accepted):.2f} tokens a step  "
        f"{accepted} of {drafted} accepted  {sum(row['recaptures'] for row in rows)} recaptures\n"
    )


_SPEEDS = ("plain_tok_s", "tok_s")
_SOURCE = Path(__file__).parents[2] / "engine"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=Path)
    parser.add_argument("--drafter", required=True)
    parser.add_argument("--tokens", type=int, default=160)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--temperatures", type=float, nargs="+", default=(0.0, 0.8))
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--questions", type=int, default=10, help="of each kind")
    parser.add_argument("--history", type=int, default=0, help="characters")
    options = parser.parse_args()
    # No three characters of source take more than a token.
    context_len, history = 1024 + options.history // 3, history_of(options.history)
    config = EngineConfig(device=options.device, context_len=context_len)
    with (
        closing(Session.load(options.model, config)) as plain,
        closing(Session.load(options.model, config)) as drafting,
    ):
        drafting.configure(Configure(Toggles(), SpeculationConfig(options.drafter)))
        sessions, found = (plain, drafting), []
        for session in sessions:
            answer(session, QUESTIONS["code"][0], 0.0, options.tokens, history)
        for kind in QUESTIONS:
            for temperature in options.temperatures:
                rows = list(compare(sessions, kind, temperature, options, history))
                sys.stdout.write(summary(rows))
                sys.stdout.flush()
                found += rows
    if options.out is not None:
        options.out.write_text("".join(f"{json.dumps(row)}\n" for row in found))


if __name__ == "__main__":
    main()
