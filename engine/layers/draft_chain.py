"""Drafts of a block that depend on each other: each row's logits on the token before it."""

from dataclasses import dataclass

from torch import Tensor

from engine.kernels.interface import Kernels
from engine.kernels.operands import Confidence, Linear, Residual, StepInputs
from engine.kernels.weight_parts import Matrix
from engine.layers.buffers import ChainBuffers, StepBuffers


@dataclass(frozen=True, eq=False)
class MarkovHead:
    """Adds to a row's logits what the token before it says of the next (DSpark).

    That token is the likeliest of the row before, or the first row's own at `first_row`, the first
    that drafts. `tokens` int32 [V'] are those of the logits' columns, where they are not all.
    """

    table: Matrix  # [V, r]
    added: Linear  # [V', r]
    first_row: int
    tokens: Tensor | None
    confidence: Confidence | None

    def extend(self, kernels: Kernels, b: StepBuffers, logits: Tensor) -> None:
        """Change `logits` [W, V'] of one block, row by row; then rate its drafts."""
        chain = b.chain
        assert chain is not None  # the sizes say so
        kernels.begin_chain(chain.token_ids, chain.counts, self.first_row, b.inputs)
        for row in range(self.first_row, len(logits)):
            inputs = _row_inputs(b.inputs, chain, row)
            to = Residual(chain.before[row : row + 1], None, chain.activations)
            kernels.embed(inputs, self.table, b.history, to)
            kernels.project(chain.activations.after(None), self.added, chain.added, inputs)
            next_id = chain.token_ids[row + 1 : row + 2]
            kernels.extend_chain(chain.added, logits[row : row + 1], self.tokens, next_id, inputs)
        if self.confidence is not None:
            before, out = chain.before[: len(logits)], chain.confidences
            kernels.rate_drafts(b.hidden, before, self.confidence, out, b.inputs)


def _row_inputs(inputs: StepInputs, chain: ChainBuffers, row: int) -> StepInputs:
    """The inputs of `row` alone, whose token is the one before its draft.

    It is noted at the place of the row, for penalties.
    """
    alone = slice(row, row + 1)
    return StepInputs(
        chain.token_ids[alone],
        inputs.positions[alone],
        inputs.kv_rows[alone],
        inputs.sequences[alone],
        chain.counts[alone],
    )
