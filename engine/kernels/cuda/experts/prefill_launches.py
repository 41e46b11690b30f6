"""Launches of routing and experts in prefill steps."""

from dataclasses import dataclass

import torch
import triton
from torch import Tensor

from engine.kernels.cuda.activations import CudaActivations, whole_groups
from engine.kernels.cuda.experts.decode_launches import stack_of
from engine.kernels.cuda.experts.handover import ask, take
from engine.kernels.cuda.experts.prefill import (
    gate_tiles_kernel,
    project_tiles_kernel,
    sum_slots_kernel,
)
from engine.kernels.cuda.experts.route import choose
from engine.kernels.cuda.experts.sort import (
    count_slots_kernel,
    gather_rows_kernel,
    place_slots_kernel,
)
from engine.kernels.cuda.products.prefill import PrefillProducts
from engine.kernels.cuda.residual import prefill
from engine.kernels.cuda.residual.activation import activation_number
from engine.kernels.cuda.scratch import PromptExpertScratch
from engine.kernels.cuda.tile_sizes import (
    DOWN_TILES,
    FLOAT_TILE_SLOTS,
    GATE_TILES,
    TILE_SLOTS,
    WARPS,
    max_blocks,
    max_tiles,
)
from engine.kernels.cuda.weights import CudaMatrix
from engine.kernels.operands import Experts, Norm, Router, Routes
from engine.kernels.sizes import ExpertSizes
from engine.quants.tiles import TILE_ROWS, padded_cols

_WARPS = 4  # of kernels that are no products
_SLOT_BLOCK = 1024
_GATHERED_COLS = 512
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
        helped = stack_of(experts.gate).helped
        if helped is not None:
            helped.bind(experts)
            ask(helped, x, routes, num_rows)
        num_slots = routes.experts.numel()
        sizes = self._tile_sizes(experts, num_slots)
        self._sort(routes, stack_of(experts.gate).reads, num_rows, sizes)
        self._gate(x, experts, sizes)
        self._project(experts, num_slots, sizes)
        part = self._mix_shared(x, experts, num_rows)
        width, num_cols = out.shape
        sum_slots_kernel[(width, triton.cdiv(num_cols, _SUM_COLS))](
            self._scratch.parts, routes.weights, part, routes.shared, out, num_rows,
            N=num_cols, STRIDE=out.stride(0), USED=self._sizes.num_used, BLOCK_N=_SUM_COLS,
            num_warps=_WARPS, enable_fp_fusion=False,
        )  # fmt: skip
        if helped is not None:
            take(helped, out, num_rows)

    def _tile_sizes(self, experts: Experts, num_slots: int) -> "_TileSizes":
        stacks = (stack_of(each) for each in (experts.gate, experts.up, experts.down))
        slots = TILE_SLOTS if all(stack.is_tiled for stack in stacks) else FLOAT_TILE_SLOTS
        count = self._sizes.num_experts
        return _TileSizes(slots, max_tiles(num_slots, count, slots), max_blocks(num_slots, count))

    def _sort(
        self, routes: Routes, reads: Tensor | None, num_rows: Tensor, sizes: "_TileSizes"
    ) -> None:
        """Fill the tables of tiles."""
        scratch = self._scratch
        num_experts, num_slots = self._sizes.num_experts, routes.experts.numel()
        count_slots_kernel[(num_experts,)](
            routes.experts, num_rows, scratch.counts, reads,
            USED=self._sizes.num_used, NUM_SLOTS=num_slots, SLOTS=sizes.slots, BLOCK=_SLOT_BLOCK,
            num_warps=_WARPS,
        )  # fmt: skip
        place_slots_kernel[(num_experts,)](
            routes.experts, num_rows, scratch.counts, scratch.tiles, scratch.tile_slots,
            USED=self._sizes.num_used, NUM_SLOTS=num_slots, E=num_experts, T=sizes.num_tiles,
            NUM_BLOCKS=sizes.num_blocks, SLOTS=sizes.slots,
            BLOCK=_SLOT_BLOCK, BLOCK_E=_block(num_experts), BLOCK_T=_block(sizes.num_tiles),
            num_warps=_WARPS,
        )  # fmt: skip

    def _gate(self, x: CudaActivations, experts: Experts, sizes: "_TileSizes") -> None:
        scratch = self._scratch
        gate, up = stack_of(experts.gate), stack_of(experts.up)
        if gate.is_tiled or up.is_tiled:
            blocks = triton.cdiv(padded_cols(x.num_cols), _GATHERED_COLS)
            gather_rows_kernel[(sizes.num_blocks, blocks)](
                x.dense, scratch.tile_slots, scratch.rows.halves,
                K=whole_groups(x.num_cols), USED=self._sizes.num_used, COLS=_GATHERED_COLS,
                num_warps=_WARPS, enable_fp_fusion=False,
            )  # fmt: skip
        size, inner = self._sizes.intermediate_size, scratch.inner
        columns = triton.cdiv(inner.num_cols, TILE_ROWS * GATE_TILES * WARPS)
        gate_tiles_kernel[(columns, sizes.num_tiles)](
            gate.operand, up.operand, experts.gate_bias, experts.up_bias,
            scratch.rows.words, x.dense, scratch.tiles, scratch.tile_slots,
            inner.halves, inner.values,
            K=whole_groups(x.num_cols), E=experts.num_experts, F=size, FP=inner.num_cols,
            USED=self._sizes.num_used, SLOTS=sizes.slots,
            TYPE_GATE=int(gate.kind), TYPE_UP=int(up.kind),
            ACTIVATION=activation_number(experts.activation), TILES=GATE_TILES, WARPS=WARPS,
            **inner.writes, num_warps=WARPS, enable_fp_fusion=False,
        )  # fmt: skip

    def _project(self, experts: Experts, num_slots: int, sizes: "_TileSizes") -> None:
        scratch = self._scratch
        down, num_cols = stack_of(experts.down), experts.down.num_rows
        num_tiles = DOWN_TILES if down.is_tiled else 1
        columns = triton.cdiv(num_cols, TILE_ROWS * num_tiles * WARPS)
        project_tiles_kernel[(columns, sizes.num_tiles)](
            down.operand, experts.down_bias, scratch.inner.words, scratch.inner.values,
            scratch.tiles, scratch.tile_slots, scratch.parts, num_slots,
            N=num_cols, E=experts.num_experts, F=self._sizes.intermediate_size,
            FP=scratch.inner.num_cols, SLOTS=sizes.slots,
            TYPE=int(down.kind), TILES=num_tiles, WARPS=WARPS,
            num_warps=WARPS, enable_fp_fusion=False,
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


@dataclass(frozen=True)
class _TileSizes:
    """The slots of a tile of a step, and the largest possible numbers of tiles and blocks."""

    slots: int
    num_tiles: int
    num_blocks: int


def _block(count: int) -> int:
    """A power of two of at least `count` and of one element per lane."""
    block: int = max(32 * _WARPS, triton.next_power_of_2(count))
    return block
