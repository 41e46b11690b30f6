"""What made an answer: told in a line, and by name."""

from dataclasses import replace
from datetime import UTC, datetime

import msgspec
import pytest

from app.domain import AnswerStats, Author, Message, MessageStatus, Twin
from app.viewmodels.chat.provenance import footnote, provenance
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles

STATS = AnswerStats(
    new_tokens=200, tok_s=45.2, ttft_ms=31.0, recaptures=0, seed=7, fnv1a64="00ff", prompt_tokens=12
)


def settings(config: EngineConfig) -> str:
    made = {"config": config, "sampling": SamplingParams(temperature=0.5), "thinking": "auto"}
    return msgspec.json.encode(made).decode()


ANSWER = Message(
    id=2,
    conversation_id=1,
    parent_id=1,
    author=Author.ASSISTANT,
    text="text",
    status=MessageStatus.COMPLETE,
    created=datetime(2026, 1, 1, tzinfo=UTC),
    model="SmolLM2",
    settings_json=settings(EngineConfig()),
    stats=STATS,
)


def test_what_is_usual_is_not_said_in_the_line() -> None:
    assert footnote(ANSWER) == "45.2 tok/s · 200 tokens"


def test_what_is_unusual_is() -> None:
    config = EngineConfig(toggles=Toggles(kvpad=False), speculation=SpeculationConfig("ngram"))
    stats = replace(STATS, recaptures=29, drafted=50, accepted=31)
    answer = replace(ANSWER, settings_json=settings(config), stats=stats)
    assert footnote(answer) == (
        "45.2 tok/s · 200 tokens · 29 recaptures · Padded context off · drafts 31 of 50 (62 %)"
        " · 1.2 tokens a step"
    )


def test_what_drafting_gave_is_told() -> None:
    stats = replace(
        STATS, drafted=50, accepted=100, accepted_by_depth="92 75", draft_gain=1.62,
        draft_pause="loss",
    )  # fmt: skip
    answer = replace(ANSWER, stats=stats)
    assert footnote(answer).endswith(" · 2.0 tokens a step · 1.6× as fast by drafting")
    known = dict(provenance(answer))
    assert (known["Accepted by depth"], known["Tokens per step"]) == ("92 · 75 %", "2.0")
    assert known["Gain by drafting"] == "1.6×"
    assert known["Drafting"].startswith("Drafting pauses")


def test_what_another_program_wrote_of_drafts_is_shown_as_far_as_it_can_be() -> None:
    stats = replace(STATS, accepted_by_depth="<b> 12", draft_pause="anything")
    known = dict(provenance(replace(ANSWER, stats=stats)))
    assert known["Accepted by depth"] == "12 %"
    assert "Drafting" not in known


@pytest.mark.parametrize(
    ("twin", "words"),
    [
        (Twin(1, 25.1), "same answer as 1/3, 1.8× faster"),
        (Twin(1, 90.4), "same answer as 1/3, 2.0× slower"),
        (Twin(3, 45.0), "same answer as 3/3"),
        (Twin(1, None), "same answer as 1/3"),
    ],
)
def test_a_version_with_the_same_tokens_is_named(twin: Twin, words: str) -> None:
    answer = replace(ANSWER, twin=twin, version=2, num_versions=3)
    assert footnote(answer).endswith(f" · {words}")
    assert ("Compared with versions", words) in provenance(answer)


def test_everything_by_name() -> None:
    known = dict(provenance(ANSWER))
    assert known["Model"] == "SmolLM2"
    assert (known["Graph replay"], known["Padded context"]) == ("on", "on")
    assert known["Draft tokens from"] == "Nothing"
    assert known["Temperature"] == "0.50"
    assert (known["Seed"], known["Recaptures"]) == ("7", "0")
    assert (known["Speed"], known["First token"]) == ("45.2 tok/s", "31 ms")
    assert known["Fingerprint of the tokens"] == "00ff"
    assert "Drafts accepted" not in known


@pytest.mark.parametrize("settings_json", [None, "", "{", '{"config": 3}'])
def test_an_answer_whose_settings_are_unknown_has_a_line(settings_json: str | None) -> None:
    answer = replace(ANSWER, settings_json=settings_json)
    assert footnote(answer) == "45.2 tok/s · 200 tokens"
    assert "Graph replay" not in dict(provenance(answer))


def test_a_question_and_a_streaming_answer_have_none() -> None:
    for message in (
        replace(ANSWER, author=Author.USER),
        replace(ANSWER, status=MessageStatus.STREAMING),
    ):
        assert (footnote(message), provenance(message)) == ("", ())
