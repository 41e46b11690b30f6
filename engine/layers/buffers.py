"""The tensors of a step besides weights, sequence state and kernel scratch."""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.kernels.interface import ActivationStore, Memory
from engine.kernels.operands import (
    Activations,
    Candidates,
    Norm,
    Residual,
    Routes,
    StepInputs,
)
from engine.kernels.sizes import SelectorSizes, StepSizes


@dataclass(frozen=True, eq=False)
class ChainBuffers:
    """What a block's drafts need that depend on each other, for up to N rows.

    `token_ids` holds the token before each draft, `before` what stands for it, and `added` what
    that adds to the logits of a row. `counts` are the rows in use of each row alone, and
    `confidences` how likely a draft is right.
    """

    token_ids: Tensor  # int32 [N + 1]
    counts: Tensor  # int32 [N]
    before: Tensor  # [widest W, r]
    activations: Activations  # [1, r]
    added: Tensor  # [1, own V or V]
    confidences: Tensor  # [N]


@dataclass(frozen=True, eq=False)
class StepBuffers:
    """Static tensors of a step of W rows.

    `inputs` is filled before each run; they are the rows of `input_block`, in their order.
    `history` holds each sequence's token ids by position. `mixed` and `activated` are the inputs of
    output and down projections, by size. `branch` and `second_branch` hold block outputs that are
    not added to the residual stream directly. `layer_inputs` are the per-layer inputs of some
    models, `layer_gated` one of them gated. `joined` holds rows that are several joined, by size.
    `logits` has at most the rows of the widest verify step, as `own_logits`, which are those over a
    vocabulary of the model's own. `chain` is that of a drafter whose drafts depend on each other,
    `candidates` of one whose drafts are chosen among some; `block_factors` are those of
    convolutions over a block.
    """

    inputs: StepInputs
    input_block: Tensor  # int32 [5, widest W]
    history: Tensor  # int32 [S, C]
    hidden: Tensor  # [W, d]
    normed: Activations  # [W, d]
    projected: Tensor  # [W, widest input projection]
    mixed: Mapping[int, Activations]  # [W, size]
    activated: Mapping[int, Activations]  # [W, F]
    branch: Tensor  # [W, d]
    second_branch: Tensor  # [W, d]
    routes: Routes
    layer_inputs: Tensor  # [W, L * P]
    layer_gated: Mapping[int, Activations]  # [W, P]
    joined: Mapping[int, Tensor]  # [W, size]
    own_logits: Tensor  # [min(W, widest verify), own V]
    logits: Tensor  # [min(W, widest verify), V]
    block_factors: Tensor  # [W, size]
    chain: ChainBuffers | None = None
    candidates: Candidates | None = None

    def residual(self, norm: Norm | None) -> Residual:
        """The residual stream, of which `normed` is `norm` once it is changed."""
        return Residual(self.hidden, norm, self.normed)

    def rows(self, width: int) -> "StepBuffers":
        """Views of the same memory for a step of `width` rows."""
        return StepBuffers(
            inputs=self.inputs.rows(width),
            input_block=self.input_block,
            history=self.history,
            hidden=self.hidden[:width],
            normed=self.normed.rows(width),
            projected=self.projected[:width],
            mixed=_rows(self.mixed, width),
            activated=_rows(self.activated, width),
            branch=self.branch[:width],
            second_branch=self.second_branch[:width],
            routes=self.routes.rows(width),
            layer_inputs=self.layer_inputs[:width],
            layer_gated=_rows(self.layer_gated, width),
            joined={size: rows[:width] for size, rows in self.joined.items()},
            own_logits=self.own_logits[:width],
            logits=self.logits[:width],
            block_factors=self.block_factors[:width],
            chain=self.chain,
            candidates=self.candidates,
        )


def _rows(of_size: Mapping[int, Activations], width: int) -> dict[int, Activations]:
    return {size: activations.rows(width) for size, activations in of_size.items()}


def allocate_buffers(
    memory: Memory,
    store: ActivationStore,
    sizes: StepSizes,
    max_width: int,
    max_logit_rows: int,
    num_sequences: int = 1,
) -> StepBuffers:
    """Allocate the buffers of the widest step from `memory`; narrower steps are views of them."""
    w, int32 = max_width, torch.int32
    block = memory.allocate(5, w, dtype=int32)
    token_ids, positions, kv_rows, sequences, num_rows = block.unbind()
    inputs = StepInputs(token_ids, positions, kv_rows, sequences, num_rows[:1])
    num_used = 0 if sizes.experts is None else sizes.experts.num_used

    def activations(*of_sizes: int) -> dict[int, Activations]:
        return {size: store.allocate_activations(size) for size in of_sizes}

    return StepBuffers(
        inputs=inputs,
        input_block=block,
        history=memory.allocate(num_sequences, sizes.capacity, dtype=int32),
        hidden=store.allocate_rows(sizes.hidden_size),
        normed=store.allocate_activations(sizes.hidden_size),
        projected=memory.allocate(w, sizes.projected_size),
        mixed=activations(*sizes.mixed_sizes),
        activated=activations(*sizes.intermediate_sizes),
        branch=store.allocate_rows(sizes.hidden_size),
        second_branch=store.allocate_rows(sizes.hidden_size),
        routes=Routes(
            memory.allocate(w, num_used, dtype=int32),
            memory.allocate(w, num_used),
            memory.allocate(w),
        ),
        layer_inputs=memory.allocate(w, sizes.layer_inputs_size),
        layer_gated=activations(*([sizes.layer_input_size] if sizes.layer_input_size else [])),
        joined={size: store.allocate_rows(size) for size in sizes.joined_sizes},
        own_logits=memory.allocate(max_logit_rows, sizes.own_vocab_size),
        logits=memory.allocate(max_logit_rows, sizes.vocab_size),
        block_factors=memory.allocate(w, sizes.block_factors_size),
        candidates=_allocate_candidates(memory, sizes.selector, max_logit_rows),
        chain=_allocate_chain(memory, store, sizes, max_logit_rows) if sizes.chain_rank else None,
    )


def _allocate_candidates(
    memory: Memory, sizes: SelectorSizes | None, max_rows: int
) -> Candidates | None:
    if sizes is None:
        return None
    k, rank = sizes.num_candidates, sizes.rank
    block = memory.allocate(5, max_rows * k, dtype=torch.int32)
    token_ids, positions, kv_rows, sequences, num_rows = block.unbind()
    return Candidates(
        rows=StepInputs(token_ids, positions, kv_rows, sequences, num_rows[:1]),
        scores=memory.allocate(max_rows, k),
        gates=memory.allocate(max_rows, rank),
        before=memory.allocate(max_rows * k, rank),
        after=memory.allocate(max_rows * k, rank),
    )


def _allocate_chain(
    memory: Memory, store: ActivationStore, sizes: StepSizes, max_rows: int
) -> ChainBuffers:
    return ChainBuffers(
        token_ids=memory.allocate(max_rows + 1, dtype=torch.int32),
        counts=memory.allocate(max_rows, dtype=torch.int32),
        before=store.allocate_rows(sizes.chain_rank),
        activations=store.allocate_activations(sizes.chain_rank).rows(1),
        added=memory.allocate(1, sizes.drafted_vocab_size),
        confidences=memory.allocate(max_rows),
    )
