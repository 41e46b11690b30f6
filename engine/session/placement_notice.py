"""Says of a loaded model that does not fit as it is usually loaded what was done about it."""

from engine.kernels.sizes import bits_of
from engine.runtime.residency import Residency

_GIB = 1 << 30


def placement_notice(name: str, residency: Residency, num_layers: int) -> str | None:
    """A sentence for the user; None where steps read nothing of note outside the GPU's memory."""
    read_bytes = residency.moved_bytes - residency.tables_bytes
    if not read_bytes:
        return None
    size = max(0.1, read_bytes / _GIB)
    if residency.host_layers:
        size = residency.main_bytes / _GIB
        return (
            f"The processor computes {residency.host_layers} of the {num_layers} layers of {name}, "
            f"more slowly than the GPU would; {size:.1f} GiB are in main memory."
        )
    if not residency.experts:
        return (
            f"{name} does not fit the GPU's memory, so {size:.1f} GiB of it are read from main "
            "memory, more slowly."
        )
    return _experts_notice(name, residency, read_bytes)


def _experts_notice(name: str, residency: Residency, read_bytes: int) -> str:
    """Of `read_bytes` in main memory the processor reads those of its experts, the GPU the others."""
    share = round(100 * residency.expert_share)
    computed = residency.host_experts_bytes
    size = max(0.1, (read_bytes - computed) / _GIB)
    if not computed:
        return (
            f"{name} does not fit the GPU's memory: {share} % of its experts are there, those used "
            f"most; {size:.1f} GiB are read from main memory when they are needed."
        )
    by_processor = max(0.1, computed / _GIB)
    if computed == read_bytes:
        return (
            f"{name} does not fit the GPU's memory: {share} % of its experts are there, those used "
            f"most; the processor computes the others, {by_processor:.1f} GiB."
        )
    return (
        f"{name} does not fit the GPU's memory: {share} % of its experts are there, those used "
        f"most; the processor computes {by_processor:.1f} GiB of the others, and the GPU reads "
        f"{size:.1f} GiB from main memory when they are needed."
    )


def kv_place_notice(name: str, residency: Residency) -> str | None:
    """A sentence for the user where main memory keeps what follows in a context."""
    if residency.kv_device_len is None:
        return None
    return (
        f"{name} keeps the first {residency.kv_device_len} tokens of its context in the GPU's "
        "memory; what follows is read from main memory, more slowly."
    )


def kv_notice(name: str, kv_type: str, *, is_reduced: bool) -> str | None:
    """A sentence for the user where keys and values have fewer bits than usual."""
    if not is_reduced:
        return None
    return f"{name} keeps its context memory in {bits_of(kv_type)} bits a value, so that it fits."
