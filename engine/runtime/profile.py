"""The profile of one decode step, the same for every device."""

from collections.abc import Iterable, Mapping

from msgspec import Struct


class KernelProfile(Struct, frozen=True):
    """One kernel in one step. `bytes_per_step`: weights and KV cache read; None if neither."""

    name: str
    launches: float
    us_per_launch: float
    us_per_step: float
    share: float
    bytes_per_step: int | None
    gb_s: float | None


class StepProfile(Struct, frozen=True):
    """A replayed decode step at `position`; times are medians of `repeats` runs, in microseconds.

    `step_us` is that of back-to-back replays; `num_nodes` the number of launches. A kernel's
    `share` is that of the sum of all kernel times, which exceeds `step_us` if `kernels_overlap`:
    a kernel's time starts while the previous one may still run.
    """

    position: int
    repeats: int
    step_us: float
    num_nodes: int
    kernels_overlap: bool
    kernels: tuple[KernelProfile, ...]


def kernel_profiles(
    times: Iterable[tuple[str, float, float]], num_bytes: Mapping[str, int]
) -> tuple[KernelProfile, ...]:
    """`times` has (name, launches per step, µs per step); the slowest kernels come first."""
    longest_first = sorted(times, key=lambda time: -time[2])
    total = sum(us for _, _, us in longest_first)
    return tuple(
        KernelProfile(
            name=name,
            launches=launches,
            us_per_launch=us / launches,
            us_per_step=us,
            share=us / total,
            bytes_per_step=num_bytes.get(name),
            gb_s=num_bytes[name] / us / 1000 if name in num_bytes else None,
        )
        for name, launches, us in longest_first
    )
