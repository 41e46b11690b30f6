"""gemma4: gemma3 with its own head_dim in full attention, shared KV, experts, per-layer inputs."""

from dataclasses import dataclass, replace

from engine.cache.state import LayerState
from engine.kernels.interface import Kernels
from engine.kernels.operands import (
    Activation,
    Branch,
    Heads,
    Linear,
    Norm,
    ParallelBranches,
)
from engine.kernels.weight_parts import Matrix
from engine.layers.buffers import StepBuffers
from engine.layers.decoder_layer import FeedForwardBlock, Layer
from engine.layers.feed_forward import FeedForward
from engine.models import gemma3
from engine.models.config import (
    AttentionConfig,
    LayerConfig,
    ModelConfig,
    read_windows,
)
from engine.models.hyperparameters import Hyperparameters
from engine.models.rope_config import sliding_rope


def read_config(hparams: Hyperparameters) -> ModelConfig:
    """Sliding-window layers have their own head_dim; the last layers share earlier layers' KV."""
    config = ModelConfig.read(hparams, rope_interleaved=False)
    windows = read_windows(hparams, config.num_layers, lambda _: False)
    num_own = config.num_layers - hparams.whole("attention.shared_kv_layers", 0)
    dense = hparams.sizes("feed_forward_length", config.num_layers)

    def layer(index: int, layer: LayerConfig) -> LayerConfig:
        a = replace(layer.attention, scale=1.0)
        if windows[index]:
            size = hparams.size("attention.key_length_swa", a.head_dim)
            rope = sliding_rope(hparams, a.rope, size)
            a = replace(a, head_dim=size, window=windows[index], rope=rope)
        if index >= num_own:
            a = replace(a, shared_with=num_own - 2 if windows[index] else num_own - 1)
        elif index >= num_own - 2:
            a = replace(a, is_lent=num_own < config.num_layers)
        has_experts = f"blk.{index}.ffn_gate_inp.weight" in hparams.tensors
        experts = layer.experts if has_experts else None
        if experts is not None:
            experts = replace(experts, parallel_size=max(dense))
        return LayerConfig(a, dense[index], experts)

    return replace(
        config.with_layers(layer),
        layer_input_size=hparams.size("embedding_length_per_layer_input", 0, least=0),
    )


@dataclass(frozen=True, eq=False)
class ParallelFeedForward:
    """x = (x + post_norm(norm_1(dense(norm x)) + norm_2(experts(norm_2 x)))) * factor."""

    branches: ParallelBranches
    dense_norm: Norm
    experts_input_norm: Norm
    experts_norm: Norm
    post_norm: Norm
    factor: float

    def forward(
        self, kernels: Kernels, b: StepBuffers, norm: Norm | None, next_norm: Norm | None
    ) -> None:
        """b.hidden → b.hidden; b.normed is `norm` of it before, `next_norm` of it after."""
        branches, stream = self.branches, b.residual(self.experts_input_norm)
        activated = b.activated[branches.gate_up.weight.num_rows // 2]
        x, out = b.normed.after(norm), (b.branch, b.second_branch)
        kernels.compute_branches(branches, x, stream, activated, b.routes, out, b.inputs)
        dense, mixture = Branch(out[0], self.dense_norm), Branch(out[1], self.experts_norm)
        to = b.residual(next_norm)
        kernels.add_branches(dense, mixture, self.post_norm, to, b.inputs, self.factor)


@dataclass(frozen=True, eq=False)
class LayerInput:
    """x = (x + norm(projection(gelu(gate x) * e))) * factor; e = layer_inputs[:, first:]."""

    gate: Linear
    projection: Linear
    norm: Norm
    first: int
    factor: float

    def add(self, kernels: Kernels, b: StepBuffers, next_norm: Norm | None) -> None:
        """b.normed is b.hidden as it is before, and `next_norm` of it after."""
        i, size = b.inputs, self.gate.num_rows
        own, gated = b.layer_inputs[:, self.first : self.first + size], b.layer_gated[size]
        kernels.project_gate(b.normed, self.gate, own, gated, i, Activation.GELU)
        to = b.residual(next_norm)
        kernels.project_add_normed(gated, self.projection, self.norm, to, i, self.factor)


@dataclass(frozen=True, eq=False)
class LayerWithInput:
    """A layer followed by its per-layer input."""

    layer: Layer
    layer_input: LayerInput

    @property
    def input_norm(self) -> Norm | None:
        """The norm before the layer."""
        return self.layer.input_norm

    def forward(
        self,
        kernels: Kernels,
        b: StepBuffers,
        state: LayerState,
        span: int,
        next_norm: Norm | None,
    ) -> None:
        """b.hidden → b.hidden; b.normed is `input_norm` of it before, `next_norm` of it after."""
        self.layer.forward(kernels, b, state, span, None)
        self.layer_input.add(kernels, b, next_norm)


class Model(gemma3.Model):
    """Per-layer inputs, if any, are computed first, from token ids and embeddings."""

    layer_table: Matrix | None = None

    def load_embedding(self) -> None:
        """Unlike others: a second embedding for the per-layer inputs."""
        super().load_embedding()
        c, weights = self.config, self.weights
        size = c.layer_input_size
        if size and c.has_input:
            rows = size * c.num_layers
            name = "per_layer_model_proj.weight"
            self.layer_table = weights.matrix("per_layer_token_embd.weight", (c.vocab_size, rows))
            self.layer_projection = Linear(weights.matrix(name, (rows, c.hidden_size)))
            # Rows are not divided by sqrt(d) before the projection, so eps is multiplied by d.
            norm = weights.vector("per_layer_proj_norm.weight", size)
            self.layer_norm = Norm(norm, c.rms_eps * c.hidden_size)

    def load_heads(self, index: int, a: AttentionConfig) -> Heads:
        """Unlike gemma3: an RMS norm on v too."""
        return replace(super().load_heads(index, a), norms_values=True)

    def load_layer(self, index: int) -> Layer:
        """Unlike gemma3: adds the per-layer input, if any."""
        c, weights = self.config, self.layer_weights(index)
        layer, size = super().load_layer(index), c.layer_input_size
        if not size:
            return layer
        layer_input = LayerInput(
            Linear(weights.matrix("inp_gate", size, c.hidden_size)),
            Linear(weights.matrix("proj", c.hidden_size, size)),
            self.load_norm(f"blk.{index}.post_norm"),
            first=index * size,
            factor=self.load_factor(index),
        )
        return LayerWithInput(layer, layer_input)

    def load_factor(self, index: int) -> float:
        """The scale of the residual stream at the end of layer `index`."""
        factor = self.weights.host_vector(f"blk.{index}.layer_output_scale.weight", 1)
        return 1.0 if factor is None else float(factor)

    def load_dense(self, index: int) -> FeedForward:
        """Unlike gemma3: applies the layer's factor unless a per-layer input does."""
        dense = super().load_dense(index)
        factor = 1.0 if self.config.layer_input_size else self.load_factor(index)
        return replace(dense, down=replace(dense.down, factor=factor))

    def load_feed_forward(self, index: int) -> FeedForwardBlock:
        """Unlike gemma3: experts in parallel with the dense MLP."""
        c, weights, block = self.config, self.layer_weights(index), f"blk.{index}"
        dense, sizes = self.load_dense(index), c.layers[index].experts
        if sizes is None:
            return dense
        router_scale = self.weights.vector(f"{block}.ffn_gate_inp.scale", c.hidden_size)
        assert dense.down.post_norm is not None  # as gemma3 has
        return ParallelFeedForward(
            ParallelBranches(
                dense.gate_up,
                dense.down.linear,
                router=weights.router(sizes),
                router_norm=Norm(router_scale / c.hidden_size**0.5, c.rms_eps),
                experts=replace(weights.experts(sizes), activation=dense.gate_up.activation),
            ),
            dense_norm=self.load_norm(f"{block}.post_ffw_norm_1"),
            experts_input_norm=self.load_norm(f"{block}.pre_ffw_norm_2"),
            experts_norm=self.load_norm(f"{block}.post_ffw_norm_2"),
            post_norm=dense.down.post_norm,
            factor=dense.down.factor,
        )

    def embed(self, kernels: Kernels, b: StepBuffers) -> None:
        """As gemma3; also the per-layer inputs → b.layer_inputs."""
        if self.layer_table is None:
            super().embed(kernels, b)
            return
        i = b.inputs
        kernels.embed(i, self.embedding, b.history, b.residual(None), self.embedding_scale)
        kernels.project(b.normed, self.layer_projection, b.layer_inputs, i)
        scale = self.config.layer_input_size**0.5
        kernels.mix_layer_inputs(i, self.layer_table, scale, self.layer_norm, b.layer_inputs)
        kernels.add_branch(None, b.residual(self.layers[0].input_norm), i)
