"""glm4: llama with post-norms and partial RoPE (arXiv:2406.12793)."""

from engine.models.decoder import Decoder
from engine.models.llama import read_config

__all__ = ["Model", "read_config"]


class Model(Decoder):
    """Each block's output is normed before it is added."""

    has_post_norms = True
