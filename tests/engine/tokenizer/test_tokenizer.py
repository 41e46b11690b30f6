"""Ids and text equal llama.cpp's on the golden strings; special tokens; refusals."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import ModelFileError, UnsupportedModelError
from engine.gguf.metadata import TokenizerMetadata
from engine.tokenizer.tokenizer import Tokenizer, create_tokenizer
from tests.support.decoded import decoded

BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
SPM_TOKENS = ["<unk>", "<s>", "</s>", *BYTES, "\u2581", "a", "b", "\u2581a", "ab", "<user>"]
SPM_TYPES = [2, 3, 3, *[6] * 256, *[1] * 5, 4]
A, B, SPACE_A, USER = (SPM_TOKENS.index(text) for text in ("a", "b", "\u2581a", "<user>"))


@pytest.fixture(scope="module")
def spm(make_metadata) -> Tokenizer:
    """A small SentencePiece vocabulary with the defaults of a file that leaves everything out."""
    return create_tokenizer(make_metadata(SPM_TOKENS, token_types=SPM_TYPES))


@pytest.fixture(scope="module")
def tiny_llama(golden_dir: Path, read_metadata) -> Tokenizer:
    return create_tokenizer(read_metadata(golden_dir / "tiny-llama.gguf"))


@pytest.fixture(scope="module")
def tiny_golden(golden_dir: Path) -> dict[str, Any]:
    return json.loads((golden_dir / "tokenizer-tiny.json").read_text(encoding="utf-8"))


TINY_MODELS = (
    *("gemma3", "gemma4-dense", "glm4", "gpt-oss", "granite", "laguna", "lfm2", "llama"),
    *("mistral3", "olmo2", "qwen2", "qwen35", "smollm3"),
)


def test_every_golden_tokenizer_is_listed(tiny_golden: dict[str, Any]) -> None:
    assert set(tiny_golden["models"]) == {f"tiny-{name}" for name in TINY_MODELS}


@pytest.mark.parametrize("name", TINY_MODELS)
def test_ids_equal_llama_cpp_on_tiny_models(
    name: str, golden_dir: Path, tiny_golden: dict[str, Any], read_metadata
) -> None:
    golden = tiny_golden["models"][f"tiny-{name}"]
    tokenizer = create_tokenizer(read_metadata(golden_dir / f"tiny-{name}.gguf"))
    assert tokenizer.notice is None
    for text, (plain, special), shown in zip(
        tiny_golden["strings"], golden["rows"], golden["detok"], strict=True
    ):
        assert tokenizer.encode(text, add_special=False, parse_special=False) == plain
        assert tokenizer.encode(text, add_special=True, parse_special=True) == special
        assert decoded(tokenizer, plain, skip_special=False).encode() == bytes.fromhex(shown)


def check_against_llama_cpp(metadata: TokenizerMetadata, golden_file: Path) -> None:
    golden = json.loads(golden_file.read_text(encoding="utf-8"))
    tokenizer = create_tokenizer(metadata)
    assert tokenizer.num_tokens == golden["n_vocab"]
    assert (tokenizer.bos_id, tokenizer._special.eos_id) == (golden["bos"], golden["eos"])
    assert tokenizer._special.add_bos == golden["add_bos"]
    assert sorted(tokenizer.eog_ids) == golden["eog"]
    assert len(golden["rows"]) == 70
    for row in golden["rows"]:
        for parse in (0, 1):
            for add in (0, 1):
                ids = tokenizer.encode(
                    row["text"], add_special=bool(add), parse_special=bool(parse)
                )
                assert ids == row[f"parse{parse}_add{add}"], row["text"]
        ids = row["parse1_add0"]
        assert decoded(tokenizer, ids, skip_special=False) == row["detok_special"]
        assert decoded(tokenizer, ids) == row["detok_plain"]


def test_ids_equal_llama_cpp_on_the_starter_model(
    golden_dir: Path, starter_model: Path, read_metadata
) -> None:
    check_against_llama_cpp(read_metadata(starter_model), golden_dir / "tokenizer-smollm2.json")


@pytest.mark.skipif(
    "ENCORE_GEMMA_MODEL" not in os.environ,
    reason="ENCORE_GEMMA_MODEL does not name gemma-3-270m's GGUF",
)
def test_ids_equal_llama_cpp_on_gemma3(golden_dir: Path, read_metadata) -> None:
    metadata = read_metadata(Path(os.environ["ENCORE_GEMMA_MODEL"]))
    check_against_llama_cpp(metadata, golden_dir / "tokenizer-gemma3-270m.json")


def test_sentencepiece_defaults(spm: Tokenizer) -> None:
    assert (spm.bos_id, spm._special.eos_id, spm._special.add_bos) == (1, 2, True)
    assert spm.eog_ids == {2}
    assert spm.encode("a", add_special=True, parse_special=False) == [1, SPACE_A]


def test_a_space_comes_before_text_at_the_start_and_after_special_tokens(spm: Tokenizer) -> None:
    ids = spm.encode("ab<s>ab", add_special=False, parse_special=True)
    assert ids == [SPACE_A, B, 1, SPACE_A, B]
    assert decoded(spm, ids) == "ab ab"


def test_characters_without_a_token_become_their_bytes(spm: Tokenizer) -> None:
    ids = spm.encode("\u00e9", add_special=False, parse_special=False)
    assert [spm.token_bytes(i) for i in ids] == [b" ", b"\xc3", b"\xa9"]
    assert decoded(spm, ids) == "\u00e9"


def test_user_defined_tokens_are_read_always_control_tokens_when_asked(spm: Tokenizer) -> None:
    plain = spm.encode("<user></s>", add_special=False, parse_special=False)
    assert plain[0] == USER
    assert 2 not in plain
    assert spm.encode("<user></s>", add_special=False, parse_special=True) == [USER, 2]
    assert decoded(spm, [USER, 2]) == "<user>"
    assert decoded(spm, [USER, 2], skip_special=False) == "<user></s>"


def test_unpaired_surrogates_are_replaced(spm: Tokenizer) -> None:
    ids = spm.encode("a\ud800b\ud83d\ude00", add_special=False, parse_special=False)
    assert decoded(spm, ids) == "a\ufffdb\U0001f600"


def test_an_id_beyond_the_vocabulary_has_no_text(spm: Tokenizer) -> None:
    assert spm.token_bytes(spm.num_tokens) == b""
    assert spm.token_bytes(-1) == b""
    assert decoded(spm, [A, spm.num_tokens, B]) == "ab"


@given(text=st.text())
def test_sentencepiece_text_comes_back(spm: Tokenizer, text: str) -> None:
    text = text.replace("\u2581", " ")
    assert decoded(spm, spm.encode(text, add_special=True, parse_special=False)) == text


@given(text=st.text())
def test_byte_level_text_comes_back(tiny_llama: Tokenizer, text: str) -> None:
    ids = tiny_llama.encode(text, add_special=True, parse_special=False)
    assert decoded(tiny_llama, ids) == text


def test_harmony_keeps_its_turns_open(make_metadata) -> None:
    tokens = ["<|return|>", "<|call|>", "<|end|>", "<|message|>", "a"]
    tokenizer = create_tokenizer(
        make_metadata(tokens, "gpt2", token_types=[3, 3, 3, 3, 1], merges=("a a",), pre="gpt-4o")
    )
    assert tokenizer.eog_ids == {0, 1}
    assert decoded(tokenizer, range(5)) == "<|end|><|message|>a"


def test_gemma4_always_begins_with_bos(make_metadata) -> None:
    metadata = make_metadata(["<bos>", "a"], "gemma4", bos_id=0, add_bos=False, merges=("a a",))
    tokenizer = create_tokenizer(metadata)
    assert tokenizer.encode("a", add_special=True, parse_special=False) == [0, 1]


def test_a_small_vocabulary_has_no_standard_special_tokens(make_metadata) -> None:
    tokenizer = create_tokenizer(make_metadata(["a"]))
    assert (tokenizer.bos_id, tokenizer.eog_ids) == (None, frozenset())
    assert decoded(tokenizer, tokenizer.encode("a", add_special=True, parse_special=True)) == "a"


@pytest.mark.parametrize("pre", [None, "no-such-name"])
def test_an_unknown_pre_tokenizer_is_replaced_and_said(make_metadata, pre: str | None) -> None:
    tokenizer = create_tokenizer(make_metadata(["a", "aa"], "gpt2", merges=("a a",), pre=pre))
    assert tokenizer.encode("aa", add_special=True, parse_special=True) == [1]
    assert tokenizer.notice is not None
    assert (pre or "names none") in tokenizer.notice


@pytest.mark.parametrize("model", ["t5", "bert", "rwkv", "plamo2", "no_vocab"])
def test_other_kinds_are_refused_by_name(make_metadata, model: str) -> None:
    with pytest.raises(UnsupportedModelError, match=model):
        create_tokenizer(make_metadata(["a"], model))


def test_a_byte_level_vocabulary_without_merges_is_refused(make_metadata) -> None:
    with pytest.raises(ModelFileError):
        create_tokenizer(make_metadata(["a", "b"], "gpt2", pre="gpt-2"))
