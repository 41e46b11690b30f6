"""A stream of ids shows whole characters, and in the end the text that decoding at once gives."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.tokenizer.detokenizer import Detokenizer
from engine.tokenizer.tokenizer import Tokenizer, create_tokenizer

BYTE_TOKENS = [f"<0x{byte:02X}>" for byte in range(256)]
WORDS = ["<s>", "</s>", "\u2581", "\u2581a", "\u4f60", "", "\U0001f600"]
TOKENS = [*BYTE_TOKENS, *WORDS]
TYPES = [*[6] * 256, 3, 3, *[1] * 5]

ids_lists = st.lists(st.integers(min_value=-1, max_value=len(TOKENS)), max_size=40)


@pytest.fixture(scope="module", params=[True, False], ids=["space prefix", "no space prefix"])
def tokenizer(request: pytest.FixtureRequest, make_metadata) -> Tokenizer:
    return create_tokenizer(
        make_metadata(TOKENS, token_types=TYPES, add_space_prefix=request.param, bos_id=256)
    )


def stream(detokenizer: Detokenizer, ids: list[int]) -> list[str]:
    return [*(detokenizer.push(token_id) for token_id in ids), detokenizer.flush()]


@given(ids=ids_lists)
@example(ids=list("\U0001f600 \u4f60".encode()))
@example(ids=[0xE2, 0x82])
@example(ids=[0xF0, 0x9F, 0xE2, 0x28, 0xA1])
def test_streaming_equals_decoding_at_once(tokenizer: Tokenizer, ids: list[int]) -> None:
    shown = (token_id for token_id in ids if not tokenizer.is_hidden(token_id))
    data = b"".join(map(tokenizer.token_bytes, shown))
    whole = data.removeprefix(b" ") if tokenizer.adds_space_prefix else data
    assert "".join(stream(Detokenizer(tokenizer), ids)) == whole.decode("utf-8", "replace")


def test_a_character_is_shown_when_it_is_whole(tokenizer: Tokenizer) -> None:
    detokenizer = Detokenizer(tokenizer)
    assert stream(detokenizer, list("a\u4f60".encode())) == ["a", "", "", "\u4f60", ""]


def test_a_broken_character_does_not_hold_back_what_follows(tokenizer: Tokenizer) -> None:
    assert stream(Detokenizer(tokenizer), [0xE4, 0xBD, ord("x")]) == ["", "", "\ufffdx", ""]
    assert stream(Detokenizer(tokenizer), [0xFF]) == ["\ufffd", ""]
    assert stream(Detokenizer(tokenizer), [0xF0, 0x9F]) == ["", "", "\ufffd"]


def test_only_an_answer_of_its_own_loses_its_leading_space(make_metadata) -> None:
    tokenizer = create_tokenizer(make_metadata(TOKENS, token_types=TYPES))
    ids = [TOKENS.index("<s>"), TOKENS.index("\u2581a"), TOKENS.index("\u2581a")]
    assert "".join(stream(Detokenizer(tokenizer), ids)) == "a a"
    assert "".join(stream(Detokenizer(tokenizer, continues=True), ids)) == " a a"


def test_a_special_token_is_text_for_who_asks_for_it(make_metadata) -> None:
    tokenizer = create_tokenizer(make_metadata(["[THINK]", "a", "<s>"], token_types=[3, 1, 3]))
    assert "".join(stream(Detokenizer(tokenizer), [2, 0, 1])) == "a"
    assert "".join(stream(Detokenizer(tokenizer, shown={0}), [2, 0, 1])) == "[THINK]a"


def test_emoji_from_the_starter_model_is_never_split(starter_model: Path, read_metadata) -> None:
    tokenizer = create_tokenizer(read_metadata(starter_model))
    text = "\U0001f468\u200d\U0001f469\u200d\U0001f467 \u4f60\u597d na\u00efve"
    ids = tokenizer.encode(text, add_special=False, parse_special=False)
    parts = stream(Detokenizer(tokenizer), ids)
    assert "".join(parts) == text
    assert "\ufffd" not in "".join(parts)
