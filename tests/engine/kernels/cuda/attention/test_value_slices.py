"""Programs that share the values of a head give what one program gives, bit for bit on a GPU."""

from random import Random

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.kernels.cuda.attention import block_shapes
from engine.kernels.cuda.attention.block_shapes import (
    UNSLICED_FROM,
    TileShares,
    tile_shares,
    value_slices,
)
from engine.kernels.operands import GateFunction, KVState
from tests.engine.kernels.cuda.attention.test_decode import Runner, assert_close
from tests.support.attention_case import AttentionCase, Shape

MULTIPROCESSORS = 132


def random_case(random: Random, device: str) -> AttentionCase:
    """Rows of heads of any kind, with splits or without."""
    num_kv_heads, head_dim = random.choice((1, 2, 3)), random.choice((128, 256, 512))
    window = random.choice((None, None, 40, 256, 512))
    gate_function = random.choice((None, *GateFunction))
    shape = Shape(
        num_kv_heads * random.choice((1, 3, 4, 17)),
        num_kv_heads,
        head_dim,
        dtype=random.choice((torch.float16, torch.bfloat16, torch.float32)),
        rot=random.choice((None, head_dim // 2)),
        interleaved=random.random() < 0.5,
        normed=random.random() < 0.5,
        capacity=1024,
        window=window,
        has_sinks=random.random() < 0.5,
        gate_function=gate_function,
        gates_heads=gate_function is not None and random.random() < 0.5,
        norms_values=random.random() < 0.5,
        appends=random.random() < 0.8,
        is_causal=random.random() < 0.8,
    )
    count = random.randint(1, 4)
    first = random.choice((0, 256 - count, random.randrange(256), random.randrange(900)))
    return AttentionCase(shape, list(range(first, first + count)), device)


@pytest.mark.parametrize("seed", range(24))
def test_slices_are_those_of_one_program(
    seed: int, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(seed)
    torch.manual_seed(seed)
    case = random_case(random, device)
    used: list[tuple[int, int]] = []

    def slices(cache: torch.dtype, head_dim: int, num_tiles: int) -> int:
        used.append((num_tiles, value_slices(cache, head_dim, num_tiles)))
        return used[-1][1]

    monkeypatch.setattr(block_shapes, "has_clusters", lambda: False)  # whose slices are others
    monkeypatch.setattr(block_shapes, "value_slices", slices)
    sliced, whole = Runner(case), Runner(case)
    out = sliced()
    monkeypatch.setattr(block_shapes, "value_slices", lambda *_: 1)
    expected = whole()
    seen = case.positions[-1] + 1 if case.shape.window is None else case.shape.window
    most = case.shape.head_dim // 64
    is_whole = seen <= 256 and (case.shape.head_dim <= 128 or case.shape.window is not None)
    ((num_tiles, count),) = used
    if is_whole and num_tiles * most <= MULTIPROCESSORS:
        assert count == most
    else:
        assert count <= most
        assert (count > 1) == (num_tiles * 2 <= MULTIPROCESSORS)
    if device == "cuda":
        for name in ("values", "codes", "scales"):
            mine, theirs = getattr(out, name), getattr(expected, name)
            assert torch.equal(mine.nan_to_num(9), theirs.nan_to_num(9)), name
    else:  # numpy's matrix products of fewer columns have other bits
        exact, n = case.expected()[0].flatten(1), len(case.positions)
        if case.shape.dtype != torch.bfloat16:
            assert_close(out.values[:n], exact, case.shape.dtype)
        torch.testing.assert_close(
            out.values, expected.values, atol=1e-3, rtol=1e-2, equal_nan=True
        )
    for mine, theirs in ((sliced.keys, whole.keys), (sliced.values, whole.values)):
        assert torch.equal(mine.nan_to_num(9), theirs.nan_to_num(9))


@pytest.mark.parametrize("head_dim", [16, 64, 80, 96, 128, 192, 256, 512])
def test_slices_divide_a_head_and_have_a_multiprocessor_each(head_dim: int) -> None:
    for num_tiles in range(1, 300):
        slices = value_slices(torch.float16, head_dim, num_tiles)
        assert head_dim % slices == 0
        assert slices == 1 or head_dim // slices >= 64
        assert slices == 1 or num_tiles * slices <= MULTIPROCESSORS
        if head_dim in (128, 256, 512):  # and no fewer than that
            is_finest = head_dim // slices == 64
            assert is_finest or num_tiles * slices * 2 > MULTIPROCESSORS


@pytest.mark.parametrize("cache", [torch.int8, torch.uint8, torch.int32], ids=str)
def test_coded_caches_are_not_sliced(cache: torch.dtype) -> None:
    assert value_slices(cache, 256, 1) == 1


def shares_of_tiles(
    num_kv_heads: int,
    group: int,
    head_dim: int,
    window: int | None,
    width: int,
    span: int,
    num_programs: int,
    gate_function: GateFunction | None = None,
) -> TileShares:
    shape = Shape(
        num_kv_heads * group, num_kv_heads, head_dim,
        capacity=8, window=window, gate_function=gate_function,
    )  # fmt: skip
    rows = torch.empty(1, num_kv_heads, 8, head_dim, dtype=torch.float16, device="meta")
    heads = AttentionCase(shape, [0], "meta").heads
    return tile_shares(KVState(rows, rows), heads, width, span, num_programs)


HEADS = st.tuples(
    st.integers(1, 40), st.integers(1, 40), st.sampled_from([16, 64, 80, 128, 256, 512]),
    st.none() | st.integers(1, 9000),
)  # fmt: skip
WIDTHS = st.integers(1, 16)
PROGRAMS = st.integers(1, 600)


@given(HEADS, WIDTHS, st.integers(UNSLICED_FROM, 300_000), PROGRAMS)
def test_long_spans_have_the_same_kernels(
    heads: tuple[int, int, int, int | None], width: int, span: int, num_programs: int
) -> None:
    """So a step of one of them runs before any is captured, and no capture loads kernels."""
    long, shortest = (
        shares_of_tiles(*heads, width, each, num_programs) for each in (span, UNSLICED_FROM)
    )
    assert long.slices == shortest.slices
    assert (long.splits > 1) == (shortest.splits > 1)


@given(HEADS, WIDTHS, st.integers(1, 9000), PROGRAMS)
def test_slices_are_the_same_on_every_device(
    heads: tuple[int, int, int, int | None], width: int, span: int, num_programs: int
) -> None:
    """Kernels of a release are compiled where there is no device."""
    here, elsewhere = (shares_of_tiles(*heads, width, span, each) for each in (num_programs, 1))
    assert here.slices == elsewhere.slices
    tiles = heads[0] * -(-heads[1] // 16)
    assert 1 <= here.shares <= here.splits
    assert here.shares == 1 or tiles * here.slices * (here.shares - 1) < num_programs
