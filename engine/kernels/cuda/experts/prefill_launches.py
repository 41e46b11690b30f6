"""Launches of routing and experts in prefill steps."""

import torch
import triton
from torch import Tensor

from engine.kernels.cuda.activations import MAX_ROWS, CudaActivations, whole_groups
from engine.kernels.cuda.experts.decode_launches import stack_of
from engine.kernels.cuda.experts.prefill import (
    count_slots_kernel,
    gate_tiles_kernel,
    gather_rows_kernel,
    place_slots_kernel,
    project_tiles_kernel,
    sum_slots_kernel,
)
from engine.kernels.cuda.experts.route import choose
from engine.kernels.cuda.products.prefill import PrefillProducts
from engine.kernels.cuda.residual import prefill
from engine.kernels.cuda.residual.activation import activation_number
from engine.kernels.cuda.scratch import PromptExpertScratch, max_tiles
from engine.kernels.cuda.weights import CudaMatrix
from engine.kernels.operands import Experts, Norm, Router, Routes
from engine.kernels.sizes import ExpertSizes

_WARPS = 4
_SLOT_BLOCK = 1024
_GATHERED_GROUPS = 32
_SUM_COLS = 1024


class PromptExperts:
    """Launches for steps of 17 to `max_width` rows."""

    def __init__(
        self, scratch: PromptExpertScratch, sizes: ExpertSizes, products: PrefillProducts
    ) -> None:
        self._scratch, self._sizes, self._products = scratch, sizes, products

    def route(
        self, hidden: Tensor, norm: Norm, router: Router, routes: Routes, num_rows: Tensor
    ) -> Routes:
        """As `Kernels.route`."""
        normed, logits = self._scratch.normed[: len(hidden)], self._scratch.logits[: len(hidden)]
        prefill.add_norm(None, None, hidden, norm, normed, num_rows)
        torch.mm(normed, router.weight.t(), out=logits)
        choose(normed, logits, router, routes, num_rows)
        return routes

    def mix(
        self, x: CudaActivations, experts: Experts, routes: Routes, out: Tensor, num_rows: Tensor
    ) -> None:
        """As `Kernels.mix_experts`."""
        tiles = self._sort(routes, stack_of(experts.gate).reads, num_rows)
        self._gate(x, experts, tiles)
        self._project(experts, tiles, routes.experts.numel())
        part = self._mix_shared(x, experts, num_rows)
        width, num_cols = out.shape
        sum_slots_kernel[(width, triton.cdiv(num_cols, _SUM_COLS))](
            self._scratch.parts, routes.weights, part, routes.shared, out, num_rows,
            N=num_cols, STRIDE=out.stride(0), USED=self._sizes.num_used, BLOCK_N=_SUM_COLS,
            num_warps=_WARPS, enable_fp_fusion=False,
        )  # fmt: skip

    def _sort(self, routes: Routes, reads: Tensor | None, num_rows: Tensor) -> int:
        """Fill the tables of tiles; returns the largest possible number of tiles."""
        scratch = self._scratch
        num_experts, num_slots = self._sizes.num_experts, routes.experts.numel()
        tiles = max_tiles(num_slots, num_experts)
        count_slots_kernel[(num_experts,)](
            routes.experts, num_rows, scratch.counts, reads,
            USED=self._sizes.num_used, NUM_SLOTS=num_slots, BLOCK=_SLOT_BLOCK, num_warps=_WARPS,
        )  # fmt: skip
        place_slots_kernel[(num_experts,)](
            routes.experts, num_rows, scratch.counts, scratch.tile_experts, scratch.tile_slots,
            USED=self._sizes.num_used, NUM_SLOTS=num_slots, E=num_experts, T=tiles,
            BLOCK=_SLOT_BLOCK, BLOCK_E=_block(num_experts), BLOCK_T=_block(tiles),
            num_warps=_WARPS,
        )  # fmt: skip
        return tiles

    def _gate(self, x: CudaActivations, experts: Experts, tiles: int) -> None:
        scratch = self._scratch
        gate, up = stack_of(experts.gate), stack_of(experts.up)
        if scratch.rows.codes is not None and (gate.is_tiled or up.is_tiled):
            blocks = triton.cdiv(x.num_cols, 32 * _GATHERED_GROUPS)
            gather_rows_kernel[(tiles * MAX_ROWS, blocks)](
                x.dense, scratch.tile_experts, scratch.tile_slots,
                scratch.rows.codes, scratch.rows.scales,
                K=x.num_cols, USED=self._sizes.num_used, GROUPS=_GATHERED_GROUPS,
                num_warps=_WARPS, enable_fp_fusion=False,
            )  # fmt: skip
        size = self._sizes.intermediate_size
        gate_tiles_kernel[(triton.cdiv(size, 32), tiles)](
            gate.addresses, up.addresses, experts.gate_bias, experts.up_bias,
            scratch.rows.code_words, scratch.rows.scales, x.dense,
            scratch.tile_experts, scratch.tile_slots,
            scratch.inner.codes, scratch.inner.scales, scratch.inner.values,
            K=whole_groups(x.num_cols), E=experts.num_experts, F=size, FP=scratch.inner.num_cols,
            USED=self._sizes.num_used,
            TYPE_GATE=int(gate.kind), TYPE_UP=int(up.kind),
            ACTIVATION=activation_number(experts.activation), WARPS=_WARPS,
            **scratch.inner.writes, num_warps=_WARPS, enable_fp_fusion=False,
        )  # fmt: skip

    def _project(self, experts: Experts, tiles: int, num_slots: int) -> None:
        scratch = self._scratch
        down, num_cols = stack_of(experts.down), experts.down.num_rows
        project_tiles_kernel[(triton.cdiv(num_cols, 32), tiles)](
            down.addresses, experts.down_bias,
            scratch.inner.code_words, scratch.inner.scales, scratch.inner.values,
            scratch.tile_experts, scratch.tile_slots, scratch.parts,
            N=num_cols, E=experts.num_experts, F=self._sizes.intermediate_size,
            FP=scratch.inner.num_cols, SLOTS=num_slots,
            TYPE=int(down.kind), WARPS=_WARPS, num_warps=_WARPS, enable_fp_fusion=False,
        )  # fmt: skip

    def _mix_shared(self, x: CudaActivations, experts: Experts, num_rows: Tensor) -> Tensor | None:
        """The output of the shared expert [W, d]; None without one."""
        gate_up, down = experts.shared_gate_up, experts.shared_down
        if not isinstance(gate_up, CudaMatrix) or not isinstance(down, CudaMatrix):
            return None
        scratch = self._scratch.shared
        assert scratch is not None
        both, part = scratch.gate_up[: x.width], scratch.part[: x.width]
        inner = scratch.inner.rows(x.width)
        self._products.multiply(x, gate_up, both)
        gate, up = both.chunk(2, dim=1)
        prefill.gate(gate, up, inner.dense_rows, num_rows, experts.activation)
        self._products.multiply(inner, down, part)
        return part


def _block(count: int) -> int:
    """A power of two of at least `count` and of one element per lane."""
    block: int = max(32 * _WARPS, triton.next_power_of_2(count))
    return block
