"""Estimates from sizes alone whether a model fits, before anything of it was fetched.

The engine's reports on a file's header are exact (`verdict.py`), but a header takes some MB.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.services.hub.files import RepoModel
from app.services.hub.quantizations import choose_model
from engine.config import USUAL_CONTEXT_LEN, EngineConfig
from engine.events import MemoryNeeded

_LEAST_CONTEXT_LEN = 1024
_OVERHEAD = 1.05  # tables and layouts beside the weights
_SCRATCH_BYTES = 300_000_000
# K and V in 16 bits: 0.12 MB a token for most models of 1B to 8B, 0.33 MB for those of 70B.
_KV_BYTES, _KV_BYTES_PER_GB = 110_000, 5_000
_KV_SHARES = {"f32": 2.0, "f16": 1.0, "bf16": 1.0, "q8_0": 0.53, "q4_0": 0.28, "tq3_0": 0.22}
_CPU = "cpu"


class Fit(StrEnum):
    """Whether a model fits, by its size."""

    FITS = "fits"
    FITS_SHORTER = "fits with a shorter context"
    TOO_LARGE = "does not fit"


@dataclass(frozen=True, slots=True)
class SizedFit:
    """An estimate: what the model needs on `device`, with the context of the settings, in bytes."""

    fit: Fit
    device: str
    needed_bytes: int
    free_bytes: int


def estimate_fit(
    file_bytes: int, free: Sequence[MemoryNeeded], config: EngineConfig
) -> SizedFit | None:
    """The estimate for a file of `file_bytes`; None if no free memory is known.

    `free` are the reports on any model, one per device that may be used, the preferred one first.
    """
    context_len = config.context_len or USUAL_CONTEXT_LEN
    estimates = [
        _estimate(file_bytes, memory, context_len, config.kv_type)
        for memory in free
        if memory.free_bytes is not None
    ]
    for fit in Fit:
        for estimate in estimates:
            if estimate.fit is fit:
                return estimate
    return None


def recommend(
    models: Sequence[RepoModel], fit_of: Callable[[RepoModel], SizedFit | None]
) -> RepoModel | None:
    """The usual balance of size and quality, or the largest model below it that fits."""
    usual = choose_model(models, None)
    if usual is None or _fits(fit_of(usual)):
        return usual
    smaller = [model for model in models if model.size < usual.size and _fits(fit_of(model))]
    return max(smaller, key=lambda model: model.size, default=usual)


def _fits(fit: SizedFit | None) -> bool:
    return fit is None or fit.fit is not Fit.TOO_LARGE


def _estimate(file_bytes: int, memory: MemoryNeeded, context_len: int, kv_type: str) -> SizedFit:
    kv_type = memory.kv_type if kv_type == "auto" else kv_type
    kv_bytes = (_KV_BYTES + _KV_BYTES_PER_GB * file_bytes / 1e9) * _KV_SHARES.get(kv_type, 1.0)
    fixed_bytes = file_bytes * _OVERHEAD + _SCRATCH_BYTES
    free_bytes = memory.free_bytes or 0
    needed_bytes = fixed_bytes + kv_bytes * context_len
    if needed_bytes <= free_bytes:
        fit = Fit.FITS
    elif fixed_bytes + kv_bytes * _LEAST_CONTEXT_LEN <= free_bytes:
        fit = Fit.FITS_SHORTER
    else:
        fit = Fit.TOO_LARGE
    return SizedFit(fit, memory.device, round(needed_bytes), free_bytes)
