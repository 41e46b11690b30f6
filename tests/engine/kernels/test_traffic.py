"""What a decode step is said to read, by kernel."""

from collections.abc import Iterator
from dataclasses import replace

import torch

from engine.kernels.dense_activations import DenseActivations
from engine.kernels.operands import (
    QKV,
    Experts,
    GateUp,
    Heads,
    KVState,
    Linear,
    Norm,
    ParallelBranches,
    Residual,
    Router,
    Routes,
    Scoring,
    StepInputs,
)
from engine.kernels.reference.weights import DenseMatrix, DenseStack, weight_values
from engine.kernels.traffic import Readers, TrafficCounter
from engine.kernels.weight_parts import ExpertStack, Matrix

NOTHING = torch.empty(0)
INPUTS = StepInputs(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING)
X = DenseActivations(NOTHING)


def matrix(num_rows: int, num_cols: int) -> DenseMatrix:
    return DenseMatrix(torch.empty(num_rows, num_cols, device="meta"))


def stack(*shape: int) -> DenseStack:
    return DenseStack(torch.empty(shape, device="meta"))


def reads(operation: str, weight: Matrix | ExpertStack) -> Iterator[tuple[str, int]]:
    yield operation, weight_values(weight).nbytes


def counter(position: int = 99) -> TrafficCounter:
    return TrafficCounter(position, reads, Readers("attend", "recur", "route"))


def test_of_experts_those_count_that_a_token_uses_and_the_one_for_all() -> None:
    routes = Routes(torch.empty(1, 2), torch.empty(1, 2), torch.empty(1))
    experts = Experts(
        gate=stack(8, 16, 32),
        up=stack(8, 16, 32),
        down=stack(8, 32, 16),
        shared_gate_up=matrix(2 * 24, 32),
        shared_down=matrix(32, 24),
    )
    router = Router(torch.empty(8, 32), 2, Scoring.SOFTMAX, normalized=True)
    traffic = counter()
    traffic.route(NOTHING, Norm(NOTHING, 0.0), router, routes, INPUTS)
    traffic.mix_experts(X, experts, routes, NOTHING, INPUTS)
    assert traffic.num_bytes == {
        "route": 4 * 8 * 32,
        "gate_experts": 4 * 2 * 2 * 16 * 32,
        "mix_experts": 4 * 2 * 32 * 16,
        "gate_shared": 4 * 2 * 24 * 32,
        "mix_shared": 4 * 32 * 24,
    }


def test_a_mlp_beside_the_experts_counts_in_their_kernels() -> None:
    routes = Routes(torch.empty(1, 2), torch.empty(1, 2), torch.empty(1))
    experts = Experts(stack(8, 16, 32), stack(8, 16, 32), stack(8, 32, 16))
    router = Router(torch.empty(8, 32), 2, Scoring.SOFTMAX, normalized=True)
    norm, traffic = Norm(NOTHING, 0.0), counter()
    branches = ParallelBranches(
        GateUp(matrix(2 * 24, 32)), Linear(matrix(32, 24)), router, norm, experts
    )
    stream = Residual(NOTHING, norm, X)
    traffic.compute_branches(branches, X, stream, X, routes, (NOTHING, NOTHING), INPUTS)
    assert traffic.num_bytes == {
        "route": 4 * 8 * 32,
        "gate_experts": 4 * 2 * 2 * 16 * 32,
        "mix_experts": 4 * 2 * 32 * 16,
        "gate_beside": 4 * 2 * 24 * 32,
        "mix_beside": 4 * 32 * 24,
    }


def test_a_layer_with_a_window_reads_no_more_rows_than_that() -> None:
    heads = Heads(2, 1, 16, 1.0, interleaved=False, cos=NOTHING, sin=NOTHING, eps=0.0)
    cache = torch.empty(3, 1, 256, 16, dtype=torch.float16)
    for window, num_seen in ((None, 100), (40, 40), (200, 100)):
        traffic = counter()
        kv, some = KVState(cache, cache), replace(heads, window=window)
        traffic.attend(QKV(NOTHING), kv, some, X, 256, INPUTS)
        assert traffic.num_bytes == {"attend": 2 * 2 * num_seen * 16}
