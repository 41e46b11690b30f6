"""Programmatic dependent launch: a kernel begins while the one before it ends (CUDA, capability 9.0 on).

A kernel that is launched so lets its own dependents begin at once, prepares what does not come from
kernels of the same step, and then waits for all that came before. The first kernel of a step is
launched plainly, so what a former step wrote is there from the beginning.
"""

from triton.runtime import driver

from engine.kernels.cuda.launching.interpreted import INTERPRETED


def has_dependent_launch() -> bool:
    """Whether the device that Triton compiles for, and the mode, can do it."""
    return not INTERPRETED.value and driver.active.get_current_target().arch >= 90


def launch_options(*, pdl: bool) -> dict[str, bool]:
    """What a launch needs besides the kernel's constexpr PDL."""
    return {"launch_pdl": True} if pdl else {}
