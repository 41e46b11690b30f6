"""Norm, bias and gate of prompt steps, against float64."""

import pytest
import torch
from torch import Tensor

from engine.kernels.cuda.residual.prefill import add_bias, add_norm, gate
from engine.kernels.operands import Activation, Branch, Norm

DTYPES = [torch.float32, torch.bfloat16]
EPS = 1e-5


def count(num_rows: int, device: str) -> Tensor:
    return torch.tensor([num_rows], dtype=torch.int32, device=device)


def real_rows(width: int, num_real: int, num_cols: int, device: str) -> Tensor:
    """Random rows; those that are not real are NaN."""
    rows = torch.randn(width, num_cols, device=device)
    rows[num_real:] = torch.nan
    return rows


def nothing(width: int, num_cols: int, dtype: torch.dtype, device: str) -> Tensor:
    return torch.full((width, num_cols), torch.nan, dtype=dtype, device=device)


def assert_rows(actual: Tensor, expected: Tensor) -> None:
    """bfloat16 is float32 rounded to nearest even, whatever float32's last bits."""
    if actual.dtype == torch.bfloat16:
        torch.testing.assert_close(actual.double(), expected, rtol=2**-7.99, atol=0)
        torch.testing.assert_close(actual, expected.to(torch.bfloat16), rtol=2**-7, atol=0)
        assert (actual == expected.to(torch.bfloat16)).double().mean() > 0.99
    else:
        torch.testing.assert_close(actual.double(), expected, rtol=2e-6, atol=2e-6)


@pytest.mark.parametrize("num_cols", [32, 96, 576, 2080])
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("has_bias", [False, True], ids=["", "bias"])
def test_add_norm(num_cols: int, dtype: torch.dtype, has_bias: bool, device: str) -> None:
    hidden, x = (real_rows(7, 5, num_cols, device) for _ in range(2))
    bias = torch.randn(num_cols, device=device) if has_bias else None
    weight = 1 + torch.randn(num_cols, device=device) / 4
    out = nothing(7, num_cols, dtype, device)
    total = hidden[:5].double() + x[:5].double()
    if bias is not None:
        total += bias.double()
    add_norm(Branch(x), bias, hidden, Norm(weight, EPS), out, count(5, device))
    torch.testing.assert_close(hidden[:5].double(), total, rtol=1e-6, atol=1e-6)
    added = hidden[:5].double()  # where terms cancel, their rounding is most of what is left
    normed = added * (added.square().mean(-1, keepdim=True) + EPS).rsqrt() * weight.double()
    assert_rows(out[:5], normed)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_norm_alone_leaves_hidden_as_it_is(dtype: torch.dtype, device: str) -> None:
    hidden = real_rows(4, 4, 160, device)
    before = hidden.clone()
    weight = torch.randn(160, device=device)
    out = nothing(4, 160, dtype, device)
    add_norm(None, None, hidden, Norm(weight, EPS), out, count(4, device))
    assert torch.equal(hidden, before)
    inverse = (before.double().square().mean(-1, keepdim=True) + EPS).rsqrt()
    assert_rows(out, before.double() * inverse * weight.double())


def test_a_row_does_not_depend_on_its_step(device: str) -> None:
    hidden, x = (real_rows(6, 6, 96, device) for _ in range(2))
    alone, x_alone = hidden[4:5].clone(), x[4:5].clone()
    weight = torch.randn(96, device=device)
    out, out_alone = (nothing(n, 96, torch.float32, device) for n in (6, 1))
    add_norm(Branch(x), None, hidden, Norm(weight, EPS), out, count(6, device))
    add_norm(Branch(x_alone), None, alone, Norm(weight, EPS), out_alone, count(1, device))
    assert torch.equal(out[4], out_alone[0])
    assert torch.equal(hidden[4], alone[0])


@pytest.mark.parametrize("num_cols", [40, 1056])
def test_add_bias(num_cols: int, device: str) -> None:
    x = real_rows(5, 3, num_cols, device)
    bias = torch.randn(num_cols, device=device)
    expected = x[:3] + bias
    add_bias(x, bias, count(3, device))
    assert torch.equal(x[:3], expected)
    assert x[3:].isnan().all()


@pytest.mark.parametrize("num_cols", [32, 1120])
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_gate(num_cols: int, dtype: torch.dtype, device: str) -> None:
    both = real_rows(5, 4, 2 * num_cols, device) * 3
    out = nothing(5, num_cols, dtype, device)
    gate(both[:, :num_cols], both[:, num_cols:], out, count(4, device), Activation.SILU)
    left, right = both[:4].double().chunk(2, -1)
    assert_rows(out[:4], left * left.sigmoid() * right)


def test_a_step_without_real_rows_changes_nothing(device: str) -> None:
    hidden = torch.randn(3, 64, device=device)
    before = hidden.clone()
    weight = torch.ones(64, device=device)
    out = nothing(3, 64, torch.bfloat16, device)
    add_norm(Branch(hidden.clone()), None, hidden, Norm(weight, EPS), out, count(0, device))
    add_bias(hidden, weight, count(0, device))
    assert torch.equal(hidden, before)
    assert out.isnan().all()
