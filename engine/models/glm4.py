"""glm4: llama with post-norms and partial RoPE (arXiv:2406.12793)."""

from dataclasses import replace

from engine.layers.feed_forward import FeedForward
from engine.layers.residual import ResidualProjection
from engine.models.decoder import Decoder
from engine.models.llama import read_config

__all__ = ["Model", "read_config"]


class Model(Decoder):
    """Each block's output is normed before the residual add."""

    def load_mixed(self, index: int) -> ResidualProjection:
        """Unlike llama: with a norm."""
        norm = self.load_norm(f"blk.{index}.post_attention_norm")
        return replace(super().load_mixed(index), post_norm=norm)

    def load_dense(self, index: int) -> FeedForward:
        """Unlike llama: with a norm."""
        dense = super().load_dense(index)
        norm = self.load_norm(f"blk.{index}.post_ffw_norm")
        return replace(dense, down=replace(dense.down, post_norm=norm))
