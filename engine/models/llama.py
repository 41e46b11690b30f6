"""llama: RMS norm, rotary grouped-query attention, SwiGLU (arXiv:2302.13971, arXiv:2407.21783)."""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.cache.kv_cache import KVCache, LayerCache
from engine.errors import UnsupportedModelError
from engine.gguf.file import TensorInfo
from engine.gguf.metadata import ModelMetadata
from engine.kernels.interface import Kernels
from engine.layers.attention import Attention
from engine.layers.buffers import StepBuffers
from engine.layers.feed_forward import FeedForward
from engine.layers.linear import Linear
from engine.layers.rope import rope_tables
from engine.models.config import ModelConfig
from engine.models.weights import WeightReader


def read_config(metadata: ModelMetadata, tensors: Mapping[str, TensorInfo]) -> ModelConfig:
    """Rotary pairs are neighbours: the converter permutes the rows of q and k for that."""
    if metadata.hparam("expert_count", int, default=0):
        raise UnsupportedModelError(
            f"{metadata.name} is a mixture of experts, which is not supported yet for llama models."
        )
    return ModelConfig.from_metadata(metadata, tensors, rope_interleaved=True)


@dataclass(frozen=True, eq=False)
class DecoderLayer:
    """x += attention(norm(x)); x += feed_forward(norm(x))."""

    attention_norm: Tensor  # [d]
    attention: Attention
    feed_forward_norm: Tensor  # [d]
    feed_forward: FeedForward
    eps: float

    def forward(self, kernels: Kernels, b: StepBuffers, cache: LayerCache, span: int) -> None:
        kernels.rms_norm(b.hidden, self.attention_norm, b.normed, self.eps, b.num_rows)
        self.attention.forward(kernels, b, cache, span)
        kernels.add(b.hidden, b.projected, b.num_rows)
        kernels.rms_norm(b.hidden, self.feed_forward_norm, b.normed, self.eps, b.num_rows)
        self.feed_forward.forward(kernels, b)
        kernels.add(b.hidden, b.projected, b.num_rows)


class Model:
    """Embedding, decoder layers, final norm, output matrix (the embedding's where it is tied)."""

    def __init__(self, config: ModelConfig, weights: WeightReader, capacity: int) -> None:
        self.config = config
        c = config
        self.embedding = weights.take("token_embd.weight", c.vocab_size, c.hidden_size)
        factors = weights.take_optional("rope_freqs.weight", c.rope.dim // 2)
        cos, sin = rope_tables(c.rope.dim, c.rope.base, c.rope.scaling_factor, capacity, factors)
        self.layers = [_load_layer(c, weights, i, cos, sin) for i in range(c.num_layers)]
        self.output_norm = weights.take("output_norm.weight", c.hidden_size)
        output = weights.take_optional("output.weight", c.vocab_size, c.hidden_size)
        self.output = Linear(self.embedding if output is None else output)
        weights.finish()

    def forward(
        self,
        kernels: Kernels,
        buffers: StepBuffers,
        cache: KVCache,
        span: int,
        *,
        with_logits: bool,
    ) -> None:
        b = buffers
        kernels.embed(b.token_ids, self.embedding, b.hidden, b.num_rows)
        for layer, layer_cache in zip(self.layers, cache.layers, strict=True):
            layer.forward(kernels, b, layer_cache, span)
        if with_logits:
            kernels.rms_norm(b.hidden, self.output_norm, b.normed, self.config.rms_eps, b.num_rows)
            self.output.forward(kernels, b.normed, b.logits, b.num_rows)


def _load_layer(
    c: ModelConfig, weights: WeightReader, index: int, cos: Tensor, sin: Tensor
) -> DecoderLayer:
    block = f"blk.{index}"
    attention = Attention(
        qkv=_load_qkv(c, weights, block),
        output=Linear(
            weights.take(f"{block}.attn_output.weight", c.hidden_size, c.attention_size),
            weights.take_optional(f"{block}.attn_output.bias", c.hidden_size),
        ),
        cos=cos,
        sin=sin,
        num_heads=c.num_heads,
        num_kv_heads=c.num_kv_heads,
        head_dim=c.head_dim,
        scale=c.attention_scale,
        interleaved=c.rope.interleaved,
        eps=c.rms_eps,
        q_norm=weights.take_optional(f"{block}.attn_q_norm.weight", c.head_dim),
        k_norm=weights.take_optional(f"{block}.attn_k_norm.weight", c.head_dim),
    )
    gate_up_shape = (c.intermediate_size, c.hidden_size)
    gate_up = weights.take_stacked(
        [
            (f"{block}.ffn_gate.weight", gate_up_shape),
            (f"{block}.ffn_up.weight", gate_up_shape),
        ]
    )
    down = weights.take(f"{block}.ffn_down.weight", c.hidden_size, c.intermediate_size)
    return DecoderLayer(
        attention_norm=weights.take(f"{block}.attn_norm.weight", c.hidden_size),
        attention=attention,
        feed_forward_norm=weights.take(f"{block}.ffn_norm.weight", c.hidden_size),
        feed_forward=FeedForward(Linear(gate_up), Linear(down)),
        eps=c.rms_eps,
    )


def _load_qkv(c: ModelConfig, weights: WeightReader, block: str) -> Linear:
    """The fused projection, rows q|k|v, from one tensor or from three; a missing bias is zero."""
    fused = weights.take_optional(f"{block}.attn_qkv.weight", c.qkv_size, c.hidden_size)
    if fused is not None:
        return Linear(fused, weights.take_optional(f"{block}.attn_qkv.bias", c.qkv_size))
    sizes = (("q", c.attention_size), ("k", c.kv_size), ("v", c.kv_size))
    weight = weights.take_stacked(
        [(f"{block}.attn_{part}.weight", (size, c.hidden_size)) for part, size in sizes]
    )
    biases = [weights.take_optional(f"{block}.attn_{part}.bias", size) for part, size in sizes]
    if all(bias is None for bias in biases):
        return Linear(weight)
    filled = [
        torch.zeros(size) if bias is None else bias
        for bias, (_, size) in zip(biases, sizes, strict=True)
    ]
    return Linear(weight, torch.cat(filled))
