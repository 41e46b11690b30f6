"""Schemas that mean harm are refused in a sentence, or compiled in a time that is bounded."""

import json
import random
import time
from pathlib import Path

import pytest

from engine.errors import RequestError
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.sampling.constraint import Grammars
from engine.tokenizer.answer_grammar import answer_grammar
from engine.tokenizer.tokenizer import Tokenizer, create_tokenizer
from tests.hostile.server.schemas import hostile_schema

NUM_STEPS = 8
MOST_SECONDS = 10.0  # of the processor, for one schema; none of those seen took 3


@pytest.fixture(scope="module")
def tokenizer(starter_model: Path) -> Tokenizer:
    with GGUFFile.open(starter_model, with_data=False) as file:
        return create_tokenizer(ModelMetadata(file.metadata).tokenizer)


@pytest.mark.parametrize("first", [0, None])
def test_schemas_are_followed_or_refused(tokenizer: Tokenizer, first: int | None) -> None:
    grammars = Grammars(tokenizer, tokenizer.num_tokens)
    begin = random.SystemRandom().randrange(1 << 31) if first is None else first
    for seed in range(begin, begin + 40):
        draw = random.Random(seed)
        text = json.dumps(hostile_schema(draw))
        began = time.process_time()
        try:
            constraint = grammars.constrain(answer_grammar(text, (), None, one_call=False))
            for _ in range(NUM_STEPS):
                words = constraint.mask().view("uint32")
                allowed = [n for n in range(32 * len(words)) if words[n // 32] >> n % 32 & 1]
                assert allowed, f"seed {seed}: nothing may come next"
                picked = draw.choice(allowed)
                if picked in tokenizer.eog_ids:
                    break
                constraint.take(picked)
        except RequestError:
            pass
        assert time.process_time() - began < MOST_SECONDS, f"seed {seed}"
