"""The kernels on the CPU: numba loops over numpy views of the tensors, run at once or put on a tape."""

import os
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding
import numba
import numpy as np
import torch
from torch import Tensor

from engine.errors import EngineError
from engine.kernels import cpu_loops

# Between two kernels a thread waits in a short spin, then sleeps: where another program has its core,
# a long spin would cost a time slice at every kernel. Read when the thread pool starts.
os.environ.setdefault("GOMP_SPINCOUNT", "1000")

Launch = tuple[Callable[..., None], tuple[Any, ...]]


def check_processor() -> None:
    """Raise EngineError on a processor whose instructions the compiled loops cannot do without."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return
    features = llvmlite.binding.get_host_cpu_features()
    missing = [name for name in ("fma", "f16c") if not features.get(name)]
    if missing:
        raise EngineError(
            f"This processor lacks the {' and '.join(missing).upper()} instructions that models need "
            "to run; use a computer made after 2013."
        )


def set_num_threads(threads: int) -> int:
    """Use `threads` threads from the calling thread on, at most what numba started; returns how many."""
    usable: int = max(1, min(threads, numba.config.NUMBA_NUM_THREADS))
    numba.set_num_threads(usable)
    return usable


def _array(tensor: Tensor) -> np.ndarray[Any, Any]:
    """A numpy view; float16 as its bits, since numba has no float16 arithmetic on the CPU."""
    if tensor.dtype == torch.float16:
        return tensor.view(torch.uint16).numpy()
    return tensor.numpy()


class CpuKernels:
    """Implements `Kernels`. While `recording`, launches are listed instead of run."""

    def __init__(self) -> None:
        self._tape: list[Launch] | None = None

    @contextmanager
    def recording(self) -> Iterator[list[Launch]]:
        """Collect the launches made inside the block, each bound to its static tensors."""
        tape: list[Launch] = []
        self._tape = tape
        try:
            yield tape
        finally:
            self._tape = None

    def _launch(self, loop: Callable[..., None], *arguments: object) -> None:
        bound = tuple(_array(a) if isinstance(a, Tensor) else a for a in arguments)
        if self._tape is None:
            loop(*bound)
        else:
            self._tape.append((loop, bound))

    def embed(self, token_ids: Tensor, table: Tensor, out: Tensor, num_rows: Tensor) -> None:
        self._launch(cpu_loops.embed, token_ids, table, out, num_rows)

    def rms_norm(
        self, x: Tensor, weight: Tensor, out: Tensor, eps: float, num_rows: Tensor
    ) -> None:
        self._launch(cpu_loops.rms_norm, x, weight, out, eps, num_rows)

    def matmul(self, x: Tensor, weight: Tensor, out: Tensor, num_rows: Tensor) -> None:
        self._launch(cpu_loops.matmul, x, weight, out, num_rows)

    def add(self, x: Tensor, y: Tensor, num_rows: Tensor) -> None:
        self._launch(cpu_loops.add_bias if y.ndim == 1 else cpu_loops.add, x, y, num_rows)

    def rope(
        self,
        qkv: Tensor,
        cos: Tensor,
        sin: Tensor,
        positions: Tensor,
        num_heads: int,
        head_dim: int,
        interleaved: int,
        num_rows: Tensor,
    ) -> None:
        self._launch(
            cpu_loops.rope, qkv, cos, sin, positions, num_heads, head_dim, interleaved, num_rows
        )

    def norm_heads(
        self,
        qkv: Tensor,
        weight: Tensor,
        first_head: int,
        num_heads: int,
        eps: float,
        num_rows: Tensor,
    ) -> None:
        self._launch(cpu_loops.norm_heads, qkv, weight, first_head, num_heads, eps, num_rows)

    def append_kv(
        self,
        qkv: Tensor,
        k_cache: Tensor,
        v_cache: Tensor,
        kv_rows: Tensor,
        num_heads: int,
        num_rows: Tensor,
    ) -> None:
        is_half = k_cache.dtype == torch.float16
        loop = cpu_loops.append_kv_f16 if is_half else cpu_loops.append_kv
        self._launch(loop, qkv, k_cache, v_cache, kv_rows, num_heads, num_rows)

    def attention(
        self,
        qkv: Tensor,
        k_cache: Tensor,
        v_cache: Tensor,
        positions: Tensor,
        scores: Tensor,
        out: Tensor,
        scale: float,
        span: int,
        num_rows: Tensor,
    ) -> None:
        self._launch(
            cpu_loops.attention,
            qkv,
            k_cache,
            v_cache,
            positions,
            scores,
            out,
            scale,
            span,
            num_rows,
        )

    def swiglu(self, gate_up: Tensor, out: Tensor, num_rows: Tensor) -> None:
        self._launch(cpu_loops.swiglu, gate_up, out, num_rows)
