"""How fast a model will be whose weights are partly in main memory, from its header alone."""

from collections.abc import Iterable

from engine.gguf.tensors import TensorInfo
from engine.kernels.cuda.weights import cuda_weights_bytes
from engine.models.config import ModelConfig
from engine.runtime.bandwidth import Bandwidth
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.residency import HeldExperts, Residency

# Of a layer. Experts are one launch more, but each of theirs first waits for what it is to read.
_LAUNCHES, _MORE_WITH_EXPERTS = 5, 3
_LAUNCH_SECONDS = 2e-6
# Of the bandwidth of a copy, what the kernels reach.
_SHARE_REACHED = 0.8
# Of the bandwidth of the processor's products alone, what its whole layers reach: between products
# there are attention, recurrences and norms.
_PROCESSOR_SHARE_REACHED = 0.75
_ROW_TABLES = ("token_embd.weight", "per_layer_token_embd.weight")


def estimated_tok_s(
    model: ModelConfig,
    tensors: Iterable[TensorInfo],
    residency: Residency,
    usage: ExpertUsage,
    bandwidth: Bandwidth,
    num_sequences: int = 1,
) -> float | None:
    """Decode speed in tokens per second, with a short context; None if it cannot be told.

    With one at its end where main memory keeps a part of it: that part is read in each step, too.
    Each step reads all matrices, of the experts those used. A step takes as long as its launches,
    its reads of device memory, and those over the bus or by the processor, one after the other.
    """
    tensors = list(tensors)
    names = {tensor.name for tensor in tensors}
    whole = moved = 0
    for tensor in tensors:
        if tensor.name in _ROW_TABLES and (
            tensor.name != _ROW_TABLES[0] or "output.weight" in names
        ):
            continue
        size = cuda_weights_bytes(tensor.type, tensor.shape)
        if len(tensor.shape) == 3 and tensor.layer is not None:
            size = size * _num_used(model, tensor.layer) // tensor.shape[0]
        whole += size
        is_first = tensor.layer is not None and tensor.layer < residency.host_layers
        moved += size if tensor.name in residency.tensors or is_first else 0
    for held in residency.experts:
        used = _num_used(model, held.group.layer) * held.group.expert_bytes
        moved += round(used * (1 - _hit_rate(held, usage)))
    launches = sum(
        _LAUNCHES + _MORE_WITH_EXPERTS * (layer.experts is not None) for layer in model.layers
    )
    seconds = launches * _LAUNCH_SECONDS + (whole - moved) / (_SHARE_REACHED * bandwidth.device)
    if residency.host_layers:
        if bandwidth.processor is None:
            return None
        return 1 / (seconds + moved / (_PROCESSOR_SHARE_REACHED * bandwidth.processor))
    moved_kv = residency.kv_host_bytes // num_sequences
    return 1 / (seconds + (moved + moved_kv) / (_SHARE_REACHED * bandwidth.bus))


def _num_used(model: ModelConfig, layer: int) -> int:
    """Experts that a token uses in a layer; 0 for a layer beyond the model's, as of a head."""
    experts = model.layers[layer].experts if layer < model.num_layers else None
    return 0 if experts is None else experts.num_used


def _hit_rate(held: HeldExperts, usage: ExpertUsage) -> float:
    """How often an expert is in device memory: as before, or as with most models.

    Three fifths of the experts of a model serve nine tenths of the reads and more.
    """
    share = held.num_slots / held.group.num_experts
    known = usage.share_of_most_read(held)
    return 1 - (1 - share) ** 3 if known is None else known
