"""A launch combines any number of splits, with the same bits however many there is room for."""

from pathlib import Path
from random import Random

import pytest
import torch
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.cuda.attention.block_shapes import CombineShape, combine_shape
from engine.kernels.cuda.attention.combine import combine_kernel
from engine.kernels.cuda.attention.splits import (
    ATTENTION_SPLIT,
    SplitSizes,
    attention_splits,
    padded_head_dim,
)
from tests.support.compiler_process import printed
from tests.support.shaped_gguf import Shapes, write_shaped_gguf

SMALL = Shapes(
    hidden_size=256,
    intermediate_size=256,
    num_heads=4,
    num_kv_heads=2,
    head_dim=128,
    vocab_size=256,
    default_type=GGMLType.Q8_0,
    types={},
    tied=True,
)
NUM_HEADS, MOST = 3, 300  # splits of a head
SIZES = SplitSizes(64, 0, 0, 0)  # all splits are of a whole page


class Parts:
    """One row's splits of NUM_HEADS heads, as `attend_kernel` stores them; those unseen are NaN."""

    def __init__(
        self, random: Random, head_dim: int, num_parts: int, device: str, *, in_window: bool
    ) -> None:
        self.head_dim, self.block_d, self.device = head_dim, padded_head_dim(head_dim), device
        self.window = (num_parts - 1) * ATTENTION_SPLIT if in_window else None
        first = random.randint(1, 40) if in_window else 0
        self.position = (first + num_parts) * ATTENTION_SPLIT - ATTENTION_SPLIT // 2
        self.room = attention_splits(self.position + 1, self.window, SIZES)
        self.splits = [split % self.room for split in range(first, first + num_parts)]
        self.totals = torch.full((NUM_HEADS, self.room, self.block_d), torch.nan)
        self.scalars = torch.full((NUM_HEADS, self.room, 2), torch.nan)
        for split in self.splits:
            self.totals[:, split] = torch.randn(NUM_HEADS, self.block_d)
            self.scalars[:, split, 0] = torch.randn(NUM_HEADS) * random.choice((1, 30))
            self.scalars[:, split, 1] = torch.rand(NUM_HEADS) + 0.5

    def expected(self) -> Tensor:
        """The combination [NUM_HEADS, head_dim] in float64."""
        scalars, totals = self.scalars[:, self.splits].double(), self.totals[:, self.splits]
        factor = torch.exp2(scalars[..., 0] - scalars[..., 0].amax(1, keepdim=True))
        total = (totals.double() * factor[..., None]).sum(1)
        return (total / (scalars[..., 1] * factor).sum(1)[:, None])[:, : self.head_dim]

    def combined(self, by: CombineShape) -> Tensor:
        """What the kernel gives [NUM_HEADS, head_dim]."""
        partials = torch.cat([self.totals.flatten(), self.scalars.flatten()]).to(self.device)
        positions = torch.tensor([self.position], dtype=torch.int32, device=self.device)
        count = torch.ones(1, dtype=torch.int32, device=self.device)
        out = torch.full((1, NUM_HEADS * self.head_dim), torch.nan, device=self.device)
        combine_kernel[(NUM_HEADS, 1, by.slices)](
            partials, positions, torch.zeros_like(positions), count, None, None, None, None, out,
            self.room, 0, out.stride(0), D=self.head_dim, BLOCK_D=self.block_d, PARTS=by.parts,
            SETS=by.sets, CAUSAL=True, WINDOW=self.window, **SIZES.constexprs, GATE=None,
            GATES_HEADS=False, HADAMARD=1, SLICES=by.slices, WRITE_CODES=False, WRITE_VALUES=True,
            PDL=False, num_warps=by.num_warps, enable_fp_fusion=False,
        )  # fmt: skip
        return out.cpu().view(NUM_HEADS, self.head_dim)


@pytest.mark.parametrize("seed", range(16))
def test_any_number_of_splits_is_combined(seed: int, device: str) -> None:
    random = Random(seed)
    torch.manual_seed(seed)
    head_dim = random.choice((16, 32, 64, 80, 96, 128, 256))
    cache = random.choice((torch.float16, torch.float32, torch.uint8))
    num_parts = random.choice((2, 8, 9, 31, 32, 33, 127, 128, 129, random.randint(2, MOST)))
    parts = Parts(random, head_dim, num_parts, device, in_window=random.random() < 0.5)
    out = parts.combined(combine_shape(cache, head_dim, num_parts))
    torch.testing.assert_close(out.double(), parts.expected(), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("seed", range(8))
def test_room_for_more_splits_changes_no_bits(seed: int, device: str) -> None:
    """Spans that hold more give a row the same."""
    random = Random(seed)
    torch.manual_seed(seed)
    head_dim, cache = random.choice((32, 64, 128, 256)), torch.float16
    num_parts = random.choice((2, 7, 8, 9, 31, 32, random.randint(33, MOST)))
    parts = Parts(random, head_dim, num_parts, device, in_window=random.random() < 0.5)
    rooms = [room for room in (8, 32, 33, MOST) if room >= num_parts]
    first, *others = (parts.combined(combine_shape(cache, head_dim, room)) for room in rooms)
    assert not first.isnan().any()
    assert all(torch.equal(first, other) for other in others)


@pytest.mark.slow
def test_warps_wait_for_each_other_once_they_have_combined(tmp_path: Path) -> None:
    """Loads of all splits are on their way together; their sums are added at the end."""
    path = write_shaped_gguf(tmp_path / "model.gguf", SMALL)
    names = ("combine_kernel",) * 2
    reports = printed("compile_report", path, 90, 16384, *names, TRITON_CACHE_DIR=str(tmp_path))
    assert {(report["num_warps"], report["waits"] > 0) for report in reports} == {
        (2, False), (8, True)
    }  # fmt: skip
    for report in reports:
        assert report["STACK"] + report["LOCAL"] == 0
        assert report["loops"]
        text = report["instructions"]
        for first, last in report["loops"]:
            assert not any("BAR" in each for each in text[first : last + 1])
