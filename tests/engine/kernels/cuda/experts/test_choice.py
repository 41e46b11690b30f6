"""Which experts are chosen from logits, and with what weights, against the reference."""

import random
from dataclasses import replace

import pytest
import torch

from engine.kernels.cuda.experts.route import choose
from engine.kernels.operands import Scoring
from engine.kernels.reference.experts import route
from engine.kernels.sizes import ExpertSizes
from tests.support.expert_case import SILU, on_device

NUM_ROWS = 3


@pytest.mark.parametrize("scoring", list(Scoring))
def test_the_highest_scores_are_chosen_and_of_equal_ones_the_first(
    scoring: Scoring, device: str
) -> None:
    """Of more experts than a warp has lanes, with logits that are often equal."""
    num_experts = random.randint(33, 140)
    torch.manual_seed(random.getrandbits(32))
    case = replace(
        SILU,
        sizes=ExpertSizes(num_experts, random.randint(1, 8), 32),
        hidden_size=num_experts,
        scoring=scoring,
        has_bias=random.random() < 0.5,
        has_selection_bias=random.random() < 0.5,
        has_expert_scale=random.random() < 0.5,
    )
    router = replace(case.router(gated=False), weight=torch.eye(num_experts))
    logits = torch.randint(-6, 7, (NUM_ROWS, num_experts)) / 2
    wanted, found = case.no_routes(NUM_ROWS), case.no_routes(NUM_ROWS, device)
    route(logits, router, wanted)
    num_rows = torch.tensor([NUM_ROWS], dtype=torch.int32, device=device)
    logits = logits.to(device)
    choose(logits, logits, on_device(router, device), found, num_rows)
    assert torch.equal(found.experts.cpu(), wanted.experts)
    torch.testing.assert_close(found.weights.cpu(), wanted.weights, rtol=1e-5, atol=1e-6)
    torch.testing.assert_close(found.shared.cpu(), wanted.shared)
