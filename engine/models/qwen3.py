"""qwen3: qwen2 without biases, with an RMS norm per head of q and k (arXiv:2505.09388)."""

from engine.models.decoder import Decoder
from engine.models.qwen2 import read_config

__all__ = ["Model", "read_config"]

Model = Decoder
