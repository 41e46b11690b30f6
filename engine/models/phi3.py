"""phi3: llama with fused gate and up, half-split RoPE pairs, LongRoPE (arXiv:2404.14219)."""

from torch import Tensor

from engine.models.decoder import Decoder
from engine.models.qwen2 import read_config
from engine.models.rope_config import RopeConfig

__all__ = ["Model", "read_config"]


class Model(Decoder):
    """The file may hold RoPE frequency divisors for short and for long contexts."""

    def frequency_factors(self, rope: RopeConfig) -> Tensor | None:
        """The divisors for `capacity` tokens (arXiv:2402.13753), the same at all positions."""
        short, long = (
            self.weights.host_vector(f"rope_factors_{name}.weight", rope.dim // 2)
            for name in ("short", "long")
        )
        return long if self.capacity > rope.original_context_len else short
