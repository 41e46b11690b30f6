"""The quantized products against float64 arithmetic on the same codes, at every width."""

import pytest
import torch
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import CudaActivations
from engine.kernels.cuda.launching.capability import has_clusters
from engine.kernels.cuda.products import project as project_module
from engine.kernels.cuda.products.launch_shapes import Shape
from engine.kernels.cuda.products.project import project, project_add, project_gated
from engine.kernels.cuda.weights import CudaPart
from engine.kernels.operands import Activation, Norm, Residual
from engine.quants.tiles import TILE_FORMATS, padded_cols
from tests.support.random_rows import random_rows, values_of
from tests.support.repacked import repack

WIDTHS = (1, 2, 3, 4, 8, 16)
KINDS = tuple(TILE_FORMATS)
EPS = 1e-5
MOST_WARPS = 32  # of a program


class Case:
    """Random activations [16, K], quantized; `exact` float64 [16, K]: what the codes stand for."""

    def __init__(self, num_cols: int, device: str, generator: torch.Generator) -> None:
        x = torch.randn(16, num_cols, generator=generator)
        groups = x.view(16, -1, 32)
        scale = groups.abs().amax(2) / 127
        codes = torch.floor(groups / scale[..., None] + 0.5)  # [16, G, 32]
        self.exact = (codes.double() * scale.double()[..., None]).view(16, num_cols)
        self.sum_squares = torch.rand(16, num_cols // 32, generator=generator).to(device) * 32
        total = scale * codes.sum(2)
        self.scales = torch.stack((scale.t(), total.t()), 2).contiguous().to(device)
        self.codes = torch.zeros(16, padded_cols(num_cols), dtype=torch.int8)
        column = torch.arange(num_cols)
        within = column % 32
        place = within % 16 // 4 * 16 + column % 64 // 32 * 8 + within // 16 * 4 + within % 4
        self.codes[:, column // 64 * 64 + place] = codes.view(16, num_cols).to(torch.int8)
        self.codes = self.codes.to(device)

    def of(self, width: int, eps: float | None = None) -> CudaActivations:
        return CudaActivations(
            num_cols=self.exact.shape[1],
            codes=self.codes,
            scales=self.scales,
            values=None,
            width=width,
            sum_squares=self.sum_squares,
            dense=self.codes,
            eps=eps,
        )

    def inverse_rms(self) -> Tensor:
        squares = self.sum_squares.double().cpu().sum(1)
        return torch.rsqrt(squares / self.exact.shape[1] + EPS)[:, None]


def make_weight(
    kind: GGMLType, num_rows: int, num_cols: int, device: str, generator: torch.Generator
) -> tuple[CudaPart, Tensor]:
    seed = int(torch.randint(2**31, (1,), generator=generator))
    raw = random_rows(kind, num_rows, num_cols, seed)
    if kind is GGMLType.MXFP4:  # exponents whose sums stay finite
        raw[:, ::17] = raw[:, ::17] % 16 + 120
    tiles = repack(torch.from_numpy(raw), kind, num_cols).to(device)
    return CudaPart(kind, num_rows, num_cols, tiles), values_of(raw, kind, num_cols).double()


def prepared(num_cols: int, device: str) -> CudaActivations:
    padded = padded_cols(num_cols)
    return CudaActivations(
        num_cols=num_cols,
        width=16,
        dense=torch.empty(0),
        codes=torch.zeros(16, padded, dtype=torch.int8, device=device),
        scales=torch.full((padded // 32, 16, 2), torch.nan, device=device),
        values=torch.full((16, num_cols), torch.nan, device=device),
        sum_squares=torch.full((16, num_cols // 32), torch.nan, device=device),
    )


def count(num_rows: int, device: str) -> Tensor:
    return torch.tensor([num_rows], dtype=torch.int32, device=device)


@pytest.fixture
def generator() -> torch.Generator:
    return torch.Generator().manual_seed(torch.seed() % 2**31)


def close(actual: Tensor, expected: Tensor, scale: Tensor) -> None:
    """Float32 sums of products: errors are relative to the sum of their magnitudes."""
    error = (actual.double().cpu() - expected).abs() / scale.clamp_min(1e-30)
    assert float(error.max()) < 2e-6


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_product_is_that_of_the_codes(
    kind: GGMLType, device: str, generator: torch.Generator
) -> None:
    num_cols = {256: 512, 64: 448}.get(kind.block_len, 480)
    case = Case(num_cols, device, generator)
    weight, values = make_weight(kind, 40, num_cols, device, generator)
    bias = torch.randn(40, generator=generator)
    expected = case.exact @ values.t() * case.inverse_rms() + bias.double()
    scale = case.exact.abs() @ values.abs().t() * case.inverse_rms() + bias.double().abs()
    rows = {}
    for width in WIDTHS:
        out = torch.full((width, 40), torch.nan, device=device)
        project(
            (weight,), case.of(width, EPS), bias.to(device), out, count(width, device), pdl=False
        )
        close(out, expected[:width], scale[:width])
        rows[width] = out.cpu()
    for width in WIDTHS:
        assert torch.equal(rows[width], rows[16][:width]), f"width {width}"


@pytest.mark.parametrize("most", [1024, 2048, 3072, 5120, 7168, 8192, 12288, 20480])
def test_rows_of_any_length(most: int, device: str, generator: torch.Generator) -> None:
    """However many pairs are loaded ahead, and however many warps have none in the last round."""
    kind = KINDS[int(torch.randint(len(KINDS), (1,), generator=generator))]
    num_cols = most - kind.block_len * int(torch.randint(4, (1,), generator=generator))
    case = Case(num_cols, device, generator)
    weight, values = make_weight(kind, 32, num_cols, device, generator)
    expected, scale = case.exact @ values.t(), case.exact.abs() @ values.abs().t()
    added, rows = {}, {}
    for width in (1, 2):
        out = torch.full((width, 32), torch.nan, device=device)
        project((weight,), case.of(width), None, out, count(width, device), pdl=False)
        hidden, to = torch.zeros(width, 32, device=device), prepared(32, device)
        project_add(
            weight,
            case.of(width),
            None,
            Residual(hidden, None, to),
            count(width, device),
            pdl=False,
        )
        for stored in (out, hidden):
            close(stored, expected[:width], scale[:width])
        rows[width], added[width] = out.cpu(), hidden.cpu()
    assert torch.equal(rows[1], rows[2][:1])
    assert torch.equal(added[1], added[2][:1])


@pytest.mark.parametrize("sums", [2, 4, 8, 16, 32])
def test_rows_do_not_depend_on_who_adds_them(
    sums: int, device: str, generator: torch.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many warps as sums, half or twice as many, whatever is loaded ahead, in any cluster."""

    def draw(end: int) -> int:
        return int(torch.randint(end, (1,), generator=generator))

    kind = KINDS[draw(len(KINDS))]
    num_cols = kind.block_len * (1 + draw(256 * sums // kind.block_len))
    case = Case(num_cols, device, generator)
    weight, values = make_weight(kind, 32, num_cols, device, generator)
    expected, scale = case.exact @ values.t(), case.exact.abs() @ values.abs().t()
    rows = []
    for width in WIDTHS:
        warps_of_tiles = ((1, False), (2, False), (1, True), (2, True))
        for sets, apart in warps_of_tiles[: 4 if width > 4 else 2]:
            shape = Shape(sums // sets, sets * (1 + draw(2)), sets, apart)
            if shape.num_warps > MOST_WARPS:
                continue
            monkeypatch.setattr(project_module, "project_shape", lambda *_, shape=shape: shape)
            out = torch.full((width, 32), torch.nan, device=device)
            project((weight,), case.of(width), None, out, count(width, device), pdl=False)
            close(out, expected[:width], scale[:width])
            rows.append((width, out.cpu()))
    for cluster in [size for size in (2, 4, 8) if size <= sums and has_clusters()]:
        shape = Shape(sums, 1 + draw(4), 1, apart=False, cluster=cluster)
        for name in ("project_shape", "project_add_shape"):
            monkeypatch.setattr(project_module, name, lambda *_, shape=shape: shape)
        out = torch.full((1, 32), torch.nan, device=device)
        project((weight,), case.of(1), None, out, count(1, device), pdl=False)
        hidden, to = torch.zeros(1, 32, device=device), prepared(32, device)
        project_add(
            weight, case.of(1), None, Residual(hidden, None, to), count(1, device), pdl=False
        )
        rows += [(1, out.cpu()), (1, hidden.cpu())]
    _, widest = max(rows, key=lambda row: row[0])
    for width, out in rows:
        assert torch.equal(out, widest[:width]), f"width {width}"


def test_two_parts_of_unlike_types(device: str, generator: torch.Generator) -> None:
    case = Case(256, device, generator)
    first, values = make_weight(GGMLType.Q4_K, 64, 256, device, generator)
    second, more_values = make_weight(GGMLType.Q6_K, 32, 256, device, generator)
    expected = case.exact @ torch.cat((values, more_values)).t()
    out = torch.full((3, 100), torch.nan, device=device)
    project((first, second), case.of(3), None, out[:, 2:98], count(3, device), pdl=False)
    close(
        out[:, 2:98],
        expected[:3],
        (case.exact.abs() @ torch.cat((values, more_values)).abs().t())[:3],
    )
    assert out[:, :2].isnan().all()
    assert out[:, 98:].isnan().all()


@pytest.mark.parametrize("width", WIDTHS)
def test_rows_that_are_not_real_are_not_written(
    width: int, device: str, generator: torch.Generator
) -> None:
    case = Case(64, device, generator)
    weight, _ = make_weight(GGMLType.Q8_0, 32, 64, device, generator)
    hidden = torch.randn(width, 32, generator=generator).to(device)
    before = hidden.clone()
    out = prepared(32, device)
    to = Residual(hidden, Norm(torch.ones(32, device=device), EPS), out)
    real = width - 1
    project_add(weight, case.of(width), None, to, count(real, device), pdl=False)
    assert torch.equal(hidden[real:], before[real:])
    assert out.values is not None
    assert out.scales is not None
    assert out.values[real:].isnan().all()
    assert out.sum_squares[real:].isnan().all()
    assert out.scales[:, real:].isnan().all()
    assert not out.values[:real].isnan().any()


@pytest.mark.parametrize("kind", [GGMLType.Q4_K, GGMLType.Q6_K], ids=lambda kind: kind.name)
def test_residual_norm_and_codes(kind: GGMLType, device: str, generator: torch.Generator) -> None:
    case = Case(256, device, generator)
    weight, values = make_weight(kind, 96, 256, device, generator)
    bias, norm = (torch.randn(96, generator=generator) for _ in range(2))
    start = torch.randn(16, 96, generator=generator)
    expected = start.double() + case.exact @ values.t() + bias.double()
    results = {}
    for width in WIDTHS:
        hidden = start[:width].clone().to(device)
        out = prepared(96, device)
        project_add(
            weight, case.of(width), bias.to(device),
            Residual(hidden, Norm(norm.to(device), EPS), out), count(width, device), pdl=False,
        )  # fmt: skip
        close(hidden, expected[:width], case.exact.abs()[:width] @ values.abs().t() + 1)
        squares = hidden.double().cpu().view(width, 3, 32).pow(2).sum(2)
        torch.testing.assert_close(
            out.sum_squares[:width].double().cpu(), squares, rtol=1e-5, atol=0
        )
        results[width] = (hidden.cpu(), out)
    hidden, out = results[16]
    check_quantized(out, hidden * norm)
    for width, (hidden, other) in results.items():
        assert torch.equal(hidden, results[16][0][:width]), f"width {width}"
        assert torch.equal(other.codes[:width], out.codes[:width])
        assert torch.equal(other.scales[:3, :width], out.scales[:3, :width])


def check_quantized(out: CudaActivations, expected: Tensor) -> None:
    """Codes, scales and values of `expected` [16, K]."""
    assert out.codes is not None
    assert out.scales is not None
    assert out.values is not None
    num_cols = expected.shape[1]
    torch.testing.assert_close(out.values.cpu(), expected, rtol=1e-6, atol=1e-6)
    column = torch.arange(num_cols)
    within = column % 32
    place = within % 16 // 4 * 16 + column % 64 // 32 * 8 + within // 16 * 4 + within % 4
    codes = out.codes.cpu()[:, column // 64 * 64 + place].view(16, -1, 32).float()
    scales = out.scales.cpu()[: num_cols // 32].permute(1, 0, 2)  # [16, G, 2]
    largest = expected.view(16, -1, 32).abs().amax(2)
    torch.testing.assert_close(scales[..., 0], largest / 127, rtol=1e-6, atol=0)
    torch.testing.assert_close(scales[..., 1], scales[..., 0] * codes.sum(2), rtol=1e-6, atol=1e-7)
    error = codes * scales[..., :1] - expected.view(16, -1, 32)
    assert (error.abs() <= scales[..., :1] * 0.501).all()


@pytest.mark.parametrize("kind", [GGMLType.Q4_K, GGMLType.Q5_0], ids=lambda kind: kind.name)
def test_gated(kind: GGMLType, device: str, generator: torch.Generator) -> None:
    case = Case(256, device, generator)
    gate, gate_values = make_weight(kind, 64, 256, device, generator)
    up, up_values = make_weight(GGMLType.Q6_K, 64, 256, device, generator)
    inverse = case.inverse_rms() * 0.1
    case.sum_squares.mul_(100)  # moderate gates
    gates = case.exact @ gate_values.t() * inverse
    ups = case.exact @ up_values.t() * inverse
    expected = gates * torch.sigmoid(gates) * ups
    size = case.exact.abs() @ gate_values.abs().t() * inverse * ups.abs()
    size += case.exact.abs() @ up_values.abs().t() * inverse * (gates * torch.sigmoid(gates)).abs()
    results = {}
    for width in WIDTHS:
        out = prepared(64, device)
        project_gated(
            gate, up, case.of(width, 0.0), out, count(width, device), Activation.SILU, pdl=False
        )
        results[width] = out
    values = results[16].values
    assert values is not None
    size += expected.abs() * (1 + gates.abs())  # an exponential's error grows with its argument
    close(values, expected, size + 1)
    for width, out in results.items():
        assert torch.equal(out.values[:width], values[:width]), f"width {width}"
