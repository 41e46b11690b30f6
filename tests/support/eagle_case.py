"""A tiny EAGLE-3 drafter of random weights, and its math in float64."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.support.tiny_gguf import write_gguf

Array = NDArray[np.float64]

HEADS, KV_HEADS, HEAD_DIM, SIZE, INNER, EPS, BASE = 4, 2, 8, 48, 64, 1e-5, 10000.0
LAYERS = (1, 2, 3)


@dataclass(frozen=True)
class Eagle:
    """`own_tokens` are the target's ids of its vocabulary; `table` the target's embeddings [V, d]."""

    weights: dict[str, Array]
    own_tokens: Array
    table: Array
    norms_features: bool
    norms_residual: bool

    def write(self, path: Path, **changes: object) -> Path:
        """Write the file; it has no table of embeddings if that has the target's size."""
        metadata = {
            "general.architecture": "eagle3",
            "eagle3.context_length": 4096,
            "eagle3.embedding_length": SIZE,
            "eagle3.block_count": 1,
            "eagle3.feed_forward_length": INNER,
            "eagle3.attention.head_count": HEADS,
            "eagle3.attention.head_count_kv": KV_HEADS,
            "eagle3.attention.key_length": HEAD_DIM,
            "eagle3.attention.value_length": HEAD_DIM,
            "eagle3.attention.layer_norm_rms_epsilon": EPS,
            "eagle3.rope.freq_base": BASE,
            "eagle3.target_layers": list(LAYERS),
            "eagle3.target_hidden_size": self.weights["fc.weight"].shape[1] // len(LAYERS),
            "eagle3.norm_before_fc": self.norms_features,
            "eagle3.norm_before_residual": self.norms_residual,
            **changes,
        }
        floats = {name: value.astype(np.float32) for name, value in self.weights.items()}
        ids = {"d2t": self.own_tokens.astype(np.int64)}
        return write_gguf(path, metadata, {**floats, **ids})

    def fused(self, features: Array) -> Array:
        """g of rows of the target [N, 3d]."""
        if self.norms_features:
            features = rms(features, self.weights["enc.output_norm.weight"])
        return features @ self.weights["fc.weight"].T

    def logits(self, g: Array, tokens: list[int]) -> tuple[Array, Array]:
        """Of the last of rows with hidden rows `g` [N, d] and `tokens`: logits [V], the next g [d]."""
        e, normed = self.table[tokens], rms(g, self._of("attn_norm_2"))
        x = np.concatenate([rms(e, self._of("attn_norm")), normed], 1)
        q, k, v = ((x @ self._of(f"attn_{name}").T).reshape(len(x), -1, HEAD_DIM) for name in "qkv")
        q, k = turned(q), turned(k)
        heads = []
        for head in range(HEADS):
            own = head // (HEADS // KV_HEADS)
            scores = k[:, own] @ q[-1, head] / np.sqrt(HEAD_DIM)
            weights = np.exp(scores - scores.max())
            heads.append(weights / weights.sum() @ v[:, own])
        h = (normed if self.norms_residual else g)[-1]
        h = h + self._of("attn_output") @ np.concatenate(heads)
        y = rms(h, self._of("ffn_norm"))
        gate = self._of("ffn_gate") @ y
        h = h + self._of("ffn_down") @ (gate / (1 + np.exp(-gate)) * (self._of("ffn_up") @ y))
        out = np.full(len(self.table), -np.inf)
        own_logits = self.weights["output.weight"] @ rms(h, self.weights["output_norm.weight"])
        out[self.own_tokens.astype(int)] = own_logits
        return out, h

    def drafts(self, features: Array, ids: list[int], count: int) -> list[int]:
        """The likeliest tokens after `ids`; `features` [len(ids) - 1, 3d] are those of the target."""
        g, tokens, drafts = self.fused(features), ids[1:], list[int]()
        while len(drafts) < count:
            logits, following = self.logits(g, tokens)
            drafts.append(int(logits.argmax()))
            g, tokens = np.concatenate([g, following[None]]), [*tokens, drafts[-1]]
        return drafts

    def _of(self, name: str) -> Array:
        return self.weights[f"blk.0.{name}.weight"]


def make_eagle(
    target_size: int, num_tokens: int, *, norms_features: bool = False, norms_residual: bool = False
) -> Eagle:
    """Random weights, with a table of embeddings of its own; it lacks every fourth token."""
    random = np.random.default_rng(5)
    own_tokens = np.array([token for token in range(num_tokens) if token % 4], np.float64)

    def matrix(rows: int, cols: int) -> Array:
        return random.normal(0, cols**-0.5, (rows, cols)).astype(np.float32).astype(np.float64)

    def norm(size: int) -> Array:
        return (1 + 0.15 * random.normal(size=size)).astype(np.float32).astype(np.float64)

    width, kv_width = HEADS * HEAD_DIM, KV_HEADS * HEAD_DIM
    weights = {
        "fc.weight": matrix(SIZE, 3 * target_size),
        "token_embd.weight": matrix(num_tokens, SIZE),
        "output_norm.weight": norm(SIZE),
        "output.weight": 3 * matrix(len(own_tokens), SIZE),
        "blk.0.attn_norm.weight": norm(SIZE),
        "blk.0.attn_norm_2.weight": norm(SIZE),
        "blk.0.attn_q.weight": matrix(width, 2 * SIZE),
        "blk.0.attn_k.weight": matrix(kv_width, 2 * SIZE),
        "blk.0.attn_v.weight": matrix(kv_width, 2 * SIZE),
        "blk.0.attn_output.weight": matrix(SIZE, width),
        "blk.0.ffn_norm.weight": norm(SIZE),
        "blk.0.ffn_gate.weight": matrix(INNER, SIZE),
        "blk.0.ffn_up.weight": matrix(INNER, SIZE),
        "blk.0.ffn_down.weight": matrix(SIZE, INNER),
    }
    if norms_features:
        weights["enc.output_norm.weight"] = norm(3 * target_size)
    return Eagle(weights, own_tokens, weights["token_embd.weight"], norms_features, norms_residual)


def rms(x: Array, weight: Array) -> Array:
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + EPS) * weight


def turned(x: Array) -> Array:
    """Rows [N, heads, D] rotated by their positions, in adjacent pairs."""
    angles = np.arange(len(x))[:, None] * BASE ** (-np.arange(0, HEAD_DIM, 2) / HEAD_DIM)
    pairs = x[..., ::2] + 1j * x[..., 1::2]
    pairs = pairs * np.exp(1j * angles)[:, None]
    return np.stack([pairs.real, pairs.imag], -1).reshape(x.shape)
