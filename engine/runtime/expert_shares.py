"""How the reads of a layer's experts spread, and who is to read which of them, as fast as can be.

The GPU reads those that it has no slot for over the bus, while the processor computes those read
least: the layer waits for both.
"""

from math import factorial

import numpy as np
from numpy.typing import NDArray

from engine.models.config import ModelConfig
from engine.runtime.bandwidth import Bandwidth
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.residency import ExpertGroup, HeldExperts

# Of the bandwidth of a copy, what the kernels reach with an expert, and its least time: a few
# programs read it, and experts that move use the bus, too.
_BUS_SHARE_REACHED, _LEAST_SECONDS = 0.65, 65e-6
# Of the bandwidth of the processor's products of large matrices, what those of experts reach.
_PROCESSOR_SHARE_REACHED = 0.5
# Of an expert's matrices, gate and up: down waits for the processor.
_SHARE_BESIDE = 2 / 3
# Of a layer, until the processor has its rows and the GPU what it made of them.
_HANDOVER_SECONDS = 12e-6


def shares_read(group: ExpertGroup, usage: ExpertUsage) -> NDArray[np.float64]:
    """What share of a layer's reads the n experts read most have, float64 [E + 1], by n.

    As before, or as with most models: three fifths of the experts serve nine tenths and more.
    """
    known = usage.shares_read(group.layer, group.num_experts)
    if known is not None:
        return known
    return 1 - (1 - np.linspace(0, 1, group.num_experts + 1)) ** 3


def num_used(model: ModelConfig, layer: int) -> int:
    """Experts that a token uses in a layer; 0 for a layer beyond the model's, as of a head."""
    experts = model.layers[layer].experts if layer < model.num_layers else None
    return 0 if experts is None else experts.num_used


def best_num_host(
    group: ExpertGroup, num_slots: int, used: int, usage: ExpertUsage, bandwidth: Bandwidth
) -> int:
    """How many of a layer's experts the processor is to compute; at a tie the fewest.

    A token uses `used` of them.
    """
    num_host = np.arange(group.num_experts - num_slots + 1)
    return int(np.argmin(_seconds(group, num_slots, num_host, used, usage, bandwidth)))


def layer_seconds(held: HeldExperts, used: int, usage: ExpertUsage, bandwidth: Bandwidth) -> float:
    """How long a token, which uses `used`, waits for those of a layer that have no slot.

    A processor that was not measured must have none of them.
    """
    num_host = np.array([held.num_host])
    return float(_seconds(held.group, held.num_slots, num_host, used, usage, bandwidth)[0])


def _seconds(
    group: ExpertGroup,
    num_slots: int,
    num_host: NDArray[np.int64],
    used: int,
    usage: ExpertUsage,
    bandwidth: Bandwidth,
) -> NDArray[np.float64]:
    """Of a layer, for each number of experts that the processor computes.

    A token finds few of its experts without a slot, often none or one: both seldom work at once.
    """
    shares = shares_read(group, usage)
    by_gpu = shares[group.num_experts - num_host]
    speed = _PROCESSOR_SHARE_REACHED * (bandwidth.processor or np.inf)
    read = max(group.expert_bytes / (_BUS_SHARE_REACHED * bandwidth.bus), _LEAST_SECONDS)
    over_bus = read * np.arange(used + 1)
    computed = group.expert_bytes / speed * np.arange(used + 1)
    beside = np.maximum(_SHARE_BESIDE * over_bus[:, None], computed[None, :])
    waited = beside + (1 - _SHARE_BESIDE) * over_bus[:, None]  # [of the bus, of the processor]
    chances = _chances(by_gpu - shares[num_slots], 1 - by_gpu, used)
    seconds: NDArray[np.float64] = (chances * waited).sum((1, 2))
    return seconds + np.where(num_host > 0, _HANDOVER_SECONDS, 0)


def _chances(
    over_bus: NDArray[np.float64], computed: NDArray[np.float64], used: int
) -> NDArray[np.float64]:
    """How likely a token uses i of some experts and j of others, float64 [N, used + 1, used + 1].

    Each of the `used` is of the ones or the others with these chances [N], or of neither.
    """
    counts = np.arange(used + 1)
    factorials = np.array([float(factorial(count)) for count in range(used + 1)])
    rest = used - counts[:, None] - counts[None, :]
    ways = factorials[used] / factorials[counts][:, None] / factorials[counts] / factorials[rest]
    first, second = np.maximum(over_bus, 0), np.maximum(computed, 0)
    neither = np.maximum(1 - first - second, 0)
    chances = first[:, None, None] ** counts[:, None] * second[:, None, None] ** counts
    chances = ways * chances * neither[:, None, None] ** np.maximum(rest, 0)
    kept: NDArray[np.float64] = np.where(rest >= 0, chances, 0.0)
    return kept
