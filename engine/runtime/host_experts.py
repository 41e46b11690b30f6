"""The experts of a model on a GPU that the processor computes, beside the GPU's part of a layer."""

from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.errors import EngineError
from engine.kernels.cpu.expert_helper import ExpertHelper, HelpedExperts
from engine.kernels.cpu.weights import cpu_stack
from engine.kernels.cuda.helped_layers import HelpedLayers
from engine.kernels.cuda.pinned_memory import pin
from engine.kernels.expert_mailbox import STOPPED, ExpertMailbox
from engine.kernels.operands import Experts
from engine.kernels.sizes import StepSizes


class HostExperts:
    """Answers the questions of the layers in `helped`, on a thread of its own.

    `expect_step` comes before each launch of a step with real rows.
    """

    def __init__(
        self,
        helped: HelpedLayers,
        sizes: StepSizes,
        max_width: int,
        device: torch.device,
        threads: int,
    ) -> None:
        """For steps of up to `max_width` rows on `device`; the processor has `threads`.

        One of them is left to the thread that launches steps, and looks for their picks.
        """
        assert sizes.experts is not None
        shape = max_width, sizes.hidden_size, sizes.experts.num_used
        self._mailbox = ExpertMailbox.allocate(partial(pin, device=device), *shape)
        layers = [
            HelpedExperts(helped.hosts[number], *map(cpu_stack, stacks))
            for number, stacks in helped.stacks.items()
        ]
        self._num_layers = len(layers)
        self._bound: set[int] = set()
        self._helper = ExpertHelper(
            self._mailbox, sizes.experts.num_experts, layers, max(1, threads - 1)
        )
        helped.open(self._mailbox, self._bind)

    def expect_step(self) -> None:
        """A step will ask about each layer. Raises EngineError if nobody answers any more."""
        if self._mailbox.words[STOPPED]:
            raise EngineError("The processor's part of the model has failed; load the model again.")
        self._helper.expect(self._num_layers)

    def close(self) -> None:
        """End the thread; no step may be running."""
        self._helper.close()

    def _bind(self, layer: int, experts: Experts) -> None:
        if layer in self._bound:  # what is in device memory need not be copied again
            return
        biases = experts.gate_bias, experts.up_bias, experts.down_bias
        self._helper.bind(layer, experts.activation, *map(_array, biases))
        self._bound.add(layer)


def _array(values: Tensor | None) -> NDArray[np.float32] | None:
    return None if values is None else values.cpu().numpy()
