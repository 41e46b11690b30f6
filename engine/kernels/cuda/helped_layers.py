"""What the kernels of a GPU know of the experts that the processor computes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.kernels.expert_mailbox import ExpertMailbox
from engine.kernels.interface import Memory
from engine.kernels.operands import Experts
from engine.kernels.weight_parts import ExpertStack

Bind = Callable[[int, Experts], None]
Stacks = list[ExpertStack]


class HelpedLayers:
    """The layers of which the processor computes some experts, and how it is asked.

    `open` comes before the first launch. `stacks` are the processor's weights of each layer: gate,
    up and down.
    """

    def __init__(self, memory: Memory, hosts: Mapping[int, tuple[int, ...]], most: int) -> None:
        """Of each layer by its number, the processor computes `hosts`, of up to `most` experts."""
        self.hosts = {number: experts for number, experts in sorted(hosts.items()) if experts}
        self.stacks: dict[int, Stacks] = {number: [] for number in self.hosts}
        self.state = memory.allocate(2, dtype=torch.int64).zero_()
        marks = torch.zeros(len(self.hosts), most, dtype=torch.int8)
        for row, experts in enumerate(self.hosts.values()):
            marks[row, list(experts)] = 1
        self._marks = memory.allocate(*marks.shape, dtype=torch.int8).copy_(marks)
        self._mailbox: ExpertMailbox | None = None
        self._bind: Bind | None = None

    def open(self, mailbox: ExpertMailbox, bind: Bind) -> None:
        """Ask through `mailbox`; `bind` is told of each layer's experts before its questions."""
        self._mailbox, self._bind = mailbox, bind

    def layer(self, number: int, num_experts: int) -> "HelpedLayer | None":
        """Layer `number` of the model; None where the GPU computes all of it."""
        if number not in self.hosts:
            return None
        row = list(self.hosts).index(number)
        return HelpedLayer(self, row, self._marks[row, :num_experts])

    @property
    def mailbox(self) -> ExpertMailbox:
        """The mailbox. Raises RuntimeError before `open`."""
        if self._mailbox is None:
            raise RuntimeError("nobody answers questions about the processor's experts")
        return self._mailbox

    def bind(self, number: int, experts: Experts) -> None:
        """Tell the processor what it needs of a layer besides weights."""
        if self._bind is not None:
            self._bind(number, experts)


@dataclass(frozen=True, eq=False)
class HelpedLayer:
    """A layer of which the processor computes the experts that `is_host` int8 [E] marks.

    `number` is that among such layers.
    """

    all_layers: HelpedLayers
    number: int
    is_host: Tensor

    @property
    def state(self) -> Tensor:
        """What the kernels of all such layers count, int64 [2]."""
        return self.all_layers.state

    @property
    def mailbox(self) -> ExpertMailbox:
        return self.all_layers.mailbox

    def bind(self, experts: Experts) -> None:
        """As `HelpedLayers.bind`."""
        self.all_layers.bind(self.number, experts)
