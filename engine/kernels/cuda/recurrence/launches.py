"""Launches of the gated delta rule on a GPU."""

from torch import Tensor

from engine.kernels.cuda.activations import MAX_ROWS, CudaActivations
from engine.kernels.cuda.attention.parts import quantize_rows
from engine.kernels.cuda.recurrence.delta_prefill import prefill_delta
from engine.kernels.cuda.recurrence.delta_rule import mix_delta
from engine.kernels.cuda.scratch import DeltaScratch
from engine.kernels.operands import DeltaRule, DeltaState, StepInputs


class CudaDelta:
    """`Kernels.mix_delta` for layers of one shape."""

    def __init__(self, scratch: DeltaScratch, *, pdl: bool) -> None:
        self._scratch, self._pdl = scratch, pdl

    def mix(
        self,
        projected: Tensor,
        rule: DeltaRule,
        state: DeltaState,
        x: CudaActivations,
        inputs: StepInputs,
    ) -> None:
        """x = the layer's output, as `Kernels.mix_delta`."""
        scratch, at = self._scratch, (inputs.positions, inputs.sequences, inputs.num_rows)
        if x.width > MAX_ROWS:
            prefill_delta(
                projected, rule, state, *at,
                scratch.mixed, scratch.gates, scratch.heads_out, x.dense_rows,
            )  # fmt: skip
            return
        # A group of 32 that spans two heads is quantised after all heads are computed.
        whole = rule.head_dim % 32 == 0
        values = x.values
        if not whole and values is None:
            values = scratch.finished
        mix_delta(
            projected, rule, state, *at, scratch.heads_out, scratch.num_ended,
            x.codes if whole else None, x.scales if whole else None, values, pdl=self._pdl,
        )  # fmt: skip
        if not whole and values is not None and x.codes is not None and x.scales is not None:
            quantize_rows(values, x.codes, x.scales, inputs.num_rows)
