"""A drafted block whose drafts depend on each other, on any kernels."""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from engine.kernels.interface import Kernels
from engine.kernels.operands import Confidence, Norm, StepInputs

VOCAB, SIZE, RANK = 2100, 90, 20


@dataclass(frozen=True)
class Chained:
    """The ids of a chain, what became of its logits, and how sure it is of each row."""

    ids: Tensor
    logits: Tensor
    confidences: Tensor


def run_chain(
    kernels: Kernels, width: int, num_real: int, first: int, device: str, *, has_tokens: bool
) -> Chained:
    """A chain over `width` rows from `first` on, of which `num_real` are real and others NaN."""
    generator = torch.Generator().manual_seed(7)

    def some(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator).to(device)

    ints = {"dtype": torch.int32, "device": device}
    rows = torch.arange(width, **ints)
    inputs = StepInputs(rows + 5, rows, rows, 0 * rows, torch.tensor([num_real], **ints))
    ids, counts = torch.full((width + 1,), -7, **ints), torch.full((width,), -7, **ints)
    logits, added = some(width, VOCAB), some(width, 1, VOCAB)
    added[1::2] = -logits[1::2, None]  # all are equal: the first is taken
    tokens = torch.arange(VOCAB, **ints).flip(0) if has_tokens else None
    kernels.begin_chain(ids, counts, first, inputs)
    for row in range(first, width):
        one = replace(inputs, num_rows=counts[row : row + 1])
        kernels.extend_chain(added[row], logits[row : row + 1], tokens, ids[row + 1 : row + 2], one)
    x, before, out = some(width, SIZE), some(width, RANK), torch.full((width,), torch.nan)
    x[num_real:] = torch.nan
    norm = Norm(some(SIZE), 1e-5)
    out = out.to(device)
    kernels.rate_drafts(x, before, Confidence(norm, some(SIZE + RANK) / 8, 0.25), out, inputs)
    return Chained(ids.cpu(), logits.cpu(), out.cpu())


def assert_equal(ours: Chained, expected: Chained) -> None:
    """The same tokens and bits of logits; confidences as near as sums are."""
    assert torch.equal(ours.ids, expected.ids)
    assert torch.equal(ours.logits, expected.logits)
    torch.testing.assert_close(
        ours.confidences, expected.confidences, rtol=1e-5, atol=1e-6, equal_nan=True
    )
