"""Every tensor a step reads or writes besides weights, the KV cache and the kernels' own scratch."""

from dataclasses import dataclass

import torch
from torch import Tensor

from engine.kernels.interface import Activations, Kernels, Memory, StepInputs, StepSizes


@dataclass(frozen=True, eq=False)
class StepBuffers:
    """Static tensors of a step of W rows. `inputs` is its data, filled before each run.

    `history` holds the ids fed so far by position. `logits` has at most the rows of the widest
    verify step.
    """

    inputs: StepInputs
    history: Tensor  # int32 [C]
    hidden: Tensor  # [W, d]
    normed: Activations  # [W, d]
    qkv: Tensor  # [W, (H + 2G) * D]
    attended: Activations  # [W, H * D]
    activated: Activations  # [W, F]
    logits: Tensor  # [min(W, widest verify), V]

    def rows(self, width: int) -> "StepBuffers":
        """The same memory seen as a step of `width` rows."""
        return StepBuffers(
            inputs=self.inputs.rows(width),
            history=self.history,
            hidden=self.hidden[:width],
            normed=self.normed.rows(width),
            qkv=self.qkv[:width],
            attended=self.attended.rows(width),
            activated=self.activated.rows(width),
            logits=self.logits[:width],
        )


def allocate_buffers(
    memory: Memory, kernels: Kernels, sizes: StepSizes, max_width: int, max_logit_rows: int
) -> StepBuffers:
    """Cut the buffers of the widest step from `memory`; narrower steps are views of them."""
    w, int32 = max_width, torch.int32
    inputs = StepInputs(
        token_ids=memory.allocate(w, dtype=int32),
        positions=memory.allocate(w, dtype=int32),
        kv_rows=memory.allocate(w, dtype=int32),
        num_rows=memory.allocate(1, dtype=int32),
    )
    return StepBuffers(
        inputs=inputs,
        history=memory.allocate(sizes.capacity, dtype=int32),
        hidden=memory.allocate(w, sizes.hidden_size),
        normed=kernels.allocate_activations(sizes.hidden_size),
        qkv=memory.allocate(w, sizes.qkv_size),
        attended=kernels.allocate_activations(sizes.attention_size),
        activated=kernels.allocate_activations(sizes.intermediate_size),
        logits=memory.allocate(max_logit_rows, sizes.vocab_size),
    )
