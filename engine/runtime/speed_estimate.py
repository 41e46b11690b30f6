"""How fast a model will be whose weights are partly in main memory, from its header alone."""

from collections.abc import Iterable

from engine.gguf.tensors import TensorInfo
from engine.kernels.cuda.weights import cuda_weights_bytes
from engine.models.config import ModelConfig
from engine.runtime.bandwidth import Bandwidth
from engine.runtime.expert_shares import layer_seconds, num_used, shares_read
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.residency import Residency

# Of a layer. Experts are one launch more, but each of theirs first waits for what it is to read.
_LAUNCHES, _MORE_WITH_EXPERTS = 5, 3
_LAUNCH_SECONDS = 2e-6
# Of the bandwidth of a copy, what the kernels reach.
_DEVICE_SHARE_REACHED = 0.8
_BUS_SHARE_REACHED = 0.8  # of matrices, and of keys and values
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
    its reads of device memory, and those over the bus or by the processor, one after the other; but
    in a layer of which the processor computes experts, both read at once.
    """
    if bandwidth.processor is None and (residency.host_layers or residency.has_host_experts):
        return None
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
            size = size * num_used(model, tensor.layer) // tensor.shape[0]
        whole += size
        is_first = tensor.layer is not None and tensor.layer < residency.host_layers
        moved += size if tensor.name in residency.tensors or is_first else 0
    launches = sum(
        _LAUNCHES + _MORE_WITH_EXPERTS * (layer.experts is not None) for layer in model.layers
    )
    seconds = launches * _LAUNCH_SECONDS
    on_device = whole - moved
    for held in residency.experts:
        used = num_used(model, held.group.layer)
        seconds += layer_seconds(held, used, usage, bandwidth)
        missed = 1 - float(shares_read(held.group, usage)[held.num_slots])
        on_device -= round(used * held.group.expert_bytes * missed)
    seconds += on_device / (_DEVICE_SHARE_REACHED * bandwidth.device)
    if residency.host_layers and bandwidth.processor is not None:
        return 1 / (seconds + moved / (_PROCESSOR_SHARE_REACHED * bandwidth.processor))
    moved_kv = residency.kv_host_bytes // num_sequences
    return 1 / (seconds + (moved + moved_kv) / (_BUS_SHARE_REACHED * bandwidth.bus))
