"""The benchmark's bookkeeping, on a session that computes nothing: what is asked for, in which order."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest

from engine.commands import Configure, Generate, IdsPrompt
from engine.comparison.configuration import Configuration
from engine.config import EngineConfig, SpeculationConfig, Toggles
from engine.errors import RequestError
from engine.events import Event, Finished, Meter, Started
from engine.session.benchmark import (
    BenchmarkPlan,
    BenchmarkRow,
    format_table,
    run_benchmark,
    toggle_product,
)
from engine.session.comparison import LoadedSession

BASE = Configuration("m.gguf", EngineConfig())
PLAN = BenchmarkPlan(
    toggle_product(BASE, ("graph",)), prompt_tokens=20, new_tokens=5, depth=10, repetitions=2
)


class WordTokenizer:
    num_tokens = 1000

    def encode(self, text: str, add_special: bool, parse_special: bool) -> list[int]:
        return [0] * add_special + [len(word) for word in text.split()]


class RecordingSession:
    """Each answer is faster than the one before; `hashes` are given out in turn."""

    def __init__(self, hashes: list[str]) -> None:
        self.loads: list[Configuration] = []
        self.info = SimpleNamespace(context_len=64, device="cpu")
        self.tokenizer = WordTokenizer()
        self.speculation = SpeculationConfig()
        self.toggles = Toggles()
        self.prompts: list[tuple[Toggles, tuple[int, ...], int]] = []
        self._hashes = itertools.cycle(hashes)
        self._speeds = itertools.count(100)

    def load(self, configuration: Configuration) -> "RecordingSession":
        self.loads.append(configuration)
        self.toggles = configuration.engine.toggles
        return self

    def close(self) -> None:
        pass

    def configure(self, command: Configure) -> None:
        self.toggles = command.toggles

    def prepare(self) -> bool:
        return False

    def generate(self, command: Generate) -> Iterator[Event]:
        assert isinstance(command.prompt, IdsPrompt)
        assert command.ignore_end
        assert command.sampling.temperature == 0
        self.prompts.append((self.toggles, command.prompt.ids, command.max_tokens))
        yield Started("benchmark", len(command.prompt.ids), 0, 0, 0)
        if command.max_tokens == PLAN.new_tokens:
            meter = Meter(tok_s=float(next(self._speeds)), replays=4, recaptures=0)
            answer = next(self._hashes)
            yield Finished("benchmark", "length", "", tuple(answer.encode()), answer, meter)
        else:
            yield Finished("benchmark", "length", "", (), "rewound", Meter())


def run(
    session: RecordingSession, plan: BenchmarkPlan = PLAN, seen: list[tuple[int, int]] | None = None
) -> list[BenchmarkRow]:
    on_run = (lambda *run: seen.append(run)) if seen is not None else (lambda *_: None)
    return run_benchmark(LoadedSession(session.load), plan, on_run)


def test_every_run_starts_behind_the_same_depth() -> None:
    session = RecordingSession(["same"])
    run(session)
    pairs = list(zip(session.prompts[::2], session.prompts[1::2], strict=True))
    assert len(pairs) == 6
    for (_, rewind, one), (_, ids, new_tokens) in pairs:
        assert (one, new_tokens, len(ids), len(rewind)) == (1, 5, 30, 11)
        assert rewind[:10] == ids[:10]
        assert rewind[10] != ids[10]
    assert len({ids for _, (_, ids, _) in pairs}) == 1


def test_settings_take_turns_forwards_and_backwards() -> None:
    session = RecordingSession(["same"])
    seen: list[tuple[int, int]] = []
    base = Configuration("m.gguf", EngineConfig(toggles=Toggles(kvpad=False)))
    plan = replace(PLAN, configurations=toggle_product(base, ("graph",)))
    rows = run(session, plan, seen)
    order = [toggles.graph for toggles, _, max_tokens in session.prompts if max_tokens == 5]
    assert order == [True, False, False, True, True, False]
    assert all(not toggles.kvpad for toggles, _, _ in session.prompts)
    assert seen == [(run, 6) for run in range(6)]
    assert [row.graph for row in rows] == [True, False]
    assert [row.tok_s_runs for row in rows] == [(103.0, 104.0), (102.0, 105.0)]
    assert [row.tok_s for row in rows] == [103.5, 103.5]


def test_all_combinations_of_the_named_toggles() -> None:
    base = Configuration("m.gguf", EngineConfig(toggles=Toggles(fixed_verify=False)))
    assert [each.engine.toggles for each in toggle_product(base, ("kvpad", "graph"))] == [
        Toggles(graph=True, kvpad=True, fixed_verify=False),
        Toggles(graph=False, kvpad=True, fixed_verify=False),
        Toggles(graph=True, kvpad=False, fixed_verify=False),
        Toggles(graph=False, kvpad=False, fixed_verify=False),
    ]
    assert toggle_product(base, ()) == (base,)


def test_what_a_configure_cannot_change_is_loaded_once_for_two_runs() -> None:
    session = RecordingSession(["same"])
    other = Configuration("m.gguf", EngineConfig(kv_type="q8_0"))
    run(session, replace(PLAN, configurations=(BASE, other)))
    assert [each.engine.kv_type for each in session.loads] == ["auto", "q8_0", "auto", "q8_0"]


def test_prose_in_tokens_is_of_one_model() -> None:
    other = Configuration("other.gguf")
    with pytest.raises(RequestError, match="--set or --prompt"):
        run(RecordingSession(["same"]), replace(PLAN, configurations=(BASE, other)))


def test_different_tokens_are_seen() -> None:
    rows = run(RecordingSession(["a", "b", "b", "a", "a", "b"]))
    assert [row.fnv1a64 for row in rows] == ["a", "b"]
    assert [line.split()[-1] for line in format_table(rows).splitlines()[1:3]] == ["yes", "no"]

    rows = run(RecordingSession(["a", "b", "c"]))
    assert "," in rows[0].fnv1a64
    assert [line.split()[-1] for line in format_table(rows).splitlines()[1:3]] == ["no", "no"]


def test_the_table_lines_up_and_unknown_numbers_are_dashes() -> None:
    rows = run(RecordingSession(["same"]))
    lines = format_table(rows).splitlines()[:3]
    assert len({len(line) for line in lines}) == 1
    assert " ".join(lines[1].split()) == "on on on none 10 103.5 0% 1.00 - - 0 4 - - yes"


def test_a_context_that_is_too_short_is_told() -> None:
    session = RecordingSession(["same"])
    session.info.context_len = 34
    with pytest.raises(RequestError, match="--context 35"):
        run(session)


def test_each_row_is_judged_in_a_sentence() -> None:
    text = format_table(run(RecordingSession(["ab", "ac", "ac", "ab", "ab", "ac"])))
    sentence = text.splitlines()[-1]
    assert sentence.startswith("row 2: no measurable difference from row 1")
    assert " · 0 against 0 recaptures · " in sentence
    assert "differs from token 2 on · median of 2, ±1%" in sentence
