"""The CPU kernels against the reference, and the property everything rests on: rows stand alone."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.errors import EngineError
from engine.kernels.cpu.kernels import CpuKernels, check_processor
from engine.kernels.dense_activations import DenseActivations, values_of
from engine.kernels.interface import Kernels
from engine.kernels.operands import (
    QKV,
    Branch,
    GateUp,
    Heads,
    KVState,
    Linear,
    Norm,
    Residual,
    StepInputs,
)
from engine.kernels.reference.kernels import ReferenceKernels
from engine.kernels.weight_parts import Matrix
from tests.support.float_matrix import float_matrix, panels_of
from tests.support.shapes import plain_sizes

HEADS, KV_HEADS, HEAD_DIM, CAPACITY = 6, 2, 16, 600
HIDDEN, QKV_SIZE, ATTENTION, FEED_FORWARD = (
    132,
    (HEADS + 2 * KV_HEADS) * HEAD_DIM,
    HEADS * HEAD_DIM,
    71,
)
MAX_WIDTH = 64
WIDE, WIDE_HEADS, WIDE_DIM = 1024, 16, 64
WIDTHS = [1, 2, 3, 4, 5, 8, 15, 16, 64]
SIZES = plain_sizes(HIDDEN, QKV_SIZE, HEADS, KV_HEADS, ATTENTION, FEED_FORWARD, 11, CAPACITY)

# Kernels → what they computed.
Run = Callable[[Kernels], Tensor]


def cpu_kernels() -> CpuKernels:
    return CpuKernels(Arena(torch.device("cpu")), SIZES, MAX_WIDTH)


def both(run: Run) -> tuple[Tensor, Tensor]:
    return run(cpu_kernels()), run(ReferenceKernels(Arena(torch.device("cpu")), MAX_WIDTH))


def step(
    rows: int,
    *,
    positions: Sequence[int] = (),
    ids: Sequence[int] = (),
    sequences: Sequence[int] = (),
) -> StepInputs:
    """Inputs of a step of `rows` real rows at `positions` (else 0, 1, …) of `sequences` (else 0)."""
    places = positions or range(MAX_WIDTH)
    zeros = [0] * len(places)
    columns = (ids or zeros, places, places, sequences or zeros, [rows])
    return StepInputs(*(torch.tensor(column, dtype=torch.int32) for column in columns))


def nan(rows: int, cols: int) -> DenseActivations:
    return DenseActivations(torch.full((rows, cols), torch.nan))


def norm() -> Norm:
    return Norm(torch.randn(HIDDEN), 1e-5)


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(42)


@pytest.mark.parametrize("bias", [True, False], ids=["bias", "no bias"])
@pytest.mark.parametrize(("rows", "size", "outputs"), [(1, 64, 8), (3, 100, 33), (7, 37, 5)])
def test_project_matches_reference(rows: int, size: int, outputs: int, bias: bool) -> None:
    x, weights = DenseActivations(torch.randn(rows, size)), torch.randn(outputs, size)
    vector = torch.randn(outputs) if bias else None

    def run(kernels: Kernels) -> Tensor:
        out, weight = torch.full((rows, outputs), torch.nan), float_matrix(weights, kernels)
        kernels.project(x, Linear(weight, vector), out, step(rows))
        return out

    torch.testing.assert_close(*both(run), rtol=1e-5, atol=1e-5)


def test_embed_matches_reference_and_notes_the_ids_of_each_sequence_by_position() -> None:
    values, scale = torch.randn(11, HIDDEN), norm()
    inputs = step(3, positions=[5, 599, 5, 7], ids=[3, 10, 4, 1], sequences=[0, 0, 2, 1])
    histories = []

    def run(kernels: Kernels) -> Tensor:
        hidden, out = torch.zeros(4, HIDDEN), nan(4, HIDDEN)
        histories.append(torch.full((3, CAPACITY), -1, dtype=torch.int32))
        table = float_matrix(values, kernels)
        kernels.embed(inputs, table, histories[-1], Residual(hidden, scale, out))
        return torch.cat([hidden[:3], out.values[:3]])

    fast, slow = both(run)
    torch.testing.assert_close(fast, slow, rtol=1e-6, atol=1e-6)
    assert torch.equal(fast[:3], values[[3, 10, 4]])
    for history in histories:
        assert (history[0, 5], history[0, 599], history[2, 5]) == (3, 10, 4)
        assert (history >= 0).sum() == 3


@pytest.mark.parametrize("bias", [True, False], ids=["bias", "no bias"])
def test_project_add_matches_reference(bias: bool) -> None:
    x, weights = DenseActivations(torch.randn(5, 72)), torch.randn(HIDDEN, 72)
    before, scale = torch.randn(5, HIDDEN), norm()
    vector = torch.randn(HIDDEN) if bias else None

    def run(kernels: Kernels) -> Tensor:
        hidden, out, weight = before.clone(), nan(5, HIDDEN), float_matrix(weights, kernels)
        kernels.project_add(x, Linear(weight, vector), Residual(hidden, scale, out), step(5))
        return torch.cat([hidden, out.values])

    torch.testing.assert_close(*both(run), rtol=1e-5, atol=2e-5)


def test_scale_multiplies_columns_of_real_rows_by_the_factors_of_their_positions() -> None:
    before, factors = torch.randn(3, QKV_SIZE), torch.randn(CAPACITY)
    inputs = step(2, positions=[5, 599, 7])

    def run(kernels: Kernels) -> Tensor:
        x = before.clone()
        kernels.scale(x[:, :ATTENTION], factors, inputs)
        return x

    fast, slow = both(run)
    assert torch.equal(fast, slow)
    assert torch.equal(fast[:2, :ATTENTION], before[:2, :ATTENTION] * factors[[5, 599], None])
    assert torch.equal(fast[2], before[2])
    assert torch.equal(fast[:, ATTENTION:], before[:, ATTENTION:])


def test_project_gated_matches_reference_at_the_extremes() -> None:
    weight = torch.randn(2 * FEED_FORWARD, HIDDEN)
    x = torch.randn(3, HIDDEN)
    for row, target in enumerate((-200.0, -88.5, 200.0)):
        # The gate of this feature becomes `target` in this row.
        x[row] *= target / (weight[row] @ x[row])

    def run(kernels: Kernels) -> Tensor:
        out = nan(3, FEED_FORWARD)
        gate_up = GateUp(float_matrix(weight, kernels))
        kernels.project_gated(DenseActivations(x), gate_up, out, step(3))
        return out.values

    fast, slow = both(run)
    assert torch.isfinite(fast).all()
    torch.testing.assert_close(fast, slow, rtol=1e-4, atol=1e-3)


def waves(num_rows: int, kernels: Kernels) -> Matrix:
    """[num_rows, HIDDEN]"""
    return float_matrix(torch.linspace(-1, 1, num_rows * HIDDEN).sin().view(-1, HIDDEN), kernels)


def embed_rows(kernels: Kernels, x: Tensor, rows: int) -> Tensor:
    hidden, out = torch.empty(rows, HIDDEN), nan(rows, HIDDEN)
    inputs = step(rows, positions=range(rows), ids=range(rows))
    history = torch.zeros(1, CAPACITY, dtype=torch.int32)
    table = float_matrix(x, kernels)
    to = Residual(hidden, Norm(torch.ones(HIDDEN), 1e-5), out)
    kernels.embed(inputs, table, history, to)
    return out.values


def project_rows(kernels: Kernels, x: Tensor, rows: int) -> Tensor:
    out = torch.empty(rows, FEED_FORWARD)
    weight = waves(FEED_FORWARD, kernels)
    kernels.project(DenseActivations(x[:rows].clone()), Linear(weight), out, step(rows))
    return out


def project_add_rows(kernels: Kernels, x: Tensor, rows: int) -> Tensor:
    hidden, out = x[:rows].clone(), nan(rows, HIDDEN)
    weight = waves(HIDDEN, kernels)
    scale = Norm(torch.linspace(0.5, 2, HIDDEN), 1e-5)
    to = Residual(hidden, scale, out)
    kernels.project_add(DenseActivations(x[:rows].clone()), Linear(weight), to, step(rows))
    return torch.cat([hidden, out.values], dim=1)


def project_gated_rows(kernels: Kernels, x: Tensor, rows: int) -> Tensor:
    out = nan(rows, FEED_FORWARD)
    weight = waves(2 * FEED_FORWARD, kernels)
    kernels.project_gated(DenseActivations(x[:rows].clone()), GateUp(weight), out, step(rows))
    return out.values


@pytest.mark.parametrize("rows", WIDTHS)
@pytest.mark.parametrize(
    "run",
    [embed_rows, project_rows, project_add_rows, project_gated_rows],
    ids=["embed", "project", "project_add", "project_gated"],
)
def test_a_row_does_not_depend_on_its_company(
    run: Callable[[Kernels, Tensor, int], Tensor], rows: int
) -> None:
    x, kernels = torch.randn(MAX_WIDTH, HIDDEN), cpu_kernels()
    together = run(kernels, x, rows)
    for row in range(rows):
        assert torch.equal(run(kernels, x[row : row + 1], 1)[0], together[row])


def test_rows_beyond_the_real_ones_are_neither_read_nor_written() -> None:
    x = torch.randn(8, HIDDEN)
    x[3:] = torch.nan
    out, hidden, normed = (torch.full((8, HIDDEN), 7.0) for _ in range(3))
    kernels, inputs = cpu_kernels(), step(3)
    weight, scale = float_matrix(torch.randn(HIDDEN, HIDDEN), kernels), norm()
    kernels.project(DenseActivations(x), Linear(weight), out, inputs)
    to = Residual(hidden, scale, DenseActivations(normed))
    kernels.project_add(DenseActivations(x), Linear(weight), to, inputs)
    for result in (out, hidden, normed):
        assert torch.isfinite(result[:3]).all()
        assert (result[3:] == 7.0).all()


def heads(*, interleaved: bool = False, rotated: int = HEAD_DIM, head_norms: bool = False) -> Heads:
    angles = torch.rand(CAPACITY, rotated // 2) * 6
    return Heads(
        num_heads=HEADS,
        num_kv_heads=KV_HEADS,
        head_dim=HEAD_DIM,
        scale=0.25,
        interleaved=interleaved,
        cos=angles.cos(),
        sin=angles.sin(),
        eps=1e-6,
        q_norm=torch.randn(HEAD_DIM) if head_norms else None,
        k_norm=torch.randn(HEAD_DIM) if head_norms else None,
    )


def caches(dtype: torch.dtype) -> Tensor:
    """Keys and values [2, S, G, C, D] of one sequence."""
    return torch.randn(2, 1, KV_HEADS, CAPACITY, HEAD_DIM).to(dtype)


POSITIONS = [0, 1, 255, 256, 530]


def attend(
    kernels: Kernels,
    qkv: Tensor,
    cache: Tensor,
    shape: Heads,
    span: int = CAPACITY,
    positions: Sequence[int] = POSITIONS,
) -> tuple[Tensor, Tensor]:
    """What each row gets, and the cache after it; `qkv` and `cache` are left as they are."""
    rows, cache = len(positions), cache.clone()
    out = nan(rows, ATTENTION)
    inputs = step(rows, positions=positions)
    kernels.attend(QKV(qkv.clone()), KVState(*cache), shape, out, span, inputs)
    return out.values, cache


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
@pytest.mark.parametrize("interleaved", [False, True], ids=["halves", "interleaved"])
@pytest.mark.parametrize("rotated", [HEAD_DIM, 6])
@pytest.mark.parametrize("head_norms", [False, True], ids=["plain", "head norms"])
def test_attend_matches_reference(
    dtype: torch.dtype, interleaved: bool, rotated: int, head_norms: bool
) -> None:
    qkv, cache = torch.randn(5, QKV_SIZE), caches(dtype)
    shape = heads(interleaved=interleaved, rotated=rotated, head_norms=head_norms)
    half = dtype == torch.float16
    both_caches = []

    def run(kernels: Kernels) -> Tensor:
        out, after = attend(kernels, qkv, cache, shape)
        both_caches.append(after.float())
        return out

    fast, slow = both(run)
    # A rounded key may fall to either side of two float16 values.
    torch.testing.assert_close(fast, slow, rtol=1e-3 if half else 1e-5, atol=2e-3 if half else 4e-6)
    torch.testing.assert_close(*both_caches, rtol=1e-3 if half else 1e-5, atol=1e-5)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
def test_attend_writes_keys_and_values_of_real_rows_at_their_places(dtype: torch.dtype) -> None:
    qkv, cache = torch.randn(3, QKV_SIZE), torch.zeros_like(caches(dtype))
    inputs = replace(
        step(2, positions=[40, 41, 42]), kv_rows=torch.tensor([9, 2, 30], dtype=torch.int32)
    )
    cpu_kernels().attend(
        QKV(qkv.clone()), KVState(*cache), heads(), nan(3, ATTENTION), CAPACITY, inputs
    )
    values = qkv[:2, (HEADS + KV_HEADS) * HEAD_DIM :].view(2, KV_HEADS, HEAD_DIM)
    assert torch.equal(cache[1, 0][:, [9, 2]], values.transpose(0, 1).to(dtype))
    written = (cache[:, 0] != 0).any(dim=-1).any(dim=1)  # [2, C]
    assert written.nonzero().tolist() == [[0, 2], [0, 9], [1, 2], [1, 9]]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
def test_attend_is_the_same_for_every_span_and_whatever_lies_in_the_padding(
    dtype: torch.dtype,
) -> None:
    kernels, shape = cpu_kernels(), heads()
    qkv, cache = torch.randn(5, QKV_SIZE), caches(dtype)
    expected, _ = attend(kernels, qkv, cache, shape)
    cache[0, :, :, 531:] = torch.nan
    cache[1, :, :, 531:] = torch.inf
    for span in (531, CAPACITY):
        assert torch.equal(attend(kernels, qkv, cache, shape, span)[0], expected)


def test_attend_row_does_not_depend_on_its_company() -> None:
    kernels, shape = cpu_kernels(), heads()
    qkv, cache = torch.randn(5, QKV_SIZE), caches(torch.float32)
    positions = range(526, 531)
    together, after = attend(kernels, qkv, cache, shape, positions=positions)
    for row, position in enumerate(positions):
        # The rows before it were written by the step they ran in.
        alone, _ = attend(kernels, qkv[row : row + 1], after, shape, positions=[position])
        assert torch.equal(alone[0], together[row])


@pytest.fixture
def wide() -> CpuKernels:
    """Kernels whose helpers look for work, of rows so wide that a step's are divided among them."""
    sizes = plain_sizes(WIDE, 2 * WIDE, WIDE_HEADS, WIDE_HEADS // 2, WIDE, 8, 11, CAPACITY)
    kernels = CpuKernels(Arena(torch.device("cpu")), sizes, MAX_WIDTH)
    kernels.note_tokens(step(1), torch.zeros(1, CAPACITY, dtype=torch.int32))
    return kernels


@pytest.mark.parametrize("is_normed", [False, True], ids=["plain", "normed"])
def test_a_wide_row_is_added_and_normed_as_it_is_alone(wide: CpuKernels, is_normed: bool) -> None:
    branch, before, scale = torch.randn(40, WIDE), torch.randn(40, WIDE), torch.randn(WIDE)
    of_branch = Norm(torch.randn(WIDE), 1e-5) if is_normed else None

    def run(rows: slice) -> Tensor:
        hidden = before[rows].clone()
        to = Residual(hidden, Norm(scale, 1e-5), nan(*hidden.shape))
        wide.add_branch(Branch(branch[rows].clone(), of_branch), to, step(len(hidden)))
        return torch.cat([hidden, values_of(to.normed)])

    together = run(slice(40))
    for row in range(40):
        assert torch.equal(run(slice(row, row + 1)), together[[row, 40 + row]])


@pytest.mark.parametrize("interleaved", [False, True], ids=["halves", "interleaved"])
def test_wide_heads_are_prepared_and_kept_as_they_are_alone(
    wide: CpuKernels, interleaved: bool
) -> None:
    angles = torch.rand(CAPACITY, WIDE_DIM // 2) * 6
    shape = Heads(
        num_heads=WIDE_HEADS,
        num_kv_heads=WIDE_HEADS // 2,
        head_dim=WIDE_DIM,
        scale=0.1,
        interleaved=interleaved,
        cos=angles.cos(),
        sin=angles.sin(),
        eps=1e-6,
        q_norm=torch.randn(WIDE_DIM),
        k_norm=torch.randn(WIDE_DIM),
    )
    qkv = torch.randn(40, 2 * WIDE)
    cache = torch.zeros(2, 1, WIDE_HEADS // 2, CAPACITY, WIDE_DIM)

    def run(rows: slice, cache: Tensor) -> Tensor:
        some = qkv[rows].clone()
        inputs, out = step(len(some), positions=range(40)[rows]), nan(len(some), WIDE)
        wide.attend(QKV(some), KVState(*cache), shape, out, CAPACITY, inputs)
        return out.values

    alone_cache = cache.clone()
    together = run(slice(40), cache)
    for row in range(40):
        assert torch.equal(run(slice(row, row + 1), alone_cache)[0], together[row])
    assert torch.equal(alone_cache, cache)


def test_recording_lists_launches_without_running_them() -> None:
    kernels, hidden = cpu_kernels(), torch.ones(1, HIDDEN)
    x, identity = DenseActivations(torch.ones(1, HIDDEN)), panels_of(torch.eye(HIDDEN))
    with kernels.recording() as tape:
        inputs = step(1, positions=[0])
        to = Residual(hidden, norm(), nan(1, HIDDEN))
        kernels.project_add(x, Linear(identity), to, inputs)
    assert (hidden == 1).all()
    for loop, arguments in tape:
        loop(*arguments)
    assert (hidden == 2).all()


def test_narrower_steps_share_the_memory_of_the_widest() -> None:
    activations = cpu_kernels().allocate_activations(5)
    values_of(activations)[:] = 1.0
    values_of(activations.rows(2))[:] = 3.0
    assert values_of(activations)[:, 0].tolist() == [3.0] * 2 + [1.0] * (MAX_WIDTH - 2)


def test_a_processor_without_the_instructions_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr("llvmlite.binding.get_host_cpu_features", lambda: {"fma": True})
    with pytest.raises(EngineError, match="lacks the F16C instructions"):
        check_processor()
