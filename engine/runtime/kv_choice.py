"""Chooses the type of keys and values of a load that leaves it open, by what fits."""

from dataclasses import replace

from engine.config import EngineConfig
from engine.kernels.sizes import row_bytes
from engine.models.config import ModelConfig
from engine.runtime.memory import MemoryNeeds, resolve_context_len

_SMALLER = ("f16", "q8_0", "q4_0")  # each takes less than the one before, and is less exact
_BLOCK_LEN = 32


def choose_kv_type(needs: MemoryNeeds, config: EngineConfig, free: int | None) -> MemoryNeeds:
    """`needs` with the most exact type of those with which the model fits `free` bytes.

    The device's usual one if it fits, the smallest if none does. Snapshots, experts and tables may
    move to another memory for it, and prompts be read in steps of fewer rows, which is as exact;
    layers only rather than take 4 bits, which some models do not bear.
    """
    if config.kv_type != "auto" or free is None:
        return needs
    smaller = _smaller(needs.kv_type, needs.model)
    tried = [needs, *(replace(needs, kv_type=each, kv_is_reduced=True) for each in smaller)]
    exact = [each for each in tried if each.kv_type != _SMALLER[-1]]
    for movable in (replace(needs.movable, matrices=()), needs.movable):
        for each in exact:
            context_len = resolve_context_len(config, each, None)
            moved = movable.num_bytes + each.movable_snapshots_bytes(context_len)
            least = each if movable.experts else each.with_narrow_steps()
            if least.plan(context_len).total_bytes - moved <= free:
                return each
    return tried[-1]


def _smaller(usual: str, model: ModelConfig) -> list[str]:
    """The types that take less than the usual one."""
    takes = row_bytes(usual, _BLOCK_LEN)
    types = [each for each in _SMALLER if row_bytes(each, _BLOCK_LEN) < takes]
    if any(attention.head_dim % _BLOCK_LEN for attention in model.attention_layers):
        return [each for each in types if not each.startswith("q")]
    return types
