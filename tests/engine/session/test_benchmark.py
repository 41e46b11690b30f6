"""The benchmark's bookkeeping, on a session that computes nothing: what is asked for, in which order."""

import itertools
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from engine.commands import Configure, Generate, IdsPrompt
from engine.config import SpeculationConfig, Toggles
from engine.errors import RequestError
from engine.events import Event, Finished, Meter, Started
from engine.session.benchmark import BenchmarkPlan, format_table, run_benchmark

PLAN = BenchmarkPlan(prompt_tokens=20, new_tokens=5, depth=10, repetitions=2, compare=("graph",))


class WordTokenizer:
    num_tokens = 1000

    def encode(self, text: str, add_special: bool, parse_special: bool) -> list[int]:
        return [0] * add_special + [len(word) for word in text.split()]


class RecordingSession:
    """Each answer is faster than the one before; `hashes` are given out in turn."""

    def __init__(self, hashes: list[str]) -> None:
        self.info = SimpleNamespace(context_len=64)
        self.tokenizer = WordTokenizer()
        self.speculation = SpeculationConfig()
        self.toggles = Toggles()
        self.prompts: list[tuple[Toggles, tuple[int, ...], int]] = []
        self._hashes = itertools.cycle(hashes)
        self._speeds = itertools.count(100)

    def configure(self, command: Configure) -> None:
        self.toggles = command.toggles

    def generate(self, command: Generate) -> Iterator[Event]:
        assert isinstance(command.prompt, IdsPrompt)
        assert command.ignore_end
        assert command.sampling.temperature == 0
        self.prompts.append((self.toggles, command.prompt.ids, command.max_tokens))
        yield Started("benchmark", len(command.prompt.ids), 0, 0, 0)
        if command.max_tokens == PLAN.new_tokens:
            meter = Meter(tok_s=float(next(self._speeds)), replays=4, recaptures=0)
            yield Finished("benchmark", "length", "", (), next(self._hashes), meter)
        else:
            yield Finished("benchmark", "length", "", (), "rewound", Meter())


def test_every_run_starts_behind_the_same_depth() -> None:
    session = RecordingSession(["same"])
    run_benchmark(session, PLAN, Toggles())
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
    rows = run_benchmark(session, PLAN, Toggles(kvpad=False), lambda *run: seen.append(run))
    order = [toggles.graph for toggles, _, max_tokens in session.prompts if max_tokens == 5]
    assert order == [True, False, False, True, True, False]
    assert all(not toggles.kvpad for toggles, _, _ in session.prompts)
    assert seen == [(run, 6) for run in range(6)]
    assert [row.graph for row in rows] == [True, False]
    assert [row.tok_s_runs for row in rows] == [(103.0, 104.0), (102.0, 105.0)]
    assert [row.tok_s for row in rows] == [103.5, 103.5]


def test_all_combinations_of_the_named_toggles() -> None:
    plan = BenchmarkPlan(1, 2, compare=("kvpad", "graph"))
    assert plan.settings(Toggles(fixed_verify=False)) == [
        Toggles(graph=True, kvpad=True, fixed_verify=False),
        Toggles(graph=False, kvpad=True, fixed_verify=False),
        Toggles(graph=True, kvpad=False, fixed_verify=False),
        Toggles(graph=False, kvpad=False, fixed_verify=False),
    ]
    assert BenchmarkPlan(1, 2).settings(Toggles()) == [Toggles()]


def test_different_tokens_are_seen() -> None:
    rows = run_benchmark(RecordingSession(["a", "b", "b", "a", "a", "b"]), PLAN, Toggles())
    assert [row.fnv1a64 for row in rows] == ["a", "b"]
    assert [line.split()[-1] for line in format_table(rows).splitlines()[1:]] == ["yes", "no"]

    rows = run_benchmark(RecordingSession(["a", "b", "c"]), PLAN, Toggles())
    assert "," in rows[0].fnv1a64
    assert [line.split()[-1] for line in format_table(rows).splitlines()[1:]] == ["no", "no"]


def test_the_table_lines_up_and_unknown_numbers_are_dashes() -> None:
    rows = run_benchmark(RecordingSession(["same"]), PLAN, Toggles())
    lines = format_table(rows).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert " ".join(lines[1].split()) == "on on on none 10 103.5 1.00 - - 0 4 - - yes"


def test_a_context_that_is_too_short_is_told() -> None:
    session = RecordingSession(["same"])
    session.info.context_len = 34
    with pytest.raises(RequestError, match="--context 35"):
        run_benchmark(session, PLAN, Toggles())
