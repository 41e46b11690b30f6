"""The bounds of a step and the error of exceeding them, shared by both devices' checks."""

from dataclasses import dataclass


class OperandError(RuntimeError):
    """A loop or kernel would access memory outside an operand: a bug, found before the launch."""


@dataclass(frozen=True)
class StepBounds:
    """Exclusive upper bounds of a step's row indices, positions and token ids."""

    rows: int
    positions: int
    ids: int
