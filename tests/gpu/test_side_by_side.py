"""Several answers at once on a GPU: each as if it were alone."""

import itertools
from pathlib import Path
from random import Random

import pytest

from engine.commands import Configure
from engine.config import SamplingParams, SpeculationConfig, Toggles
from tests.support.cuda_session import cuda_session
from tests.support.schema_cases import SCHEMAS, answers, problem_of
from tests.support.side_by_side import (
    LONG_SYSTEM,
    Asked,
    answer_together,
    check_equal,
    draw,
    ids_command,
    next_turns,
)

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(600)]

NUM_SEQUENCES = 8


@pytest.mark.parametrize("name", ["llama", "gemma3", "qwen35", "lfm2moe", "gpt-oss"])
@pytest.mark.parametrize("speculation", ["none", "ngram"])
def test_each_answer_is_what_it_is_alone(golden_dir: Path, name: str, speculation: str) -> None:
    path = golden_dir / f"tiny-{name}.gguf"
    with cuda_session(path, context_len=1200, num_sequences=NUM_SEQUENCES) as session:
        for seed in range(4):
            session.configure(Configure(speculation=SpeculationConfig(speculation)))
            session.forget()
            system = LONG_SYSTEM[: (70, 300, 700)[seed % 3]]
            asked = draw(Random(seed), NUM_SEQUENCES + 4, alike=0.7, system=system)
            answer_together(session, asked)
            turns = next_turns(Random(seed), asked)
            answer_together(session, turns)
            for each in (*asked, *turns):
                assert each.finished is not None
                meter = each.finished.meter
                assert (meter.recaptures, meter.eager, meter.fallbacks) == (0, 0, 0)
            session.configure(Configure(Toggles(), SpeculationConfig()))
            check_equal(session, [*asked, *turns])


@pytest.mark.parametrize("name", ["llama", "qwen35"])
def test_each_answer_is_what_it_is_alone_with_every_toggle(golden_dir: Path, name: str) -> None:
    path = golden_dir / f"tiny-{name}.gguf"
    with cuda_session(path, context_len=1200, num_sequences=NUM_SEQUENCES) as session:
        for seed, values in enumerate(itertools.product([True, False], repeat=3)):
            kind = "ngram" if seed % 2 else "none"
            session.configure(Configure(Toggles(*values), SpeculationConfig(kind, draft_tokens=3)))
            session.forget()
            asked = draw(Random(seed), NUM_SEQUENCES + 2)
            answer_together(session, asked)
            assert all(
                each.finished and each.finished.meter.fallbacks in (0, None) for each in asked
            )
            session.configure(Configure(Toggles(), SpeculationConfig()))
            check_equal(session, asked)


def test_a_prompt_that_several_begin_with_is_shared(golden_dir: Path) -> None:
    with cuda_session(
        golden_dir / "tinyq-llama-Q4_K.gguf", context_len=1200, num_sequences=NUM_SEQUENCES
    ) as session:
        prompts = [[*LONG_SYSTEM, 200 + i, *range(60, 60 + 9 * i)] for i in range(NUM_SEQUENCES)]
        asked = [Asked(ids_command(prompt, 20, SamplingParams(seed=1))) for prompt in prompts]
        answer_together(session, asked)
        for each in asked[1:]:
            assert each.finished is not None
            assert (each.finished.meter.cached_tokens or 0) >= 512
        (pages,) = session.model.state.shared_pages
        assert len({pages.holder(index, page) for index in range(8) for page in range(2)}) == 1
        check_equal(session, asked)


def test_answers_in_a_form_are_valid_and_what_they_are_alone(starter_model: Path) -> None:
    with cuda_session(starter_model, context_len=2048, num_sequences=NUM_SEQUENCES) as session:
        together = dict(answers(session, range(2 * len(SCHEMAS)), NUM_SEQUENCES))
        alone = dict(answers(session, range(6), 1))
        assert not {n: bad for n, each in together.items() if (bad := problem_of(n, each))}
        assert [together[n].ids for n in alone] == [each.ids for each in alone.values()]
        meters = [each.meter for each in together.values()]
        assert {(m.recaptures, m.eager, m.fallbacks) for m in meters} == {(0, 0, 0)}
