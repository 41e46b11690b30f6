"""Watched cases of rows that are handed to the processor, and of its answers, which are there already."""

from collections.abc import Callable

import torch

from engine.cache.arena import Arena
from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.cuda.experts.handover import ask, take
from engine.kernels.cuda.helped_layers import HelpedLayers
from engine.kernels.cuda.launching.interpreted import INTERPRETED
from engine.kernels.expert_mailbox import ANSWERED, ExpertMailbox
from engine.kernels.operands import Routes
from tests.support.watched_bench import (
    CPU,
    Bench,
    Cases,
    Random,
    inputs_of,
    norm_of,
    prompt,
    short,
    sizes_of,
)

KINDS = {"codes": GGMLType.Q8_0, "values": GGMLType.F32}


def handovers(random: Random) -> Cases:
    """Rows stored in each way, in short steps and prompts, of any number of experts."""
    for stored, kind in KINDS.items():
        for width in (short(random), prompt(random)):
            num_cols, num_experts = (int(each) for each in random.integers(2, 2200, 2))
            num_used = int(random.integers(1, min(9, num_experts)))
            yield (
                f"{stored}: {width} rows of {num_cols} columns, {num_used} of {num_experts} experts",
                hand_over(kind, width, num_cols, num_experts, num_used),
            )


def hand_over(
    kind: GGMLType, width: int, num_cols: int, num_experts: int, num_used: int
) -> Callable[[], None]:
    """Ask for the first and the last expert, which rows use, and add the answer to a stream."""

    def run() -> None:
        bench = Bench(sizes_of(num_cols), kind, width=width)
        layers = HelpedLayers(Arena(CPU), {3: (0, num_experts - 1)}, num_experts)
        mailbox = ExpertMailbox.allocate(
            lambda count: torch.empty(count, dtype=torch.uint8), width, num_cols, num_used
        )
        layers.open(mailbox, lambda _layer, _experts: None)
        mailbox.words[ANSWERED] = 1
        mailbox.mixed.fill_(2.0)
        experts = torch.arange(num_experts - num_used, num_experts, dtype=torch.int32)
        routes = Routes(experts.repeat(width, 1), torch.ones(width, num_used), torch.ones(width))
        helped, inputs, stream = (
            layers.layer(3, num_experts),
            inputs_of(width),
            bench.stream(num_cols),
        )
        assert helped is not None
        x = bench.activations(num_cols)
        if width <= MAX_ROWS:
            x = x.after(norm_of(num_cols))
        ask(helped, x, routes, inputs.num_rows)
        take(helped, stream, inputs.num_rows)
        if INTERPRETED.value:  # else launches are lowered alone
            assert (mailbox.experts == experts).all()
            assert (mailbox.weights == 1).all()
            assert (routes.weights[:, -1] == 0).all()
            assert (stream == 2.5).all()

    return run
