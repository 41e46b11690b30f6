"""Sizes of models that are the same in every layer."""

from engine.cache.arena import Arena
from engine.cache.state import ModelState
from engine.kernels.sizes import AttentionSizes, KVShape, StepSizes
from engine.models.config import AttentionConfig, LayerConfig, ModelConfig
from engine.models.rope_config import RopeConfig

LLAMA_8B_SHAPE = AttentionConfig(
    num_heads=32,
    num_kv_heads=8,
    head_dim=128,
    scale=1.0,
    rope=RopeConfig(dim=128, base=1e4, scaling_factor=1.0, interleaved=True),
)
LLAMA_8B = ModelConfig(
    architecture="llama",
    hidden_size=4096,
    vocab_size=128256,
    rms_eps=1e-5,
    max_context_len=131072,
    layers=(LayerConfig(LLAMA_8B_SHAPE, 14336),) * 32,
)


def one_layer_state(
    arena: Arena, head_dim: int, capacity: int, num_sequences: int = 1
) -> ModelState:
    """Keys and values of one layer with one head."""
    shapes = (KVShape(1, head_dim, capacity),)
    return ModelState(arena, shapes, capacity, "f32", num_sequences=num_sequences)


def plain_sizes(
    hidden_size: int,
    qkv_size: int,
    num_heads: int,
    num_kv_heads: int,
    attention_size: int,
    intermediate_size: int,
    vocab_size: int,
    capacity: int,
) -> StepSizes:
    """Sizes of attention over all positions and a dense feed-forward block."""
    head_dim = attention_size // num_heads
    return StepSizes(
        hidden_size=hidden_size,
        projected_size=qkv_size,
        attention=(AttentionSizes(num_heads, num_kv_heads, head_dim, capacity),),
        mixed_sizes=(attention_size,),
        intermediate_sizes=(intermediate_size,),
        vocab_size=vocab_size,
        capacity=capacity,
    )
