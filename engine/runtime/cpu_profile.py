"""Times each launch on the tape of a CPU decode step."""

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial

from engine.kernels.cpu import attention, expert_loops, products, recurrence, row_loops
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.cpu.launcher import Launch
from engine.kernels.cpu.weights import CpuMatrix, CpuStack
from engine.kernels.traffic import Readers, TrafficCounter
from engine.kernels.weight_parts import ExpertStack, Matrix
from engine.runtime.profile import StepProfile, kernel_profiles
from engine.runtime.sequence import Rows
from engine.runtime.step_key import Role
from engine.runtime.step_runner import StepRunner

_REPEATS = 5
# The loops that read expert weights; product loops read all others.
_EXPERT_LOOPS = {
    "gate_experts": expert_loops.gate_experts,
    "mix_experts": expert_loops.project_experts,
}
_READERS = Readers(
    attention=attention.attention.name,
    recurrence=recurrence.scan_delta.name,
    routing=row_loops.matmul.name,
)


def profile_cpu_decode(runner: StepRunner, kernels: CpuKernels, row: Rows) -> StepProfile:
    """Measure the decode step over `row`; overwrites its row of the KV cache."""
    runner.run(Role.DECODE, [row], [0])
    step = partial(runner.run_filled, Role.DECODE, [row])
    step_us = statistics.median(_microseconds(step) for _ in range(_REPEATS))
    with kernels.recording() as tape:
        runner.walk_decode(kernels, row)
    traffic = TrafficCounter(row.position, _weight_reads, _READERS)
    runner.walk_decode(traffic, row)
    return StepProfile(
        position=row.position,
        repeats=_REPEATS,
        step_us=step_us,
        num_nodes=len(tape),
        kernels_overlap=False,
        kernels=kernel_profiles(_times(tape), traffic.num_bytes),
    )


def _times(tape: list[Launch]) -> Iterator[tuple[str, float, float]]:
    """Name, launches and microseconds of each loop in one replay of the tape."""
    runs = [[_microseconds(partial(loop, *a)) for loop, a in tape] for _ in range(_REPEATS)]
    launches: dict[str, list[float]] = defaultdict(list)
    for (loop, _), *times in zip(tape, *runs, strict=True):
        launches[loop.__name__].append(statistics.median(times))
    for name, times in launches.items():
        yield name, len(times), sum(times)


def _weight_reads(operation: str, weight: Matrix | ExpertStack) -> Iterator[tuple[str, int]]:
    if not isinstance(weight, CpuMatrix | CpuStack):
        raise TypeError(f"{type(weight).__name__} is not of this device")
    yield _EXPERT_LOOPS.get(operation, products.multiply).name, weight.nbytes


def _microseconds(run: Callable[[], object]) -> float:
    begin = time.perf_counter_ns()
    run()
    return (time.perf_counter_ns() - begin) / 1000
