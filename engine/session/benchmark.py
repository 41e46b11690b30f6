"""Benchmarks a loaded model for each combination of toggles. Knows sessions, no files."""

import itertools
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from engine.commands import Configure, Generate, IdsPrompt
from engine.config import SamplingParams, Toggles
from engine.errors import RequestError
from engine.events import Finished, Meter
from engine.session.table import aligned

if TYPE_CHECKING:
    from engine.session.session import Session
    from engine.tokenizer.tokenizer import Tokenizer

_COUNTERS = ("captures", "recaptures", "replays", "drafted", "accepted")

PROMPT_SOURCE = "one English paragraph, numbered and repeated"
_PARAGRAPH = """Day {number}. The ferry left the harbour at seven, an hour late, with forty \
passengers and a cargo of apples, letters and two bicycles. The captain wrote in the log that \
the wind came from the west and that the sea was calm. Towards noon the engine was stopped, \
because a fishing boat had lost its net across the channel; the passengers watched from the \
rail while the crew pulled it in. "Is it always like this?" asked a girl with a red scarf. \
"No," said the cook, "on other days we are late for other reasons." By evening the island was \
in sight, and somebody began to sing.

"""


@dataclass(frozen=True)
class BenchmarkPlan:
    """What to measure: `new_tokens` greedy tokens after `depth` + `prompt_tokens` tokens.

    Each combination of the toggles in `compare` gets one warm-up and `repetitions` runs.
    """

    prompt_tokens: int
    new_tokens: int
    depth: int = 0
    repetitions: int = 3
    compare: tuple[str, ...] = ()

    @property
    def context_len(self) -> int:
        """The context length that the plan needs, in tokens."""
        return self.depth + self.prompt_tokens + self.new_tokens

    def settings(self, base: Toggles) -> list[Toggles]:
        """The toggles of each row; those not compared are taken from `base`."""
        choices = itertools.product((True, False), repeat=len(self.compare))
        return [
            msgspec.structs.replace(base, **dict(zip(self.compare, choice, strict=True)))
            for choice in choices
        ]


class BenchmarkRow(Toggles, frozen=True, kw_only=True):
    """The toggles of one setting, and what was measured with them.

    Speeds are medians in tokens per second; `tok_s` covers decoding only. The counters
    are those of the last run (`captures`: since the load). `fnv1a64` is the hash of the answer's
    ids; differing hashes of several runs are joined by commas.
    """

    speculate: str
    depth: int
    tok_s: float | None
    tok_s_runs: tuple[float | None, ...]
    prompt_tok_s: float | None
    captures: int | None
    recaptures: int | None
    replays: int | None
    drafted: int | None
    accepted: int | None
    fnv1a64: str


def run_benchmark(
    session: "Session",
    plan: BenchmarkPlan,
    base: Toggles,
    on_run: Callable[[int, int], None] = lambda _run, _num_runs: None,
) -> list[BenchmarkRow]:
    """Measure every setting of `plan` on `session`; speculation is not changed.

    Runs are interleaved in alternating order, so that a drift of the machine affects all settings
    alike. `on_run(run, num_runs)` is called before each run.
    Raises RequestError when the context is too short.
    """
    if session.info.context_len < plan.context_len:
        raise RequestError(
            f"This measurement needs a context of {plan.context_len} tokens, but the model was "
            f"loaded with {session.info.context_len}; give --context {plan.context_len}."
        )
    settings = plan.settings(base)
    ids, rewind = _prompts(session.tokenizer, plan)
    results: list[list[Finished]] = [[] for _ in settings]
    num_runs = len(settings) * (1 + plan.repetitions)
    order = _interleaved(len(settings), 1 + plan.repetitions)
    for run, index in enumerate(order):
        on_run(run, num_runs)
        session.configure(Configure(toggles=settings[index]))
        _answer(session, rewind, 1)
        results[index].append(_answer(session, ids, plan.new_tokens))
    return [
        _row(toggles, session.speculation.kind, plan.depth, finished)
        for toggles, finished in zip(settings, results, strict=True)
    ]


def format_table(rows: Sequence[BenchmarkRow]) -> str:
    """The rows as aligned text, with speeds relative to the first row."""
    header = (
        *Toggles.__struct_fields__,
        *("speculate", "depth", "tok/s", "relative", "prompt tok/s", *_COUNTERS, "same tokens"),
    )
    return aligned([header, *(_cells(row, rows[0]) for row in rows)])


def _prompts(
    tokenizer: "Tokenizer", plan: BenchmarkPlan
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The prompt, and another that shares only its first `depth` ids.

    Answering the other leaves exactly `depth` ids of the prompt in the KV cache.
    """
    num_ids = plan.depth + plan.prompt_tokens
    ids = tuple(itertools.islice(_text_ids(tokenizer), num_ids))
    other = (ids[plan.depth] + 1) % tokenizer.num_tokens
    return ids, (*ids[: plan.depth], other)


def _text_ids(tokenizer: "Tokenizer") -> Iterator[int]:
    """An endless stream of prose ids that repeats words but no long passages."""
    for number in itertools.count(1):
        text = _PARAGRAPH.format(number=number)
        yield from tokenizer.encode(text, add_special=number == 1, parse_special=False)


def _interleaved(num_settings: int, repetitions: int) -> Iterator[int]:
    for repetition in range(repetitions):
        indices = range(num_settings)
        yield from reversed(indices) if repetition % 2 else indices


def _answer(session: "Session", ids: tuple[int, ...], new_tokens: int) -> Finished:
    command = Generate(
        request_id="benchmark",
        prompt=IdsPrompt(ids),
        sampling=SamplingParams(temperature=0.0),
        max_tokens=new_tokens,
        ignore_end=True,
    )
    *_, finished = session.generate(command)
    if not isinstance(finished, Finished):
        raise TypeError(f"The last event of an answer was {finished}")
    return finished


def _row(toggles: Toggles, speculate: str, depth: int, results: Sequence[Finished]) -> BenchmarkRow:
    """Summarize runs; the first is the warm-up, whose tokens count but not its speed."""
    meters = [finished.meter for finished in results[1:]]
    last = meters[-1] if meters else Meter()
    runs = [meter.tok_s for meter in meters]
    return BenchmarkRow(
        **msgspec.structs.asdict(toggles),
        speculate=speculate,
        depth=depth,
        tok_s=_median(runs),
        tok_s_runs=tuple(runs),
        prompt_tok_s=_median([meter.prompt_tok_s for meter in meters]),
        **{name: getattr(last, name) for name in _COUNTERS},
        fnv1a64=",".join(sorted({finished.fnv1a64 for finished in results})),
    )


def _median(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None


def _cells(row: BenchmarkRow, first: BenchmarkRow) -> tuple[str, ...]:
    relative = row.tok_s / first.tok_s if row.tok_s and first.tok_s else None
    return (
        *("on" if getattr(row, name) else "off" for name in Toggles.__struct_fields__),
        row.speculate,
        str(row.depth),
        _number(row.tok_s, ".1f"),
        _number(relative, ".2f"),
        _number(row.prompt_tok_s, ".1f"),
        *(_number(getattr(row, name), "d") for name in _COUNTERS),
        "yes" if row.fnv1a64 == first.fnv1a64 and "," not in row.fnv1a64 else "no",
    )


def _number(value: float | None, spec: str) -> str:
    """`value` formatted; an unknown number is a dash, never zero."""
    return "-" if value is None else format(value, spec)
