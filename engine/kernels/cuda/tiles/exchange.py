"""Exchange between neighboring lanes, which hold one element each of a tensor."""

import triton
import triton.language as tl

from engine.kernels.cuda.launching.interpreted import INTERPRETED


@triton.jit
def exchange(value, DISTANCE: tl.constexpr):
    """The value [at most 32 * num_warps] of the lane whose index is that of this one ^ DISTANCE.

    DISTANCE is 1 or 2.
    """
    if INTERPRETED:
        pairs = tl.reshape(value, (value.shape[0] // (2 * DISTANCE), 2, DISTANCE))
        first, second = tl.split(tl.permute(pairs, (0, 2, 1)))
        swapped = tl.permute(tl.join(second, first), (0, 2, 1))
        return tl.reshape(swapped, (value.shape[0],))
    elif value.shape[0] < 32:  # the compiler may keep several of so few in one lane
        return tl.gather(value, tl.arange(0, value.shape[0]) ^ DISTANCE, 0)
    else:
        return tl.inline_asm_elementwise(
            "shfl.sync.bfly.b32 $0, $1, 1, 0x1f, 0xffffffff;"
            if DISTANCE == 1
            else "shfl.sync.bfly.b32 $0, $1, 2, 0x1f, 0xffffffff;",
            "=r,r",
            [value],
            dtype=tl.int32,
            is_pure=True,
            pack=1,
        )


@triton.jit
def of_quad(word, LANE: tl.constexpr):
    """The word [32 * num_warps] of lane LANE of the lane's quad."""
    if INTERPRETED:
        quads = tl.reshape(word, (word.shape[0] // 4, 4))
        chosen = tl.sum(tl.where(tl.arange(0, 4)[None, :] == LANE, quads, 0), 1)
        return tl.reshape(tl.broadcast_to(chosen[:, None], quads.shape), word.shape)
    else:
        return tl.inline_asm_elementwise(
            _take_of_quad(LANE), "=r,r", [word], dtype=tl.int32, is_pure=True, pack=1
        )


@triton.constexpr_function
def _take_of_quad(lane):
    return f"shfl.sync.idx.b32 $0, $1, {lane}, 0x1c1f, 0xffffffff;"
