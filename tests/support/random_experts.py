"""Mixtures of experts of random sizes and types, and the slots of rows that choose among them."""

from math import prod

import numpy as np
import torch
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.operands import Activation, Scoring
from engine.kernels.sizes import ExpertSizes
from tests.support.expert_case import ExpertCase

KINDS = (GGMLType.F32, GGMLType.F16, GGMLType.Q8_0, GGMLType.Q4_0, GGMLType.Q4_K)
MANY_ROWS = 150  # of which one expert is likely to get more than are multiplied at once

Random = np.random.Generator


def draw_case(random: Random) -> tuple[ExpertCase, list[tuple[GGMLType, ...]]]:
    """Sizes of a model, and the types of gate, up and down in each of its layers."""
    floats_only = random.random() < 0.3
    kinds = KINDS[: 2 if floats_only else None]
    layers = [tuple(kinds[i] for i in random.integers(0, len(kinds), 3)) for _ in range(3)]

    def size(*of: GGMLType) -> int:
        block = max(kind.block_len for kind in of)
        return int(block * random.integers(1, 1 + max(2, 90 // block)))

    num_experts = int(random.integers(2, 9))
    sizes = ExpertSizes(
        num_experts,
        int(random.integers(1, min(4, num_experts) + 1)),
        size(*(kinds[2] for kinds in layers)),
    )
    case = ExpertCase(
        Scoring.SOFTMAX,
        list(Activation)[random.integers(3)],
        sizes,
        hidden_size=size(*(kind for kinds in layers for kind in kinds[:2])),
        has_bias=bool(random.integers(2)),
    )
    return case, layers


def draw_slots(case: ExpertCase, random: Random, num_rows: int) -> Tensor:
    """Experts int32 [num_rows, k]: some are chosen often, one by one slot, one of three by none.

    A row may choose an expert twice.
    """
    shape = num_rows, case.sizes.num_used
    order = random.permutation(case.sizes.num_experts)
    often = order[: max(1, len(order) - 2)]
    chances = 0.5 ** np.arange(len(often))
    slots = random.choice(often, prod(shape), p=chances / chances.sum())
    slots[random.integers(len(slots))] = order[-1]
    return torch.from_numpy(slots.reshape(shape).astype(np.int32))
