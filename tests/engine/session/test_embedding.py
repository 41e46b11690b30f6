"""Embeddings are those of the float64 reference, alone and beside answers, without a recapture."""

import os
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import SystemRandom

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.commands import Embed, Generate, IdsPrompt, Prompt, TextPrompt
from engine.config import EngineConfig, SamplingParams
from engine.errors import RequestError
from engine.events import Embedded, Event, Finished
from engine.models.pooling import Pooling
from engine.session.session import Session
from tests.differential.files import Case, draw_case, write_case
from tests.differential.judge import ROUNDING, draw_prompt, error_bound
from tests.differential.reference import Reference
from tests.differential.shapes import DRAWS, Scale
from tests.support import golden_tools
from tests.support.embedding_models import exact_embedding, name_pooling

_LONGEST = 300  # tokens: more chunks show nothing else


@pytest.fixture(autouse=True)
def _has_reference() -> None:
    if not golden_tools.are_there():
        reason = f"No float64 reference in {golden_tools.folder()}; set ENCORE_GOLDEN."
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


def steady_case(architecture: str, first: int) -> Case:
    """The first drawn file from `first` on whose rounding cannot turn a choice of experts."""
    cases = (draw_case(architecture, seed, Scale.SLIM) for seed in count(first))
    short = (case for case in cases if case.prompt_len <= _LONGEST)
    return next(case for case in short if case.is_float or not case.chooses)


def embed(session: Session, *prompts: Prompt, dimensions: int | None = None) -> Embedded:
    *_, last = session.embed(Embed("e", prompts, dimensions))
    (embedded,) = last
    assert isinstance(embedded, Embedded)
    return embedded


def vectors(embedded: Embedded) -> list[NDArray[np.float32]]:
    return [np.frombuffer(each, "<f4") for each in embedded.embeddings]


@pytest.mark.parametrize("pooling", Pooling)
def test_a_drawn_file_gives_the_embeddings_of_the_reference(
    pooling: Pooling, tmp_path: Path
) -> None:
    architecture = SystemRandom().choice(list(DRAWS))
    case = steady_case(architecture, SystemRandom().randrange(1 << 31))
    path, ids = tmp_path / "case.gguf", draw_prompt(case)
    write_case(case, path)
    name_pooling(path, pooling.value)
    session = Session.load(path, EngineConfig("cpu", context_len=case.context_len, kv_type="f32"))
    try:
        short = ids[: len(ids) // 2 + 1]
        found = vectors(embed(session, IdsPrompt(tuple(ids)), IdsPrompt(tuple(short))))
        counters = session.model.sequences[0].counters
        assert (counters.recaptures, counters.eager) == (0, 0)
    finally:
        session.close()
    arithmetic = "float" if case.is_float else "cpu"
    for given, vector in zip((ids, short), found, strict=True):
        exact, rounded = (
            exact_embedding(
                Reference(path, case.context_len, rounding, floats=case.is_float), given, pooling
            )
            for rounding in (None, ROUNDING[arithmetic])
        )
        noise, error = (
            float(np.abs(each - exact).max() / exact.std()) for each in (rounded, vector)
        )
        assert error <= error_bound(arithmetic, noise), f"{case}, {pooling}"
        assert float(np.linalg.norm(vector)) == pytest.approx(1, abs=1e-6)


@pytest.fixture
def embedder(golden_dir: Path, tmp_path: Path) -> Iterator[Session]:
    """A model that pools by the mean, with two sequences."""
    path = tmp_path / "embedder.gguf"
    shutil.copy(golden_dir / "tiny-qwen3.gguf", path)
    name_pooling(path, Pooling.MEAN.value)
    session = Session.load(path, EngineConfig("cpu", context_len=512, num_sequences=2))
    yield session
    session.close()


def long_ids(first: int) -> IdsPrompt:
    """A prompt of several chunks."""
    return IdsPrompt(tuple((first + 7 * n) % 100 for n in range(100)))


def test_texts_beside_answers_are_as_they_are_alone(embedder: Session) -> None:
    question = Generate("g", long_ids(3), SamplingParams(seed=5), max_tokens=20, ignore_end=True)
    prompts = long_ids(1), TextPrompt("Hello"), long_ids(2)
    alone = embed(embedder, *prompts)
    *_, answer = embedder.generate(question)
    embedder.forget()
    steps = [embedder.steps(question), embedder.embed(Embed("e", prompts))]
    events: list[Event] = []
    while steps:
        for each in list(steps):
            told = next(each, None)
            events += told or []
            if told is None:
                steps.remove(each)
    (beside,) = [event for event in events if isinstance(event, Embedded)]
    (finished,) = [event for event in events if isinstance(event, Finished)]
    assert beside == alone
    assert isinstance(answer, Finished)
    assert finished.ids == answer.ids


def test_answers_go_on_while_a_long_text_is_prepared(embedder: Session) -> None:
    question = Generate("g", long_ids(3), SamplingParams(seed=5), max_tokens=20, ignore_end=True)
    *_, alone = embedder.generate(question)
    embedder.forget()
    beside, events = embedder.steps(question), list[Event]()
    long = embedder.embed(Embed("e", (TextPrompt("Tell me more. " * 7_000),)))
    assert next(long) == []

    def wait_for_long() -> None:
        while True:
            assert next(long) == []
            events.extend(next(beside, []))

    with pytest.raises(RequestError, match="tokens long"):
        wait_for_long()
    events += [event for step in beside for event in step]
    (finished,) = [event for event in events if isinstance(event, Finished)]
    assert isinstance(alone, Finished)
    assert finished.ids == alone.ids


@pytest.mark.parametrize("num_texts", [1, 2])
def test_cancelled_while_a_text_is_prepared(embedder: Session, num_texts: int) -> None:
    cancelled: list[bool] = []
    texts = (TextPrompt("Tell me more. " * 7_000),) * num_texts
    steps = embedder.embed(Embed("e", texts), lambda: bool(cancelled))
    assert next(steps) == []
    cancelled.append(True)
    ((finished,),) = [events for events in steps if events]
    assert isinstance(finished, Finished)
    assert finished.reason == "cancelled"
    assert len(embed(embedder, long_ids(1)).embeddings) == 1


def test_the_first_dimensions_have_the_length_one_too(embedder: Session) -> None:
    whole, cut = (vectors(embed(embedder, long_ids(1), dimensions=n))[0] for n in (None, 10))
    assert np.allclose(cut, whole[:10] / np.linalg.norm(whole[:10]), atol=1e-7)


def test_tokens_are_counted_over_all_texts(embedder: Session) -> None:
    assert embed(embedder, long_ids(1), IdsPrompt((1, 2))).num_tokens == 102


def test_a_cancelled_request_ends_between_two_chunks_and_frees_its_place(embedder: Session) -> None:
    for _ in range(5):
        cancelled: list[bool] = []
        steps = embedder.embed(Embed("e", (long_ids(1),)), lambda: bool(cancelled))  # noqa: B023
        assert next(steps) == []
        cancelled.append(True)
        ((finished,),) = list(steps)
        assert isinstance(finished, Finished)
        assert finished.reason == "cancelled"


def test_a_place_is_free_as_soon_as_the_embeddings_are_told(embedder: Session) -> None:
    begun = []
    for _ in range(3):
        begun.append(embedder.embed(Embed("e", (long_ids(1),))))
        while not next(begun[-1]):
            pass


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (Embed("e", (long_ids(1),), 10**6), "have 64 dimensions; ask for at most as many"),
        (Embed("e", (TextPrompt(""),)), "The prompt is empty"),
        (Embed("e", (IdsPrompt((10**6,)),)), "not in the model's vocabulary"),
        (Embed("e", (IdsPrompt((1,) * 999),)), "the context holds 512"),
    ],
)
def test_what_cannot_be_embedded_is_said(embedder: Session, command: Embed, sentence: str) -> None:
    for _ in range(3):
        with pytest.raises(RequestError, match=sentence):
            list(embedder.embed(command))


@pytest.mark.parametrize("number", [None, 0, 4, 99])
def test_a_model_that_names_no_pooling_makes_none(
    golden_dir: Path, tmp_path: Path, number: int | None
) -> None:
    path = tmp_path / "chat.gguf"
    shutil.copy(golden_dir / "tiny-llama.gguf", path)
    if number is not None:
        name_pooling(path, number)
    session = Session.load(path, EngineConfig("cpu", context_len=64))
    with pytest.raises(RequestError, match="makes no embeddings"):
        list(session.embed(Embed("e", (TextPrompt("Hello"),))))
    session.close()
