"""Profiles one decode step of a loaded model and formats the result. Knows no device."""

from typing import TYPE_CHECKING

from engine.commands import Configure
from engine.config import SamplingParams, Toggles
from engine.session.table import aligned

if TYPE_CHECKING:
    from engine.runtime.profile import KernelProfile, StepProfile
    from engine.session.session import Session

_MB = 1_000_000


def profile_step(session: "Session", position: int) -> "StepProfile":
    """Measure the replayed decode step at `position`, greedy, with every toggle on.

    The toggles stay on and the cached conversation is lost. The context must have room for two
    more tokens at `position`.
    """
    session.configure(Configure(toggles=Toggles()))
    session.forget()
    model = session.model
    model.begin_answer(model.sequences[0], SamplingParams(temperature=0.0), seed=0)
    return model.profile(position)


def format_profile(profile: "StepProfile") -> str:
    """The profile as aligned text."""
    header = ("kernel", "launches", "µs each", "µs per step", "share", "MB per step", "GB/s")
    lines = [
        f"A decode step at position {profile.position:,} takes {profile.step_us:,.1f} µs, replayed "
        f"back to back (median of {profile.repeats}); its captured form has {profile.num_nodes} "
        "launches.",
        aligned([header, *map(_cells, profile.kernels)]),
    ]
    num_bytes = sum(kernel.bytes_per_step or 0 for kernel in profile.kernels)
    if num_bytes:
        lines.append(
            f"Weights and KV cache read: {num_bytes / _MB:,.1f} MB, "
            f"{num_bytes / profile.step_us / 1000:,.1f} GB/s over the whole step."
        )
    if profile.kernels_overlap:
        lines.append(
            "Kernels overlap: each begins while the one before it ends, and waiting for it counts "
            "as its time, so the times add up to more than the step's."
        )
    return "\n".join(lines)


def _cells(kernel: "KernelProfile") -> tuple[str, ...]:
    read = kernel.bytes_per_step
    return (
        kernel.name[:60],
        f"{kernel.launches:g}",
        f"{kernel.us_per_launch:,.2f}",
        f"{kernel.us_per_step:,.1f}",
        f"{kernel.share:.1%}",
        "-" if read is None else f"{read / _MB:,.1f}",
        "-" if kernel.gb_s is None else f"{kernel.gb_s:,.1f}",
    )
