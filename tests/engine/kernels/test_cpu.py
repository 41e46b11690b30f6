"""The CPU kernels against the reference, and the property everything rests on: rows stand alone."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from engine.errors import EngineError
from engine.kernels.cpu import CpuKernels, check_processor
from engine.kernels.interface import ATTENTION_BLOCK, Kernels
from engine.kernels.reference import ReferenceKernels

HEADS, KV_HEADS, HEAD_DIM, CAPACITY = 6, 2, 16, 600


def count(rows: int) -> Tensor:
    return torch.tensor([rows], dtype=torch.int32)


def both(run: Callable[[Kernels], Tensor]) -> tuple[Tensor, Tensor]:
    return run(CpuKernels()), run(ReferenceKernels())


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(42)


@pytest.mark.parametrize(("rows", "size", "outputs"), [(1, 64, 8), (3, 100, 33), (7, 37, 5)])
def test_matmul_matches_reference(rows: int, size: int, outputs: int) -> None:
    x, weight = torch.randn(rows, size), torch.randn(outputs, size)

    def run(kernels: Kernels) -> Tensor:
        out = torch.full((rows, outputs), torch.nan)
        kernels.matmul(x, weight, out, count(rows))
        return out

    fast, slow = both(run)
    torch.testing.assert_close(fast, slow, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5, 8, 15, 16, 64])
def test_matmul_row_does_not_depend_on_its_company(rows: int) -> None:
    x, weight = torch.randn(64, 132), torch.randn(71, 132)
    alone, together = torch.empty(64, 71), torch.empty(rows, 71)
    for row in range(64):
        CpuKernels().matmul(x[row : row + 1], weight, alone[row : row + 1], count(1))
    CpuKernels().matmul(x[:rows], weight, together, count(rows))
    assert torch.equal(together, alone[:rows])


def test_rows_beyond_the_real_ones_are_untouched() -> None:
    x, weight = torch.randn(8, 32), torch.randn(16, 32)
    x[3:] = torch.nan
    out = torch.full((8, 16), 7.0)
    CpuKernels().matmul(x, weight, out, count(3))
    assert torch.isfinite(out[:3]).all()
    assert (out[3:] == 7.0).all()


def test_rms_norm_matches_reference() -> None:
    x, weight = torch.randn(5, 72), torch.randn(72)

    def run(kernels: Kernels) -> Tensor:
        out = torch.full_like(x, torch.nan)
        kernels.rms_norm(x, weight, out, 1e-5, count(5))
        return out

    torch.testing.assert_close(*both(run), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("vector", [True, False], ids=["bias", "rows"])
def test_add_matches_reference(vector: bool) -> None:
    x, y = torch.randn(5, 12), torch.randn(12) if vector else torch.randn(5, 12)

    def run(kernels: Kernels) -> Tensor:
        out = x.clone()
        kernels.add(out, y, count(4))
        return out

    assert torch.equal(*both(run))


def test_embed_matches_reference() -> None:
    table, ids = torch.randn(11, 6), torch.tensor([3, 10, 0], dtype=torch.int32)

    def run(kernels: Kernels) -> Tensor:
        out = torch.zeros(3, 6)
        kernels.embed(ids, table, out, count(2))
        return out

    assert torch.equal(*both(run))


@pytest.mark.parametrize("interleaved", [0, 1])
@pytest.mark.parametrize("rotated", [HEAD_DIM, 6])
def test_rope_matches_reference(interleaved: int, rotated: int) -> None:
    angles = torch.rand(CAPACITY, rotated // 2) * 6
    qkv = torch.randn(4, (HEADS + 2 * KV_HEADS) * HEAD_DIM)
    positions = torch.tensor([5, 0, 599, 77], dtype=torch.int32)

    def run(kernels: Kernels) -> Tensor:
        out = qkv.clone()
        heads = HEADS + KV_HEADS
        kernels.rope(
            out, angles.cos(), angles.sin(), positions, heads, HEAD_DIM, interleaved, count(4)
        )
        return out

    torch.testing.assert_close(*both(run), rtol=1e-6, atol=1e-6)


def test_norm_heads_matches_reference_and_leaves_other_heads_alone() -> None:
    qkv = torch.randn(4, (HEADS + 2 * KV_HEADS) * HEAD_DIM)
    weight = torch.randn(HEAD_DIM)

    def run(kernels: Kernels) -> Tensor:
        out = qkv.clone()
        kernels.norm_heads(out, weight, HEADS, KV_HEADS, 1e-6, count(3))
        return out

    fast, slow = both(run)
    torch.testing.assert_close(fast, slow, rtol=1e-5, atol=1e-6)
    assert torch.equal(fast[:, : HEADS * HEAD_DIM], qkv[:, : HEADS * HEAD_DIM])
    assert torch.equal(fast[3], qkv[3])


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
def test_append_kv_writes_rows_at_the_given_places(dtype: torch.dtype) -> None:
    qkv = torch.randn(3, (HEADS + 2 * KV_HEADS) * HEAD_DIM)
    rows = torch.tensor([9, 2, 30], dtype=torch.int32)

    def run(kernels: Kernels) -> Tensor:
        k, v = torch.zeros(2, KV_HEADS, CAPACITY, HEAD_DIM, dtype=dtype)
        kernels.append_kv(qkv, k, v, rows, HEADS, count(2))
        return torch.stack([k, v])

    fast, slow = both(run)
    assert torch.equal(fast, slow)
    assert (fast[:, :, 30] == 0).all()


def attention_case(dtype: torch.dtype) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    qkv = torch.randn(5, (HEADS + 2 * KV_HEADS) * HEAD_DIM)
    k = torch.randn(KV_HEADS, CAPACITY, HEAD_DIM).to(dtype)
    v = torch.randn(KV_HEADS, CAPACITY, HEAD_DIM).to(dtype)
    return qkv, k, v, torch.tensor([0, 1, 255, 256, 530], dtype=torch.int32)


def attend(kernels: Kernels, case: tuple[Tensor, Tensor, Tensor, Tensor], span: int) -> Tensor:
    qkv, k, v, positions = case
    rows = positions.shape[0]
    out = torch.full((rows, HEADS * HEAD_DIM), torch.nan)
    scores = torch.full((rows * HEADS, ATTENTION_BLOCK), torch.nan)
    kernels.attention(qkv, k, v, positions, scores, out, 0.25, span, count(rows))
    return out


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
def test_attention_matches_reference(dtype: torch.dtype) -> None:
    case = attention_case(dtype)
    fast, slow = both(lambda kernels: attend(kernels, case, CAPACITY))
    torch.testing.assert_close(fast, slow, rtol=1e-5, atol=2e-6)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
def test_attention_is_the_same_for_every_span_and_whatever_lies_in_the_padding(
    dtype: torch.dtype,
) -> None:
    qkv, k, v, positions = case = attention_case(dtype)
    expected = attend(CpuKernels(), case, CAPACITY)
    k[:, 531:] = torch.nan
    v[:, 531:] = torch.inf
    assert torch.equal(attend(CpuKernels(), (qkv, k, v, positions), 531), expected)
    assert torch.equal(attend(CpuKernels(), (qkv, k, v, positions), CAPACITY), expected)


def test_attention_row_does_not_depend_on_its_company() -> None:
    qkv, k, v, positions = case = attention_case(torch.float32)
    together = attend(CpuKernels(), case, CAPACITY)
    for row in range(5):
        alone = attend(CpuKernels(), (qkv[row:], k, v, positions[row : row + 1]), CAPACITY)
        assert torch.equal(alone[0], together[row])


def test_swiglu_matches_reference_at_the_extremes() -> None:
    gate_up = torch.randn(3, 40) * 4
    gate_up[0, :4] = torch.tensor([-200.0, -88.5, 200.0, 0.0])

    def run(kernels: Kernels) -> Tensor:
        out = torch.full((3, 20), torch.nan)
        kernels.swiglu(gate_up, out, count(3))
        return out

    torch.testing.assert_close(*both(run), rtol=1e-5, atol=1e-6)


def test_recording_lists_launches_without_running_them() -> None:
    kernels, x = CpuKernels(), torch.ones(1, 4)
    with kernels.recording() as tape:
        kernels.add(x, torch.ones(1, 4), count(1))
    assert (x == 1).all()
    for loop, arguments in tape:
        loop(*arguments)
    assert (x == 2).all()


def test_a_processor_without_the_instructions_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr("llvmlite.binding.get_host_cpu_features", lambda: {"fma": True})
    with pytest.raises(EngineError, match="lacks the F16C instructions"):
        check_processor()
