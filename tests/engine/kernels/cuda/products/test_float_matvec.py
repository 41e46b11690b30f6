"""Float matrices by few rows: against float64, and bit for bit against each row alone."""

from dataclasses import dataclass, field, replace

import pytest
import torch
from torch import Tensor
from torch.nn.functional import pad, silu

from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import CudaActivations
from engine.kernels.cuda.products.float_matvec import project, project_add, project_gated
from engine.kernels.cuda.weights import CudaPart
from engine.kernels.operands import Activation, Norm, Residual
from engine.quants.tiles import padded_cols
from tests.support.padded_rows import padded_rows

# Rows that are not real are NaN, of which numpy warns in the interpreter.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

KINDS = {
    torch.float32: GGMLType.F32,
    torch.float16: GGMLType.F16,
    torch.bfloat16: GGMLType.BF16,
}
DTYPES = list(KINDS)
WIDTHS = [1, 2, 3, 8, 16]
EPS = 1e-5
NAN = float("nan")


@dataclass(eq=False)
class Rows:
    """Activations of `num_real` rows of a step of `width`; what is not real is NaN."""

    width: int
    num_cols: int
    device: str
    num_real: int = -1
    values: Tensor = field(init=False)
    sum_squares: Tensor = field(init=False)

    def __post_init__(self) -> None:
        if self.num_real < 0:
            self.num_real = self.width
        self.values = padded_rows(torch.full((16, self.num_cols), NAN, device=self.device))
        self.values[: self.num_real] = torch.randn(self.num_real, self.num_cols)
        groups = -(-self.num_cols // 32)
        self.sum_squares = torch.full((16, groups), NAN, device=self.device)
        self.sum_squares[: self.num_real] = 1 + 40 * torch.rand(self.num_real, groups)

    @property
    def count(self) -> Tensor:
        return torch.tensor([self.num_real], dtype=torch.int32, device=self.device)

    @property
    def exact(self) -> Tensor:
        """The real rows, float64."""
        return self.values[: self.num_real].double()

    @property
    def inverse_rms(self) -> Tensor:
        squares = self.sum_squares[: self.num_real].double()
        return (squares.sum(-1, keepdim=True) / self.num_cols + EPS).rsqrt()

    def normed(self, eps: float | None) -> CudaActivations:
        """As what a norm with `eps` has stored."""
        return CudaActivations(
            num_cols=self.num_cols,
            codes=None,
            scales=None,
            values=self.values,
            width=self.width,
            sum_squares=self.sum_squares,
            dense=self.values,
            eps=eps,
        )

    def alone(self, row: int) -> "Rows":
        """A step of one row, this one."""
        one = replace(self, width=1, num_real=1)
        one.values[0], one.sum_squares[0] = self.values[row], self.sum_squares[row]
        one.values[1:], one.sum_squares[1:] = NAN, NAN
        return one


def floats(values: Tensor) -> CudaPart:
    """A weight as it is placed: with zeros up to multiples of 32."""
    num_rows, num_cols = values.shape
    placed = pad(values, (0, -num_cols % 32, 0, -num_rows % 32)).contiguous()
    return CudaPart(KINDS[placed.dtype], num_rows, num_cols, placed)


def weight_of(num_rows: int, num_cols: int, dtype: torch.dtype, device: str) -> CudaPart:
    return floats((torch.randn(num_rows, num_cols) / num_cols**0.5).to(device, dtype))


def exactly(weight: CudaPart) -> Tensor:
    """Float64 [N, K]."""
    return weight.data[: weight.num_rows, : weight.num_cols].double()


def target(num_cols: int, device: str, has_codes: bool = False) -> CudaActivations:
    """Activations to be written, nothing yet; NaN or 77 where nothing is written."""
    padded = padded_cols(num_cols)
    codes = torch.full((16, padded), 77, dtype=torch.int8, device=device)
    scales = torch.full((padded // 32, 16, 2), NAN, device=device)
    values = padded_rows(torch.full((16, num_cols), NAN, device=device))
    return CudaActivations(
        num_cols=num_cols,
        codes=codes if has_codes else None,
        scales=scales if has_codes else None,
        values=values,
        width=16,
        sum_squares=torch.full((16, -(-num_cols // 32)), NAN, device=device),
        dense=values,
    )


def values_of(out: CudaActivations) -> Tensor:
    assert out.values is not None
    return out.values


def assert_close(actual: Tensor, expected: Tensor) -> None:
    torch.testing.assert_close(actual.double(), expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("num_cols", [5, 8, 77, 96, 160, 576, 1096])
def test_project(dtype: torch.dtype, num_cols: int, device: str) -> None:
    x = Rows(4, num_cols, device, num_real=3)
    weight = weight_of(39, num_cols, dtype, device)
    out = torch.full((4, 39), NAN, device=device)
    project((weight,), x.normed(None), None, out, x.count, pdl=False)
    assert_close(out[:3], x.exact @ exactly(weight).T)
    assert out[3:].isnan().all()


@pytest.mark.parametrize("width", WIDTHS)
def test_project_a_part_of_normed_rows_with_bias(width: int, device: str) -> None:
    x = Rows(width, 90, device)
    weight, bias = weight_of(40, 90, torch.bfloat16, device), torch.randn(40, device=device)
    out = torch.full((width, 72), NAN, device=device)
    some = out[:, 16:56]
    project((weight,), x.normed(EPS), bias, some, x.count, pdl=False)
    expected = x.exact @ exactly(weight).T * x.inverse_rms + bias.double()
    assert_close(out[:, 16:56], expected)
    assert out[:, :16].isnan().all()
    assert out[:, 56:].isnan().all()


def run_add(
    x: Rows, weight: CudaPart, hidden: Tensor, norm: Tensor, bias: Tensor | None, has_codes: bool
) -> tuple[Tensor, CudaActivations]:
    hidden = padded_rows(hidden)
    out = target(weight.num_rows, x.device, has_codes)
    to = Residual(hidden, Norm(norm, EPS), out)
    project_add(weight, x.normed(None), bias, to, x.count, pdl=False)
    return hidden, out


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize(("width", "num_real"), [(1, 1), (2, 1), (8, 7), (16, 7), (16, 13)])
@pytest.mark.parametrize(("size", "has_bias"), [(96, False), (96, True), (45, True)])
def test_project_add(
    dtype: torch.dtype, width: int, num_real: int, size: int, has_bias: bool, device: str
) -> None:
    x = Rows(width, 160, device, num_real)
    weight = weight_of(size, 160, dtype, device)
    bias = torch.randn(size, device=device) if has_bias else None
    before, norm = torch.randn(width, size, device=device), torch.randn(size, device=device)
    hidden, out = run_add(x, weight, before, norm, bias, has_codes=True)
    expected = before[:num_real].double() + x.exact @ exactly(weight).T
    if bias is not None:
        expected += bias.double()
    assert_close(hidden[:num_real], expected)
    assert torch.equal(hidden[num_real:], before[num_real:])
    assert_close(values_of(out)[:num_real], expected * norm.double())
    squares = pad(expected, (0, -size % 32)).view(num_real, -1, 32).square().sum(-1)
    assert_whole_groups(hidden[:num_real], out, num_real)
    assert_close(out.sum_squares[:num_real], squares)
    assert values_of(out)[num_real:].isnan().all()
    assert out.sum_squares[num_real:].isnan().all()
    assert_quantized(out, num_real)


def assert_whole_groups(hidden: Tensor, out: CudaActivations, num_real: int) -> None:
    """What lies behind a row's columns, up to a multiple of 32, is still zero."""
    for rows in (hidden, values_of(out)[:num_real]):
        assert not wholly(rows)[:, rows.shape[1] :].any()


def wholly(rows: Tensor) -> Tensor:
    """Rows with what lies behind them."""
    return rows.as_strided((len(rows), rows.stride(0)), rows.stride())


def assert_quantized(out: CudaActivations, num_real: int) -> None:
    """The codes of the real rows stand for the values, the other rows have none."""
    assert out.codes is not None
    assert out.scales is not None
    values = wholly(values_of(out)[:num_real])
    column = torch.arange(values.shape[1], device=values.device)
    place = column // 64 * 64 + column % 16 // 4 * 16 + column % 64 // 32 * 8
    place += column % 32 // 16 * 4 + column % 4
    groups = values.view(num_real, -1, 32)
    scale = out.scales[: groups.shape[1], :num_real, 0].T[..., None]
    torch.testing.assert_close(scale[..., 0], groups.abs().amax(-1) / 127)
    codes = out.codes[:num_real, place].float().view(groups.shape)
    assert ((codes * scale - groups).abs() <= 0.501 * scale).all()
    assert (out.codes[num_real:] == 77).all()
    assert out.scales[:, num_real:].isnan().all()


def run_gated(
    x: Rows, gate: CudaPart, up: CudaPart, eps: float | None, has_codes: bool
) -> CudaActivations:
    out = target(gate.num_rows, x.device, has_codes)
    project_gated(gate, up, x.normed(eps), out, x.count, Activation.SILU, pdl=False)
    return out


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize(("width", "num_real"), [(1, 1), (3, 2), (8, 8), (16, 11)])
@pytest.mark.parametrize(("size", "eps"), [(64, None), (64, EPS), (50, EPS)])
def test_project_gated(
    dtype: torch.dtype, width: int, num_real: int, size: int, eps: float | None, device: str
) -> None:
    x = Rows(width, 83, device, num_real)
    gate, up = (weight_of(size, 83, dtype, device) for _ in range(2))
    out = run_gated(x, gate, up, eps, has_codes=True)
    rows = x.exact if eps is None else x.exact * x.inverse_rms
    assert_close(values_of(out)[:num_real], silu(rows @ exactly(gate).T) * (rows @ exactly(up).T))
    assert values_of(out)[num_real:].isnan().all()
    assert_quantized(out, num_real)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize(("width", "num_cols"), [(2, 96), (3, 1056), (8, 96), (16, 96)])
def test_a_row_has_the_bits_it_has_alone(
    dtype: torch.dtype, width: int, num_cols: int, device: str
) -> None:
    x = Rows(width, num_cols, device)
    weight, up = (weight_of(32, num_cols, dtype, device) for _ in range(2))
    hidden, norm = torch.randn(width, 32, device=device), torch.randn(32, device=device)
    product, product_alone = (torch.empty(n, 32, device=device) for n in (width, 1))
    project((weight,), x.normed(EPS), None, product, x.count, pdl=False)
    total, added = run_add(x, weight, hidden, norm, None, has_codes=False)
    gated = run_gated(x, weight, up, EPS, has_codes=False)
    for row in {0, 1, width - 1}:
        one = x.alone(row)
        project((weight,), one.normed(EPS), None, product_alone, one.count, pdl=False)
        total_alone, added_alone = run_add(
            one, weight, hidden[row : row + 1], norm, None, has_codes=False
        )
        gated_alone = run_gated(one, weight, up, EPS, has_codes=False)
        assert torch.equal(product[row], product_alone[0])
        assert torch.equal(total[row], total_alone[0])
        assert torch.equal(values_of(added)[row], values_of(added_alone)[0])
        assert torch.equal(added.sum_squares[row], added_alone.sum_squares[0])
        assert torch.equal(values_of(gated)[row], values_of(gated_alone)[0])


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_subnormal_and_large_weights_are_read_exactly(dtype: torch.dtype, device: str) -> None:
    info = torch.finfo(dtype)
    parts = [info.smallest_normal, -info.smallest_normal / 4, min(info.max, 1e30), -1.5]
    weight = torch.tensor(parts, dtype=torch.float32).to(dtype).repeat(8, 1).to(device)
    x = Rows(4, 4, device)
    x.values[:4] = torch.eye(4)
    out = torch.empty(4, 8, device=device)
    project((floats(weight),), x.normed(None), None, out, x.count, pdl=False)
    assert torch.equal(out, weight.float().T[:4])


def test_matrices_that_do_not_fit_are_refused(device: str) -> None:
    x = Rows(1, 96, device)
    out = torch.empty(1, 40, device=device)
    bare = CudaPart(GGMLType.F32, 40, 12, torch.zeros(40, 12, device=device))
    with pytest.raises(ValueError, match="chunks of 16 bytes"):
        project((bare,), x.normed(None), None, out, x.count, pdl=False)
    gate = torch.zeros(32, 96, device=device)
    with pytest.raises(ValueError, match="not alike"):
        run_gated(x, floats(gate), floats(gate.half()), None, has_codes=False)


@pytest.mark.gpu
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_full_size(dtype: torch.dtype, device: str) -> None:
    if device == "cpu":
        pytest.skip("full-size shapes take a CUDA device")
    x = Rows(16, 4096, device)
    weight, up = (weight_of(4096, 4096, dtype, device) for _ in range(2))
    hidden, norm = torch.randn(16, 4096, device=device), torch.randn(4096, device=device)
    total, added = run_add(x, weight, hidden, norm, None, has_codes=True)
    gated = run_gated(x, weight, up, EPS, has_codes=True)
    assert_close(total, hidden.double() + x.exact @ exactly(weight).T)
    for row in range(16):
        one = x.alone(row)
        alone, added_alone = run_add(one, weight, hidden[row : row + 1], norm, None, has_codes=True)
        gated_alone = run_gated(one, weight, up, EPS, has_codes=True)
        assert torch.equal(total[row], alone[0])
        assert torch.equal(added.sum_squares[row], added_alone.sum_squares[0])
        assert torch.equal(values_of(gated)[row], values_of(gated_alone)[0])
