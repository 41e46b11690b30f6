"""What drafters share that read hidden rows of several layers of the model they draft for."""

from dataclasses import dataclass

from torch import Tensor

from engine.kernels.interface import Kernels
from engine.kernels.operands import Linear, Residual
from engine.layers.buffers import StepBuffers
from engine.models.config import ModelConfig
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters
from engine.models.weights import WeightReader

_MAX_FEATURES = 32


@dataclass(frozen=True)
class FeatureConfig(ModelConfig):
    """The config of a drafter. A row of its target's `target_layers` has `features_size` values.

    `target_layers` are those whose inputs it reads; one past the last stands for its output.
    """

    target_layers: tuple[int, ...] = ()
    features_size: int = 0

    @property
    def joined_sizes(self) -> tuple[int, ...]:
        """The sizes of rows that are several joined."""
        return (self.features_size,)

    @property
    def kept_size(self) -> int:
        """The size of the rows of its target that are kept for it."""
        return self.features_size


def read_target_layers(hparams: Hyperparameters) -> tuple[tuple[int, ...], int]:
    """The layers that the drafter reads, and the size of their rows side by side."""
    layers = hparams.numbers("target_layers", _MAX_FEATURES)
    fuse = hparams.tensors.get("fc.weight")
    if not layers or fuse is None or len(fuse.shape) != 2 or fuse.shape[1] % len(layers):
        raise hparams.impossible("it reads no layers of another model")
    return layers, fuse.shape[1]


class FeatureDrafter(Decoder):
    """Embedding and output matrix are the target's, unless the file has its own.

    `kept` are the target's rows by position, float32 [S, R, features].
    """

    config: FeatureConfig
    kept: Tensor | None = None

    def __init__(
        self, config: FeatureConfig, weights: WeightReader, capacity: int, target: Decoder
    ) -> None:
        self._target = target
        super().__init__(config, weights, capacity)
        del self._target

    def load_embedding(self) -> None:
        """The table, and the projection of the target's rows."""
        own = self.weights.has("token_embd.weight")
        self.embedding = self.load_table("token_embd") if own else self._target.embedding
        shape = (self.config.hidden_size, self.config.features_size)
        self.fuse = Linear(self.weights.matrix("fc.weight", shape))

    def load_output(self) -> None:
        """The norm after the last layer and the output matrix."""
        self.output_norm = self.load_norm(self.output_norm_name)
        if self.weights.has("output.weight"):
            self.output = Linear(self.load_table("output"))
        else:
            self.output = self._target.output
            self.weights.adopt(self.output.weight)

    def fuse_features(self, kernels: Kernels, b: StepBuffers) -> None:
        """The target's rows of this step, projected → b.hidden."""
        assert self.kept is not None  # set before the first step
        size, i = self.config.features_size, b.inputs
        rows, features = b.joined[:, :size], b.mixed[size]
        kernels.take_rows(self.kept, rows, i)
        kernels.add_branch(None, Residual(rows, None, features), i)
        kernels.project(features.after(None), self.fuse, b.hidden, i)
