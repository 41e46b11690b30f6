"""Typed metadata: kinds are checked, tokenizer keys agree with each other."""

import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from engine.errors import EngineError, ModelFileError, UnsupportedModelError
from engine.gguf.file import GGUFFile
from engine.gguf.keyvalues import KeyValues
from engine.gguf.metadata import ModelMetadata
from tests.support.gguf_bytes import (
    ARCHITECTURE,
    ARRAY,
    BOOL,
    TEXT,
    array,
    gguf_bytes,
    key_value,
    text,
)
from tests.support.tiny_gguf import write_gguf

TOKENIZER = {
    "general.architecture": "llama",
    "tokenizer.ggml.model": "gpt2",
    "tokenizer.ggml.tokens": ("a", "b", "ab"),
    "tokenizer.ggml.merges": ("a b",),
}


def metadata_of(values: dict[str, Any]) -> ModelMetadata:
    return ModelMetadata(KeyValues(values, "Some-1B.Q8_0.gguf"))


def _hparams(**values: Any) -> ModelMetadata:
    return metadata_of(
        {"general.architecture": "qwen2"} | {f"qwen2.{key}": each for key, each in values.items()}
    )


def test_hparams_have_the_architecture_as_prefix() -> None:
    metadata = _hparams(whole=3, part=0.5, flag=False, text="t")
    assert metadata.hparam("whole", int) == 3
    assert metadata.hparam("part", float) == 0.5
    assert metadata.hparam("flag", bool) is False
    assert metadata.hparam("text", str) == "t"


def test_a_list_of_each_kind_is_read() -> None:
    metadata = _hparams(whole=(3, 4), part=(0.5, 1), flag=(True, False), text=("t",), none=())
    assert metadata.hparam_each("whole", int) == (3, 4)
    assert metadata.hparam_each("part", float) == (0.5, 1.0)
    assert metadata.hparam_each("flag", bool) == (True, False)
    assert metadata.hparam_each("text", str) == ("t",)
    assert metadata.hparam_each("none", int) == ()


def test_a_whole_number_serves_as_a_float() -> None:
    value = _hparams(base=10000).hparam("base", float)
    assert (value, type(value)) == (10000.0, float)


def test_an_absent_hparam_takes_the_default() -> None:
    assert _hparams().hparam("x", int, 7) == 7
    assert _hparams().hparam_each("x", int, (1,)) == (1,)


def test_a_missing_required_hparam_is_named() -> None:
    with pytest.raises(ModelFileError, match=r"it has no 'qwen2\.block_count'"):
        _hparams().hparam("block_count", int)


@pytest.mark.parametrize(
    ("value", "kind", "sentence"),
    [
        ("3", int, "'qwen2.x' is not a whole number"),
        (True, int, "is not a whole number"),
        (3.0, int, "is not a whole number"),
        ((3,), int, "is not a whole number"),
        ("0.5", float, "is not a number"),
        (True, float, "is not a number"),
        (float("nan"), float, "is not a finite number"),
        (float("inf"), float, "is not a finite number"),
        (1, bool, "is not true or false"),
        (1, str, "is not a text"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(value: Any, kind: type, sentence: str) -> None:
    with pytest.raises(ModelFileError, match=sentence):
        _hparams(x=value).hparam("x", kind)


@pytest.mark.parametrize(
    ("value", "kind", "sentence"),
    [
        ((1, 2.5), int, r"'qwen2.x\[1\]' is not a whole number"),
        ((True,), int, "is not a whole number"),
        ((1,), str, "is not a text"),
        ("abc", int, "is not a whole number"),
    ],
)
def test_a_list_of_the_wrong_kind_is_refused(value: Any, kind: type, sentence: str) -> None:
    with pytest.raises(ModelFileError, match=sentence):
        _hparams(x=value).hparam_each("x", kind)


def test_general_keys_are_read() -> None:
    metadata = metadata_of(
        {
            "general.architecture": "llama",
            "general.name": " A\nmodel ",
            "general.license": "apache-2.0",
            "general.file_type": 15,
            "llama.context_length": 8192,
        }
    )
    assert metadata.name == "A model"
    assert metadata.license == "apache-2.0"
    assert metadata.quantization == "Q4_K_M"
    assert metadata.context_length == 8192


def test_a_name_or_license_is_one_short_line_that_can_be_printed() -> None:
    metadata = metadata_of(
        {"general.name": "\x1b[2Jbad\n\u202ename", "general.license": "word " * 10_000_000}
    )
    assert metadata.name == "[2Jbad name"
    assert metadata.license is not None
    assert len(metadata.license) < 250


def test_an_architecture_of_many_characters_is_refused() -> None:
    with pytest.raises(ModelFileError, match="is none"):
        _ = metadata_of({"general.architecture": "x" * 1000}).architecture


@pytest.mark.parametrize("length", [0, -1, 2**31])
def test_a_context_that_no_model_has_is_refused(length: int) -> None:
    with pytest.raises(ModelFileError, match=f"context_length is {length}, not 1 to"):
        _ = _hparams(context_length=length).context_length


@pytest.mark.parametrize(
    ("key", "items", "sentence"),
    [
        ("tokens", [b"a"] * (2**19 + 1), "it has 524289 tokens of 524289 bytes"),
        ("tokens", [b"ab" * 2**20] * 5, "it has 5 tokens of 10485760 bytes"),
        ("merges", [b""] * (2**20), "it has 1048576 merges of 0 bytes"),
    ],
    ids=["many tokens", "long tokens", "many merges"],
)
def test_a_vocabulary_beyond_any_models_is_refused_before_it_is_decoded(
    tmp_path: Path, key: str, items: list[bytes], sentence: str
) -> None:
    rows = [
        ARCHITECTURE,
        key_value("tokenizer.ggml.model", TEXT, text("gpt2")),
        key_value(
            f"tokenizer.ggml.{key}", ARRAY, array(TEXT, len(items), b"".join(map(text, items)))
        ),
    ]
    path = tmp_path / "m.gguf"
    path.write_bytes(gguf_bytes(rows))
    with GGUFFile.open(path) as file:
        tracemalloc.start()
        with pytest.raises(ModelFileError, match=sentence):
            _ = ModelMetadata(file.metadata).tokenizer
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 2**20


def test_a_list_longer_than_any_is_refused(tmp_path: Path) -> None:
    count = 2**21 + 1
    path = tmp_path / "m.gguf"
    path.write_bytes(gguf_bytes([key_value("k", ARRAY, array(BOOL, count, bytes(count)))]))
    with pytest.raises(ModelFileError, match="claims 2097153 entries"):
        GGUFFile.open(path)


def test_a_token_longer_than_any_is_refused() -> None:
    with pytest.raises(ModelFileError, match="a token has 600 characters: 'zzz"):
        _ = metadata_of(TOKENIZER | {"tokenizer.ggml.tokens": ("a", "z" * 600, "b")}).tokenizer


def test_absent_general_keys_are_none() -> None:
    metadata = metadata_of({"general.architecture": "llama"})
    assert metadata.license is None
    assert metadata.quantization is None
    assert metadata.context_length is None
    assert metadata.name == "Some-1B.Q8_0"


def test_without_a_name_the_file_names_the_model(tmp_path: Path) -> None:
    with GGUFFile.open(write_gguf(tmp_path / "Some-1B.Q8_0.gguf", {}, {})) as file:
        assert ModelMetadata(file.metadata).name == "Some-1B.Q8_0"


def test_messages_name_the_file(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "m.gguf", {"llama.block_count": "two"}, {})
    with (
        GGUFFile.open(path) as file,
        pytest.raises(ModelFileError, match=r"m\.gguf is damaged or incomplete: .*block_count"),
    ):
        ModelMetadata(file.metadata).hparam("block_count", int)


def test_a_file_without_architecture_is_refused() -> None:
    with pytest.raises(ModelFileError, match=r"it has no 'general\.architecture'"):
        _ = metadata_of({}).architecture


def test_a_full_tokenizer_is_read() -> None:
    full = {
        **TOKENIZER,
        "tokenizer.ggml.pre": "smollm",
        "tokenizer.ggml.token_type": (1, 3, 1),
        "tokenizer.ggml.scores": (0.0, -1.0, -2.0),
        "tokenizer.ggml.bos_token_id": 0,
        "tokenizer.ggml.eos_token_id": 1,
        "tokenizer.ggml.unknown_token_id": 2,
        "tokenizer.ggml.padding_token_id": 1,
        "tokenizer.ggml.eot_token_id": 2,
        "tokenizer.ggml.eom_token_id": 0,
        "tokenizer.ggml.add_bos_token": True,
        "tokenizer.ggml.add_eos_token": False,
        "tokenizer.ggml.add_space_prefix": False,
        "tokenizer.chat_template": "{{ messages }}",
        "tokenizer.chat_template.tool_use": "{{ tools }}",
    }
    tokenizer = metadata_of(full).tokenizer
    assert (tokenizer.model, tokenizer.pre) == ("gpt2", "smollm")
    assert tokenizer.tokens == ("a", "b", "ab")
    assert tokenizer.token_types == (1, 3, 1)
    assert tokenizer.scores == (0.0, -1.0, -2.0)
    assert tokenizer.merges == ("a b",)
    ids = (tokenizer.bos_id, tokenizer.eos_id, tokenizer.unk_id, tokenizer.pad_id)
    assert ids == (0, 1, 2, 1)
    assert (tokenizer.eot_id, tokenizer.eom_id) == (2, 0)
    assert (tokenizer.add_bos, tokenizer.add_eos) == (True, False)
    assert tokenizer.add_space_prefix is False
    assert tokenizer.chat_template == "{{ messages }}"
    assert tokenizer.chat_templates == {"tool_use": "{{ tools }}"}


def test_absent_tokenizer_keys_are_none_and_all_tokens_normal() -> None:
    tokenizer = metadata_of(TOKENIZER).tokenizer
    assert tokenizer.token_types == (1, 1, 1)
    absent = (tokenizer.pre, tokenizer.scores, tokenizer.bos_id, tokenizer.add_bos)
    assert absent == (None, None, None, None)
    assert (tokenizer.chat_template, tokenizer.chat_templates) == (None, {})


@pytest.mark.parametrize("none", [-1, 2**32 - 1])
def test_the_number_for_no_token_is_none(none: int) -> None:
    tokenizer = metadata_of({**TOKENIZER, "tokenizer.ggml.padding_token_id": none}).tokenizer
    assert tokenizer.pad_id is None


def test_a_file_without_tokenizer_is_refused() -> None:
    with pytest.raises(UnsupportedModelError, match="has no tokenizer"):
        _ = metadata_of({"general.architecture": "llama"}).tokenizer


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("tokens", (), "its vocabulary is empty"),
        ("tokens", (1, 2, 3), "is not a text"),
        ("tokens", "abc", "is not a list"),
        ("token_type", (1, 1), "token_type has 2 values for 3 tokens"),
        ("token_type", (), "token_type has 0 values for 3 tokens"),
        ("token_type", (1, 1, 1.0), "is not a whole number"),
        ("scores", (0.0,), "scores has 1 values for 3 tokens"),
        ("merges", (1,), "is not a text"),
        ("bos_token_id", 3, "bos_token_id is 3, but there are 3 tokens"),
        ("eos_token_id", -2, "eos_token_id is -2"),
        ("eos_token_id", "b", "is not a whole number"),
        ("add_bos_token", 1, "is not true or false"),
        ("model", 1, "is not a text"),
    ],
)
def test_tokenizer_keys_that_disagree_are_refused(key: str, value: Any, sentence: str) -> None:
    metadata = metadata_of({**TOKENIZER, f"tokenizer.ggml.{key}": value})
    with pytest.raises(EngineError, match=sentence):
        _ = metadata.tokenizer


def test_a_vocabulary_that_is_absent_is_refused() -> None:
    values = {key: value for key, value in TOKENIZER.items() if not key.endswith("tokens")}
    with pytest.raises(ModelFileError, match="its vocabulary is empty"):
        _ = metadata_of(values).tokenizer


def test_the_starter_model_has_its_whole_tokenizer(starter_model: Path) -> None:
    with GGUFFile.open(starter_model) as file:
        metadata = ModelMetadata(file.metadata)
    tokenizer = metadata.tokenizer
    assert (metadata.architecture, metadata.hparam("block_count", int)) == ("llama", 30)
    assert (len(tokenizer.tokens), len(tokenizer.merges or ())) == (49152, 48900)
    assert tokenizer.tokens[tokenizer.eos_id or 0] == "<|im_end|>"
    assert tokenizer.chat_template is not None
