"""The speed said of a model that is partly in main memory: what must be read, by what reads it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.gguf.tensors import TensorInfo
from engine.gguf.types import GGMLType
from engine.kernels.cuda.weights import cuda_weights_bytes
from engine.kernels.sizes import ExpertSizes
from engine.quants.tiles import TILE_FORMATS
from engine.runtime import bandwidth
from engine.runtime.bandwidth import Bandwidth, keep_bandwidth, known_bandwidth
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.residency import ALL_RESIDENT, Residency, find_movable, plan_residency
from engine.runtime.speed_estimate import estimated_tok_s
from tests.support.shapes import LLAMA_8B

T = GGMLType
EXPERTS = ExpertSizes(num_experts=64, num_used=8, intermediate_size=512)
MODEL = replace(
    LLAMA_8B, layers=tuple(replace(layer, experts=EXPERTS) for layer in LLAMA_8B.layers)
)
FAST = Bandwidth(device=4e12, bus=50e9)


def tensors() -> list[TensorInfo]:
    found = [TensorInfo("token_embd.weight", (32_000, 4096), T.Q4_K, 0, 0)]
    found.append(TensorInfo("output.weight", (32_000, 4096), T.Q4_K, 0, 0))
    for layer in range(MODEL.num_layers):
        found.append(TensorInfo(f"blk.{layer}.attn_q.weight", (4096, 4096), T.Q4_K, 0, 0))
        for name, shape in (("gate", (512, 4096)), ("up", (512, 4096)), ("down", (4096, 512))):
            name = f"blk.{layer}.ffn_{name}_exps.weight"
            found.append(TensorInfo(name, (64, *shape), T.Q4_K, 0, 0))
    return found


def planned(share: float) -> Residency:
    movable = find_movable(tensors(), cuda_weights_bytes, TILE_FORMATS)
    plan = plan_residency(movable, int(share * movable.num_bytes), 1 << 40)
    assert plan is not None
    return plan


def speed(plan: Residency, folder: Path, reads: np.ndarray | None = None) -> float:
    usage = ExpertUsage(folder / "none.npy", plan.experts)
    if reads is not None:
        usage.add(reads)
    found = estimated_tok_s(MODEL, tensors(), plan, usage, FAST)
    assert found is not None
    return found


def test_more_in_main_memory_is_slower(tmp_path: Path) -> None:
    speeds = [speed(plan, tmp_path) for plan in (ALL_RESIDENT, planned(0.3), planned(0.9))]
    assert speeds == sorted(speeds, reverse=True)
    assert speeds[0] > 300
    # With nearly all experts elsewhere the bus decides: eight of 3.5 MB in each layer.
    assert speeds[2] == pytest.approx(0.65 * 50e9 / (32 * 8 * 3.54e6), rel=0.25)


def test_a_known_use_of_experts_counts(tmp_path: Path) -> None:
    plan = planned(0.5)
    uneven = np.zeros((len(plan.experts), 64), np.int32)
    uneven[:, 10:20] = 1000  # ten experts serve all
    even = np.full_like(uneven, 100)
    assert speed(plan, tmp_path, uneven) > 1.5 * speed(plan, tmp_path, even)


def test_experts_of_the_processor_are_computed_while_the_bus_is_read(tmp_path: Path) -> None:
    plan = planned(0.9)
    usage = ExpertUsage(tmp_path / "none.npy", plan.experts)
    num_host = 40
    parted = replace(plan, experts=tuple(replace(held, num_host=num_host) for held in plan.experts))

    def seconds(plan: Residency, processor: float | None) -> float | None:
        measured = replace(FAST, processor=processor)
        speed = estimated_tok_s(MODEL, tensors(), plan, usage, measured)
        return None if speed is None else 1 / speed

    over_bus, fast, slow = seconds(plan, None), seconds(parted, 1e12), seconds(parted, 1e9)
    assert over_bus is not None
    assert fast is not None
    assert slow is not None
    used, missed = 8 * plan.experts[0].group.expert_bytes, (num_host / 64) ** 3
    handovers = 32 * 12e-6
    assert over_bus - fast == pytest.approx(
        32 * used * missed / (0.65 * FAST.bus) - handovers, rel=1e-3
    )
    assert slow - fast > 32 * used * missed / 1e9  # the bus waits for it
    assert seconds(parted, None) is None


def test_layers_of_the_processor_take_longer_than_their_products_as_measured(
    tmp_path: Path,
) -> None:
    usage = ExpertUsage(tmp_path / "none.npy", ())
    plan = Residency(host_layers=8, moved_bytes=1)
    found = [t for t in tensors() if t.layer is None or "exps" not in t.name]
    model = LLAMA_8B

    def seconds(processor: float | None, plan: Residency = plan) -> float | None:
        measured = replace(FAST, processor=processor)
        speed = estimated_tok_s(model, found, plan, usage, measured)
        return None if speed is None else 1 / speed

    each = cuda_weights_bytes(T.Q4_K, (4096, 4096))
    slow, fast, resident = seconds(1e10), seconds(1e11), seconds(None, ALL_RESIDENT)
    assert slow is not None
    assert fast is not None
    assert resident is not None
    assert slow - fast == pytest.approx(8 * each * (1e-10 - 1e-11) / 0.75)
    on_device = 8 * each / (0.8 * FAST.device)
    assert fast - resident == pytest.approx(8 * each * 1e-11 / 0.75 - on_device)
    assert seconds(None) is None


def test_a_bandwidth_is_kept_by_the_name_of_the_gpu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bandwidth, "user_cache_path", lambda _: tmp_path)
    assert known_bandwidth("A") is None
    keep_bandwidth("A", FAST)
    keep_bandwidth("B", Bandwidth(1e12, 1e10))
    assert known_bandwidth("A") == FAST
    (tmp_path / "experts/bandwidths.json").write_text('{"A": 3, "B": {"device": "x"}}')
    assert known_bandwidth("A") is None
    assert known_bandwidth("B") is None
    keep_bandwidth("A", FAST)
    assert known_bandwidth("A") == FAST
