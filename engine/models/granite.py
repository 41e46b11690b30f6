"""granite: llama with multipliers of embeddings, residual branches, scores and logits (arXiv:2203.03466).

With e, r those of embeddings and branches: x = e · embedding, then x += r · branch(norm(x)) again and
again. The stream kept here is x / r, so that branches are added as they are. A norm of it is the norm of
x, once eps is divided by r²; and of an embedding that nothing has multiplied, by e².
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import torch

from engine.errors import UnsupportedModelError
from engine.gguf.file import TensorInfo
from engine.gguf.metadata import ModelMetadata
from engine.kernels.interface import Kernels, Norm
from engine.layers.buffers import StepBuffers
from engine.models import llama
from engine.models.config import ModelConfig
from engine.models.weights import WeightReader


@dataclass(frozen=True)
class GraniteConfig(ModelConfig):
    """Embeddings and residual branches are multiplied, logits divided; scores have `attention_scale`."""

    embedding_scale: float = 1.0
    residual_scale: float = 1.0
    logit_scale: float = 1.0


def read_config(metadata: ModelMetadata, tensors: Mapping[str, TensorInfo]) -> GraniteConfig:
    """Rotary pairs are llama's. Raises UnsupportedModelError for a file that rotates nothing."""
    if not metadata.hparam("rope.scaling.finetuned", bool, default=True):  # granite's switch for it
        raise UnsupportedModelError(
            f"{metadata.name} is a granite model without rotary embedding, which is not supported yet."
        )

    def scale(name: str) -> float:
        return metadata.hparam(name, float, default=1.0) or 1.0

    return replace(
        GraniteConfig.from_metadata(metadata, tensors, rope_interleaved=True),
        embedding_scale=scale("embedding_scale"),
        residual_scale=scale("residual_scale"),
        logit_scale=scale("logit_scale"),
    )


class Model(llama.Model):
    """llama's layers over the stream divided by the residual multiplier."""

    def __init__(self, config: GraniteConfig, weights: WeightReader, capacity: int) -> None:
        super().__init__(config, weights, capacity)
        eps = config.rms_eps / config.residual_scale**2
        for i, layer in enumerate(self.layers):
            first_eps = config.rms_eps / config.embedding_scale**2
            self.layers[i] = replace(
                layer,
                attention_norm=Norm(layer.attention_norm.weight, eps if i else first_eps),
                feed_forward_norm=Norm(layer.feed_forward_norm.weight, eps),
            )
        self.output_norm = Norm(self.output_norm.weight / config.logit_scale, eps)
        factor = config.embedding_scale / config.residual_scale
        self._embedding_factors = weights.place(torch.full((capacity,), factor))

    def embed(self, kernels: Kernels, b: StepBuffers) -> None:
        """As llama's; then the stream begins, multiplied."""
        super().embed(kernels, b)
        kernels.scale(b.hidden, self._embedding_factors, b.inputs)
