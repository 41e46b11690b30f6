"""The compute capability that Triton compiles for, and what instructions it has."""

from triton.runtime import driver

from engine.kernels.cuda.launching.interpreted import INTERPRETED


def compiled_capability() -> int:
    """The current device's, such as 90 for 9.0; 0 in Triton's interpreter."""
    return 0 if INTERPRETED.value else int(driver.active.get_current_target().arch)


def has_warpgroup_products() -> bool:
    """Whether four warps multiply 64 rows by one instruction: on capability 9.0 only."""
    return compiled_capability() == 90


def has_clusters() -> bool:
    """Whether launches of few programs gain from clusters: measured on capability 9.0 only."""
    return compiled_capability() == 90
