"""qwen3moe: qwen3 with a mixture of experts in every layer (arXiv:2505.09388)."""

from engine.models.decoder import Decoder
from engine.models.qwen2 import read_config

__all__ = ["Model", "read_config"]

Model = Decoder
