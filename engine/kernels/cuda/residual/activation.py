"""The activation of gate and up values, for epilogues. Launches nothing."""

import triton
import triton.language as tl

from engine.kernels.cuda.residual.epilogue import silu
from engine.kernels.operands import Activation

_GELU = tl.constexpr(list(Activation).index(Activation.GELU))
_CLAMPED = tl.constexpr(list(Activation).index(Activation.CLAMPED))


def activation_number(activation: Activation) -> int:
    """The constexpr ACTIVATION of `activated`."""
    return list(Activation).index(activation)


@triton.jit
def _gelu(x):
    """The tanh form (arXiv:1606.08415); (1 + tanh(y)) / 2 is the sigmoid of 2y."""
    cubic = x + 0.044715 * x * x * x
    return x / (1.0 + tl.exp(tl.minimum(-1.5957691216057308 * cubic, 80.0)))


@triton.jit
def activated(gate, up, ACTIVATION: tl.constexpr):
    """activation(gate, up), see `operands.Activation`."""
    if ACTIVATION == _GELU:
        x = _gelu(gate) * up
    elif ACTIVATION == _CLAMPED:
        gate = tl.minimum(gate, 7.0)
        up = tl.maximum(tl.minimum(up, 7.0), -7.0)
        x = gate / (1.0 + tl.exp(tl.minimum(-1.702 * gate, 80.0))) * (up + 1.0)
    else:
        x = silu(gate) * up
    return x
