"""Keys and values of every type on a GPU: what is written, and what attention makes of it."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.cache.pages import with_addresses, with_host_rows
from engine.kernels.cuda.activations import StoredRows
from engine.kernels.cuda.attention.decode import attend
from engine.kernels.cuda.attention.prefill import append_rotated, prefill_attend
from engine.kernels.cuda.attention.splits import attention_scratch_size
from engine.kernels.cuda.attention.stored_rows import product_dtype
from engine.kernels.dense_activations import DenseActivations
from engine.kernels.operands import QKV, GateFunction, KVState, StepInputs
from engine.kernels.reference.kernels import ReferenceKernels
from engine.kernels.sizes import AttentionSizes
from tests.support.attention_case import AttentionCase, Shape
from tests.support.kv_types import split_cache, split_values

TYPES = ["bf16", "q8_0", "q4_0", "tq3_0"]
ALL_TYPES = pytest.mark.parametrize("kv_type", TYPES)
STEPS = {"bf16": 1 / 256, "q8_0": 1 / 127, "q4_0": 1 / 7, "tq3_0": 1 / 3}
TOLERANCES = {"bf16": 2e-2, "q8_0": 4e-3, "q4_0": 6e-3, "tq3_0": 6e-3}
SMALL = Shape(num_heads=3, num_kv_heads=1, head_dim=32, dtype=torch.float32)
WINDOWED = replace(
    SMALL,
    num_heads=4,
    num_kv_heads=2,
    head_dim=96,
    window=40,
    capacity=560,
    normed=True,
    has_sinks=True,
    gate_function=GateFunction.SIGMOID,
    norms_values=True,
)
SHORT_STEPS = {
    "across two splits": (replace(SMALL, head_dim=64), range(254, 257)),
    "across two splits of few positions": (replace(SMALL, head_dim=256), range(126, 130)),
    "ring wraps": (WINDOWED, range(1117, 1121)),
    "long window": (replace(WINDOWED, window=300, capacity=1024), range(1022, 1026)),
    "head size 512": (replace(SMALL, head_dim=512, num_heads=2), range(3)),
    "a block": (replace(WINDOWED, head_dim=32, is_causal=False), range(556, 563)),
    "another layer's cache": (replace(WINDOWED, appends=False), range(890, 893)),
}
PROMPTS = {
    "ring wraps": (WINDOWED, range(548, 568)),
    "head size 256": (replace(SMALL, num_heads=1, head_dim=256), range(20)),
    "another layer's cache": (replace(WINDOWED, appends=False), range(20, 50)),
}


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(42)


def cache_of(case: AttentionCase, kv_type: str) -> KVState:
    """The case's cache as the second of two sequences; the first one's is not a number."""
    keys, values = (torch.stack([each * torch.nan, each]) for each in (case.keys, case.values))
    return split_cache(kv_type, keys, values)


def inputs_of(case: AttentionCase, rows: slice = slice(None)) -> StepInputs:
    positions = case.int32(*case.positions[rows])
    count = case.int32(len(positions))
    return StepInputs(positions, positions, positions, torch.ones_like(positions), count)


def short_step(case: AttentionCase, kv: KVState, rows: slice = slice(None)) -> Tensor:
    """What a decode or verify step gives."""
    shape = case.shape
    size = shape.num_heads * shape.head_dim
    sizes = AttentionSizes(
        shape.num_heads, shape.num_kv_heads, shape.head_dim, shape.capacity, shape.window
    )
    out = StoredRows(
        num_cols=size,
        codes=None,
        scales=None,
        values=torch.full((16, size), torch.nan, device=case.device),
    )
    attend(
        QKV(case.qkv[rows], None if case.gate is None else case.gate[rows]),
        kv, case.heads, out,
        torch.full((attention_scratch_size(sizes),), torch.nan, device=case.device),
        inputs_of(case, rows), span=max(case.positions) + 1, num_programs=5,
    )  # fmt: skip
    assert out.values is not None
    return out.values[: len(case.positions[rows])]


def prompt(case: AttentionCase, kv: KVState) -> Tensor:
    """What a prompt step gives."""
    shape, width = case.shape, len(case.positions)
    queries = torch.empty(
        width, shape.num_heads, shape.head_dim, dtype=product_dtype(kv), device=case.device
    )
    out = torch.empty(width, shape.num_heads * shape.head_dim, device=case.device)
    append_rotated(case.qkv, queries, kv, case.heads, inputs_of(case))
    prefill_attend(queries, kv, case.heads, case.gate, out, inputs_of(case))
    return out


def over_what_is_kept(case: AttentionCase, kv: KVState) -> Tensor:
    """Attention in float64 over the values that the cache keeps."""
    kept = copy.copy(case)
    kept.shape = replace(case.shape, appends=False)
    kept.qkv = case.qkv[:, : case.shape.num_heads * case.shape.head_dim]
    kept.keys, kept.values = (each[1] for each in split_values(kv))
    return kept.expected()[0].flatten(1)


def check(
    case: AttentionCase, kv_type: str, run: Callable[[AttentionCase, KVState], Tensor]
) -> None:
    kv, theirs = cache_of(case, kv_type), cache_of(case, kv_type)
    before = [each[0].clone() for each in kv.tensors]
    out, tolerance = run(case, kv), TOLERANCES[kv_type]
    expected = over_what_is_kept(case, kv)
    torch.testing.assert_close(out.double(), expected, atol=tolerance, rtol=tolerance)
    reference = DenseActivations(torch.empty_like(out))
    ReferenceKernels(memory=None, max_width=0).attend(  # type: ignore[arg-type]
        QKV(case.qkv, case.gate), theirs, case.heads, reference, max(case.positions) + 1,
        inputs_of(case),
    )  # fmt: skip
    torch.testing.assert_close(out, reference.values, atol=tolerance, rtol=tolerance)
    for ours, other in zip(split_values(kv), split_values(theirs), strict=True):
        step = 1.01 * float(other.nan_to_num().abs().amax()) * STEPS[kv_type]
        torch.testing.assert_close(ours, other, atol=step, rtol=0, equal_nan=True)
        is_other = ours.nan_to_num(9) != other.nan_to_num(9)
        assert is_other.float().mean() < 0.01  # halves may go either way
    for tensor, untouched in zip(kv.tensors, before, strict=True):
        assert torch.equal(tensor[0].nan_to_num(9), untouched.nan_to_num(9))


@ALL_TYPES
@pytest.mark.parametrize(("shape", "positions"), SHORT_STEPS.values(), ids=SHORT_STEPS)
def test_short_steps_are_what_float64_gives(
    shape: Shape, positions: Sequence[int], kv_type: str, device: str
) -> None:
    check(AttentionCase(shape, list(positions), device), kv_type, short_step)


@ALL_TYPES
@pytest.mark.parametrize(("shape", "positions"), PROMPTS.values(), ids=PROMPTS)
def test_prompts_are_what_float64_gives(
    shape: Shape, positions: Sequence[int], kv_type: str, device: str
) -> None:
    check(AttentionCase(shape, list(positions), device), kv_type, prompt)


@ALL_TYPES
def test_a_row_has_the_bits_it_has_alone(kv_type: str, device: str) -> None:
    # Sixteen heads a group: a row lies in its tile as it does alone, which numpy's product needs.
    case = AttentionCase(replace(SMALL, num_heads=16), [255, 256], device)
    together, apart = cache_of(case, kv_type), cache_of(case, kv_type)
    out = short_step(case, together)
    for row in range(2):
        assert torch.equal(short_step(case, apart, slice(row, row + 1))[0], out[row])
    for ours, theirs in zip(together.tensors, apart.tensors, strict=True):
        assert torch.equal(ours.nan_to_num(9), theirs.nan_to_num(9))


@ALL_TYPES
def test_prompts_and_short_steps_write_the_same(kv_type: str, device: str) -> None:
    case = AttentionCase(WINDOWED, list(range(556, 564)), device)
    ours, theirs = cache_of(case, kv_type), cache_of(case, kv_type)
    short_step(case, ours)
    prompt(case, theirs)
    for each, other in zip(ours.tensors, theirs.tensors, strict=True):
        assert torch.equal(each.nan_to_num(9), other.nan_to_num(9))


def in_pages(kv: KVState, device_len: int) -> KVState:
    """A cache with the same rows, of which those from `device_len` on are in host memory."""
    first = [each[:, :, :device_len].contiguous() for each in kv.tensors]
    scales = first[2:] or [None, None]
    kept = replace(kv, keys=first[0], values=first[1], key_scales=scales[0], value_scales=scales[1])
    paged = with_host_rows(Arena(kv.keys.device), kept, kv.num_rows - device_len)
    for host, whole in zip(paged.host, kv.tensors, strict=True):
        rest = whole[:, :, device_len:]
        host[:, :, : rest.shape[2]] = rest
    return paged


@pytest.mark.parametrize("kv_type", ["f32", "f16", *TYPES])
@pytest.mark.parametrize("run", [short_step, prompt], ids=["short step", "prompt"])
@pytest.mark.parametrize(("device_len", "first"), [(256, 250), (512, 508), (256, 600)])
def test_where_rows_are_does_not_change_a_bit(
    run: Callable[[AttentionCase, KVState], Tensor],
    device_len: int,
    first: int,
    kv_type: str,
    device: str,
) -> None:
    # Norms add up the elements of a head, in an order that follows from how rows are stored.
    shape = replace(SMALL, num_kv_heads=2, num_heads=4, head_dim=128, normed=True)
    case = AttentionCase(shape, [*range(first, first + 9)], device)
    whole = cache_of(case, kv_type)
    paged = in_pages(whole, device_len)
    assert torch.equal(run(case, paged), run(case, whole))
    for kept, host, all_rows in zip(paged.tensors, paged.host, whole.tensors, strict=True):
        rows = torch.cat([kept, host.to(kept.device)], dim=2)[:, :, : all_rows.shape[2]]
        assert torch.equal(rows.nan_to_num(9), all_rows.nan_to_num(9))


@pytest.mark.parametrize("kv_type", ["f32", "f16", *TYPES])
@pytest.mark.parametrize("run", [short_step, prompt], ids=["short step", "prompt"])
@pytest.mark.parametrize("first", [508, 600])
def test_whose_rows_hold_a_page_does_not_change_a_bit(
    run: Callable[[AttentionCase, KVState], Tensor], first: int, kv_type: str, device: str
) -> None:
    shape = replace(SMALL, num_kv_heads=2, num_heads=4, head_dim=128, normed=True)
    case = AttentionCase(shape, [*range(first, first + 9)], device)
    whole, split = cache_of(case, kv_type), cache_of(case, kv_type)
    shared = with_addresses(Arena(split.keys.device), split)
    assert shared.key_pages is not None
    assert shared.value_pages is not None
    for table in (shared.key_pages, shared.value_pages):
        table[1, :, 0] = table[0, :, 0]
    for rows in shared.tensors:
        rows[0, :, :256] = rows[1, :, :256]
        rows[1, :, :256] = rows[0, :, 256:512]  # no numbers
    assert torch.equal(run(case, shared), run(case, whole))
    for ours, theirs in zip(shared.tensors, whole.tensors, strict=True):
        assert torch.equal(ours[1, :, 256:].nan_to_num(9), theirs[1, :, 256:].nan_to_num(9))
        assert torch.equal(ours[0, :, :256].nan_to_num(9), theirs[1, :, :256].nan_to_num(9))


@ALL_TYPES
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # numpy's, in the interpreter
@pytest.mark.parametrize("value", [torch.nan, torch.inf, 1e6])
def test_what_a_later_row_holds_is_not_seen_before(value: float, kv_type: str, device: str) -> None:
    case = AttentionCase(SMALL, [10, 11], device)
    alone = short_step(case, cache_of(case, kv_type), slice(0, 1))
    case.qkv[1] = value
    assert torch.equal(short_step(case, cache_of(case, kv_type))[0], alone[0])


@ALL_TYPES
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # numpy's, in the interpreter
def test_a_row_that_is_not_a_number_shows(kv_type: str, device: str) -> None:
    case = AttentionCase(SMALL, [10], device)
    case.qkv[0] = torch.nan
    assert short_step(case, cache_of(case, kv_type))[0].isnan().all()


@ALL_TYPES
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # numpy's, in the interpreter
def test_values_beyond_the_range_stay_finite(kv_type: str, device: str) -> None:
    case = AttentionCase(SMALL, [10], device)
    case.qkv[0, -32:] = 3e38
    kv = cache_of(case, kv_type)
    short_step(case, kv)
    assert split_values(kv)[1][1, :, 10].isfinite().all()
    assert short_step(case, kv).isfinite().all()
