"""granite: llama with scaled embeddings, residuals, scores and logits (arXiv:2203.03466).

With the embedding and residual multipliers e and r: x = e · embedding, then
x += r · branch(norm(x)) per block. The stream kept here is x / r, so branches are added
unscaled. Its RMS norm equals that of x with eps / r².
"""

from dataclasses import dataclass, replace

from engine.errors import UnsupportedModelError
from engine.kernels.operands import Norm
from engine.models.config import ModelConfig
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters
from engine.models.weights import WeightReader


@dataclass(frozen=True)
class GraniteConfig(ModelConfig):
    """Multipliers of embeddings and residuals, the divisor of logits; `attention_scale`."""

    embedding_scale: float = 1.0
    residual_scale: float = 1.0
    logit_scale: float = 1.0


def read_config(hparams: Hyperparameters) -> GraniteConfig:
    """RoPE pairs as in llama. Raises UnsupportedModelError for a file without RoPE."""
    if not hparams.flag("rope.scaling.finetuned", default=True):  # granite's switch for it
        raise UnsupportedModelError(
            f"{hparams.name} is a granite model without rotary embedding, which is not supported "
            "yet."
        )
    return replace(
        GraniteConfig.read(hparams, rope_interleaved=True),
        embedding_scale=hparams.factor("embedding_scale"),
        residual_scale=hparams.factor("residual_scale"),
        logit_scale=hparams.factor("logit_scale"),
    )


class Model(Decoder):
    """llama's layers over a stream divided by the residual multiplier."""

    config: GraniteConfig

    def __init__(self, config: GraniteConfig, weights: WeightReader, capacity: int) -> None:
        self.embedding_scale = config.embedding_scale / config.residual_scale
        super().__init__(config, weights, capacity)

    def load_norm(self, name: str) -> Norm:
        """Unlike llama: eps / r²; the final norm also divides the logits."""
        norm = super().load_norm(name)
        eps = norm.eps / self.config.residual_scale**2
        divisor = self.config.logit_scale if name == self.output_norm_name else 1.0
        return Norm(norm.weight / divisor, eps)
