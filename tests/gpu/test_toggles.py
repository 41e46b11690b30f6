"""The exactness contract on CUDA: every setting gives the same tokens, and the counters say why."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from engine.commands import Configure
from engine.config import SamplingParams, SpeculationConfig, Toggles
from engine.events import Event, Finished
from engine.runtime.cuda_executor import CudaExecutor
from engine.session.session import Session
from tests.support.cuda_session import (
    GREEDY,
    answer,
    command,
    cuda_session,
    model_path,
    num_chunks,
    num_planned,
    set_up,
    text_ids,
)
from tests.support.golden_names import ARCHITECTURES

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]

PROMPT_LEN, NEW_TOKENS, CONTEXT_LEN = 200, 120, 400  # an answer crosses row 256
SAMPLINGS = {
    "greedy": GREEDY,
    "greedy, penalty": SamplingParams(temperature=0.0, repeat_penalty=1.1),
    "sampled": SamplingParams(temperature=0.8, seed=7),
    "sampled, penalty": SamplingParams(temperature=0.8, seed=7, repeat_penalty=1.1),
}
ALL_TOGGLES = [Toggles(*values) for values in itertools.product([True, False], repeat=3)]
NGRAM = SpeculationConfig(kind="ngram", draft_tokens=4)
SETTINGS = list(itertools.product(ALL_TOGGLES, [SpeculationConfig(), NGRAM]))

OTHER_MODELS = ["tinyq-moe-Q4_K", *(f"tiny-{name}" for name in ARCHITECTURES)]

each_sampling = pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)


@pytest.fixture(scope="module", params=["tinyq-llama-Q4_K", "starter_model"])
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    with cuda_session(model_path(request, request.param), context_len=CONTEXT_LEN) as session:
        yield session


def check_counters(
    session: Session, finished: Finished, toggles: Toggles, speculation: SpeculationConfig
) -> None:
    """Each step is counted once, as what it was."""
    meter = finished.meter
    replays, recaptures, eager = meter.replays or 0, meter.recaptures or 0, meter.eager or 0
    drafted, accepted = meter.drafted or 0, meter.accepted or 0
    needed = num_chunks(session, PROMPT_LEN - 1) + len(finished.ids) - accepted
    ahead = (
        0 if speculation.kind == "ngram" else CudaExecutor.steps_ahead
    )  # run for tokens nobody wanted
    assert needed <= replays + recaptures + eager <= needed + ahead
    assert accepted <= drafted
    assert (drafted > 0) == (speculation.kind == "ngram")
    assert meter.fallbacks == 0
    if not toggles.graph:
        assert replays == recaptures == 0
    elif toggles.kvpad and (toggles.fixed_verify or speculation.kind == "none"):
        assert recaptures == eager == 0
    else:
        assert recaptures > 0
        assert eager == 0


@each_sampling
def test_every_setting_gives_the_same_tokens(session: Session, sampling: SamplingParams) -> None:
    ids, hashes = text_ids(session, PROMPT_LEN), {}
    for toggles, speculation in SETTINGS:
        set_up(session, toggles, speculation)
        finished = answer(session, ids, NEW_TOKENS, sampling)
        assert len(finished.ids) == NEW_TOKENS
        check_counters(session, finished, toggles, speculation)
        hashes[toggles, speculation.kind] = finished.fnv1a64
    assert len(set(hashes.values())) == 1, hashes


@each_sampling
def test_settings_that_change_in_the_middle_change_no_token(
    session: Session, sampling: SamplingParams
) -> None:
    ids = text_ids(session, PROMPT_LEN)
    set_up(session)
    expected = answer(session, ids, NEW_TOKENS, sampling)
    session.forget()
    settings, seen = itertools.cycle(SETTINGS), list[Event]()
    for number, events in enumerate(session.steps(command(ids, NEW_TOKENS, sampling))):
        if number % 3 == 0:
            session.configure(Configure(*next(settings)))
        seen += events
    finished = seen[-1]
    assert isinstance(finished, Finished)
    assert finished.ids == expected.ids
    assert min(finished.meter.replays or 0, finished.meter.eager or 0) > 0
    assert finished.meter.fallbacks == 0


@each_sampling
def test_a_second_turn_after_a_stop_string_is_the_same_in_every_setting(
    session: Session, sampling: SamplingParams
) -> None:
    """Drafts may have run past the stop; they must not decide which rows the next turn reads again."""
    prompt = command(text_ids(session, PROMPT_LEN), NEW_TOKENS, sampling)
    set_up(session)
    *_, whole = session.generate(prompt)
    assert isinstance(whole, Finished)
    middle = len(whole.text) // 2
    stopped = msgspec.structs.replace(prompt, stop=(whole.text[middle : middle + 4],))
    results = {}
    for toggles, speculation in SETTINGS:
        set_up(session, toggles, speculation)
        *_, first = session.generate(stopped)
        assert isinstance(first, Finished)
        assert first.reason == "stop_string"
        said_on = whole.ids[: len(first.ids) + 4]
        following = [*text_ids(session, PROMPT_LEN), *said_on, *text_ids(session, 9)]
        second = answer(session, following, 40, sampling)
        kept = second.meter.cached_tokens
        results[toggles, speculation.kind] = (first.fnv1a64, kept, second.fnv1a64)
    assert len(set(results.values())) == 1, results


def test_the_context_fills_to_its_last_row(session: Session) -> None:
    ids, hashes = text_ids(session, PROMPT_LEN), set()
    for toggles, speculation in SETTINGS:
        set_up(session, toggles, speculation)
        finished = answer(session, ids, None)
        assert finished.reason == "context"
        assert len(finished.ids) == CONTEXT_LEN - PROMPT_LEN
        hashes.add(finished.fnv1a64)
    assert len(hashes) == 1


def test_all_that_is_planned_is_captured_before_it_is_needed(session: Session) -> None:
    set_up(session)
    while session.prepare():
        pass
    assert session.model.runner.captures >= num_planned(session.model)
    meter = answer(session, text_ids(session, PROMPT_LEN), NEW_TOKENS).meter
    assert (meter.recaptures, meter.eager) == (0, 0)


def test_kvpad_off_recaptures_once_a_token(session: Session) -> None:
    set_up(session, Toggles(kvpad=False))
    prompt_len = PROMPT_LEN - 7  # no step of an earlier test has this span
    finished = answer(session, text_ids(session, prompt_len), 40)
    meter = finished.meter
    needed = num_chunks(session, prompt_len - 1) + 40
    assert needed <= (meter.recaptures or 0) <= needed + CudaExecutor.steps_ahead
    assert meter.replays == 0
    assert finished.recapture_reasons[-1].endswith(": padded context (kvpad) is off")


def test_kvpad_off_from_the_start_goes_on_recapturing(golden_dir: Path) -> None:
    path = golden_dir / "tiny-llama.gguf"
    with cuda_session(path, context_len=256, toggles=Toggles(kvpad=False)) as session:
        meter = answer(session, text_ids(session, 1), 20).meter
    assert (meter.fallbacks, meter.eager, meter.replays) == (0, 0, 0)


def test_fixed_verify_off_names_the_width(session: Session) -> None:
    # An answer's end leaves less and less room for drafts, however many of them are accepted.
    set_up(session, Toggles(fixed_verify=False), NGRAM)
    reasons: list[str] = []
    for extra in range(NGRAM.draft_tokens + 1):
        session.forget()
        finished = answer(session, text_ids(session, PROMPT_LEN), NEW_TOKENS + extra)
        reasons += finished.recapture_reasons
    off = ": fixed verify width (fixed_verify) is off"
    assert any("width" in reason and reason.endswith(off) for reason in reasons)


@pytest.mark.parametrize("name", OTHER_MODELS)
def test_every_setting_gives_the_same_tokens_of_any_architecture(
    golden_dir: Path, name: str
) -> None:
    hashes = set()
    with cuda_session(golden_dir / f"{name}.gguf", context_len=CONTEXT_LEN) as session:
        ids = text_ids(session, PROMPT_LEN)
        for toggles, speculation in SETTINGS:
            set_up(session, toggles, speculation)
            finished = answer(session, ids, 60, SAMPLINGS["sampled"])
            check_counters(session, finished, toggles, speculation)
            hashes.add(finished.fnv1a64)
    assert len(hashes) == 1
