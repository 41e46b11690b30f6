"""Where the time of one decode step goes: what every device measures, in the same words."""

from collections.abc import Iterable, Mapping

from msgspec import Struct


class KernelProfile(Struct, frozen=True):
    """One kernel in one step. `bytes_per_step` is None where it reads neither weights nor the cache."""

    name: str
    launches: float
    us_per_launch: float
    us_per_step: float
    share: float
    bytes_per_step: int | None
    gb_s: float | None


class StepProfile(Struct, frozen=True):
    """A replayed decode step at `position`; times are medians, in microseconds, of `repeats` measurements.

    `step_us` is the whole step's, of replays one behind the other; `num_nodes` is how many launches a
    replay makes. `share` of a kernel is that of the sum of all kernels' times, which is more than
    `step_us` where `kernels_overlap`: each is counted from its begin, while the one before may still run.
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
    """`times` has (name, launches per step, µs per step); those that take longest come first."""
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
