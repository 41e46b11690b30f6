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
TOP_K, CONV_GROUP = 4, 8
TARGET_LAYERS = (1, 2)


@dataclass(frozen=True)
class Kind:
    """What a file has beside the usual; `windows` by layer, 0 for none.

    A Markov head has vectors of `markov_rank`; the last token's row drafts if it is `from_anchor`.
    DFlash 2 has convolutions over `conv_taps` rows, and a selector with vectors of `selector_rank`.
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
    conv_taps: int = 0
    selector_rank: int = 0
    logit_scale: float = 1.0
    softcap: float = 0.0


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
        if self.kind.selector_rank:
            metadata |= {
                "dflash.conv_kernel_size": self.kind.conv_taps,
                "dflash.conv_group_size": CONV_GROUP,
                "dflash.selector_rank": self.kind.selector_rank,
                "dflash.selector_top_k": TOP_K,
                "dflash.logit_scale": self.kind.logit_scale,
                "dflash.final_logit_softcapping": self.kind.softcap,
            }
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
        rows = self._normed_rows(features, token)
        logits = rows @ self.output.T
        for row, before in enumerate(self._before(logits, token), self.first_row):
            bias = self.weights["markov_w2.weight"] @ self.weights["markov_w1.weight"][before]
            logits[row] += bias
        spread = logits
        if self.kind.has_own_tokens:
            spread = np.full((BLOCK_SIZE, len(self.table)), -np.inf)
            spread[:, self.weights["d2t"].astype(int)] = logits
        return self._chosen(spread, rows, token) if self.kind.selector_rank else spread

    def _chosen(self, logits: Array, rows: Array, token: int) -> Array:
        """Scores of each row's candidates after the best one of the row above, -inf elsewhere."""
        before, after, gate = (
            self.weights[f"selector_{name}.weight"]
            for name in ("predecessor", "successor", "hidden")
        )
        logits = logits * self.kind.logit_scale
        if cap := self.kind.softcap:
            logits = cap * np.tanh(logits / cap)
        out = logits.copy()
        for row in range(1, BLOCK_SIZE):
            likeliest = np.argsort(-logits[row], kind="stable")[:TOP_K]
            out[row] = -np.inf
            pairs = after[likeliest] @ (before[token] * (gate @ rows[row]))
            out[row, likeliest] = logits[row, likeliest] + pairs
            token = int(out[row].argmax())
        return out

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
            normed = rms(x, self._of(layer, "attn_norm"))
            y = self._convolved(layer, "attn", 0, normed, normed)
            queries = self._heads(layer, "q", y, places)
            before = self._keys_values(layer, g, np.arange(num_rows))
            own = self._keys_values(layer, y, places)
            keys, values = (np.concatenate(pair) for pair in zip(before, own, strict=True))
            out = self._attend(layer, queries, keys, values) @ self._of(layer, "attn_output").T
            out = self._convolved(layer, "attn", 1, out, normed)
            x = x + self._post(layer, "post_attention_norm", out)
            normed = rms(x, self._of(layer, "ffn_norm"))
            y = self._convolved(layer, "ffn", 0, normed, normed)
            gated = self._activated(y @ self._of(layer, "ffn_gate").T)
            out = (gated * (y @ self._of(layer, "ffn_up").T)) @ self._of(layer, "ffn_down").T
            out = self._convolved(layer, "ffn", 1, out, normed)
            x = x + self._post(layer, "post_ffw_norm", out)
        return rms(x, self.weights["output_norm.weight"])

    def _convolved(self, layer: int, name: str, side: int, x: Array, normed: Array) -> Array:
        """x over the rows of the block, before (side 0) or after attention or the MLP."""
        taps, size = self.kind.conv_taps, x.shape[1]
        if not taps:
            return x
        base = self.weights[f"blk.{layer}.{name}_conv_base"][side]
        factors = normed @ self._of(layer, f"{name}_conv_proj").T
        own = factors.reshape(len(x), 2, taps, size // CONV_GROUP)[:, side].repeat(CONV_GROUP, 2)
        out = np.zeros_like(x)
        for tap in range(taps):
            out[tap:] += (base[tap] + own[tap:, tap]) * x[: len(x) - tap]
        return out

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
    weights = {
        "fc.weight": _matrix(random, size, len(TARGET_LAYERS) * size),
        "enc.output_norm.weight": _vector(random, size),
        "output_norm.weight": _vector(random, size),
    }
    for layer in range(NUM_LAYERS):
        own = _layer(random, kind, size)
        weights |= {f"blk.{layer}.{name}.weight": value for name, value in own.items()}
        if kind.conv_taps:
            own = _convolutions(random, kind.conv_taps, size)
            weights |= {f"blk.{layer}.{name}": value for name, value in own.items()}
    if kind.has_own_tokens:
        known = [token for token in range(num_tokens) if token % 3]
        weights["d2t"] = np.array(known, np.float64)
        weights["output.weight"] = output = _matrix(random, len(known), size)
        weights["token_embd.weight"] = table = _matrix(random, num_tokens, size)
    weights |= _heads(random, kind, num_tokens, output)
    return Drafter(kind, weights, table, output)


def _layer(random: np.random.Generator, kind: Kind, size: int) -> dict[str, Array]:
    own = {
        "attn_norm": _vector(random, size),
        "attn_q": _matrix(random, HEADS * HEAD_DIM, size),
        "attn_k": _matrix(random, KV_HEADS * HEAD_DIM, size),
        "attn_output": _matrix(random, size, HEADS * HEAD_DIM),
        "attn_q_norm": _vector(random, HEAD_DIM),
        "attn_k_norm": _vector(random, HEAD_DIM),
        "ffn_norm": _vector(random, size),
        "ffn_gate": _matrix(random, INNER, size),
        "ffn_up": _matrix(random, INNER, size),
        "ffn_down": _matrix(random, size, INNER),
    }
    if kind.has_values:
        own["attn_v"] = _matrix(random, KV_HEADS * HEAD_DIM, size)
    if kind.has_sinks:
        own["attn_sinks"] = _vector(random, HEADS)
    if kind.has_post_norms:
        own |= {name: _vector(random, size) for name in ("post_attention_norm", "post_ffw_norm")}
    return own


def _convolutions(random: np.random.Generator, taps: int, size: int) -> dict[str, Array]:
    """Of one layer; the row itself counts most."""
    own: dict[str, Array] = {}
    for name in ("attn", "ffn"):
        own[f"{name}_conv_proj.weight"] = _matrix(random, 2 * taps * size // CONV_GROUP, size) / 4
        base = _matrix(random, 2 * taps, size).reshape(2, taps, size)
        base[:, 0] += 1
        own[f"{name}_conv_base"] = base.astype(np.float32).astype(np.float64)
    return own


def _heads(
    random: np.random.Generator, kind: Kind, num_tokens: int, output: Array
) -> dict[str, Array]:
    """What makes a block's drafts depend on each other."""
    weights: dict[str, Array] = {}
    size = output.shape[1]
    if rank := kind.markov_rank:
        weights["markov_w1.weight"] = 3 * _matrix(random, num_tokens, rank)
        weights["markov_w2.weight"] = _matrix(random, len(output), rank)
    if kind.has_confidence:
        weights["conf_proj.weight"] = _matrix(random, 1, size + rank)
        weights["conf_proj.bias"] = np.array([0.25])
    if rank := kind.selector_rank:
        weights["selector_predecessor.weight"] = 2 * _matrix(random, num_tokens, rank)
        weights["selector_successor.weight"] = 2 * _matrix(random, num_tokens, rank)
        weights["selector_hidden.weight"] = 2 * _matrix(random, rank, size)
    return weights


def _matrix(random: np.random.Generator, rows: int, cols: int) -> Array:
    return random.normal(0, cols**-0.5, (rows, cols)).astype(np.float32).astype(np.float64)


def _vector(random: np.random.Generator, size: int) -> Array:
    return (1 + 0.15 * random.normal(size=size)).astype(np.float32).astype(np.float64)


def rms(x: Array, weight: Array) -> Array:
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + EPS) * weight
