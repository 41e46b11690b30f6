"""Launches the loops of routing and experts, and owns their scratch. Knows no layer."""

import torch
from torch import Tensor

from engine.kernels.cpu import activations, row_loops
from engine.kernels.cpu import expert_loops as loops
from engine.kernels.cpu.crew import Crew
from engine.kernels.cpu.launcher import CpuLauncher
from engine.kernels.cpu.projections import CpuProjections, QuantizedRows
from engine.kernels.cpu.weights import cpu_stack
from engine.kernels.dense_activations import values_of
from engine.kernels.interface import Memory
from engine.kernels.operands import Activations, Experts, Norm, Router, Routes, Scoring, StepInputs
from engine.kernels.sizes import ExpertSizes

_SCORINGS = (Scoring.SOFTMAX, Scoring.SIGMOID, Scoring.SOFTMAX_OF_USED)


class CpuExperts:
    """Routes and mixes steps of up to `max_width` rows of `hidden_size` columns."""

    def __init__(
        self,
        memory: Memory,
        sizes: ExpertSizes,
        hidden_size: int,
        max_width: int,
        projections: CpuProjections,
        crew: Crew,
        launch: CpuLauncher,
    ) -> None:
        self._launch = launch
        self._projections = projections
        self._crew = crew.state
        slots = max_width * sizes.num_used
        self._normed = memory.allocate(max_width, hidden_size)
        self._logits = memory.allocate(max_width, sizes.num_experts)
        self._slots = memory.allocate(slots, dtype=torch.int32)
        self._starts = memory.allocate(sizes.num_experts + 1, dtype=torch.int32)
        self._used = memory.allocate(sizes.num_experts + 1, dtype=torch.int32)
        self._inner = memory.allocate(slots, sizes.intermediate_size)
        self._parts = memory.allocate(slots, hidden_size)
        self._quantized = QuantizedRows(memory, slots, max(hidden_size, sizes.intermediate_size))
        self._shared = None
        if sizes.shared_size:
            self._shared = (
                memory.allocate(max_width, 2 * sizes.shared_size),
                memory.allocate(max_width, sizes.shared_size),
                memory.allocate(max_width, hidden_size),
            )

    def route(
        self, hidden: Tensor, norm: Norm, router: Router, routes: Routes, inputs: StepInputs
    ) -> None:
        """See `Kernels.route`."""
        normed = self._normed
        operands = hidden, norm.weight, normed, norm.eps
        self._launch(row_loops.rms_norm, *operands, inputs, self._crew)
        self._launch(row_loops.matmul, normed, router.weight, self._logits, inputs, self._crew)
        self._launch(
            loops.route, normed, self._logits, router.bias, router.selection_bias,
            router.expert_scale, router.shared_gate, _SCORINGS.index(router.scoring),
            int(router.normalized), router.scale,
            routes.experts, routes.weights, routes.shared, inputs,
        )  # fmt: skip

    def mix(
        self, x: Activations, experts: Experts, routes: Routes, out: Tensor, inputs: StepInputs
    ) -> None:
        """See `Kernels.mix_experts`."""
        activation = activations.ACTIVATIONS.index(experts.activation)
        rows = values_of(x)
        num_slots = rows.shape[0] * routes.experts.shape[1]
        inner, parts = self._inner[:num_slots], self._parts[:num_slots]
        groups = (self._slots, self._starts, self._used)
        self._launch(loops.group_slots, routes.experts, *groups, inputs)
        gate, up, down = (cpu_stack(each) for each in (experts.gate, experts.up, experts.down))
        codes, records = self._quantized.codes, self._quantized.records
        # What `parts` have at first are the rows of the slots.
        self._launch(
            loops.gate_experts, rows, parts, codes, records, gate, up,
            experts.gate_bias, experts.up_bias, activation, *groups, inner, self._crew,
        )  # fmt: skip
        self._launch(
            loops.project_experts, inner, codes, records,
            down, experts.down_bias, *groups, parts, self._crew,
        )  # fmt: skip
        part = self._mix_shared(rows, experts, activation, inputs)
        self._launch(loops.add_up, parts, routes.weights, part, routes.shared, out, inputs)

    def _mix_shared(
        self, rows: Tensor, experts: Experts, activation: int, inputs: StepInputs
    ) -> Tensor | None:
        """The output [W, d] of the shared expert, or None without one."""
        if self._shared is None or experts.shared_gate_up is None or experts.shared_down is None:
            return None
        gate_up, inner, part = self._shared
        self._projections.multiply(rows, experts.shared_gate_up, gate_up, inputs)
        self._launch(activations.gate_halves, gate_up, inner, activation, inputs, self._crew)
        self._projections.multiply(inner, experts.shared_down, part, inputs)
        return part
