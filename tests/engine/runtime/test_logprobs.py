"""Log probabilities are those of the row's softmax, and end with the likeliest first."""

import numpy as np
import pytest
import torch

from engine.runtime.logprobs import logprobs_of


@pytest.mark.parametrize("num_top", [0, 1, 5, 40])
def test_they_are_those_of_the_softmax(num_top: int) -> None:
    row = np.random.default_rng(num_top).normal(0, 4, 33).astype(np.float32)
    row[7] = row[8] = 30
    exact = row.astype(np.float64) - np.log(np.exp(row.astype(np.float64)).sum())
    found = logprobs_of(torch.from_numpy(row), 20, num_top)
    assert found.picked == pytest.approx(exact[20], abs=1e-5)
    order = sorted(range(33), key=lambda i: (-row[i], i))[:num_top]
    if num_top != 1:
        assert [token_id for token_id, _ in found.top] == order
    assert [value for _, value in found.top] == pytest.approx(exact[order], abs=1e-5)
