"""Chooses a block's drafts among the likeliest of each row, one after the other (DFlash 2)."""

from dataclasses import dataclass

from engine.kernels.interface import Kernels
from engine.kernels.operands import Linear, Norm
from engine.kernels.weight_parts import Matrix
from engine.layers.buffers import StepBuffers


@dataclass(frozen=True, eq=False)
class CandidateWalk:
    """Scores each row's candidates by their logits, times `scale`, and by the best one before.

    A token has a row in `before` for what follows it, and one in `after` for what precedes it.
    Logits are capped at `softcap` first; 0 switches it off.
    """

    before: Matrix  # [V, r]
    after: Matrix  # [V, r]
    gate: Linear  # [r, d]
    scale: float = 1.0
    softcap: float = 0.0

    def choose(self, kernels: Kernels, b: StepBuffers, norm: Norm) -> None:
        """b.logits of a block → the scores of its candidates, -inf elsewhere.

        b.normed is `norm` of the last layer's output.
        """
        c, i = b.candidates, b.inputs
        assert c is not None  # the sizes say so
        kernels.project(b.normed.after(norm), self.gate, c.gates, i)
        if self.softcap:
            kernels.softcap(b.logits, self.softcap / self.scale, i)
        kernels.choose_candidates(b.logits, c, i)
        kernels.read_rows(c.rows, self.before, c.before)
        kernels.read_rows(c.rows, self.after, c.after)
        kernels.walk_candidates(b.logits, c, self.scale, i)
