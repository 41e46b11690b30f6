"""Kernels whose thread blocks form clusters (PTX ISA, `.reqnctapercluster`).

Triton's own, by `num_ctas`, would divide each tensor among the blocks. Such a kernel says in its
PTX how many blocks a cluster has (tiles/cluster_words.py), which becomes a directive for the
assembler; then any launch of it is one of clusters. More than 8 blocks must be allowed for each
kernel (CUDA C++ Programming Guide, "Thread Block Clusters"); capability 9.0 has up to 16.
"""

import ctypes
import re
from collections.abc import Callable
from typing import Any

import triton.knobs

from engine.nvidia_driver import load_driver

_PORTABLE = 8  # blocks that every device with clusters has
# Attributes of functions in cuda.h: CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, and
# CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED.
_REQUIRED_WIDTH, _ALLOWS_MORE = 11, 14
_SIZE = re.compile(r"// cluster: (\d+)\b")
_BEFORE = "\n.reqntid "


def compile_clusters() -> None:
    """Let Triton compile kernels for the clusters that they demand, and load them. Idempotent."""
    triton.knobs.runtime.add_stages_inspection_hook = _with_clusters
    loaded = triton.knobs.runtime.kernel_load_end_hook
    if _allow_more not in loaded.calls:
        loaded.add(_allow_more)


def _with_clusters(
    _backend: Any = None, stages: dict[str, Callable[..., str]] | None = None, *_: Any
) -> tuple[str, str]:
    """Triton's hook: changes the stages of a compilation, and has a key for Triton's cache."""
    if stages is not None:
        own = stages["ptx"]
        stages["ptx"] = lambda *given: _directed(own(*given))
    return "clusters", "clusters"


def _allow_more(_module: object, function: int, *_: object) -> None:
    """Allow a kernel that has just been loaded its clusters, if they have more blocks than 8."""
    driver, kernel, width = load_driver(), ctypes.c_void_p(function), ctypes.c_int()
    assert driver is not None  # it has just loaded a kernel
    driver.cuFuncGetAttribute(ctypes.byref(width), _REQUIRED_WIDTH, kernel)
    if width.value > _PORTABLE:
        driver.cuFuncSetAttribute(kernel, _ALLOWS_MORE, 1)


def _directed(ptx: str) -> str:
    size = _SIZE.search(ptx)
    if size is None:
        return ptx
    directive = f"\n.explicitcluster\n.reqnctapercluster {size[1]}, 1, 1"
    return ptx.replace(_BEFORE, directive + _BEFORE, 1)
