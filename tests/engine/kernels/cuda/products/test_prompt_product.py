"""Products of a prompt's rows with weights that become bfloat16 in registers."""

import numpy as np
import pytest
import torch

from engine.cache.arena import Arena
from engine.gguf.types import GGMLType
from engine.kernels.cuda.products import prompt_product
from engine.kernels.cuda.products.prompt_product import (
    PromptShape,
    multiply,
    order_rows,
    prompt_shape,
)
from engine.kernels.cuda.scratch import (
    MAX_SHARED_SUMS,
    PREFILL_BLOCK_BYTES,
    ProductScratch,
    ordered_cols,
)
from engine.kernels.cuda.weights import CudaPart
from engine.quants.tiles import TILE_FORMATS
from tests.support.random_rows import random_rows, values_of
from tests.support.repacked import repack

KINDS = list(TILE_FORMATS)
# Of the sum of the magnitudes: scales, minima and weights are rounded to bfloat16, 2^-9 each.
TOLERANCE = 0.01


def placed(kind: GGMLType, shape: tuple[int, int], device: str) -> tuple[CudaPart, torch.Tensor]:
    """Random weights [N, K], and their values in float64."""
    num_rows, num_cols = shape
    raw = random_rows(kind, num_rows, num_cols, seed=num_rows)
    if kind is GGMLType.MXFP4:
        raw[:, ::17] = 120 + raw[:, ::17] % 16  # exponents whose products float32 can hold
    tiles = repack(torch.from_numpy(raw).to(device), kind, num_cols)
    return CudaPart(kind, num_rows, num_cols, tiles), values_of(raw, kind, num_cols).double()


def assert_products(
    kind: GGMLType,
    shape: tuple[int, int],
    width: int,
    device: str,
    dtype: torch.dtype = torch.bfloat16,
) -> None:
    """Random rows times random weights are what float64 makes of them."""
    num_rows, num_cols = shape
    part, values = placed(kind, shape, device)
    rows = torch.randn(width, num_cols).to(dtype)
    scratch = ProductScratch(Arena(torch.device(device)), width, num_cols)
    ordered = torch.empty(width, ordered_cols(num_cols), dtype=torch.bfloat16, device=device)
    ordered.fill_(torch.nan)
    order_rows(rows.to(device), ordered)
    # Some columns of a wider tensor, nothing beside which is written.
    out = torch.full((width, num_rows + 5), torch.nan, device=device)
    multiply(ordered, part, out[:, 2 : 2 + num_rows], scratch)
    assert out[:, :2].isnan().all()
    assert out[:, 2 + num_rows :].isnan().all()
    assert not scratch.arrived.any()
    x = rows.bfloat16().double()
    error = (out[:, 2 : 2 + num_rows].cpu() - x @ values.T).abs()
    assert (error <= TOLERANCE * (x.abs() @ values.abs().T)).all()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_products_are_those_of_the_dequantized_weights(kind: GGMLType, device: str) -> None:
    num_cols = {32: 96, 64: 5 * 64}.get(kind.block_len, 512)
    assert_products(kind, (75, num_cols), 35, device)


@pytest.mark.parametrize("width", [17, 33, 65, 129])
def test_any_number_of_rows(width: int, device: str) -> None:
    assert_products(GGMLType.Q4_0, (70, 160), width, device, torch.float32)


def test_programs_that_share_columns(device: str) -> None:
    """2,112 columns are divided among four programs, with one group less for the last."""
    shape = (40, 2112)
    assert prompt_shape(*shape, 20).splits == 4
    assert_products(GGMLType.Q8_0, shape, 20, device)


@pytest.mark.parametrize("shape", [(32, 4, 5, 3), (64, 4, 3, 3), (128, 2, 2, 2), (128, 2, 1, 3)])
def test_every_kind_of_program(
    shape: tuple[int, int, int, int], device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prompt_product, "prompt_shape", lambda *_: PromptShape(*shape))
    assert_products(GGMLType.Q5_K, (75, 1536), 35, device)


@pytest.mark.parametrize(
    ("product", "shape"),
    [
        ((5120, 17408, 32), (32, 4, 4, 3)),  # three programs a multiprocessor, four share columns
        ((5120, 17408, 128), (128, 2, 3, 3)),
        ((5120, 17408, 256), (128, 2, 2, 2)),
        ((28672, 4096, 128), (128, 2, 1, 3)),  # two turns of two programs
        ((34816, 5120, 128), (128, 2, 1, 2)),  # two of three, where two at once took three turns
        ((4096, 4096, 128), (64, 4, 2, 3)),
        ((1024, 2048, 32), (32, 4, 1, 3)),
    ],
)
def test_programs_fill_the_device(
    product: tuple[int, int, int], shape: tuple[int, int, int, int]
) -> None:
    assert prompt_shape(*product) == shape


def test_sums_are_the_same_each_time(device: str) -> None:
    """What is read while others still write would differ."""
    part, _ = placed(GGMLType.Q6_K, (64, 2304), device)
    scratch = ProductScratch(Arena(torch.device(device)), 128, 2304)
    rows = torch.randn(128, 2304).bfloat16().to(device)
    found = []
    for _ in range(2 if device == "cpu" else 50):
        out = torch.full((128, 64), torch.nan, device=device)
        multiply(rows, part, out, scratch)
        found.append(out)
    assert all(torch.equal(each, found[0]) for each in found)


def test_rows_and_sums_of_every_shape_have_room() -> None:
    random = np.random.default_rng()
    for _ in range(1000):
        num_outputs, num_cols = (int(2 ** random.uniform(4, 18)) for _ in range(2))
        width = int(random.integers(17, 513))
        shape = prompt_shape(num_outputs, num_cols, width)
        programs = -(-num_outputs // 64) * -(-width // shape.rows)
        if shape.splits > 1:
            assert programs <= MAX_SHARED_SUMS
            assert programs * shape.splits * 64 * shape.rows * 4 <= PREFILL_BLOCK_BYTES
        assert ordered_cols(num_cols) % (64 * shape.count) == 0
        assert shape.splits <= -(-num_cols // (64 * shape.count))
