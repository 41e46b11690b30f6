"""Programmatic dependent launch (CUDA, capability 9.0 on): a kernel overlaps its predecessor's end.

Such a kernel lets its dependents start at once, loads what no kernel of the step writes, and then
waits for all kernels before it. The first kernel of a step is launched normally, so results of
earlier steps are visible from the start.
"""

from engine.kernels.cuda.launching.capability import compiled_capability


def has_dependent_launch() -> bool:
    """Whether Triton compiles, rather than interprets, for a device that supports it."""
    return compiled_capability() >= 90


def launch_options(*, pdl: bool) -> dict[str, bool]:
    """The launch options that go with the kernel's constexpr PDL."""
    return {"launch_pdl": True} if pdl else {}
