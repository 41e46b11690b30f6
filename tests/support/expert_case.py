"""Random routers and experts for kernel tests, small enough for Triton's interpreter."""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from engine.kernels.operands import Activation, Norm, Router, Routes, Scoring, StepInputs
from engine.kernels.sizes import ExpertSizes, StepSizes

EPS = 1e-5


@dataclass(frozen=True)
class ExpertCase:
    """What a mixture of experts is made of; `has_bias`: router and experts have biases."""

    scoring: Scoring
    activation: Activation
    sizes: ExpertSizes
    hidden_size: int = 64
    has_bias: bool = False
    has_selection_bias: bool = False
    has_expert_scale: bool = False

    @property
    def step_sizes(self) -> StepSizes:
        """Sizes of a model that has nothing else."""
        return StepSizes(
            hidden_size=self.hidden_size,
            projected_size=self.hidden_size,
            attention=(),
            mixed_sizes=(),
            intermediate_sizes=(),
            vocab_size=16,
            capacity=512,
            experts=self.sizes,
        )

    def router(self, *, gated: bool = False) -> Router:
        """Random; two of its experts always tie. `gated`: with a gate of the shared expert."""
        num_experts = self.sizes.num_experts
        weight = torch.randn(num_experts, self.hidden_size) / self.hidden_size**0.5
        weight[2] = weight[1]
        bias = torch.randn(num_experts).index_fill_(0, torch.tensor([1, 2]), 0.5)
        return Router(
            weight=weight,
            num_used=self.sizes.num_used,
            scoring=self.scoring,
            normalized=self.scoring is not Scoring.SOFTMAX_OF_USED,
            scale=1.5,
            bias=bias if self.has_bias else None,
            selection_bias=bias.flip(0) if self.has_selection_bias else None,
            expert_scale=torch.rand(num_experts) + 0.5 if self.has_expert_scale else None,
            shared_gate=torch.randn(self.hidden_size) if gated else None,
        )

    def biases(self) -> dict[str, Tensor]:
        """Those of `Experts`, if there are any."""
        if not self.has_bias:
            return {}
        sizes = self.sizes
        inner = (sizes.num_experts, sizes.intermediate_size)
        return {
            "gate_bias": torch.randn(inner),
            "up_bias": torch.randn(inner),
            "down_bias": torch.randn(sizes.num_experts, self.hidden_size),
        }

    def norm(self) -> Norm:
        return Norm(torch.rand(self.hidden_size) + 0.5, EPS)

    def no_routes(self, width: int, device: str = "cpu") -> Routes:
        """Routes that nobody has written: expert numbers far out of range, weights that are NaN."""
        shape = (width, self.sizes.num_used)
        return Routes(
            torch.full(shape, 1 << 30, dtype=torch.int32, device=device),
            torch.full(shape, torch.nan, device=device),
            torch.full((width,), torch.nan, device=device),
        )


SILU = ExpertCase(Scoring.SOFTMAX, Activation.SILU, ExpertSizes(8, 3, 32))
SHARED = ExpertCase(Scoring.SOFTMAX, Activation.SILU, ExpertSizes(8, 3, 48, shared_size=64))
GELU = ExpertCase(Scoring.SOFTMAX, Activation.GELU, ExpertSizes(6, 2, 48), has_expert_scale=True)
CLAMPED = ExpertCase(
    Scoring.SOFTMAX_OF_USED, Activation.CLAMPED, ExpertSizes(8, 4, 32), has_bias=True
)
SIGMOID = ExpertCase(
    Scoring.SIGMOID,
    Activation.SILU,
    ExpertSizes(8, 3, 32, shared_size=32),
    has_selection_bias=True,
)
CASES = {"softmax": SILU, "shared": SHARED, "gelu": GELU, "gpt-oss": CLAMPED, "sigmoid": SIGMOID}


def step(num_rows: int, width: int, device: str = "cpu") -> StepInputs:
    """Inputs of a step of `width` rows, `num_rows` of them real; experts need no others."""
    rows = torch.arange(width, dtype=torch.int32, device=device)
    count = torch.tensor([num_rows], dtype=torch.int32, device=device)
    return StepInputs(rows, rows, rows, torch.zeros_like(rows), count)


def on_device(router: Router, device: str) -> Router:
    """The same router with its tensors on `device`."""
    tensors = {name: x.to(device) for name, x in vars(router).items() if torch.is_tensor(x)}
    return replace(router, **tensors)


def assert_near(out: Tensor, wanted: Tensor, bound: float) -> None:
    """Of rows' relative errors the median is below `bound`, each below four times that."""
    error = (out - wanted).norm(dim=1) / wanted.norm(dim=1)
    assert float(error.median()) < bound
    assert float(error.max()) < 4 * bound


def with_nan_rows(x: Tensor, num_rows: int) -> Tensor:
    """A copy of x whose rows from `num_rows` on are NaN."""
    copy = x.clone()
    copy[num_rows:] = torch.nan
    return copy
