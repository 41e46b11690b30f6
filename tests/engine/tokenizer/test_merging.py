"""Merging by score or rank equals the plain rule: best neighbors first, then leftmost."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tokenizer import merging
from engine.tokenizer.merging import create_ranked_encoder, create_sentencepiece_encoder

ALPHABET = "ab\u2581"
pieces = st.text(alphabet=ALPHABET, min_size=2, max_size=5)
vocabularies = st.dictionaries(pieces, st.sampled_from([-1.0, -2.0, -3.0, 0.0]), max_size=12)
texts = st.text(alphabet="ab ", max_size=30)


def merge_plainly(text: str, cost: Callable[[str, str], float | None]) -> list[str]:
    parts = list(text)
    while True:
        costs = [
            (value, index)
            for index in range(len(parts) - 1)
            if (value := cost(parts[index], parts[index + 1])) is not None
        ]
        if not costs:
            return parts
        _, index = min(costs)
        parts[index : index + 2] = [parts[index] + parts[index + 1]]


@given(scores=vocabularies, text=texts)
def test_sentencepiece_merges_the_best_score_first(
    make_metadata, scores: dict[str, float], text: str
) -> None:
    scores = dict.fromkeys(ALPHABET, -9.0) | scores
    encoder = create_sentencepiece_encoder(
        make_metadata(list(scores), scores=tuple(scores.values()))
    )

    def cost(left: str, right: str) -> float | None:
        score = scores.get(left + right)
        return None if score is None else -score

    expected = merge_plainly(text.replace(" ", "\u2581"), cost)
    tokens = list(scores)
    assert [tokens[i] for i in encoder.encode(text)] == expected


@given(data=st.data(), text=texts)
def test_ranked_merges_follow_the_files_order(
    make_metadata, data: st.DataObject, text: str
) -> None:
    known = list(ALPHABET)
    merges: list[tuple[str, str]] = []
    for _ in range(data.draw(st.integers(0, 8))):
        pair = (data.draw(st.sampled_from(known)), data.draw(st.sampled_from(known)))
        if pair not in merges:
            merges.append(pair)
            known.append("".join(pair))
    tokens = list(dict.fromkeys(known))
    encoder = create_ranked_encoder(
        make_metadata(tokens, "gemma4", merges=tuple(map(" ".join, merges)))
    )

    def cost(left: str, right: str) -> float | None:
        return merges.index((left, right)) if (left, right) in merges else None

    expected = merge_plainly(text.replace(" ", "\u2581"), cost)
    assert [tokens[i] for i in encoder.encode(text)] == expected


def test_a_run_of_newlines_is_taken_whole_though_no_merge_leads_to_it(make_metadata) -> None:
    tokens = ["\n", "\n\n", "\n\n\n", "a", "aa"]
    encoder = create_ranked_encoder(make_metadata(tokens, "gemma4", merges=("a a",)))
    assert encoder.encode("aa\n\n\naa\n\na") == [4, 2, 4, 1, 3]
    assert encoder.encode("\n\n\n\n") == [0, 0, 0, 0]


def test_merges_never_cross_a_newline(make_metadata) -> None:
    tokens = ["a", "\n", "a\n"]
    encoder = create_ranked_encoder(make_metadata(tokens, "gemma4", merges=("a \n",)))
    assert encoder.encode("a\n") == [0, 1]


def test_without_bytes_or_unknown_token_a_character_is_left_out(make_metadata) -> None:
    assert create_sentencepiece_encoder(make_metadata(["a"])).encode("ab") == [0]
    assert create_sentencepiece_encoder(make_metadata(["a", "?"], unk_id=1)).encode("ab") == [0, 1]


def test_a_very_long_run_is_encoded_in_parts(
    make_metadata, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merging, "_MAX_RUN_LEN", 10)
    encoder = create_sentencepiece_encoder(make_metadata(["a", "aa"]))
    assert encoder.encode("a" * 25) == [1] * 12 + [0]


def test_a_full_cache_starts_again(make_metadata, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "_MAX_CACHED_LEN", 2)
    encoder = create_sentencepiece_encoder(make_metadata(["a", "b", "c", "aa"]))
    assert encoder.encode("aabcbaac") == [3, 1, 2, 1, 3, 2]
