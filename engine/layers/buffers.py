"""Every tensor a step reads or writes besides weights and the KV cache."""

from dataclasses import dataclass, fields

import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.kernels.interface import ATTENTION_BLOCK


@dataclass(frozen=True, eq=False)
class StepBuffers:
    """Static tensors of a step of W rows; the first four are its data, filled before each run.

    `num_rows` says how many rows are real. `logits` exists for at most the widest verify step.
    """

    token_ids: Tensor  # int32 [W]
    positions: Tensor  # int32 [W]
    kv_rows: Tensor  # int32 [W]
    num_rows: Tensor  # int32 [1]
    hidden: Tensor  # [W, d]
    normed: Tensor  # [W, d]
    qkv: Tensor  # [W, (H + 2G) * D]
    scores: Tensor  # [W * H, ATTENTION_BLOCK]
    attention_out: Tensor  # [W, H * D]
    projected: Tensor  # [W, d]
    gate_up: Tensor  # [W, 2F]
    activated: Tensor  # [W, F]
    logits: Tensor  # [min(W, widest verify), V]

    def rows(self, width: int) -> "StepBuffers":
        """The same memory seen as a step of `width` rows."""
        heads = self.scores.shape[0] // self.hidden.shape[0]
        views = {
            field.name: getattr(self, field.name)[:width]
            for field in fields(self)
            if field.name not in ("num_rows", "scores")
        }
        return StepBuffers(**views, num_rows=self.num_rows, scores=self.scores[: width * heads])


@dataclass(frozen=True)
class BufferSizes:
    """The sizes that decide how large the buffers are."""

    hidden_size: int
    qkv_size: int
    num_heads: int
    attention_size: int
    intermediate_size: int
    vocab_size: int


def allocate_buffers(
    arena: Arena, sizes: BufferSizes, max_width: int, max_logit_rows: int
) -> StepBuffers:
    """Cut the buffers of the widest step from `arena`; narrower steps are views of it."""
    w = max_width
    return StepBuffers(
        token_ids=arena.allocate(w, dtype=torch.int32),
        positions=arena.allocate(w, dtype=torch.int32),
        kv_rows=arena.allocate(w, dtype=torch.int32),
        num_rows=arena.allocate(1, dtype=torch.int32),
        hidden=arena.allocate(w, sizes.hidden_size),
        normed=arena.allocate(w, sizes.hidden_size),
        qkv=arena.allocate(w, sizes.qkv_size),
        scores=arena.allocate(w * sizes.num_heads, ATTENTION_BLOCK),
        attention_out=arena.allocate(w, sizes.attention_size),
        projected=arena.allocate(w, sizes.hidden_size),
        gate_up=arena.allocate(w, 2 * sizes.intermediate_size),
        activated=arena.allocate(w, sizes.intermediate_size),
        logits=arena.allocate(max_logit_rows, sizes.vocab_size),
    )
