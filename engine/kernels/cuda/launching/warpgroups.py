"""Warpgroup products (CUDA, capability 9.0 only): four warps multiply 64 rows at once."""

from triton.runtime import driver

from engine.kernels.cuda.launching.interpreted import INTERPRETED


def has_warpgroup_products() -> bool:
    """Whether Triton compiles, rather than interprets, for a device that has them."""
    return not INTERPRETED.value and driver.active.get_current_target().arch == 90
