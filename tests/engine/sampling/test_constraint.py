"""Masks allow what the grammar allows, after free text and with marks, and nothing else."""

from pathlib import Path

import numpy as np
import pytest

from engine.errors import RequestError, TooComplexError
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.sampling.constraint import Constraint, FreeText, Grammars
from engine.tokenizer.tokenizer import Tokenizer, create_tokenizer


@pytest.fixture(scope="module")
def tokenizer(starter_model: Path) -> Tokenizer:
    with GGUFFile.open(starter_model) as file:
        return create_tokenizer(ModelMetadata(file.metadata).tokenizer)


@pytest.fixture(scope="module")
def grammars(tokenizer: Tokenizer) -> Grammars:
    return Grammars(tokenizer, tokenizer.num_tokens + 40)


def encode(tokenizer: Tokenizer, text: str) -> list[int]:
    return tokenizer.encode(text, add_special=False, parse_special=True)


def allowed(constraint: Constraint) -> set[int]:
    bits = np.unpackbits(constraint.mask().view(np.uint8), bitorder="little")
    return set(np.flatnonzero(bits).tolist())


def test_a_word_of_the_grammar_and_then_the_end(grammars: Grammars, tokenizer: Tokenizer) -> None:
    constraint = grammars.constrain('start: "Yes" | "No"')
    words = {tokenizer.token_bytes(i) for i in allowed(constraint)}
    assert words == {b"Y", b"Ye", b"Yes", b"N", b"No"} & words
    assert b"Yes" in words
    for token_id in encode(tokenizer, "Yes"):
        constraint.take(token_id)
    assert allowed(constraint) == tokenizer.eog_ids


def test_any_text_may_be_any_token_of_text(grammars: Grammars, tokenizer: Tokenizer) -> None:
    ids = allowed(grammars.constrain("start: /(?s:.*)/"))
    hidden = {i for i in range(tokenizer.num_tokens) if tokenizer.is_hidden(i)}
    assert ids & hidden == tokenizer.eog_ids
    for text in ("Hello, world", "\n\n", "<tool_call>"):
        assert ids.issuperset(encode(tokenizer, text))


def test_text_before_the_grammar_is_free(grammars: Grammars, tokenizer: Tokenizer) -> None:
    constraint = grammars.constrain('start: /[ \\n]*/ "No"', FreeText("</think>", has_begun=True))
    for token_id in encode(tokenizer, "Hm. No?</think>"):
        assert token_id in allowed(constraint)
        constraint.take(token_id)
    assert not allowed(constraint).intersection(encode(tokenizer, "Hm"))
    assert allowed(constraint).issuperset(encode(tokenizer, "No"))


def test_reasoning_may_begin_in_place_of_the_answer(
    grammars: Grammars, tokenizer: Tokenizer
) -> None:
    (mark,) = encode(tokenizer, "<repo_name>") or [0]
    free = FreeText("[.]", opening_id=mark)
    thinking, direct = (grammars.constrain('start: "No"', free) for _ in range(2))
    assert mark in allowed(thinking)
    thinking.take(mark)
    assert len(allowed(thinking)) > tokenizer.num_tokens - 1
    for token_id in encode(tokenizer, "Yes."):
        thinking.take(token_id)
    for constraint in (thinking, direct):
        for token_id in encode(tokenizer, "No"):
            constraint.take(token_id)
        assert allowed(constraint) == tokenizer.eog_ids


def test_marks_that_a_grammar_names_are_its_text(grammars: Grammars, tokenizer: Tokenizer) -> None:
    (mark,) = encode(tokenizer, "<repo_name>")
    assert tokenizer.is_hidden(mark)
    grammar = 'start: "<repo_name>x"'
    assert mark not in allowed(grammars.constrain(grammar))
    constraint = grammars.constrain(grammar, mark_ids=frozenset({mark}))
    assert mark in allowed(constraint)
    constraint.take(mark)
    assert allowed(constraint) == set(encode(tokenizer, "x"))


def test_a_token_that_was_not_allowed_ends_the_answer(
    grammars: Grammars, tokenizer: Tokenizer
) -> None:
    constraint = grammars.constrain('start: "No"')
    constraint.take(encode(tokenizer, "Yes")[0])
    with pytest.raises(TooComplexError):
        constraint.mask()


def test_a_token_that_is_put_back_comes_once_more(grammars: Grammars, tokenizer: Tokenizer) -> None:
    free = FreeText("</think>", has_begun=True)
    constraint, other = (grammars.constrain('start: /[ \\n]*/ "No"', free) for _ in range(2))
    for token_id in encode(tokenizer, "Hm.</think>No"):
        other.take(token_id)
        constraint.take(token_id)
        constraint.put_back(token_id)
        assert allowed(constraint) == {token_id}
        constraint.take(token_id)
        assert allowed(constraint) == allowed(other)


def test_a_grammar_that_is_none_is_refused(grammars: Grammars) -> None:
    with pytest.raises(RequestError, match="cannot be given the form"):
        grammars.constrain("start: nothing")
