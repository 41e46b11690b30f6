"""What a step keeps below, and the error of one that would not: what the checks of both devices share."""

from dataclasses import dataclass


class OperandError(RuntimeError):
    """A loop or kernel would leave an operand: a fault in the engine, found before anything was run."""


@dataclass(frozen=True)
class StepBounds:
    """What every step of a shape keeps below: real rows, positions, token ids."""

    rows: int
    positions: int
    ids: int
