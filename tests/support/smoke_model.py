"""Writes assets/smoke-test.gguf: a llama of random weights whose tokens are bytes.

python -m tests.support.smoke_model FILE
"""

import sys
from pathlib import Path
from typing import Any

import gguf
import numpy as np

from tests.support.tiny_gguf import write_gguf

_LAYERS, _HIDDEN, _FEED_FORWARD, _HEADS, _KV_HEADS = 2, 64, 96, 4, 2
_SPECIAL = ("<unk>", "<s>", "</s>")
_UNKNOWN, _CONTROL, _BYTE = 2, 3, 6
_TYPE = gguf.GGMLQuantizationType.Q8_0


def write_smoke_model(path: Path) -> Path:
    """Write the model, the same bytes each time, and return its path."""
    return write_gguf(path, _metadata(), _tensors())


def _metadata() -> dict[str, Any]:
    tokens = [*_SPECIAL, *(f"<0x{byte:02X}>" for byte in range(256))]
    return {
        "general.architecture": "llama",
        "general.name": "Encore smoke test",
        "general.license": "apache-2.0",
        "llama.context_length": 512,
        "llama.embedding_length": _HIDDEN,
        "llama.block_count": _LAYERS,
        "llama.feed_forward_length": _FEED_FORWARD,
        "llama.attention.head_count": _HEADS,
        "llama.attention.head_count_kv": _KV_HEADS,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": tokens,
        "tokenizer.ggml.scores": [0.0] * len(tokens),
        "tokenizer.ggml.token_type": [_UNKNOWN, _CONTROL, _CONTROL] + [_BYTE] * 256,
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2,
        "tokenizer.ggml.unknown_token_id": 0,
    }


def _tensors() -> dict[str, Any]:
    random = np.random.default_rng(1)

    def matrix(rows: int, columns: int) -> Any:
        values = (random.standard_normal((rows, columns)) * 0.2).astype(np.float32)
        return gguf.quants.quantize(values, _TYPE), _TYPE

    norm = np.ones(_HIDDEN, np.float32)
    kv_size = _HIDDEN // _HEADS * _KV_HEADS
    tensors: dict[str, Any] = {
        "token_embd.weight": matrix(256 + len(_SPECIAL), _HIDDEN),
        "output_norm.weight": norm,
    }
    shapes = {
        "attn_q": (_HIDDEN, _HIDDEN),
        "attn_k": (kv_size, _HIDDEN),
        "attn_v": (kv_size, _HIDDEN),
        "attn_output": (_HIDDEN, _HIDDEN),
        "ffn_gate": (_FEED_FORWARD, _HIDDEN),
        "ffn_up": (_FEED_FORWARD, _HIDDEN),
        "ffn_down": (_HIDDEN, _FEED_FORWARD),
    }
    for layer in range(_LAYERS):
        for name in ("attn_norm", "ffn_norm"):
            tensors[f"blk.{layer}.{name}.weight"] = norm
        for name, shape in shapes.items():
            tensors[f"blk.{layer}.{name}.weight"] = matrix(*shape)
    return tensors


if __name__ == "__main__":
    write_smoke_model(Path(sys.argv[1]))
