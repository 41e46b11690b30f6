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
from engine.kernels.dense import DenseActivations, values_of
from engine.kernels.interface import (
    ATTENTION_BLOCK,
    Activations,
    Heads,
    Matrix,
    Memory,
    Norm,
    StepInputs,
    StepSizes,
)

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
    """Implements `Kernels`. While `recording`, launches are listed instead of run.

    `max_width` is the number of rows of the widest step; its scratch is cut from `memory`.
    """

    def __init__(self, memory: Memory, sizes: StepSizes, max_width: int) -> None:
        self._memory = memory
        self._max_width = max_width
        self._scores = memory.allocate(max_width * sizes.num_heads, ATTENTION_BLOCK)
        self._projected = memory.allocate(max_width, sizes.hidden_size)
        self._gate_up = memory.allocate(max_width, 2 * sizes.intermediate_size)
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

    def allocate_activations(self, num_cols: int) -> DenseActivations:
        return DenseActivations(self._memory.allocate(self._max_width, num_cols))

    def embed(
        self,
        inputs: StepInputs,
        table: Matrix,
        history: Tensor,
        hidden: Tensor,
        norm: Norm,
        out: Activations,
    ) -> None:
        i = inputs
        self._launch(
            cpu_loops.embed, i.token_ids, i.positions, values_of(table), history, hidden, i.num_rows
        )
        self._norm(hidden, norm, out, inputs)

    def project(
        self,
        x: Activations,
        weight: Matrix,
        bias: Tensor | None,
        out: Tensor,
        eps: float | None,
        inputs: StepInputs,
    ) -> None:
        self._launch(cpu_loops.matmul, values_of(x), values_of(weight), out, inputs.num_rows)
        if bias is not None:
            self._launch(cpu_loops.add_bias, out, bias, inputs.num_rows)

    def attend(
        self,
        qkv: Tensor,
        keys: Tensor,
        values: Tensor,
        heads: Heads,
        out: Activations,
        span: int,
        inputs: StepInputs,
    ) -> None:
        self._prepare_heads(qkv, heads, inputs)
        append = cpu_loops.append_kv_f16 if keys.dtype == torch.float16 else cpu_loops.append_kv
        self._launch(append, qkv, keys, values, inputs.kv_rows, heads.num_heads, inputs.num_rows)
        self._launch(
            cpu_loops.attention,
            qkv,
            keys,
            values,
            inputs.positions,
            self._scores,
            values_of(out),
            heads.scale,
            span,
            inputs.num_rows,
        )

    def project_add(
        self,
        x: Activations,
        weight: Matrix,
        bias: Tensor | None,
        hidden: Tensor,
        norm: Norm,
        out: Activations,
        inputs: StepInputs,
    ) -> None:
        self.project(x, weight, bias, self._projected, None, inputs)
        self._launch(cpu_loops.add, hidden, self._projected, inputs.num_rows)
        self._norm(hidden, norm, out, inputs)

    def scale(self, x: Tensor, factors: Tensor, inputs: StepInputs) -> None:
        self._launch(cpu_loops.scale, x, factors, inputs.positions, inputs.num_rows)

    def project_gated(
        self, x: Activations, gate_up: Matrix, out: Activations, eps: float, inputs: StepInputs
    ) -> None:
        self.project(x, gate_up, None, self._gate_up, eps, inputs)
        self._launch(cpu_loops.swiglu, self._gate_up, values_of(out), inputs.num_rows)

    def _norm(self, hidden: Tensor, norm: Norm, out: Activations, inputs: StepInputs) -> None:
        self._launch(
            cpu_loops.rms_norm, hidden, norm.weight, values_of(out), norm.eps, inputs.num_rows
        )

    def _prepare_heads(self, qkv: Tensor, heads: Heads, inputs: StepInputs) -> None:
        """Norm and rotate the heads of queries and keys in place."""
        for weight, first, count in (
            (heads.q_norm, 0, heads.num_heads),
            (heads.k_norm, heads.num_heads, heads.num_kv_heads),
        ):
            if weight is not None:
                self._launch(
                    cpu_loops.norm_heads, qkv, weight, first, count, heads.eps, inputs.num_rows
                )
        self._launch(
            cpu_loops.rope,
            qkv,
            heads.cos,
            heads.sin,
            inputs.positions,
            heads.num_heads + heads.num_kv_heads,
            heads.head_dim,
            int(heads.interleaved),
            inputs.num_rows,
        )
