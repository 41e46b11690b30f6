"""Times the kernels of a CUDA decode step, and back-to-back replays of the whole step."""

import statistics
from collections.abc import Iterator

import torch
from torch.profiler import ProfilerActivity, profile

from engine.kernels.cuda.attention import decode as attention
from engine.kernels.cuda.expert_memory import CudaStack
from engine.kernels.cuda.experts import decode as experts
from engine.kernels.cuda.experts import route
from engine.kernels.cuda.products import float_matvec, matvec
from engine.kernels.cuda.recurrence import delta_rule
from engine.kernels.cuda.weights import CudaMatrix
from engine.kernels.traffic import Readers, TrafficCounter
from engine.kernels.weight_parts import ExpertStack, Matrix
from engine.runtime.profile import StepProfile, kernel_profiles
from engine.runtime.sequence import Rows
from engine.runtime.step_key import Role
from engine.runtime.step_runner import StepRunner

_REPEATS = 7
_NUM_REPLAYS = 50
# The kernels of each operation: for quantized weights, for float weights.
_KERNELS = {
    "project": (matvec.project_kernel, float_matvec.float_project_kernel),
    "project_add": (matvec.project_add_kernel, float_matvec.float_project_add_kernel),
    "project_gated": (matvec.project_gated_kernel, float_matvec.float_project_gated_kernel),
    "gate_experts": (experts.gate_experts_kernel, experts.gate_experts_kernel),
    "mix_experts": (experts.mix_experts_kernel, experts.mix_experts_kernel),
    "gate_shared": (experts.gate_experts_kernel, experts.gate_experts_kernel),
    "mix_shared": (experts.mix_experts_kernel, experts.mix_experts_kernel),
    "gate_beside": (experts.gate_experts_kernel, float_matvec.float_project_gated_kernel),
    "mix_beside": (experts.mix_experts_kernel, float_matvec.float_project_kernel),
}
_READERS = Readers(
    attention=attention.attend_kernel.name,
    recurrence=delta_rule.mix_delta_kernel.name,
    routing=route.route_kernel.name,
)


def profile_cuda_decode(runner: StepRunner, row: Rows) -> StepProfile:
    """Measure at most 50 decode steps from `row` on; overwrites their rows of the KV cache.

    The cache must have room for two steps.
    """
    num_replays = min(_NUM_REPLAYS, runner.capacity - row.end)
    steps_us = [_replayed_us(runner, row, num_replays) for _ in range(_REPEATS)]
    traffic = TrafficCounter(row.position, weight_reads, _READERS)
    runner.walk_decode(traffic, row)
    times = list(_kernel_times(runner, row, num_replays))
    return StepProfile(
        position=row.position,
        repeats=_REPEATS,
        step_us=statistics.median(steps_us),
        num_nodes=round(sum(launches for _, launches, _ in times)),
        kernels_overlap=True,
        kernels=kernel_profiles(times, traffic.num_bytes),
    )


def _replayed_us(runner: StepRunner, row: Rows, num_replays: int) -> float:
    begin, end = (
        torch.cuda.Event(enable_timing=True)  # type: ignore[no-untyped-call]
        for _ in range(2)
    )
    runner.run(Role.DECODE, [row], [0])
    begin.record()
    _replay(runner, row, num_replays)
    end.record()
    end.synchronize()
    return float(begin.elapsed_time(end)) * 1000 / num_replays


def _replay(runner: StepRunner, row: Rows, num_replays: int) -> None:
    """Replay the steps after the one over `row`, which has just run."""
    for _ in range(num_replays):
        row = row.following()
        runner.run_filled(Role.DECODE, [row])


def _kernel_times(
    runner: StepRunner, row: Rows, num_replays: int
) -> Iterator[tuple[str, float, float]]:
    """Name, launches and microseconds of each kernel, means over the replays."""
    runner.run(Role.DECODE, [row], [0])
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CUDA]) as recorded:
        _replay(runner, row, num_replays)
        torch.cuda.synchronize()
    for event in recorded.key_averages():
        if event.self_device_time_total > 0:
            us = event.self_device_time_total / num_replays
            yield event.key, event.count / num_replays, us


def weight_reads(operation: str, weight: Matrix | ExpertStack) -> Iterator[tuple[str, int]]:
    """The kernels of an operation of `Kernels` in narrow steps, and the bytes each reads."""
    if not isinstance(weight, CudaMatrix | CudaStack):
        raise TypeError(f"{type(weight).__name__} is not of this device")
    if (
        operation == "project_gated"
        and isinstance(weight, CudaMatrix)
        and not weight.has_like_halves
    ):
        operation = "project"
    tiled, floats = _KERNELS[operation]
    for part in weight.parts if isinstance(weight, CudaMatrix) else (weight,):
        yield (tiled if part.is_tiled else floats).name, part.num_bytes
