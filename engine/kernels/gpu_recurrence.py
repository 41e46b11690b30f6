"""Launches of the gated delta rule on a GPU, with their scratch."""

import torch
from torch import Tensor

from engine.kernels.gpu.attention_parts import quantize_rows
from engine.kernels.gpu.delta_prefill import prefill_delta
from engine.kernels.gpu.delta_rule import mix_delta
from engine.kernels.gpu_activations import GpuActivations
from engine.kernels.gpu_sizes import MAX_ROWS
from engine.kernels.interface import Memory
from engine.kernels.operands import DeltaRule, DeltaState, StepInputs
from engine.kernels.sizes import DeltaShape


class GpuDelta:
    """`Kernels.mix_delta` for layers of one shape, in steps of up to `max_width` rows."""

    def __init__(self, memory: Memory, shape: DeltaShape, max_width: int, *, pdl: bool) -> None:
        num_heads, size = shape.num_value_heads, shape.num_value_heads * shape.head_dim
        self._pdl = pdl
        self._heads_out = memory.allocate(max_width, size)
        self._finished = memory.allocate(MAX_ROWS, size)
        self._mixed = memory.allocate(max_width, shape.num_channels)
        self._gates = memory.allocate(max_width, 2 * num_heads)
        self._num_ended = memory.allocate(num_heads, dtype=torch.int32)
        self._num_ended.zero_()

    def mix(
        self,
        projected: Tensor,
        rule: DeltaRule,
        state: DeltaState,
        x: GpuActivations,
        inputs: StepInputs,
    ) -> None:
        """x = what the layer puts out."""
        if x.width > MAX_ROWS:
            prefill_delta(
                projected, rule, state, inputs.positions, inputs.num_rows,
                self._mixed, self._gates, self._heads_out, x.dense_rows,
            )  # fmt: skip
            return
        # Where a group of 32 would span two heads, it is quantised once all heads are there.
        whole = rule.head_dim % 32 == 0
        values = x.values
        if not whole and values is None:
            values = self._finished
        mix_delta(
            projected, rule, state, inputs.positions, inputs.num_rows,
            self._heads_out, self._num_ended,
            x.codes if whole else None, x.scales if whole else None, values, pdl=self._pdl,
        )  # fmt: skip
        if not whole and values is not None and x.codes is not None and x.scales is not None:
            quantize_rows(values, x.codes, x.scales, inputs.num_rows)
