"""Where architectures depart from llama: what their files' keys and the context's length change."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from engine.errors import UnsupportedModelError
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.kernels.reference.weights import DenseWeights
from engine.layers.attention import Attention
from engine.layers.decoder_layer import DecoderLayer
from engine.models.decoder import Decoder
from engine.models.registry import find_architecture
from engine.models.weights import WeightReader
from tests.support.tiny_gguf import write_gguf
from tests.support.tiny_llama import HEAD_DIM, METADATA, tensors

ORIGINAL = 8  # tokens of the original context


def load(folder: Path, name: str, capacity: int, keys: dict[str, Any], **extra: Any) -> Decoder:
    """A tiny llama's weights as architecture `name`, with further keys and tensors."""
    common = {key.removeprefix("llama."): value for key, value in METADATA.items()}
    general = {key: value for key, value in common.items() if key.startswith("general.")}
    own = {key: value for key, value in common.items() if key not in general} | keys
    metadata = general | {"general.architecture": name}
    metadata |= {f"{name}.{key}": value for key, value in own.items()}
    path = write_gguf(folder / f"{name}.gguf", metadata, tensors() | extra)
    with GGUFFile.open(path) as file:
        architecture = find_architecture(name)
        config = architecture.read_config(ModelMetadata(file.metadata), file.tensors)
        model = architecture.load(
            config, WeightReader(file, DenseWeights(), lambda _: None), capacity
        )
    assert isinstance(model, Decoder)
    return model


def sine(model: Decoder) -> Tensor:
    """Of the first pair, by position."""
    return attentions(model)[0].heads.sin[:, 0]


def attentions(model: Decoder) -> list[Attention]:
    mixers = [layer.mixer for layer in model.layers if isinstance(layer, DecoderLayer)]
    return [mixer for mixer in mixers if isinstance(mixer, Attention)]


@pytest.mark.parametrize(("capacity", "divisor"), [(ORIGINAL, 2.0), (ORIGINAL + 1, 5.0)])
def test_phi3_takes_the_factors_for_the_length_of_its_context(
    tmp_path: Path, capacity: int, divisor: float
) -> None:
    keys = {"rope.scaling.original_context_length": ORIGINAL, "rope.scaling.attn_factor": 1.25}
    short, long = (np.full(HEAD_DIM // 2, value, np.float32) for value in (2.0, 5.0))
    factors = {"rope_factors_short.weight": short, "rope_factors_long.weight": long}
    expected = 1.25 * (torch.arange(capacity) / divisor).sin()
    torch.testing.assert_close(sine(load(tmp_path, "phi3", capacity, keys, **factors)), expected)


def test_phi3_without_factors_rotates_as_llama_does(tmp_path: Path) -> None:
    torch.testing.assert_close(sine(load(tmp_path, "phi3", 4, {})), torch.arange(4.0).sin())


def test_mistral3_queries_grow_beyond_the_original_context_alone(tmp_path: Path) -> None:
    keys = {
        "rope.scaling.original_context_length": ORIGINAL,
        "attention.temperature_scale": 0.5,
    }
    within = load(tmp_path, "mistral3", ORIGINAL, keys)
    assert all(layer.query_factors is None for layer in attentions(within))
    for layer in attentions(load(tmp_path, "mistral3", 2 * ORIGINAL + 1, keys)):
        factors = layer.query_factors
        assert factors is not None
        assert (factors[:ORIGINAL] == 1).all()
        grown = [1 + 0.5 * np.log(2), 1 + 0.5 * np.log(3)]
        torch.testing.assert_close(factors[[ORIGINAL, 2 * ORIGINAL]], torch.tensor(grown).float())


def test_mistral3_without_further_keys_is_llama(tmp_path: Path) -> None:
    model = load(tmp_path, "mistral3", 600, {})
    assert all(layer.query_factors is None for layer in attentions(model))
    assert torch.equal(sine(model), sine(load(tmp_path, "llama", 600, {})))


def test_yarn_of_any_architecture_scales_slow_pairs_and_raises_the_magnitude(
    tmp_path: Path,
) -> None:
    yarn = {"rope.scaling.type": "yarn", "rope.scaling.factor": 4.0}
    keys = yarn | {"rope.scaling.original_context_length": 512}
    plain, heads = attentions(load(tmp_path, "qwen3", 9, {}))[0].heads, None
    heads = attentions(load(tmp_path, "qwen3", 9, keys))[0].heads
    magnitude = 0.1 * np.log(4.0) + 1
    torch.testing.assert_close(heads.cos[:, 0], plain.cos[:, 0] * magnitude)  # it turns fast
    torch.testing.assert_close(heads.sin[8, -1], plain.sin[2, -1] * magnitude)  # it turns slowly


@pytest.mark.parametrize("key", ["yarn_beta_fast", "yarn_log_multiplier"])
def test_mistral3_refuses_impossible_yarn_keys(tmp_path: Path, key: str) -> None:
    keys = {"rope.scaling.type": "yarn", "rope.scaling.factor": 4.0, f"rope.scaling.{key}": -1.0}
    with pytest.raises(UnsupportedModelError, match="impossible"):
        load(tmp_path, "mistral3", 9, keys)


def test_granite_without_rotation_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedModelError, match="without rotary embedding"):
        load(tmp_path, "granite", 9, {"rope.scaling.finetuned": False})
