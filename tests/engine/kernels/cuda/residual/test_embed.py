"""Embedding rows, and the activations of the first layer made from them."""

from dataclasses import dataclass, field

import pytest
import torch
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import CudaActivations
from engine.kernels.cuda.residual.embed import embed
from engine.kernels.cuda.weights import CudaPart
from engine.kernels.operands import Norm, Residual, StepInputs
from engine.quants.tiles import TILE_FORMATS, padded_cols
from tests.support.random_rows import random_rows, values_of
from tests.support.repacked import repack

FLOATS = {
    GGMLType.F32: torch.float32,
    GGMLType.F16: torch.float16,
    GGMLType.BF16: torch.bfloat16,
}
NAN = float("nan")
UNTOUCHED = 77
VOCABULARY, CAPACITY, SEQUENCES = 37, 50, 3


@dataclass
class Step:
    """The tensors of one step; outputs hold NaN or 77 where nothing was written."""

    width: int
    num_real: int
    num_cols: int
    device: str
    seed: int = 1
    token_ids: Tensor = field(init=False)
    positions: Tensor = field(init=False)
    sequences: Tensor = field(init=False)

    def __post_init__(self) -> None:
        generator = torch.Generator().manual_seed(self.seed)
        ids = torch.randint(0, VOCABULARY, (self.width,), generator=generator, dtype=torch.int32)
        ids[self.num_real :] = 1 << 30  # rows that are not real hold anything
        where = torch.randperm(CAPACITY, generator=generator)[: self.width].to(torch.int32)
        sequences = torch.randint(0, SEQUENCES, where.shape, generator=generator, dtype=torch.int32)
        sequences[self.num_real :] = where[self.num_real :] = -(1 << 30)
        weight = torch.randn(self.num_cols, generator=generator)
        self.token_ids, self.positions = ids.to(self.device), where.to(self.device)
        self.sequences = sequences.to(self.device)
        self.norm_weight = weight.to(self.device)
        groups = self.num_cols // 32
        self.history = self._full((SEQUENCES, CAPACITY), UNTOUCHED, torch.int32)
        self.hidden = self._full((self.width, self.num_cols), NAN)
        self.sum_squares = self._full((16, groups), NAN)
        self.codes = self._full((16, padded_cols(self.num_cols)), UNTOUCHED, torch.int8)
        self.scales = self._full((padded_cols(self.num_cols) // 32, 16, 2), NAN)
        self.values = self._full((16, self.num_cols), NAN)

    def _full(
        self, shape: tuple[int, ...], value: float, dtype: torch.dtype = torch.float32
    ) -> Tensor:
        return torch.full(shape, value, dtype=dtype, device=self.device)

    def run(
        self, table: Tensor, kind: GGMLType, write_codes: bool = True, write_values: bool = True
    ) -> None:
        count = torch.tensor([self.num_real], dtype=torch.int32, device=self.device)
        inputs = StepInputs(self.token_ids, self.positions, self.positions, self.sequences, count)
        out = CudaActivations(
            num_cols=self.num_cols,
            codes=self.codes if write_codes else None,
            scales=self.scales,
            values=self.values if write_values else None,
            width=self.width,
            sum_squares=self.sum_squares,
            dense=self.hidden,
        )
        norm = Norm(self.norm_weight, 1e-5)
        part = CudaPart(kind, len(table), self.num_cols, table.to(self.device))
        embed(inputs, part, self.history, Residual(self.hidden, norm, out), 1.0)

    def codes_in_order(self) -> Tensor:
        """The codes [16, num_cols] as float, put in the order of the columns."""
        column = torch.arange(self.num_cols, device=self.device)
        within = column % 16
        place = column // 64 * 64 + within // 4 * 16 + column % 64 // 32 * 8
        place += column % 32 // 16 * 4 + within % 4
        return self.codes[:, place].float()


def assert_prepared(step: Step) -> None:
    """The real rows of the activations are those of hidden · norm weight, the others untouched."""
    n, groups = step.num_real, step.num_cols // 32
    normed = step.hidden[:n] * step.norm_weight
    torch.testing.assert_close(step.values[:n], normed, rtol=0, atol=0)
    grouped = normed.view(n, groups, 32)
    scale = step.scales[:groups, :n, 0].T
    torch.testing.assert_close(scale, grouped.abs().amax(-1) / 127)
    codes = step.codes_in_order()[:n].view(n, groups, 32)
    assert ((codes * scale[..., None] - grouped).abs() <= 0.5001 * scale[..., None]).all()
    totals = step.scales[:groups, :n, 1].T
    torch.testing.assert_close(totals, codes.sum(-1) * scale)
    squares = step.hidden[:n].view(n, groups, 32).square().sum(-1)
    torch.testing.assert_close(step.sum_squares[:n], squares)
    assert step.sum_squares[n:].isnan().all()
    assert step.values[n:].isnan().all()
    assert step.scales[:, n:].isnan().all()
    assert step.scales[groups:].isnan().all()
    assert (step.codes[n:] == UNTOUCHED).all()


def assert_history(step: Step) -> None:
    expected = torch.full((SEQUENCES, CAPACITY), UNTOUCHED, dtype=torch.int32)
    sequences, where = (x.cpu()[: step.num_real].long() for x in (step.sequences, step.positions))
    expected[sequences, where] = step.token_ids.cpu()[: step.num_real]
    assert torch.equal(step.history.cpu(), expected)


@pytest.mark.parametrize("kind", TILE_FORMATS, ids=lambda kind: kind.name)
def test_rows_of_a_tiled_table(kind: GGMLType, device: str) -> None:
    num_cols = 96 if kind.block_len == 32 else 256
    step = Step(4, 3, num_cols, device, seed=int(kind))
    raw = random_rows(kind, VOCABULARY, num_cols, seed=1)
    if kind is GGMLType.MXFP4:  # values whose squares are finite
        raw[:, ::17] = raw[:, ::17] % 32 + 112
    step.run(repack(torch.from_numpy(raw), kind, num_cols), kind)
    expected = values_of(raw, kind, num_cols)[step.token_ids[:3].cpu().long()]
    assert torch.equal(step.hidden[:3].cpu().view(torch.int32), expected.view(torch.int32))
    assert step.hidden[3:].isnan().all()
    assert_history(step)
    assert_prepared(step)


@pytest.mark.parametrize("kind", FLOATS, ids=lambda kind: kind.name)
def test_rows_of_a_float_table(kind: GGMLType, device: str) -> None:
    step = Step(16, 16, 160, device)
    table = torch.randn(VOCABULARY, 160).to(FLOATS[kind])
    step.run(table, kind)
    assert torch.equal(step.hidden.cpu(), table.float()[step.token_ids.cpu().long()])
    assert_history(step)
    assert_prepared(step)


def test_codes_or_values_alone(device: str) -> None:
    table = torch.randn(VOCABULARY, 64)
    both, codes, values = (Step(2, 2, 64, device) for _ in range(3))
    both.run(table, GGMLType.F32)
    codes.run(table, GGMLType.F32, write_values=False)
    values.run(table, GGMLType.F32, write_codes=False)
    assert torch.equal(codes.codes, both.codes)
    assert torch.equal(codes.scales[:, :2], both.scales[:, :2])
    assert codes.values.isnan().all()
    assert torch.equal(values.values[:2], both.values[:2])
    assert (values.codes == UNTOUCHED).all()
    assert values.scales.isnan().all()
    assert torch.equal(values.sum_squares[:2], both.sum_squares[:2])


def test_a_group_of_zeros_has_no_scale(device: str) -> None:
    step = Step(1, 1, 64, device)
    step.run(torch.zeros(VOCABULARY, 64), GGMLType.F32)
    assert (step.scales[:, 0] == 0).all()
    assert (step.codes[0] == 0).all()


def test_a_wide_step_writes_rows_and_history_only(device: str) -> None:
    step = Step(20, 18, 64, device)
    table = torch.randn(VOCABULARY, 64)
    step.run(table, GGMLType.F32)
    assert torch.equal(step.hidden[:18].cpu(), table[step.token_ids[:18].cpu().long()])
    assert step.hidden[18:].isnan().all()
    assert_history(step)
    assert (step.codes == UNTOUCHED).all()
    for untouched in (step.values, step.scales, step.sum_squares):
        assert untouched.isnan().all()


def test_a_row_does_not_depend_on_the_step_it_is_in(device: str) -> None:
    table = torch.randn(VOCABULARY, 128)
    wide, narrow = Step(16, 11, 128, device), Step(1, 1, 128, device)
    narrow.token_ids[0] = wide.token_ids[9]
    narrow.norm_weight = wide.norm_weight
    wide.run(table, GGMLType.F32)
    narrow.run(table, GGMLType.F32)
    assert torch.equal(wide.codes[9], narrow.codes[0])
    assert torch.equal(wide.scales[:, 9], narrow.scales[:, 0])
    assert torch.equal(wide.sum_squares[9], narrow.sum_squares[0])
