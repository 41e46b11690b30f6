"""What drafters share that read hidden rows of several layers of the model they draft for."""

from dataclasses import dataclass

import torch
from torch import Tensor

from engine.kernels.interface import Kernels
from engine.kernels.operands import Linear, Norm, Residual
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
    `block_size` rows are drafted at once. `draft_vocab_size` is that of its own vocabulary, 0 if that is its target's.
    """

    target_layers: tuple[int, ...] = ()
    features_size: int = 0
    block_size: int = 1
    draft_vocab_size: int = 0

    @property
    def joined_sizes(self) -> tuple[int, ...]:
        """The sizes of rows that are several joined."""
        return (self.features_size,)

    @property
    def own_vocab_size(self) -> int:
        """The size of its vocabulary, 0 if that is its target's."""
        return self.draft_vocab_size or self.narrow_vocab_size

    @property
    def can_be_narrow(self) -> bool:
        """Not with a vocabulary of its own, nor where drafts of a block depend on each other."""
        return not (self.draft_vocab_size or self.chain_rank or self.selector)

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


def read_draft_vocab(hparams: Hyperparameters) -> int:
    """The size of the drafter's own vocabulary; 0 if that is its target's."""
    if "d2t" not in hparams.tensors:
        return 0
    output = hparams.tensors.get("output.weight")
    if output is None or len(output.shape) != 2 or output.shape[0] > hparams.vocab_size:
        raise hparams.impossible("its vocabulary has no output")
    return output.shape[0]


class FeatureDrafter(Decoder):
    """Embedding and output matrix are the target's, unless the file has its own.

    `kept` are the target's rows by position, float32 [S, R, features]; `own`, if it `keeps_own`, are
    rows of its own, [S, R, d].
    """

    config: FeatureConfig
    kept: Tensor | None = None
    own: Tensor | None = None
    keeps_own = False
    tokens: Tensor | None = None
    """The target's ids of the drafter's own vocabulary, if it has one: int32 [V']."""
    feature_norm: Norm | None = None
    """The norm of the target's rows."""

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
        own_size = self.config.draft_vocab_size
        if own_size:
            shape = own_size, self.config.hidden_size
            self.output = Linear(self.weights.matrix("output.weight", shape))
            self.columns = self.weights.place(self._load_columns(own_size))
        elif self.weights.has("output.weight"):
            self.output = Linear(self.load_table("output"))
        else:
            self.output = self._target.output
            self.weights.adopt(self.output.weight)

    def project_logits(self, kernels: Kernels, b: StepBuffers) -> None:
        """Logits over the target's vocabulary, -inf for tokens that the drafter lacks."""
        has_own = bool(self.config.draft_vocab_size)
        logits = b.own_logits if has_own else b.logits
        kernels.project(b.normed.after(self.output_norm), self.output, logits, b.inputs)
        self.refine_logits(kernels, b, logits)
        if has_own:
            kernels.spread(logits, self.columns, b.logits, b.inputs)

    def refine_logits(self, kernels: Kernels, b: StepBuffers, logits: Tensor) -> None:
        """Change the logits over the drafter's own vocabulary."""

    def _load_columns(self, size: int) -> Tensor:
        """The drafter's own id of each of the target's tokens, -1 for none: int32 [V].

        Its `tokens` int32 [V'] are the target's ids of its own; 0 for one that the target lacks.
        """
        ids = self.weights.indices("d2t", size)
        columns = torch.full((self.config.vocab_size,), -1, dtype=torch.int32)
        is_known = (ids >= 0) & (ids < len(columns))
        columns[ids[is_known]] = torch.arange(size, dtype=torch.int32)[is_known]
        self.tokens = self.weights.place(torch.where(is_known, ids, 0).to(torch.int32))
        return columns

    def fuse_features(self, kernels: Kernels, b: StepBuffers) -> None:
        """The target's rows of this step, projected → b.hidden."""
        assert self.kept is not None  # set before the first step
        size, i = self.config.features_size, b.inputs
        rows, features = b.joined[size], b.mixed[size]
        kernels.take_rows(self.kept, rows, i)
        if self.feature_norm is not None:
            kernels.normalize(rows, self.feature_norm, i)
        kernels.add_branch(None, Residual(rows, None, features), i)
        kernels.project(features.after(None), self.fuse, b.hidden, i)
