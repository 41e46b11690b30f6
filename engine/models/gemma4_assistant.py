"""gemma4-assistant: drafts for a gemma4 model, whose keys and values it reads; it has none itself.

Whatever their own position, all drafts of a round stand at that of the last token, and see the rows
before it. The cache row of a step is that of the last row that it sees.
"""

from dataclasses import dataclass, replace

from engine.cache.state import ModelState
from engine.kernels.interface import Kernels
from engine.kernels.operands import Linear, Residual
from engine.layers.buffers import StepBuffers
from engine.models import gemma4
from engine.models.config import AttentionConfig, ModelConfig
from engine.models.decoder import Decoder
from engine.models.hyperparameters import Hyperparameters
from engine.models.weights import WeightReader

_TARGET = "gemma4"


@dataclass(frozen=True)
class Config(ModelConfig):
    """The config of a drafter; a row of its target has `target_size` values."""

    target_size: int = 0

    @property
    def joined_sizes(self) -> tuple[int, ...]:
        """The sizes of an embedding of the target, and of one beside a hidden row."""
        return self.target_size, 2 * self.target_size

    @property
    def kept_size(self) -> int:
        """The size of the rows of its target that are kept for it."""
        return self.target_size

    def beside(self, target: ModelConfig) -> "Config | None":
        """The config with the layers of `target` that are read: its last ones of both kinds.

        None for a drafter of another model.
        """
        if target.architecture != _TARGET or target.hidden_size != self.target_size:
            return None
        last = {_kind(a): (index, a) for index, a in enumerate(target.attention_layers)}
        for own in self.attention_layers:
            _, read = last.get(_kind(own), (0, None))
            if read is None or not _can_read(own, read):
                return None

        def layer(_: int, a: AttentionConfig) -> AttentionConfig:
            # The last row that it sees is the one before its own place in the window.
            window = None if a.window is None else a.window - 1
            index, _read = last[_kind(a)]
            return replace(a, window=window, shared_with=index, of_target=True)

        return self.with_attention(layer)


def _kind(a: AttentionConfig) -> bool:
    """Whether the layer has a sliding window."""
    return a.window is not None


def _can_read(own: AttentionConfig, read: AttentionConfig) -> bool:
    """Whether `read` keeps all that `own` sees, in heads of its shape."""
    same = (own.num_kv_heads, own.head_dim) == (read.num_kv_heads, read.head_dim)
    return same and (own.window is None or 1 < own.window <= (read.window or 0))


def read_config(hparams: Hyperparameters) -> Config:
    """The layers are those of gemma4, and the logits have no softcap."""
    own = gemma4.read_config(hparams).with_attention(
        lambda _, a: replace(a, shared_with=None, is_lent=False)
    )
    size = hparams.size("embedding_length_out")
    plain = replace(own, logit_softcap=0.0, layer_input_size=0)
    return Config(**vars(plain), target_size=size)


class Model(gemma4.Model):
    """`taps` holds hidden rows by position: the target's, and those that it predicts for drafts."""

    config: Config
    prefills = False
    moves_cache_row = False
    first_angle = 1
    ignored_tensors = frozenset({"masked_embd_centroids.weight", "masked_embd_ordering"})

    def __init__(
        self, config: Config, weights: WeightReader, capacity: int, target: Decoder
    ) -> None:
        self._target = target
        super().__init__(config, weights, capacity)
        self.embedding_scale = target.embedding_scale
        del self._target

    def load_embedding(self) -> None:
        """The target's table, and the projections from its rows and to them."""
        size, own = self.config.target_size, self.config.hidden_size
        self.embedding = self._target.embedding
        before, after = (f"nextn.{name}_projection.weight" for name in ("pre", "post"))
        self.before = Linear(self.weights.matrix(before, (own, 2 * size)))
        self.after = Linear(self.weights.matrix(after, (size, own)))

    def load_output(self) -> None:
        """The norm, and a table of its own."""
        self.output_norm = self.load_norm(self.output_norm_name)
        self.output = Linear(self.load_table("token_embd"))

    def embed(self, kernels: Kernels, b: StepBuffers) -> None:
        """The embedding beside the hidden row of the position before, projected → b.hidden."""
        assert self.taps is not None  # set before the first step
        size, i = self.config.target_size, b.inputs
        embedded, rows, joined = b.joined[size], b.joined[2 * size], b.mixed[2 * size]
        to = Residual(embedded, None, b.mixed[size])
        kernels.embed(i, self.embedding, b.history, to, self.embedding_scale)
        kernels.join_rows(embedded, self.taps, rows, i)
        kernels.add_branch(None, Residual(rows, None, joined), i)
        kernels.project(joined.after(None), self.before, b.hidden, i)
        kernels.add_branch(None, b.residual(self.layers[0].input_norm), i)

    def forward(
        self,
        kernels: Kernels,
        buffers: StepBuffers,
        state: ModelState,
        span: int,
        *,
        with_logits: bool,
        is_narrow: bool = False,
    ) -> None:
        """Launch one step; its layers see the rows up to the cache row."""
        assert with_logits  # there are no prefill steps
        assert not is_narrow  # nor narrow ones
        assert self.taps is not None  # set before the first step
        b = buffers
        self.embed(kernels, b)
        layers = replace(b, inputs=replace(b.inputs, positions=b.inputs.kv_rows))
        next_norms = [*(layer.input_norm for layer in self.layers[1:]), self.output_norm]
        for layer, layer_state, next_norm in zip(
            self.layers, state.layers, next_norms, strict=True
        ):
            layer.forward(kernels, layers, layer_state, span, next_norm)
        following = b.joined[self.config.target_size]
        kernels.project(b.normed.after(self.output_norm), self.after, following, b.inputs)
        kernels.keep_rows(following, None, self.taps, b.inputs)
        self.project_logits(kernels, b)
