"""The exactness contract on the real starter model: every setting gives the same tokens."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.commands import ChatMessage, ChatPrompt, Configure, Generate, Prompt, TextPrompt
from engine.config import EngineConfig, KVType, SamplingParams, SpeculationConfig, Toggles
from engine.events import Finished, TextDelta
from engine.runtime.sequence import Rows
from engine.scheduler.generation import Generation
from engine.session.session import Session
from tests.support.kv_types import poison

NEW_TOKENS = 64
PROMPTS: dict[str, Prompt] = {
    "chat": ChatPrompt((ChatMessage("user", "List ten animals, one sentence about each."),)),
    "code": TextPrompt("def fibonacci(n):\n    if n < 2:\n        return n\n" * 3),
    "long": TextPrompt("The quick brown fox jumps over the lazy dog. " * 24),  # crosses 256 rows
}
GREEDY = SamplingParams(temperature=0.0)
SAMPLED = SamplingParams(temperature=0.8, seed=7, repeat_penalty=1.1)
ALL_TOGGLES = [Toggles(*values) for values in itertools.product([True, False], repeat=3)]
SPECULATION = [SpeculationConfig(), SpeculationConfig(kind="ngram", draft_tokens=4)]


@pytest.fixture(scope="module")
def session(starter_model: Path) -> Iterator[Session]:
    session = Session.load(starter_model, EngineConfig(context_len=1024))
    yield session
    session.close()


def run(
    session: Session,
    prompt: Prompt,
    sampling: SamplingParams,
    toggles: Toggles = Toggles(),  # noqa: B008 - frozen
    speculation: SpeculationConfig = SpeculationConfig(),  # noqa: B008 - frozen
    new_tokens: int = NEW_TOKENS,
) -> Finished:
    session.configure(Configure(toggles, speculation))
    events = list(session.generate(Generate("r", prompt, sampling, max_tokens=new_tokens)))
    finished = events[-1]
    assert isinstance(finished, Finished)
    return finished


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("name", "sampling", "new_tokens"),
    [
        ("chat", GREEDY, 40),
        ("code", GREEDY, 40),
        ("long", GREEDY, 40),
        ("chat", SAMPLED, 32),
    ],
)
def test_every_setting_gives_the_same_tokens(
    session: Session, name: str, sampling: SamplingParams, new_tokens: int
) -> None:
    hashes = {}
    for toggles, speculation in itertools.product(ALL_TOGGLES, SPECULATION):
        finished = run(session, PROMPTS[name], sampling, toggles, speculation, new_tokens)
        hashes[toggles, speculation.kind] = finished.fnv1a64
        meter = finished.meter
        steps = (meter.replays or 0) + (meter.recaptures or 0) + (meter.eager or 0)
        assert steps > 0
        if not toggles.graph:
            assert (meter.replays, meter.recaptures) == (0, 0)
        elif toggles.kvpad and (toggles.fixed_verify or speculation.kind == "none"):
            assert (meter.recaptures, meter.eager) == (0, 0)
        assert meter.fallbacks == 0
    assert len(set(hashes.values())) == 1, hashes


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kv_type", ["f16", "bf16", "q8_0", "q4_0", "tq3_0"])
def test_every_setting_gives_the_same_tokens_with_a_smaller_cache(
    starter_model: Path, kv_type: KVType
) -> None:
    config = EngineConfig(device="cpu", context_len=1024, kv_type=kv_type)
    session = Session.load(starter_model, config)
    try:
        hashes = {
            run(session, PROMPTS["long"], SAMPLED, toggles, speculation, 32).fnv1a64
            for toggles, speculation in itertools.product(ALL_TOGGLES, SPECULATION)
        }
        expected = run(session, PROMPTS["code"], GREEDY, new_tokens=60).ids
        for layer in session.model.state.layers:
            for tensor in layer.kv.tensors:
                poison(tensor)
        session.forget()
        assert run(session, PROMPTS["code"], GREEDY, new_tokens=60).ids == expected
    finally:
        session.close()
    assert len(hashes) == 1


def test_kvpad_off_recaptures_once_a_token(session: Session) -> None:
    finished = run(session, PROMPTS["code"], GREEDY, Toggles(kvpad=False), new_tokens=40)
    meter = finished.meter
    prefill_chunks = -(-((meter.prompt_tokens or 0) - (meter.cached_tokens or 0) - 1) // 32)
    assert meter.recaptures == 40 + prefill_chunks
    assert meter.replays == 0
    assert finished.recapture_reasons[-1].endswith(": padded context (kvpad) is off")


def test_fixed_verify_off_names_the_width(session: Session) -> None:
    toggles, speculation = Toggles(fixed_verify=False), SpeculationConfig("ngram", 4)
    finished = run(session, PROMPTS["long"], GREEDY, toggles, speculation, new_tokens=80)
    assert finished.meter.drafted
    assert finished.meter.recaptures
    assert any("width" in r and "(fixed_verify) is off" in r for r in finished.recapture_reasons)


def test_drafts_are_accepted_where_text_repeats(session: Session) -> None:
    speculation = SpeculationConfig("ngram", 4)  # whether more pays is up to the machine
    meter = run(session, PROMPTS["long"], GREEDY, Toggles(), speculation, new_tokens=60).meter
    assert meter.accepted
    assert meter.drafted
    assert meter.accepted <= meter.drafted


def test_it_is_told_which_words_were_drafted(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    accepted: list[int] = []
    verify = Generation.verify

    def noted(
        generation: Generation, drafts: list[int], on_launched: Callable[[Rows], None]
    ) -> list[int]:
        picked = verify(generation, drafts, on_launched)
        accepted.extend(picked[:-1])
        return picked

    monkeypatch.setattr(Generation, "verify", noted)
    session.configure(Configure(Toggles(), SpeculationConfig("ngram", 4)))
    events = list(session.generate(Generate("r", PROMPTS["long"], GREEDY, max_tokens=40)))
    deltas = [event for event in events if isinstance(event, TextDelta)]
    told = "".join(each.text[start:end] for each in deltas for start, end in each.drafted)
    assert told
    assert told.encode() == b"".join(map(session.tokenizer.token_bytes, accepted))
    session.configure(Configure(speculation=SpeculationConfig()))
    plain = session.generate(Generate("r", PROMPTS["long"], GREEDY, max_tokens=10))
    assert not any(event.drafted for event in plain if isinstance(event, TextDelta))


def test_what_lies_in_the_padding_changes_nothing(session: Session) -> None:
    prompt = PROMPTS["code"]
    expected = run(session, prompt, GREEDY, new_tokens=60)
    for layer in session.model.state.layers:
        for tensor in layer.kv.tensors:
            tensor.fill_(torch.nan)
    session.forget()
    assert run(session, prompt, GREEDY, new_tokens=60).ids == expected.ids


def test_a_short_chat_after_a_long_one_equals_the_short_one_alone(
    session: Session, starter_model: Path
) -> None:
    ids = session.tokenizer.encode("A short one.", add_special=False, parse_special=False)
    run(session, PROMPTS["long"], GREEDY, new_tokens=120)
    after_long = session.logits(ids)
    fresh = Session.load(starter_model, EngineConfig(context_len=1024))
    try:
        assert np.array_equal(after_long, fresh.logits(ids))
    finally:
        fresh.close()


def test_toggles_act_from_the_next_token(session: Session) -> None:
    session.configure(Configure(Toggles(), SpeculationConfig()))
    events = session.generate(Generate("r", PROMPTS["chat"], GREEDY, max_tokens=40))
    finished = None
    for number, event in enumerate(events):
        if number == 3:
            session.configure(Configure(toggles=Toggles(graph=False)))
        finished = event
    assert isinstance(finished, Finished)
    assert finished.meter.replays
    assert finished.meter.eager
