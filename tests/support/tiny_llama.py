"""Writes llama models of a few kilobytes with random weights, in the variants that files come in."""

from pathlib import Path
from typing import Any

import numpy as np

from tests.support.tiny_gguf import write_gguf

LAYERS, HIDDEN, FEED_FORWARD, HEADS, KV_HEADS, HEAD_DIM, VOCAB = 2, 32, 48, 4, 2, 8, 40
QKV = (HEADS + 2 * KV_HEADS) * HEAD_DIM

METADATA: dict[str, Any] = {
    "general.architecture": "llama",
    "general.name": "tiny",
    "llama.context_length": 512,
    "llama.embedding_length": HIDDEN,
    "llama.block_count": LAYERS,
    "llama.feed_forward_length": FEED_FORWARD,
    "llama.attention.head_count": HEADS,
    "llama.attention.head_count_kv": KV_HEADS,
    "llama.attention.layer_norm_rms_epsilon": 1e-5,
}


def tensors(*, biases: bool = False, fused: bool = False, tied: bool = True) -> dict[str, Any]:
    """The tensors of a tiny llama: float32, names and shapes as in real files."""
    random = np.random.default_rng(1)

    def matrix(*shape: int) -> np.ndarray:
        return (random.standard_normal(shape) * 0.2).astype(np.float32)

    out = {"token_embd.weight": matrix(VOCAB, HIDDEN), "output_norm.weight": matrix(HIDDEN)}
    if not tied:
        out["output.weight"] = matrix(VOCAB, HIDDEN)
    parts = {"q": HEADS * HEAD_DIM, "k": KV_HEADS * HEAD_DIM, "v": KV_HEADS * HEAD_DIM}
    for layer in range(LAYERS):
        block = f"blk.{layer}"
        weights = {part: matrix(size, HIDDEN) for part, size in parts.items()}
        bias = {part: matrix(size) for part, size in parts.items()}
        if fused:
            out[f"{block}.attn_qkv.weight"] = np.concatenate(list(weights.values()))
        for part in () if fused else parts:
            out[f"{block}.attn_{part}.weight"] = weights[part]
            if biases:
                out[f"{block}.attn_{part}.bias"] = bias[part]
        out[f"{block}.attn_output.weight"] = matrix(HIDDEN, HEADS * HEAD_DIM)
        out[f"{block}.attn_norm.weight"] = matrix(HIDDEN)
        out[f"{block}.ffn_norm.weight"] = matrix(HIDDEN)
        out[f"{block}.ffn_gate.weight"] = matrix(FEED_FORWARD, HIDDEN)
        out[f"{block}.ffn_up.weight"] = matrix(FEED_FORWARD, HIDDEN)
        out[f"{block}.ffn_down.weight"] = matrix(HIDDEN, FEED_FORWARD)
    return out


def write_tiny_llama(path: Path, **variant: bool) -> Path:
    """Write a tiny llama without a tokenizer and return its path."""
    return write_gguf(path, METADATA, tensors(**variant))
