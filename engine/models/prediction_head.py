"""Multi-token prediction: a layer that drafts from the hidden rows of the model it belongs to."""

from engine.kernels.interface import Kernels
from engine.kernels.operands import Linear, Residual
from engine.layers.buffers import StepBuffers
from engine.models.config import ModelConfig
from engine.models.decoder import Decoder
from engine.models.weights import WeightReader

_BLOCK = "blk.0.nextn"


class PredictionHead(Decoder):
    """Predicts the token after the next (DeepSeek-V3, arXiv:2412.19437, section 2.2).

    The input of the row at position p is projection([norm(embedding of token p) | norm(h)]), where
    h is the normed hidden row at p - 1: the trunk's, or the head's own when it drafts from a draft.
    Its logits are for position p + 1. `taps` holds both kinds of rows, by position. A prefill step
    leaves the trunk's to the next one.
    """

    taps_prompts = False

    def __init__(
        self, config: ModelConfig, weights: WeightReader, capacity: int, trunk: Decoder
    ) -> None:
        self._trunk = trunk
        super().__init__(config, weights, capacity)
        del self._trunk

    def load_embedding(self) -> None:
        """The trunk's table, unless the head has its own; the projection of a row's two halves."""
        size = self.config.hidden_size
        self.embedding = self._trunk.embedding
        if self.weights.has(f"{_BLOCK}.embed_tokens.weight"):
            self.embedding = self.load_table(f"{_BLOCK}.embed_tokens")
        self.embedding_scale = self._trunk.embedding_scale
        self.embedding_norm = self.load_norm(f"{_BLOCK}.enorm")
        self.hidden_norm = self.load_norm(f"{_BLOCK}.hnorm")
        self.projection = Linear(self.weights.matrix(f"{_BLOCK}.eh_proj.weight", (size, 2 * size)))

    def load_output(self) -> None:
        """Norm and output matrix of the trunk, unless the head has its own."""
        self.output_norm, self.output = self._trunk.output_norm, self._trunk.output
        if self.weights.has(f"{_BLOCK}.shared_head_norm.weight"):
            self.output_norm = self.load_norm(f"{_BLOCK}.shared_head_norm")
        if self.weights.has(f"{_BLOCK}.shared_head_head.weight"):
            self.output = Linear(self.load_table(f"{_BLOCK}.shared_head_head"))
        else:
            self.weights.adopt(self.output.weight)

    def embed(self, kernels: Kernels, b: StepBuffers) -> None:
        assert self.taps is not None  # set before the first step
        size, i = self.config.hidden_size, b.inputs
        rows = b.joined[2 * size]
        kernels.embed(i, self.embedding, b.history, b.residual(None), self.embedding_scale)
        kernels.join_rows(b.hidden, self.taps, rows, i)
        kernels.normalize(rows[:, :size], self.embedding_norm, i)
        kernels.normalize(rows[:, size:], self.hidden_norm, i)
        joined = b.mixed[2 * size]
        kernels.add_branch(None, Residual(rows, None, joined), i)
        kernels.project(joined.after(None), self.projection, b.hidden, i)
        kernels.add_branch(None, b.residual(self.layers[0].input_norm), i)
