"""A drafted block whose rows and drafts depend on each other, on any kernels."""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from engine.kernels.interface import Kernels
from engine.kernels.operands import Candidates, Confidence, Norm, StepInputs
from engine.kernels.weight_parts import Matrix

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
        one = replace(inputs.rows(1), num_rows=counts[row : row + 1])
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


@dataclass(frozen=True)
class Walked:
    """Rows that were convolved, with a norm and without, and logits after a walk over candidates."""

    normed: Tensor
    plain: Tensor
    ids: Tensor
    logits: Tensor


def run_walk(
    kernels: Kernels, table: Matrix, width: int, num_real: int, device: str, taps: int, k: int
) -> Walked:
    """Of `width` rows, of which others than `num_real` are NaN; `table` [VOCAB, RANK] is both."""
    generator = torch.Generator().manual_seed(11)
    groups = 6

    def some(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator).to(device)

    def none(*shape: int) -> Tensor:
        return torch.full(shape, torch.nan, device=device)

    ints = {"dtype": torch.int32, "device": device}
    rows = torch.arange(width, **ints)
    inputs = StepInputs(rows + 5, rows, rows, 0 * rows, torch.tensor([num_real], **ints))
    x, wide, base = some(width, SIZE), some(width, 2 * taps * groups), some(taps, SIZE)
    logits = some(width, VOCAB).round(decimals=1)  # some are equal
    logits[:, 1::3] = -torch.inf
    for rows_of in (x, wide, logits):
        rows_of[num_real:] = torch.nan
    factors, normed, plain = wide[:, taps * groups :], none(width, SIZE), none(width, SIZE)
    kernels.convolve_block(x, Norm(some(SIZE), 1e-5), base, factors, normed, inputs)
    kernels.convolve_block(x, None, base, factors, plain, inputs)
    block = torch.zeros(5, width * k, **ints).unbind()
    candidates = Candidates(
        StepInputs(*block[:4], block[4][:1]),
        none(width, k), some(width, RANK), none(width * k, RANK), none(width * k, RANK),
    )  # fmt: skip
    kernels.choose_candidates(logits, candidates, inputs)
    kernels.read_rows(candidates.rows, table, candidates.before)
    kernels.read_rows(candidates.rows, table, candidates.after)
    kernels.walk_candidates(logits, candidates, 0.5, inputs)
    assert normed[num_real:].isnan().all()
    assert logits[num_real:].isnan().all()
    real = normed[:num_real], plain[:num_real], candidates.ids[:num_real], logits[:num_real]
    return Walked(*(tensor.cpu() for tensor in real))


def assert_same_walk(ours: Walked, expected: Walked) -> None:
    """The same candidates; sums as near as their order allows."""
    assert torch.equal(ours.ids, expected.ids)
    for own, other in (
        (ours.normed, expected.normed),
        (ours.plain, expected.plain),
        (ours.logits, expected.logits),
    ):
        torch.testing.assert_close(own, other, rtol=2e-5, atol=2e-5)
