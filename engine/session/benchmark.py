"""Benchmarks a model in several configurations, as rows and in words. Knows sessions, no files."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from engine.commands import IdsPrompt, Prompt
from engine.comparison.configuration import Configuration
from engine.comparison.measurement import Measurement
from engine.comparison.plan import ComparisonPlan
from engine.comparison.prompts import PARAGRAPH
from engine.comparison.verdict import Verdict, compare
from engine.config import Toggles
from engine.errors import RequestError
from engine.session.comparison import LoadedSession, run_comparison
from engine.session.table import aligned

if TYPE_CHECKING:
    from engine.tokenizer.tokenizer import Tokenizer

_COUNTERS = ("captures", "recaptures", "replays", "drafted", "accepted")
_MEMORY = ("memory_used_bytes", "expert_share", "expert_hit_rate", "bus_bytes")

PROMPT_SOURCE = "one English paragraph, numbered and repeated"


@dataclass(frozen=True)
class BenchmarkPlan:
    """What to measure: `new_tokens` tokens after `prompt`, in each configuration.

    Without a prompt, after `depth` + `prompt_tokens` tokens of prose, of which `depth` are in the
    KV cache. Each configuration gets one warm-up and `repetitions` runs.
    """

    configurations: tuple[Configuration, ...]
    prompt_tokens: int
    new_tokens: int
    depth: int = 0
    repetitions: int = 3
    prompt: Prompt | None = None

    @property
    def context_len(self) -> int:
        """The context length that the prose needs, in tokens."""
        return self.depth + self.prompt_tokens + self.new_tokens


class BenchmarkRow(Toggles, frozen=True, kw_only=True):
    """One configuration, and what was measured with it.

    Speeds are medians in tokens per second; `tok_s` covers decoding only, `spread` is how far its
    farthest run is from it, as a share. The counters and what is said of memory are those of the
    last run (`captures`: since the load). `fnv1a64` is the hash of the answer's ids; differing
    hashes of several runs are joined by commas. `verdict` is that on the row, compared with the
    first one.
    """

    model: str
    device: str
    kv_type: str
    context_len: int | None
    temperature: float
    seed: int | None
    speculate: str
    depth: int
    tok_s: float | None
    tok_s_runs: tuple[float | None, ...]
    spread: float | None
    prompt_tok_s: float | None
    captures: int | None
    recaptures: int | None
    replays: int | None
    drafted: int | None
    accepted: int | None
    memory_used_bytes: int | None
    expert_share: float | None
    expert_hit_rate: float | None
    bus_bytes: int | None
    fnv1a64: str
    verdict: Verdict | None


def toggle_product(base: Configuration, names: Sequence[str]) -> tuple[Configuration, ...]:
    """`base` with each combination of the toggles in `names`."""
    choices = itertools.product((True, False), repeat=len(names))
    toggles = (
        msgspec.structs.replace(base.engine.toggles, **dict(zip(names, choice, strict=True)))
        for choice in choices
    )
    return tuple(
        msgspec.structs.replace(base, engine=msgspec.structs.replace(base.engine, toggles=each))
        for each in toggles
    )


def run_benchmark(
    loaded: LoadedSession,
    plan: BenchmarkPlan,
    on_run: Callable[[int, int], None] = lambda _run, _num_runs: None,
) -> list[BenchmarkRow]:
    """Measure every configuration of `plan`. `on_run(run, num_runs)` is called before each run.

    Raises RequestError when the context is too short, or when prose in tokens of one model is
    meant for several.
    """
    measurements = run_comparison(loaded, _comparison(loaded, plan), on_run)
    first = measurements[0]
    return [
        _row(each, plan.depth, None if each is first else compare(each, first))
        for each in measurements
    ]


def format_table(rows: Sequence[BenchmarkRow]) -> str:
    """The rows as aligned text, with speeds relative to the first row, and a sentence for each."""
    header = (
        *Toggles.__struct_fields__,
        *("speculate", "depth", "tok/s", "spread", "relative", "prompt tok/s"),
        *(*_COUNTERS, "same tokens"),
    )
    table = aligned([header, *(_cells(row) for row in rows)])
    sentences = [
        f"row {number}: {describe_verdict(row, rows[0])}"
        for number, row in enumerate(rows[1:], start=2)
    ]
    return "\n".join([table, *(["", *sentences] if sentences else [])])


def describe_verdict(row: BenchmarkRow, first: BenchmarkRow) -> str:
    """1.8x faster than row 1 · 0 against 412 recaptures · 300 of 300 tokens identical · …"""
    verdict = row.verdict
    assert verdict is not None
    runs = len(row.tok_s_runs)
    spread = max(row.spread or 0.0, first.spread or 0.0)
    return " · ".join(
        (
            _describe_speed(verdict),
            f"{_number(row.recaptures, 'd')} against {_number(first.recaptures, 'd')} recaptures",
            _describe_tokens(verdict),
            f"median of {runs}, ±{spread:.0%}",
        )
    )


def _describe_speed(verdict: Verdict) -> str:
    speed = verdict.speed
    if speed is None:
        return "too few runs for a verdict on the speed"
    if speed.is_uncertain:
        return "no measurable difference from row 1, the runs vary too much"
    if not speed.is_measurable:
        return "no measurable difference from row 1"
    if speed.factor >= 1:
        return f"{speed.factor:.2f}x faster than row 1"
    return f"{1 / speed.factor:.2f}x slower than row 1"


def _describe_tokens(verdict: Verdict) -> str:
    if not verdict.has_same_model:
        return "another model's tokens"
    if verdict.difference is None:
        return f"{verdict.num_tokens} of {verdict.num_tokens} tokens identical"
    return f"differs from token {verdict.difference + 1} on"


def _comparison(loaded: LoadedSession, plan: BenchmarkPlan) -> ComparisonPlan:
    configurations = plan.configurations
    if plan.prompt is not None:
        return ComparisonPlan(plan.prompt, configurations, plan.new_tokens, plan.repetitions)
    if len({each.model for each in configurations}) > 1:
        raise RequestError("Another model has other tokens; give a text with --set or --prompt.")
    session = loaded.at(configurations[0])
    if session.info.context_len < plan.context_len:
        raise RequestError(
            f"This measurement needs a context of {plan.context_len} tokens, but the model was "
            f"loaded with {session.info.context_len}; give --context {plan.context_len}."
        )
    ids, rewind = _prompts(session.tokenizer, plan)
    return ComparisonPlan(
        IdsPrompt(ids), configurations, plan.new_tokens, plan.repetitions, IdsPrompt(rewind)
    )


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
        text = PARAGRAPH.format(number=number)
        yield from tokenizer.encode(text, add_special=number == 1, parse_special=False)


def _row(measured: Measurement, depth: int, verdict: Verdict | None) -> BenchmarkRow:
    configuration = measured.configuration
    engine, sampling = configuration.engine, configuration.sampling
    return BenchmarkRow(
        **msgspec.structs.asdict(engine.toggles),
        model=configuration.model,
        device=measured.device,
        kv_type=engine.kv_type,
        context_len=engine.context_len,
        temperature=sampling.temperature,
        seed=sampling.seed,
        speculate=engine.speculation.kind,
        depth=depth,
        tok_s=measured.tok_s,
        tok_s_runs=measured.speeds,
        spread=measured.spread,
        prompt_tok_s=measured.prompt_tok_s,
        **{name: getattr(measured.last, name) for name in (*_COUNTERS, *_MEMORY)},
        fnv1a64=",".join(measured.hashes),
        verdict=verdict,
    )


def _cells(row: BenchmarkRow) -> tuple[str, ...]:
    verdict = row.verdict
    speed = verdict.speed if verdict is not None else None
    relative = speed.factor if speed is not None else 1.0 if verdict is None else None
    is_same = "," not in row.fnv1a64 if verdict is None else verdict.is_identical
    return (
        *("on" if getattr(row, name) else "off" for name in Toggles.__struct_fields__),
        row.speculate,
        str(row.depth),
        _number(row.tok_s, ".1f"),
        _number(row.spread, ".0%"),
        _number(relative, ".2f"),
        _number(row.prompt_tok_s, ".1f"),
        *(_number(getattr(row, name), "d") for name in _COUNTERS),
        "yes" if is_same else "no",
    )


def _number(value: float | None, spec: str) -> str:
    """`value` formatted; an unknown number is a dash, never zero."""
    return "-" if value is None else format(value, spec)
