"""The shapes of models that people are offered, as files without weights.

Which kernels a model needs follows from types and shapes alone, so that those of a release are
compiled before anyone has downloaded a model. Knows no kernel.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import gguf
import numpy as np
from gguf import GGMLQuantizationType as Type

SHAPES_PATH = Path(__file__).with_name("model_shapes.toml")
_SUPERBLOCK_LEN = 256
# What llama.cpp's quantizer takes for rows that are no whole superblocks.
_FALLBACKS = {Type.Q4_K: Type.Q5_0, Type.Q6_K: Type.Q8_0}
_MIXTURES = {"Q4_K_M": Type.Q4_K}
_LAYERS_OF_70B = 80
_BIASED, _NORMED = "qwen2", "qwen3"


@dataclass(frozen=True)
class ModelShape:
    """A dense decoder: the numbers of its configuration, and the mixture of types of its `file`.

    A model that `has_output` has a matrix for logits of its own; others use the embeddings.
    """

    file: str
    architecture: str
    mixture: str
    num_layers: int
    hidden_len: int
    num_heads: int
    num_kv_heads: int
    head_len: int
    ff_len: int
    vocab_len: int
    has_output: bool


def read_shapes(path: Path = SHAPES_PATH) -> tuple[ModelShape, ...]:
    """The shapes in `path`. Raises `TypeError` for a model with other fields."""
    models = tomllib.loads(path.read_text(encoding="utf-8"))["model"]
    return tuple(ModelShape(**model) for model in models)


def write_file(shape: ModelShape, path: Path) -> None:
    """Write a GGUF file of this shape whose weights are a hole: it takes a few kB on the disk."""
    writer = gguf.GGUFWriter(path, shape.architecture)
    writer.add_name(shape.file)
    writer.add_context_length(1 << 15)
    writer.add_embedding_length(shape.hidden_len)
    writer.add_block_count(shape.num_layers)
    writer.add_feed_forward_length(shape.ff_len)
    writer.add_head_count(shape.num_heads)
    writer.add_head_count_kv(shape.num_kv_heads)
    writer.add_key_length(shape.head_len)
    writer.add_value_length(shape.head_len)
    writer.add_rope_dimension_count(shape.head_len)
    writer.add_layer_norm_rms_eps(1e-6)
    num_bytes = 0
    for name, lengths, kind in _tensors(shape):
        block_len, block_bytes = gguf.GGML_QUANT_SIZES[kind]
        size = int(np.prod(lengths)) // block_len * block_bytes
        writer.add_tensor_info(name, _stored(lengths, kind), np.dtype(np.uint8), size, kind)
        num_bytes += gguf.GGUFWriter.ggml_pad(size, gguf.GGUF_DEFAULT_ALIGNMENT)
    for write in (
        writer.write_header_to_file,
        writer.write_kv_data_to_file,
        writer.write_ti_data_to_file,
        writer.close,
    ):
        write()
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size + gguf.GGUF_DEFAULT_ALIGNMENT + num_bytes)


def _stored(lengths: Sequence[int], kind: Type) -> list[int]:
    """`lengths` as the writer wants them: the last one in bytes."""
    block_len, block_bytes = gguf.GGML_QUANT_SIZES[kind]
    return [*lengths[:-1], lengths[-1] // block_len * block_bytes]


def _tensors(shape: ModelShape) -> Iterator[tuple[str, tuple[int, ...], Type]]:
    """Name, lengths [rows, columns] or [columns], and type of each tensor."""
    hidden, vocab = shape.hidden_len, shape.vocab_len
    q, kv = (count * shape.head_len for count in (shape.num_heads, shape.num_kv_heads))
    plain = _MIXTURES.get(shape.mixture) or Type[shape.mixture]
    output = Type.Q8_0 if plain is Type.Q8_0 else Type.Q6_K
    embeddings = plain if shape.has_output else output
    yield "token_embd.weight", (vocab, hidden), _fitting(embeddings, hidden)
    yield "output_norm.weight", (hidden,), Type.F32
    if shape.has_output:
        yield "output.weight", (vocab, hidden), _fitting(output, hidden)
    matrices = {
        "attn_q": (q, hidden),
        "attn_k": (kv, hidden),
        "attn_v": (kv, hidden),
        "attn_output": (hidden, q),
        "ffn_gate": (shape.ff_len, hidden),
        "ffn_up": (shape.ff_len, hidden),
        "ffn_down": (hidden, shape.ff_len),
    }
    for layer in range(shape.num_layers):
        for name, lengths in matrices.items():
            kind = _mixed(shape, name, layer) if shape.mixture in _MIXTURES else plain
            yield f"blk.{layer}.{name}.weight", lengths, _fitting(kind, lengths[-1])
        for name, length in _vectors(shape, q, kv).items():
            yield f"blk.{layer}.{name}", (length,), Type.F32


def _vectors(shape: ModelShape, q: int, kv: int) -> dict[str, int]:
    vectors = {"attn_norm.weight": shape.hidden_len, "ffn_norm.weight": shape.hidden_len}
    if shape.architecture == _BIASED:
        vectors |= {"attn_q.bias": q, "attn_k.bias": kv, "attn_v.bias": kv}
    if shape.architecture == _NORMED:
        vectors |= dict.fromkeys(("attn_q_norm.weight", "attn_k_norm.weight"), shape.head_len)
    return vectors


def _mixed(shape: ModelShape, name: str, layer: int) -> Type:
    """The type of a layer's matrix in a mixture called M, as llama.cpp's quantizer chooses it."""
    count = shape.num_layers
    eighth = count // 8
    is_outer = layer < eighth or layer >= 7 * count // 8
    if name in ("attn_v", "ffn_down") and (is_outer or (layer - eighth) % 3 == 2):
        return Type.Q6_K
    if name == "attn_v" and count == _LAYERS_OF_70B:
        return Type.Q5_K
    return _MIXTURES[shape.mixture]


def _fitting(kind: Type, num_columns: int) -> Type:
    return _FALLBACKS.get(kind, kind) if num_columns % _SUPERBLOCK_LEN else kind
