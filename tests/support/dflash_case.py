"""Tiny DFlash drafters of random weights, with what some files have, and their math in float64."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.gguf.file import GGUFFile
from tests.support.tiny_gguf import write_gguf

Array = NDArray[np.float64]

HEADS, KV_HEADS, HEAD_DIM, INNER, EPS, BASE = 4, 2, 16, 40, 1e-6, 10000.0
NUM_LAYERS, BLOCK_SIZE, MASK = 2, 6, 7
TARGET_LAYERS = (1, 2)


@dataclass(frozen=True)
class Kind:
    """What a file has beside the usual; `windows` by layer, 0 for none.

    A Markov head has vectors of `markov_rank`; the last token's row drafts if it is `from_anchor`.
    """

    windows: tuple[int, ...] = (0, 0)
    is_causal: bool = False
    has_values: bool = True
    has_sinks: bool = False
    has_post_norms: bool = False
    has_own_tokens: bool = False
    activation: str = "silu"
    embedding_scale: float = 1.0
    markov_rank: int = 0
    from_anchor: bool = True
    has_confidence: bool = False


@dataclass(frozen=True)
class Drafter:
    """`table` and `output` are the target's [V, d], unless the weights have their own."""

    kind: Kind
    weights: dict[str, Array]
    table: Array
    output: Array

    def write(self, path: Path, **changes: object) -> Path:
        size = self.weights["output_norm.weight"].shape[0]
        metadata = {
            "general.architecture": "dflash",
            "dflash.context_length": 4096,
            "dflash.embedding_length": size,
            "dflash.block_count": NUM_LAYERS,
            "dflash.feed_forward_length": INNER,
            "dflash.attention.head_count": HEADS,
            "dflash.attention.head_count_kv": KV_HEADS,
            "dflash.attention.key_length": HEAD_DIM,
            "dflash.attention.value_length": HEAD_DIM,
            "dflash.attention.layer_norm_rms_epsilon": EPS,
            "dflash.attention.causal": self.kind.is_causal,
            "dflash.rope.freq_base": BASE,
            "dflash.block_size": BLOCK_SIZE,
            "dflash.target_layers": list(TARGET_LAYERS),
            "dflash.hidden_activation": self.kind.activation,
            "dflash.embedding_scale": self.kind.embedding_scale,
            "tokenizer.ggml.mask_token_id": MASK,
        }
        if self.kind.markov_rank:
            metadata["dflash.sample_from_anchor"] = self.kind.from_anchor
        if any(self.kind.windows):
            metadata["dflash.attention.sliding_window"] = max(self.kind.windows)
            slides = [window > 0 for window in self.kind.windows]
            metadata["dflash.attention.sliding_window_pattern"] = slides
        kinds = {"d2t": np.int64}
        tensors = {
            name: value.astype(kinds.get(name, np.float32)) for name, value in self.weights.items()
        }
        return write_gguf(path, metadata | changes, tensors)

    @property
    def first_row(self) -> int:
        """The first row of a block that drafts."""
        return 0 if self.kind.markov_rank and self.kind.from_anchor else 1

    def logits(self, features: Array, token: int) -> Array:
        """Logits [B, V] of a block that begins with `token` after rows `features` [N, n * d]."""
        logits = self._normed_rows(features, token) @ self.output.T
        for row, before in enumerate(self._before(logits, token), self.first_row):
            bias = self.weights["markov_w2.weight"] @ self.weights["markov_w1.weight"][before]
            logits[row] += bias
        if not self.kind.has_own_tokens:
            return logits
        spread = np.full((BLOCK_SIZE, len(self.table)), -np.inf)
        spread[:, self.weights["d2t"].astype(int)] = logits
        return spread

    def confidences(self, features: Array, token: int) -> Array:
        """How likely the draft of each row is right [B], 0 for a row that drafts none."""
        rows, out = self._normed_rows(features, token), np.zeros(BLOCK_SIZE)
        logits = rows @ self.output.T
        for row, before in enumerate(self._before(logits, token), self.first_row):
            vector = self.weights["markov_w1.weight"][before]
            known = np.concatenate([rows[row], vector]) @ self.weights["conf_proj.weight"][0]
            out[row] = 1 / (1 + np.exp(-known - self.weights["conf_proj.bias"][0]))
            logits[row] += self.weights["markov_w2.weight"] @ vector
        return out

    def _before(self, logits: Array, token: int) -> Iterator[int]:
        """The token before each row that drafts: of the row above once it is changed."""
        if self.kind.markov_rank:
            yield token
            for row in range(self.first_row + 1, BLOCK_SIZE):
                likeliest = int(logits[row - 1].argmax())
                has_own = self.kind.has_own_tokens
                yield int(self.weights["d2t"][likeliest]) if has_own else likeliest

    def _normed_rows(self, features: Array, token: int) -> Array:
        """Rows [B, d] of the block for the output matrix."""
        num_rows = len(features)
        g = rms(features @ self.weights["fc.weight"].T, self.weights["enc.output_norm.weight"])
        x = self.table[[token, *[MASK] * (BLOCK_SIZE - 1)]] * self.kind.embedding_scale
        places = np.arange(num_rows, num_rows + BLOCK_SIZE)
        for layer in range(NUM_LAYERS):
            y = rms(x, self._of(layer, "attn_norm"))
            queries = self._heads(layer, "q", y, places)
            before = self._keys_values(layer, g, np.arange(num_rows))
            own = self._keys_values(layer, y, places)
            keys, values = (np.concatenate(pair) for pair in zip(before, own, strict=True))
            out = self._attend(layer, queries, keys, values) @ self._of(layer, "attn_output").T
            x = x + self._post(layer, "post_attention_norm", out)
            y = rms(x, self._of(layer, "ffn_norm"))
            gated = self._activated(y @ self._of(layer, "ffn_gate").T)
            out = (gated * (y @ self._of(layer, "ffn_up").T)) @ self._of(layer, "ffn_down").T
            x = x + self._post(layer, "post_ffw_norm", out)
        return rms(x, self.weights["output_norm.weight"])

    def _attend(self, layer: int, queries: Array, keys: Array, values: Array) -> Array:
        num_rows, out = len(keys) - BLOCK_SIZE, []
        window = self.kind.windows[layer]
        for row in range(BLOCK_SIZE):
            distance = num_rows + row - np.arange(len(keys))
            seen = np.ones(len(keys), bool)
            if window:
                seen &= distance < window
            if self.kind.is_causal:
                seen &= distance >= 0
            for head in range(HEADS):
                own = head // (HEADS // KV_HEADS)
                scores = keys[seen, own] @ queries[row, head] / np.sqrt(HEAD_DIM)
                weights = np.exp(scores)
                total = weights.sum()
                if self.kind.has_sinks:
                    total += np.exp(self.weights[f"blk.{layer}.attn_sinks.weight"][head])
                out.append(weights @ values[seen, own] / total)
        return np.array(out).reshape(BLOCK_SIZE, -1)

    def _keys_values(self, layer: int, x: Array, places: NDArray[np.int64]) -> tuple[Array, Array]:
        keys = self._heads(layer, "k", x, places)
        name = "v" if self.kind.has_values else "k"
        values = (x @ self._of(layer, f"attn_{name}").T).reshape(len(x), -1, HEAD_DIM)
        return keys, values if self.kind.has_values else rms(values, np.ones(HEAD_DIM))

    def _heads(self, layer: int, name: str, x: Array, places: NDArray[np.int64]) -> Array:
        heads = (x @ self._of(layer, f"attn_{name}").T).reshape(len(x), -1, HEAD_DIM)
        heads = rms(heads, self._of(layer, f"attn_{name}_norm"))
        angles = places[:, None] * BASE ** (-np.arange(0, HEAD_DIM, 2) / HEAD_DIM)
        half = HEAD_DIM // 2
        turned = (heads[..., :half] + 1j * heads[..., half:]) * np.exp(1j * angles)[:, None]
        return np.concatenate([turned.real, turned.imag], -1)

    def _activated(self, x: Array) -> Array:
        if self.kind.activation == "silu":
            return x / (1 + np.exp(-x))
        return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))

    def _post(self, layer: int, name: str, x: Array) -> Array:
        return rms(x, self._of(layer, name)) if self.kind.has_post_norms else x

    def _of(self, layer: int, name: str) -> Array:
        return self.weights[f"blk.{layer}.{name}.weight"]


def read_matrices(target: Path) -> tuple[Array, Array]:
    """The embeddings and the output matrix of the float32 model at `target`."""
    with GGUFFile.open(target) as file:
        table, output = (
            file.tensor_bytes(name).view(np.float32).reshape(file.tensors[name].shape)
            for name in ("token_embd.weight", "output.weight")
        )
        return table.astype(np.float64), output.astype(np.float64)


def make_drafter(kind: Kind, table: Array, output: Array) -> Drafter:
    """Random weights for a target with these matrices [V, d]."""
    random = np.random.default_rng(5)
    num_tokens, size = table.shape

    def matrix(rows: int, cols: int) -> Array:
        return random.normal(0, cols**-0.5, (rows, cols)).astype(np.float32).astype(np.float64)

    def vector(size: int) -> Array:
        return (1 + 0.15 * random.normal(size=size)).astype(np.float32).astype(np.float64)

    weights = {
        "fc.weight": matrix(size, len(TARGET_LAYERS) * size),
        "enc.output_norm.weight": vector(size),
        "output_norm.weight": vector(size),
    }
    for layer in range(NUM_LAYERS):
        own = {
            "attn_norm": vector(size),
            "attn_q": matrix(HEADS * HEAD_DIM, size),
            "attn_k": matrix(KV_HEADS * HEAD_DIM, size),
            "attn_output": matrix(size, HEADS * HEAD_DIM),
            "attn_q_norm": vector(HEAD_DIM),
            "attn_k_norm": vector(HEAD_DIM),
            "ffn_norm": vector(size),
            "ffn_gate": matrix(INNER, size),
            "ffn_up": matrix(INNER, size),
            "ffn_down": matrix(size, INNER),
        }
        if kind.has_values:
            own["attn_v"] = matrix(KV_HEADS * HEAD_DIM, size)
        if kind.has_sinks:
            own["attn_sinks"] = vector(HEADS)
        if kind.has_post_norms:
            own |= {"post_attention_norm": vector(size), "post_ffw_norm": vector(size)}
        weights |= {f"blk.{layer}.{name}.weight": value for name, value in own.items()}
    if kind.has_own_tokens:
        known = [token for token in range(num_tokens) if token % 3]
        weights["d2t"] = np.array(known, np.float64)
        weights["output.weight"] = output = matrix(len(known), size)
        weights["token_embd.weight"] = table = matrix(num_tokens, size)
    if rank := kind.markov_rank:
        weights["markov_w1.weight"] = 3 * matrix(num_tokens, rank)
        weights["markov_w2.weight"] = matrix(len(output), rank)
    if kind.has_confidence:
        weights["conf_proj.weight"] = matrix(1, size + rank)
        weights["conf_proj.bias"] = np.array([0.25])
    return Drafter(kind, weights, table, output)


def rms(x: Array, weight: Array) -> Array:
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + EPS) * weight
