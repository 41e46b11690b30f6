"""Tiny gemma4-assistant drafters of random weights, and their math in float64."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.models.config import AttentionConfig, ModelConfig
from engine.models.model_file import open_model
from tests.support.tiny_gguf import write_gguf

Array = NDArray[np.float64]

HEADS, SIZE, INNER, EPS = 4, 48, 80, 1e-6
SLIDES = (True, True, False)
_PREFIX = "gemma4-assistant"


@dataclass(frozen=True)
class Assistant:
    """`table` is the target's [V, d]; the RoPE bases are by whether a layer slides."""

    target: ModelConfig
    bases: dict[bool, float]
    weights: dict[str, Array]
    table: Array
    window: int

    def write(self, path: Path, **changes: object) -> Path:
        full, slides = (self.read_by(slides).head_dim for slides in (False, True))
        metadata = {
            "general.architecture": _PREFIX,
            f"{_PREFIX}.context_length": 4096,
            f"{_PREFIX}.embedding_length": SIZE,
            f"{_PREFIX}.embedding_length_out": self.target.hidden_size,
            f"{_PREFIX}.block_count": len(SLIDES),
            f"{_PREFIX}.nextn_predict_layers": len(SLIDES),
            f"{_PREFIX}.feed_forward_length": INNER,
            f"{_PREFIX}.attention.head_count": HEADS,
            f"{_PREFIX}.attention.head_count_kv": [
                self.read_by(slides).num_kv_heads for slides in SLIDES
            ],
            f"{_PREFIX}.attention.key_length": full,
            f"{_PREFIX}.attention.value_length": full,
            f"{_PREFIX}.attention.key_length_swa": slides,
            f"{_PREFIX}.attention.value_length_swa": slides,
            f"{_PREFIX}.attention.layer_norm_rms_epsilon": EPS,
            f"{_PREFIX}.attention.sliding_window": self.window,
            f"{_PREFIX}.attention.sliding_window_pattern": list(SLIDES),
            f"{_PREFIX}.attention.shared_kv_layers": len(SLIDES),
            f"{_PREFIX}.rope.dimension_count": full,
            f"{_PREFIX}.rope.dimension_count_swa": slides,
            f"{_PREFIX}.rope.freq_base": self.bases[False],
            f"{_PREFIX}.rope.freq_base_swa": self.bases[True],
            **changes,
        }
        kinds = {"masked_embd_ordering": np.int32}
        tensors = {
            name: value.astype(kinds.get(name, np.float32)) for name, value in self.weights.items()
        }
        return write_gguf(path, metadata, tensors)

    def read_by(self, slides: bool) -> AttentionConfig:
        """The target's layer that layers of a kind read."""
        layers = self.target.attention_layers
        return [layer for layer in layers if (layer.window is not None) == slides][-1]

    def logits(
        self, hidden: Array, token: int, keys_values: dict[bool, tuple[Array, Array]]
    ) -> tuple[Array, Array]:
        """Of a draft after `token`: logits [V], the hidden row of the next one [d].

        `hidden` [d] is the target's row before it, or what the draft before gave; keys and values
        [G, N, D] of all N rows before the token are by whether a layer slides.
        """
        embedded = self.table[token] * np.sqrt(self.target.hidden_size)
        x = self.weights["nextn.pre_projection.weight"] @ np.concatenate([embedded, hidden])
        for layer, slides in enumerate(SLIDES):
            y = rms(x, self._of(layer, "attn_norm"))
            out = self._of(layer, "attn_output") @ self._attend(layer, y, *keys_values[slides])
            x = x + rms(out, self._of(layer, "post_attention_norm"))
            y = rms(x, self._of(layer, "ffn_norm"))
            gate = self._of(layer, "ffn_gate") @ y
            gate = 0.5 * gate * (1 + np.tanh(np.sqrt(2 / np.pi) * (gate + 0.044715 * gate**3)))
            out = self._of(layer, "ffn_down") @ (gate * (self._of(layer, "ffn_up") @ y))
            x = x + rms(out, self._of(layer, "post_ffw_norm"))
            x = x * self._of(layer, "layer_output_scale")
        y = rms(x, self.weights["output_norm.weight"])
        logits = self.weights["token_embd.weight"] @ y
        return logits, self.weights["nextn.post_projection.weight"] @ y

    def _attend(self, layer: int, x: Array, keys: Array, values: Array) -> Array:
        num_kv_heads, position, size = keys.shape
        queries = (self._of(layer, "attn_q") @ x).reshape(HEADS, size)
        queries = rms(queries, self._of(layer, "attn_q_norm"))
        frequencies = self.bases[SLIDES[layer]] ** (-np.arange(0, size, 2) / size)
        if not SLIDES[layer]:
            frequencies = frequencies / self.weights["rope_freqs.weight"]
        half = size // 2
        turned = (queries[:, :half] + 1j * queries[:, half:]) * np.exp(1j * position * frequencies)
        queries = np.concatenate([turned.real, turned.imag], -1)
        first = max(0, position - self.window + 1) if SLIDES[layer] else 0
        out = []
        for head in range(HEADS):
            own = head // (HEADS // num_kv_heads)
            scores = keys[own, first:] @ queries[head]
            weights = np.exp(scores - scores.max())
            out.append(weights / weights.sum() @ values[own, first:])
        return np.concatenate(out)

    def _of(self, layer: int, name: str) -> Array:
        return self.weights[f"blk.{layer}.{name}.weight"]


def make_assistant(target: Path, window: int | None = None) -> Assistant:
    """Random weights for the float32 model at `target`, whose window it has unless one is given."""
    with open_model(target) as file:
        config = file.config
        table = _floats(file.gguf, "token_embd.weight")
        bases = _read_bases(file.metadata)
        factors = _floats(file.gguf, "rope_freqs.weight")
    random = np.random.default_rng(5)

    def matrix(rows: int, cols: int, gain: float = 1.0) -> Array:
        weights = random.normal(0, gain * cols**-0.5, (rows, cols))
        return weights.astype(np.float32).astype(np.float64)

    def norm(size: int, mean: float = 1.0) -> Array:
        return (mean + 0.15 * random.normal(size=size)).astype(np.float32).astype(np.float64)

    windows = [layer.window for layer in config.attention_layers if layer.window is not None]
    assistant = Assistant(config, bases, {}, table, window or windows[0])
    weights = {
        "nextn.pre_projection.weight": matrix(SIZE, 2 * config.hidden_size),
        "nextn.post_projection.weight": matrix(config.hidden_size, SIZE),
        "token_embd.weight": matrix(config.vocab_size, SIZE, 3.0),
        "output_norm.weight": norm(SIZE),
        "rope_freqs.weight": factors,
    }
    for layer, slides in enumerate(SLIDES):
        size = assistant.read_by(slides).head_dim
        own = {
            "attn_norm": norm(SIZE),
            "attn_q": matrix(HEADS * size, SIZE),
            "attn_q_norm": norm(size, 0.4),
            "attn_output": matrix(SIZE, HEADS * size),
            "post_attention_norm": norm(SIZE),
            "ffn_norm": norm(SIZE),
            "ffn_gate": matrix(INNER, SIZE),
            "ffn_up": matrix(INNER, SIZE),
            "ffn_down": matrix(SIZE, INNER),
            "post_ffw_norm": norm(SIZE),
            "layer_output_scale": norm(1),
        }
        weights |= {f"blk.{layer}.{name}.weight": value for name, value in own.items()}
    assistant.weights.update(weights)
    return assistant


def rms(x: Array, weight: Array) -> Array:
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + EPS) * weight


def _floats(file: GGUFFile, name: str) -> Array:
    values = file.tensor_bytes(name).view(np.float32).reshape(file.tensors[name].shape)
    return values.astype(np.float64)


def _read_bases(metadata: ModelMetadata) -> dict[bool, float]:
    keys = {False: "rope.freq_base", True: "rope.freq_base_swa"}
    return {slides: metadata.hparam(key, float, 10000.0) for slides, key in keys.items()}
