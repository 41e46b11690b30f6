"""Kernels whose thread blocks form clusters (PTX ISA, `.reqnctapercluster`).

Triton's own, by `num_ctas`, would divide each tensor among the blocks. Such a kernel says in its
PTX how many blocks a cluster has (tiles/cluster_words.py), which becomes a directive for the
assembler; then any launch of it is one of clusters.
"""

import re
from collections.abc import Callable
from typing import Any

import triton.knobs

_SIZE = re.compile(r"// cluster: (\d+)\b")
_BEFORE = "\n.reqntid "


def compile_clusters() -> None:
    """Let Triton compile kernels for the clusters that they demand."""
    triton.knobs.runtime.add_stages_inspection_hook = _with_clusters


def _with_clusters(
    _backend: Any = None, stages: dict[str, Callable[..., str]] | None = None, *_: Any
) -> tuple[str, str]:
    """Triton's hook: changes the stages of a compilation, and has a key for Triton's cache."""
    if stages is not None:
        own = stages["ptx"]
        stages["ptx"] = lambda *given: _directed(own(*given))
    return "clusters", "clusters"


def _directed(ptx: str) -> str:
    size = _SIZE.search(ptx)
    if size is None:
        return ptx
    directive = f"\n.explicitcluster\n.reqnctapercluster {size[1]}, 1, 1"
    return ptx.replace(_BEFORE, directive + _BEFORE, 1)
