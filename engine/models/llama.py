"""llama: RMS norm, rotary grouped-query attention, SwiGLU (arXiv:2302.13971, arXiv:2407.21783)."""

from collections.abc import Mapping

from torch import Tensor

from engine.cache.kv_cache import KVCache
from engine.gguf.file import TensorInfo
from engine.gguf.metadata import ModelMetadata
from engine.kernels.interface import Heads, Kernels, Matrix, Norm
from engine.layers.buffers import StepBuffers
from engine.layers.decoder_layer import DecoderLayer
from engine.layers.rope import rope_frequencies, rope_tables, yarn_shares
from engine.models.config import ModelConfig, RopeConfig
from engine.models.weights import WeightReader


def read_config(metadata: ModelMetadata, tensors: Mapping[str, TensorInfo]) -> ModelConfig:
    """Rotary pairs are neighbours: the converter permutes the rows of q and k for that."""
    return ModelConfig.from_metadata(metadata, tensors, rope_interleaved=True)


class Model:
    """Embedding, decoder layers, final norm, output matrix (the embedding's where it is tied)."""

    def __init__(self, config: ModelConfig, weights: WeightReader, capacity: int) -> None:
        self.config = config
        self.capacity = capacity
        c = config
        shape = (c.vocab_size, c.hidden_size)
        self.embedding = weights.matrix([("token_embd.weight", shape)])
        factors = self.frequency_factors(weights)
        cos, sin = map(weights.place, _rope_tables(c.rope, factors, capacity))
        self.layers = [_load_layer(c, weights, i, cos, sin) for i in range(c.num_layers)]
        self.output_norm = Norm(weights.vector("output_norm.weight", c.hidden_size), c.rms_eps)
        self.output = self.embedding
        if weights.has("output.weight"):
            self.output = weights.matrix([("output.weight", shape)])
        weights.finish()

    def frequency_factors(self, weights: WeightReader) -> Tensor | None:
        """The file's divisors of the rotary frequencies, float32 [dim/2]."""
        return weights.host_vector("rope_freqs.weight", self.config.rope.dim // 2)

    def embed(self, kernels: Kernels, b: StepBuffers) -> None:
        """The tokens' embeddings → b.hidden, and normed for the first layer → b.normed."""
        norm = self.layers[0].attention_norm
        kernels.embed(b.inputs, self.embedding, b.history, b.hidden, norm, b.normed)

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
        self.embed(kernels, b)
        next_norms = [*(layer.attention_norm for layer in self.layers[1:]), self.output_norm]
        for layer, layer_cache, next_norm in zip(
            self.layers, cache.layers, next_norms, strict=True
        ):
            layer.forward(kernels, b, layer_cache, span, next_norm)
        if with_logits:
            kernels.project(b.normed, self.output, None, b.logits, self.output_norm.eps, b.inputs)


def _rope_tables(rope: RopeConfig, factors: Tensor | None, capacity: int) -> tuple[Tensor, Tensor]:
    frequencies = rope_frequencies(rope.dim, rope.base, rope.scaling_factor, factors)
    if rope.yarn_betas is not None:
        kept = yarn_shares(rope.dim, rope.base, rope.original_context_len, rope.yarn_betas)
        frequencies = frequencies * (1 - kept + kept * rope.scaling_factor)
    return rope_tables(frequencies, capacity, rope.magnitude)


def _load_layer(
    c: ModelConfig, weights: WeightReader, index: int, cos: Tensor, sin: Tensor
) -> DecoderLayer:
    block = f"blk.{index}"
    heads = Heads(
        num_heads=c.num_heads,
        num_kv_heads=c.num_kv_heads,
        head_dim=c.head_dim,
        scale=c.attention_scale,
        interleaved=c.rope.interleaved,
        cos=cos,
        sin=sin,
        eps=c.rms_eps,
        q_norm=weights.optional_vector((f"{block}.attn_q_norm.weight", c.head_dim)),
        k_norm=weights.optional_vector((f"{block}.attn_k_norm.weight", c.head_dim)),
    )
    qkv, qkv_bias = _load_qkv(c, weights, block)
    narrow = (c.hidden_size, c.intermediate_size)
    return DecoderLayer(
        attention_norm=Norm(weights.vector(f"{block}.attn_norm.weight", c.hidden_size), c.rms_eps),
        qkv=qkv,
        qkv_bias=qkv_bias,
        heads=heads,
        output=weights.matrix([(f"{block}.attn_output.weight", (c.hidden_size, c.attention_size))]),
        output_bias=weights.optional_vector((f"{block}.attn_output.bias", c.hidden_size)),
        feed_forward_norm=Norm(
            weights.vector(f"{block}.ffn_norm.weight", c.hidden_size), c.rms_eps
        ),
        gate_up=_load_gate_up(c, weights, block),
        down=weights.matrix([(f"{block}.ffn_down.weight", narrow)]),
    )


def _load_qkv(c: ModelConfig, weights: WeightReader, block: str) -> tuple[Matrix, Tensor | None]:
    """The fused projection, rows q|k|v, from one tensor or from three; a missing bias is zero."""
    fused = f"{block}.attn_qkv"
    if weights.has(f"{fused}.weight"):
        return (
            weights.matrix([(f"{fused}.weight", (c.qkv_size, c.hidden_size))]),
            weights.optional_vector((f"{fused}.bias", c.qkv_size)),
        )
    sizes = {"q": c.attention_size, "k": c.kv_size, "v": c.kv_size}
    parts = [(f"{block}.attn_{part}", size) for part, size in sizes.items()]
    return (
        weights.matrix([(f"{name}.weight", (size, c.hidden_size)) for name, size in parts]),
        weights.optional_vector(*((f"{name}.bias", size) for name, size in parts)),
    )


def _load_gate_up(c: ModelConfig, weights: WeightReader, block: str) -> Matrix:
    """The fused projection, rows gate|up, from two tensors or from one, which is then named up."""
    gate, up, size = f"{block}.ffn_gate.weight", f"{block}.ffn_up.weight", c.intermediate_size
    if weights.has(gate):
        return weights.matrix([(gate, (size, c.hidden_size)), (up, (size, c.hidden_size))])
    return weights.matrix([(up, (2 * size, c.hidden_size))])
