"""Numbers of a file are judged before anything is sized by them: refused in a sentence, quickly, in little memory."""

import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from engine.config import EngineConfig
from engine.errors import EngineError, UnsupportedModelError
from engine.gguf.keyvalues import KeyValues
from engine.gguf.metadata import ModelMetadata
from engine.gguf.tensors import TensorInfo
from engine.gguf.types import GGMLType
from engine.models.registry import SUPPORTED, find_architecture
from engine.session.inspect import inspect_model
from tests.support.tiny_gguf import write_gguf
from tests.support.tiny_llama import FEED_FORWARD, HIDDEN, METADATA, VOCAB, tensors

MIB = 2**20
NUMBERS = (-(2**63), -1, 0, 3, 100_000, 2**31, 2**34, 2**63 - 1, 2**64 - 1)
REALS = (-1.0, 0.0, 1e-300, 1e300, 1.0)
WHOLE_KEYS = (
    *("block_count", "context_length", "embedding_length", "feed_forward_length", "vocab_size"),
    *("attention.head_count", "attention.head_count_kv", "attention.key_length"),
    *("attention.value_length", "attention.key_length_swa", "attention.sliding_window"),
    *("attention.sliding_window_pattern", "attention.shared_kv_layers", "rope.dimension_count"),
    *("rope.dimension_count_swa", "rope.scaling.original_context_length", "expert_count"),
    *("expert_used_count", "expert_feed_forward_length", "leading_dense_block_count"),
    *("embedding_length_per_layer_input", "nextn_predict_layers", "full_attention_interval"),
    *("ssm.group_count", "ssm.time_step_rank", "ssm.state_size", "ssm.conv_kernel"),
    "shortconv.l_cache",
)
REAL_KEYS = (
    *("attention.layer_norm_rms_epsilon", "attention.scale", "attention.temperature_scale"),
    *("final_logit_softcapping", "rope.freq_base", "rope.freq_base_swa", "rope.scaling.factor"),
    *("rope.scaling.attn_factor", "rope.scaling.yarn_beta_fast", "rope.scaling.yarn_beta_slow"),
    *("rope.scaling.yarn_log_multiplier", "embedding_scale", "residual_scale", "logit_scale"),
)
SOUND = {
    "context_length": 512,
    "embedding_length": HIDDEN,
    "block_count": 2,
    "feed_forward_length": FEED_FORWARD,
    "attention.head_count": 4,
    "attention.head_count_kv": 2,
    "attention.layer_norm_rms_epsilon": 1e-5,
    "attention.sliding_window": 64,
    "rope.scaling.type": "yarn",
    "rope.scaling.factor": 4.0,
    "full_attention_interval": 2,
    "ssm.group_count": 2,
    "ssm.time_step_rank": 4,
    "ssm.state_size": 8,
    "ssm.conv_kernel": 4,
    "shortconv.l_cache": 3,
    "expert_used_count": 1,
}


def refusal(architecture: str, changes: dict[str, Any]) -> str:
    """The sentence that refuses a model, nothing where it is taken; other errors escape."""
    try:
        read_config(architecture, changes)
    except EngineError as error:
        return str(error)
    return ""


def read_config(architecture: str, changes: dict[str, Any]) -> None:
    values = {f"{architecture}.{key}": value for key, value in (SOUND | changes).items()}
    rows = {"token_embd.weight": VOCAB, "blk.0.ffn_up.weight": 200, "blk.1.ffn_up.weight": 200}
    table = {
        name: TensorInfo(name, (count, HIDDEN), GGMLType.F32, 0, 0) for name, count in rows.items()
    }
    find_architecture(architecture).read_config(
        ModelMetadata(KeyValues(values | {"general.architecture": architecture}, "m.gguf")), table
    )


@pytest.mark.parametrize("architecture", SUPPORTED)
def test_any_number_is_taken_or_refused_in_a_sentence(architecture: str) -> None:
    tracemalloc.start()
    cases = [{key: number} for key in WHOLE_KEYS for number in (*NUMBERS, (2**31,) * 2)]
    cases += [{key: number} for key in REAL_KEYS for number in REALS]
    refusals = [text for changes in cases if (text := refusal(architecture, changes))]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(refusals) > 50
    assert all(text.endswith(".") and len(text) < 500 for text in refusals)
    assert peak < 8 * MIB


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"block_count": 100_000}, "its block_count is '100000', not between 1 and 512"),
        ({"block_count": 40}, "40 layers and tensors of 2"),
        ({"attention.layer_norm_rms_epsilon": 0.0}, "rms_epsilon is '0.0'"),
        ({"rope.freq_base": 1.0}, "its rope.freq_base is '1.0'"),
        ({"rope.dimension_count": -4}, "its rope.dimension_count is '-4'"),
        ({"feed_forward_length": 2**20}, "its feed_forward_length is '1048576', not between 0"),
        ({"attention.head_count": (4,)}, None),
        ({"attention.head_count": (4, 4, 4)}, None),
        ({"attention.head_count": ()}, "0 values for 2 layers"),
        ({"attention.key_length": 128}, "rows of 512 values are longer than any of its tensors"),
    ],
)
def test_what_is_out_of_range_is_named(changes: dict[str, Any], sentence: str | None) -> None:
    if sentence is None:
        read_config("qwen2", changes)
        return
    with pytest.raises(UnsupportedModelError, match=sentence):
        read_config("qwen2", changes)


@pytest.mark.parametrize(
    ("architecture", "changes", "sentence"),
    [
        ("gemma3", {"attention.sliding_window": -1}, "its attention.sliding_window is '-1'"),
        ("qwen35", {"ssm.conv_kernel": 0}, "its ssm.conv_kernel is '0'"),
        ("qwen35", {"ssm.group_count": 0}, "its ssm.group_count is '0'"),
        ("qwen35", {"ssm.group_count": 3}, "4 value heads and 3 of keys"),
        ("qwen35", {"full_attention_interval": 9}, "none of its layers is attention"),
        ("lfm2", {"shortconv.l_cache": 0}, "its shortconv.l_cache is '0'"),
    ],
)
def test_what_only_some_architectures_have_is_named(
    architecture: str, changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(UnsupportedModelError, match=sentence):
        read_config(architecture, changes)


def test_layers_share_keys_and_values_only_with_others_like_them() -> None:
    with pytest.raises(UnsupportedModelError, match="layer 1 shares keys and values"):
        read_config(
            "gemma4",
            {"attention.shared_kv_layers": 1, "attention.sliding_window": 0}
            | {"attention.head_count_kv": (2, 4)},
        )


def test_the_longest_context_is_inspected_as_quickly_as_a_short_one(tmp_path: Path) -> None:
    tokenizer = {
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.tokens": ["a", "b"],
        "tokenizer.ggml.merges": ["a b"],
    }
    wide = METADATA | tokenizer | {"llama.context_length": 2**30}
    path = write_gguf(tmp_path / "m.gguf", wide, tensors())
    config = EngineConfig(device="cpu")
    inspect_model(path, config)
    tracemalloc.start()
    report = inspect_model(path, config)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert report.context_len == 2**30
    assert report.memory.largest_context_len is not None
    assert 256 <= report.memory.largest_context_len < 2**30
    assert peak < 8 * MIB
