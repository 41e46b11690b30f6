"""Byte-level words: how each pre-tokenizer cuts, and that long text is cut only where it may be."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.gguf.metadata import TokenizerMetadata
from engine.tokenizer import byte_level
from engine.tokenizer.byte_level import ByteLevelEncoder
from engine.tokenizer.pre_tokenizers import PRE_TOKENIZERS, PreTokenizer

TEXT = (
    "I'm 12345 it's HelloWorld XMLParser fooBAR's  \n\n  x_y\t\tz!!\r\n caf\u00e9 nai\u0308ve "
    "\u4f60\u597d\uff0c\u4e16\u754c\u3002 a\u3002 1\uff0c2  \u0440\u0443\u0441 \u0928\u092e\u0938\u094d\u0924\u0947 "
    "\U0001f44d\U0001f3fd {'k': [1.5, -2]}  # end_\n"
)


@pytest.fixture(scope="module")
def alphabet(make_metadata) -> TokenizerMetadata:
    """All bytes and one merge, so that words can be seen through `words`."""
    return make_metadata(sorted(byte_level._BYTES), "gpt2", merges=("a a",))


def words(text: str, pre_tokenizer: PreTokenizer, alphabet: TokenizerMetadata) -> list[str]:
    encoder = ByteLevelEncoder(alphabet, pre_tokenizer)
    pieces = encoder._words.pre_tokenize_str(text)
    return [encoder.piece_bytes(piece).decode() for piece, _ in pieces]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gpt-2", "It|'s| 12345| fooBar|!?|\n|\n|x"),
        ("smollm", "It|'s| |1|2|3|4|5| fooBar|!?|\n|\n|x"),
        ("llama-bpe", "It|'s| |123|45| fooBar|!?\n\n|x"),
        ("qwen2", "It|'s| |1|2|3|4|5| fooBar|!?\n\n|x"),
        ("gpt-4o", "It's| |123|45| foo|Bar|!?\n\n|x"),
        ("tekken", "It|'s| |1|2|3|4|5| foo|Bar|!?\n\n|x"),
        ("deepseek-v3", "It|'s| |123|45| fooBar|!?\n\n|x"),
        ("afmoe", "It|'s| |12|345| fooBar|!?\n\n|x"),
        ("falcon", "It|'|s| |123|45| fooBar|!?|\n|\n|x"),
        ("laguna", "It|'s| |1|2|3|4|5| fooBar|!?|\n\n|x"),
    ],
)
def test_words_of_the_common_pre_tokenizers(
    name: str, expected: str, alphabet: TokenizerMetadata
) -> None:
    found = words("It's 12345 fooBar!?\n\nx", PRE_TOKENIZERS[name], alphabet)
    assert "|".join(found) == expected


def test_combining_marks_stay_with_their_letters_for_qwen35(alphabet: TokenizerMetadata) -> None:
    text = "e\u0301a"
    assert words(text, PRE_TOKENIZERS["qwen35"], alphabet) == [text]
    assert words(text, PRE_TOKENIZERS["qwen2"], alphabet) == ["e", "\u0301a"]


@pytest.mark.parametrize("name", sorted(PRE_TOKENIZERS))
def test_every_pre_tokenizer_keeps_all_text(name: str, alphabet: TokenizerMetadata) -> None:
    assert "".join(words(TEXT, PRE_TOKENIZERS[name], alphabet)) == TEXT


@pytest.mark.parametrize("name", sorted(PRE_TOKENIZERS))
def test_cutting_long_text_changes_no_word(
    name: str, alphabet: TokenizerMetadata, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(byte_level, "_CHUNK_LEN", 1)
    chunks = list(byte_level._chunks(TEXT))
    assert len(chunks) > 10
    pre_tokenizer = PRE_TOKENIZERS[name]
    apart = [word for chunk in chunks for word in words(chunk, pre_tokenizer, alphabet)]
    assert apart == words(TEXT, pre_tokenizer, alphabet)


def test_text_without_a_place_to_cut_is_cut_all_the_same(
    alphabet: TokenizerMetadata, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(byte_level, "_CHUNK_LEN", 4)
    monkeypatch.setattr(byte_level, "_MAX_CHUNK_LEN", 8)
    assert [len(chunk) for chunk in byte_level._chunks("\u4f60" * 20)] == [8, 8, 4]
    encoder = ByteLevelEncoder(alphabet, PRE_TOKENIZERS["gpt-2"])
    ids = encoder.encode("\u4f60" * 20)
    assert b"".join(encoder.piece_bytes(alphabet.tokens[i]) for i in ids).decode() == "\u4f60" * 20


def drawn_vocabulary(seed: int, make_metadata) -> TokenizerMetadata:
    """Some letters, not all of them tokens, and merges: some twice, some whose result is none."""
    draw = random.Random(seed)
    letters = [*"abcdef", "\u0120"]
    pieces = set(draw.sample(letters, 6))
    merges = []
    for _ in range(40):
        left, right = draw.choice([*letters, *pieces]), draw.choice([*letters, *pieces])
        merges.append(f"{left} {right}")
        if draw.random() < 0.8:
            pieces.add(left + right)
    tokens = sorted(pieces)
    draw.shuffle(tokens)
    return make_metadata(tokens, "gpt2", merges=(*merges, *draw.sample(merges, 5)))


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("ignores_merges", [False, True])
def test_short_text_has_the_ids_that_the_library_gives_it(
    seed: int, ignores_merges: bool, make_metadata, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = drawn_vocabulary(seed, make_metadata)
    pre_tokenizer = PreTokenizer(PRE_TOKENIZERS["gpt-2"].patterns, ignore_merges=ignores_merges)
    draw = random.Random(seed)
    texts = ["".join(draw.choices("aabbccdefx  ", k=draw.randrange(1, 60))) for _ in range(40)]
    own = ByteLevelEncoder(metadata, pre_tokenizer)
    ids = [own.encode(text) for text in texts]
    assert own._library is None
    assert len(set(map(tuple, ids))) > 10
    monkeypatch.setattr(byte_level, "_MOST_MERGED", 0)
    of_library = ByteLevelEncoder(metadata, pre_tokenizer)
    assert ids == [of_library.encode(text) for text in texts]
    assert of_library._library is not None


def test_the_library_takes_over_for_good_when_much_text_has_come(
    make_metadata, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = drawn_vocabulary(0, make_metadata)
    monkeypatch.setattr(byte_level, "_MOST_MERGED", 12)
    encoder = ByteLevelEncoder(metadata, PRE_TOKENIZERS["gpt-2"])
    first = encoder.encode("abcab")
    assert encoder.encode("abcab") == first
    assert encoder._library is None  # a known word costs nothing
    encoder.encode("abcabdefabc")
    assert encoder._library is not None
    assert encoder.encode("abcab") == first


def test_threads_that_need_the_library_at_once_share_it(
    make_metadata, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(byte_level, "_MOST_MERGED", 4)
    metadata = drawn_vocabulary(1, make_metadata)
    encoder = ByteLevelEncoder(metadata, PRE_TOKENIZERS["gpt-2"])
    texts = ["abc", "abcabdefabc"] * 20
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(encoder.encode, texts))
    assert found == [found[0], found[1]] * 20
    assert len(found[1]) > len(found[0]) > 0
