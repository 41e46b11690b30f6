"""Splits that blocks of a cluster combine have the bits of those that a launch combines."""

from random import Random

import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.kernels.cuda.attention import block_shapes
from engine.kernels.cuda.attention.block_shapes import TileShares
from engine.kernels.cuda.launching import capability
from engine.kernels.operands import GateFunction
from tests.engine.kernels.cuda.attention.test_decode import Runner, assert_close, assert_same_row
from tests.engine.kernels.cuda.attention.test_value_slices import shares_of_tiles
from tests.support.attention_case import AttentionCase, Shape

WHOLE_SPANS = (256, 512, 1024)


def random_case(random: Random, device: str) -> AttentionCase:
    """A row of heads whose splits a cluster combines."""
    head_dim = random.choice((32, 64, 128, 256))
    most = 16 if head_dim == 256 else 512 // head_dim
    num_kv_heads, group = random.choice((1, 2, 3)), random.randint(1, most)
    shape = Shape(
        num_kv_heads * group,
        num_kv_heads,
        head_dim,
        dtype=random.choice((torch.float16, torch.bfloat16)),
        interleaved=random.random() < 0.5,
        normed=random.random() < 0.5,
        capacity=1024,
        window=random.choice((None, None, 512, 1024)),
        norms_values=random.random() < 0.5,
        appends=random.random() < 0.8,
        has_sinks=random.random() < 0.3,
        gate_function=random.choice((None, None, *GateFunction)),
        gates_heads=random.random() < 0.5,
    )
    position = random.choice((0, 63, 64, 255, 256, 511, 512, random.randrange(1000)))
    return AttentionCase(shape, [position], device)


@pytest.mark.parametrize("seed", range(32))
def test_a_cluster_gives_what_a_launch_gives(
    seed: int, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not capability.has_clusters():
        pytest.skip("The device has no clusters.")
    random = Random(seed)
    torch.manual_seed(seed)
    case = random_case(random, device)
    span = next(each for each in WHOLE_SPANS if each > case.positions[0])
    combined, launched = Runner(case), Runner(case)
    out = combined(span=span)
    monkeypatch.setattr(block_shapes, "MOST_IN_CLUSTER", 1)
    expected = launched(span=span)
    assert_same_row(out, 0, expected)
    assert combined.partials.isnan().all() or span > 512  # nothing went through memory
    if case.shape.dtype == torch.float16:
        assert_close(out.values[:1], case.expected()[0].flatten(1), case.shape.dtype)
    for mine, theirs in ((combined.keys, launched.keys), (combined.values, launched.values)):
        assert torch.equal(mine.nan_to_num(9), theirs.nan_to_num(9))


@pytest.mark.usefixtures("clusters")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.integers(1, 40), st.integers(1, 40), st.sampled_from([16, 32, 64, 80, 96, 128, 256, 512]),
    st.none() | st.integers(1, 3000), st.integers(1, 16), st.integers(1, 5000),
)  # fmt: skip
def test_a_cluster_has_a_block_for_each_split_and_all_begin_together(
    num_kv_heads: int, group: int, head_dim: int, window: int | None, width: int, span: int
) -> None:  # fmt: skip
    shares = shares_of_tiles(num_kv_heads, group, head_dim, window, width, span, 132)
    if shares.cluster == 1:
        return
    assert capability.has_clusters()
    assert width == shares.shares == 1
    assert shares.splits <= shares.cluster <= 8
    assert window is None or span <= window
    assert num_kv_heads * shares.tiles * shares.cluster * shares.slices <= 64
    columns = head_dim // shares.slices
    assert columns * shares.slices == head_dim
    warps = block_shapes.block_shape(torch.float16, head_dim).num_warps
    assert columns % (8 * warps) == 0  # each warp has columns of its own


def decode_shares(
    num_kv_heads: int, group: int, head_dim: int, span: int, gate_function: GateFunction | None
) -> TileShares:
    return shares_of_tiles(num_kv_heads, group, head_dim, None, 1, span, 132, gate_function)


@pytest.mark.parametrize("gate_function", [None, GateFunction.SIGMOID])
@pytest.mark.parametrize(
    ("num_kv_heads", "group", "head_dim", "blocks"),
    [
        (8, 2, 128, (4, 8, 8, 1)),
        (8, 4, 64, (1, 8, 8, 1)),
        (4, 2, 256, (4, 8, 1, 1)),
        (2, 4, 256, (4, 8, 1, 1)),
        (8, 4, 128, (4, 8, 8, 1)),
        (4, 8, 128, (1, 1, 1, 1)),
    ],
    ids=["qwen3-0.6b", "llama-3.2-1b", "gemma3-4b", "qwen3.5-0.8b", "llama-3.1-8b", "30B-A3B"],
)
def test_measured_heads_are_in_clusters(
    num_kv_heads: int, group: int, head_dim: int, blocks: tuple[int, ...],
    gate_function: GateFunction | None, *, clusters: bool,
) -> None:  # fmt: skip
    found = [
        decode_shares(num_kv_heads, group, head_dim, span, gate_function).cluster
        for span in (256, 512, 1024, 2048)
    ]
    assert found == ([*blocks] if clusters else [1, 1, 1, 1])
