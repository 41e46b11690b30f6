"""A linear layer: weight, and a bias where the file has one."""

from dataclasses import dataclass

from torch import Tensor

from engine.kernels.interface import Kernels


@dataclass(frozen=True, eq=False)
class Linear:
    """out = x @ weight.T + bias; weight [N, K], bias [N] or None."""

    weight: Tensor
    bias: Tensor | None = None

    def forward(self, kernels: Kernels, x: Tensor, out: Tensor, num_rows: Tensor) -> None:
        """x [W, K] → out [W, N]."""
        kernels.matmul(x, self.weight, out, num_rows)
        if self.bias is not None:
            kernels.add(out, self.bias, num_rows)
