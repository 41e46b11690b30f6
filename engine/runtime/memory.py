"""Plans the memory of a model before it is loaded, from headers alone, without torch."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import prod
from typing import TypeGuard

from engine.config import MAX_DRAFT_TOKENS, USUAL_CONTEXT_LEN, EngineConfig
from engine.errors import NotEnoughMemoryError, RequestError
from engine.gguf.tensors import TensorInfo
from engine.kernels.sizes import PAGE_ROWS, KVShape, LayerShape, forgets, layout_of
from engine.models.config import ModelConfig
from engine.quants.panels import PanelLayout, num_panels
from engine.runtime.ladder import CPU_PREFILL_WIDTHS, num_kept_rows, prompt_widths
from engine.runtime.residency import (
    NOTHING_MOVABLE,
    HostShare,
    Movable,
    Residency,
    plan_residency,
)

# Resident memory without a model: Python, torch, numba and compiled loops, with room for
# compiling them at the first start. Measured on Linux with torch 2.13 for the CPU.
RUNTIME_BYTES = 370 << 20
# Tokenizer memory per token: text, merge, entries in the encoder's tables; measured.
_TOKEN_BYTES = 560
_GIB = 1 << 30
_CONTEXT_STEP = 256
# An automatic context: the least that is worth a load, and the longest on each device.
_LEAST_LEN = 2048
_CPU_LONGEST_LEN = 16_384
_GPU_LONGEST_LEN = 32_768
# How much of the memory that the usual context leaves free a longer one may take.
_CPU_SHARE = 1 / 8
_GPU_SHARE = 1 / 2
# A longer capacity changes their RoPE from the first token on.
_CAPACITY_CHANGES_ROPE = frozenset({"phi3"})
MAX_SNAPSHOTS = 4
_SNAPSHOTS_BYTES = 256 << 20
_LEFT_FREE = _GIB  # by what only makes prompts faster
_PAGE_BYTES = 4 * 8  # two addresses for keys and for values
_KEYS, _VALUES = "attn_k.weight", "attn_v.weight"


@dataclass(frozen=True)
class MemoryPlan:
    """Bytes of each part of a loaded model."""

    weights_bytes: int
    kv_bytes: int
    scratch_bytes: int

    @property
    def total_bytes(self) -> int:
        """The sum."""
        return self.weights_bytes + self.kv_bytes + self.scratch_bytes


@dataclass(frozen=True)
class MemoryNeeds:
    """The memory needs of `model` and `num_sequences` sequences on a device, by context length.

    `scratch_bytes` maps a context length and the rows of prompt steps, ascending, to bytes; those
    are `prefill_widths`. `read_widths` are those of the model whose hidden rows this one reads, its
    own if empty. `memory` is the memory's name in messages.
    An automatic context is at most `longest_len` and takes at most `share` of what is left. A
    second model of the process needs `common_bytes` of the scratch no second time. All but
    `beside_bytes` of the scratch lies in one block; None: nothing does. Of the weights
    `movable` can be elsewhere. `kv_is_reduced`: `kv_type` was chosen to fit, see `kv_choice`.
    `has_host_memory`: snapshots can be in host memory, and keys and values, which the device reads
    there. There are at most `most_snapshots` of each sequence.
    """

    model: ModelConfig
    weights_bytes: int
    kv_type: str
    scratch_bytes: Callable[[int, tuple[int, ...]], int]
    memory: str
    prefill_widths: tuple[int, ...] = ()
    read_widths: tuple[int, ...] = ()
    num_sequences: int = 1
    longest_len: int = _GPU_LONGEST_LEN
    share: float = _GPU_SHARE
    common_bytes: int = 0
    beside_bytes: int | None = None
    movable: Movable = NOTHING_MOVABLE
    kv_is_reduced: bool = False
    has_host_memory: bool = False
    most_snapshots: int = MAX_SNAPSHOTS

    def plan(self, context_len: int) -> MemoryPlan:
        """The needs at a context of `context_len` tokens."""
        shapes = self.model.layer_shapes(context_len)
        kept = self.num_sequences * sum(shape.num_bytes(self.kv_type) for shape in shapes)
        snapshots = self._snapshots_bytes(context_len)
        scratch = self.scratch_bytes(context_len, self.prefill_widths) + self._read_bytes()
        return MemoryPlan(self.weights_bytes, kept, scratch + snapshots)

    def _read_bytes(self) -> int:
        """Bytes of the hidden rows of another model that are kept for this one."""
        if not self.model.kept_size:
            return 0
        num_rows = num_kept_rows(self.model, self.read_widths or self.prefill_widths)
        return 4 * self.num_sequences * num_rows * self.model.kept_size

    def with_narrow_steps(self) -> "MemoryNeeds":
        """The needs with prompts read in steps of fewer rows."""
        return replace(self, prefill_widths=prompt_widths(self.prefill_widths, is_narrow=True))

    def with_wide_steps(
        self, widths: tuple[int, ...], context_len: int, free: int
    ) -> "MemoryNeeds":
        """The needs with prompts read in as many rows of `widths`, too, as `free` bytes allow.

        Some memory stays free for others. Among several sequences others would wait for such a
        step, and they share what whole steps have computed.
        """
        wider = self
        for width in widths if self.num_sequences == 1 else ():
            each = replace(self, prefill_widths=(*wider.prefill_widths, width))
            if width > context_len or each.plan(context_len).total_bytes > free - _LEFT_FREE:
                break
            wider = each
        return wider

    def residency(
        self,
        context_len: int,
        free: int,
        host_bytes: int,
        drafter_bytes: int = 0,
        host: HostShare | None = None,
    ) -> Residency | None:
        """What moves to host memory so that the rest fits `free` bytes; None if it cannot.

        `host_bytes` may be pinned, and `host` are experts for the processor. Experts also make room
        for a drafter; a matrix that each step reads would cost more than a drafter gains.
        """
        excess = self.plan(context_len).total_bytes - free
        if excess > 0 or self.movable.experts:
            excess += drafter_bytes
        snapshots = self.movable_snapshots_bytes(context_len)
        if excess <= 0 or snapshots > host_bytes:
            snapshots = 0
        excess, host_bytes = excess - snapshots, host_bytes - snapshots
        plan = plan_residency(self.movable, excess, host_bytes, host)
        plan = plan or self._with_kv_in_host_memory(context_len, excess, host_bytes, host)
        if plan is None or not snapshots:
            return plan
        return replace(plan, snapshots_host_bytes=snapshots, scratch_spared_bytes=snapshots)

    def movable_snapshots_bytes(self, context_len: int) -> int:
        """Bytes of snapshots that can be in host memory."""
        return self._snapshots_bytes(context_len) if self.has_host_memory else 0

    def _snapshots_bytes(self, context_len: int) -> int:
        each = self.num_sequences * self._forgotten_bytes(context_len)
        return each * self.num_snapshots(context_len)

    def _with_kv_in_host_memory(
        self, context_len: int, excess: int, host_bytes: int, host: HostShare | None
    ) -> Residency | None:
        """Later positions move, then weights only if that is not enough; one page stays."""
        shapes = self.model.layer_shapes(context_len)
        rows = [replace(shape, rows=PAGE_ROWS) for shape in shapes if _is_paged(shape)]
        page_bytes = self.num_sequences * sum(shape.num_bytes(self.kv_type) for shape in rows)
        num_pages = -(-context_len // PAGE_ROWS)
        if not page_bytes or not self.has_host_memory:
            return None
        tables = addresses_bytes(self.model, context_len) if self.num_sequences == 1 else 0
        excess += tables  # several have them anyway
        unused = page_bytes * (num_pages * PAGE_ROWS - context_len) // PAGE_ROWS  # of the last
        num_moved = min(num_pages - 1, -(-(excess + unused) // page_bytes))
        pinned = num_moved * page_bytes
        spared = pinned - unused
        if not num_moved or pinned > host_bytes:
            return None
        plan = plan_residency(self.movable, excess - spared, host_bytes - pinned, host)
        if plan is None:
            return None
        kept = (num_pages - num_moved) * PAGE_ROWS
        return replace(plan, kv_device_len=kept, kv_host_bytes=spared - tables)

    def num_snapshots(self, context_len: int) -> int:
        """Snapshots of each sequence's overwritten state: at least one if there is such state."""
        forgotten = self.num_sequences * self._forgotten_bytes(context_len)
        if not forgotten:
            return 0
        return max(1, min(self.most_snapshots, _SNAPSHOTS_BYTES // forgotten))

    def largest_context_len(self, free: int) -> int:
        """The longest context in tokens that fits `free` bytes: a multiple of 256 or the model's
        maximum; 0 if 256 do not fit."""

        def needed(length: int) -> int:
            return self.plan(length).total_bytes

        most = self.model.max_context_len
        if needed(most) <= free:
            return most
        # A range takes no memory, however long the file says the context is.
        return _CONTEXT_STEP * bisect_right(
            range(_CONTEXT_STEP, most, _CONTEXT_STEP), free, key=needed
        )

    def automatic_context_len(self, free: int | None) -> int:
        """A context in tokens that fits `free` bytes comfortably; None: not known.

        Longer than usual where that takes a small share of what is left, shorter where the usual
        one does not fit. Powers of two, or the model's maximum.
        """
        most = min(self.model.max_context_len, self.longest_len)
        if self.model.architecture in _CAPACITY_CHANGES_ROPE:
            original = (rope.original_context_len for rope in self.model.ropes)
            most = min(most, max(USUAL_CONTEXT_LEN, min(original, default=most)))
        usual = min(most, USUAL_CONTEXT_LEN)
        if free is None:
            return usual
        needed = self.plan(usual).total_bytes
        if needed > free:
            least = self.plan(_LEAST_LEN).total_bytes
            movable = self.movable.num_bytes + self.movable_snapshots_bytes(_LEAST_LEN)
            is_shorter = least <= free or least - movable <= free < needed - movable
            return min(usual, _LEAST_LEN) if is_shorter else usual
        chosen, longer = usual, usual
        while longer < most:
            longer = min(2 * longer, most)
            if self.plan(longer).total_bytes - needed > self.share * (free - needed):
                break
            chosen = longer
        return chosen

    def _forgotten_bytes(self, context_len: int) -> int:
        shapes = self.model.layer_shapes(context_len)
        lossy = [shape for shape in shapes if forgets(shape, context_len)]
        return sum(shape.num_bytes(self.kv_type) for shape in lossy)


def _is_paged(shape: LayerShape) -> TypeGuard[KVShape]:
    """Whether positions of a layer can be in host memory."""
    return isinstance(shape, KVShape) and shape.window is None


def loaded_tensors(model: ModelConfig, tensors: Iterable[TensorInfo]) -> list[TensorInfo]:
    """Those of the file's `tensors` that `model` has, as often as it has them.

    Not those of a prediction head; keys are also values where there are none.
    """
    own = [each for each in tensors if each.layer is None or each.layer < model.num_layers]
    names = {tensor.name for tensor in own}
    for tensor in list(own):
        base = tensor.name.removesuffix(_KEYS)
        if base != tensor.name and base + _VALUES not in names:
            own.append(tensor)
    return own


def cpu_memory_needs(
    model: ModelConfig, tensors: Iterable[TensorInfo], config: EngineConfig
) -> MemoryNeeds:
    """The needs on the CPU, where weights stay quantized and the KV cache is float32 by default.

    The process shares that memory, so `RUNTIME_BYTES` and the tokenizer count as scratch.
    Raises RequestError for a KV type that is not supported for the model.
    """

    common_bytes = RUNTIME_BYTES + _TOKEN_BYTES * model.vocab_size

    def scratch_bytes(context_len: int, widths: tuple[int, ...]) -> int:
        width = widths[-1]
        sizes = model.step_sizes(context_len)
        scores = (256 + 2) * max((kind.num_heads for kind in sizes.attention), default=0)
        gate_up = 2 * max(sizes.intermediate_sizes, default=0)
        kernels = 4 * width * (scores + model.hidden_size + gate_up) + 2 * width * sizes.widest
        activations = sizes.hidden_size + sum(sizes.mixed_sizes) + sum(sizes.intermediate_sizes)
        own_inputs = sizes.layer_inputs_size + sizes.layer_input_size
        own_inputs += sum(sizes.joined_sizes)
        own_inputs += 2 * sizes.chain_rank + sizes.block_factors_size
        row = 3 * sizes.hidden_size + sizes.projected_size + activations + own_inputs
        logits = (MAX_DRAFT_TOKENS + 1) * (model.vocab_size + model.own_vocab_size)
        logits += sizes.drafted_vocab_size
        if sizes.selector is not None:
            logits += (MAX_DRAFT_TOKENS + 1) * sizes.selector.row_size
        ids = config.num_sequences * context_len
        buffers = 4 * (width * row + logits + ids) + rotary_bytes(model, context_len)
        return buffers + kernels + common_bytes

    return MemoryNeeds(
        model=model,
        weights_bytes=sum(_panels_bytes(tensor) for tensor in loaded_tensors(model, tensors)),
        kv_type=resolve_kv_type(config, model, "f32"),
        scratch_bytes=scratch_bytes,
        memory="memory",
        prefill_widths=CPU_PREFILL_WIDTHS,
        num_sequences=config.num_sequences,
        longest_len=_CPU_LONGEST_LEN,
        share=_CPU_SHARE,
        common_bytes=common_bytes,
    )


def _panels_bytes(tensor: TensorInfo) -> int:
    """Bytes of a tensor on the CPU: matrices and stacks as panels, vectors as float32."""
    if len(tensor.shape) == 1:
        return 4 * tensor.num_values
    *experts, num_rows, num_cols = tensor.shape
    return prod(experts) * num_panels(num_rows) * PanelLayout(tensor.type).panel_bytes(num_cols)


def rotary_bytes(model: ModelConfig, context_len: int) -> int:
    """Bytes of the RoPE tables."""
    return 4 * context_len * sum(rope.dim for rope in model.ropes)


def addresses_bytes(model: ModelConfig, context_len: int) -> int:
    """Bytes of the table of a sequence's pages, where a GPU finds them by address."""
    num_pages = -(-context_len // PAGE_ROWS)
    paged = [shape for shape in model.layer_shapes(context_len) if _is_paged(shape)]
    return _PAGE_BYTES * num_pages * sum(shape.num_kv_heads for shape in paged)


def resolve_context_len(config: EngineConfig, needs: MemoryNeeds, free: int | None) -> int:
    """The context length in tokens, chosen for `free` bytes where `config` leaves it open.

    Raises RequestError above the model's maximum.
    """
    check_context_len(config, needs.model)
    return config.context_len or needs.automatic_context_len(free)


def check_context_len(config: EngineConfig, model: ModelConfig) -> None:
    """Raise RequestError for a context above the model's maximum."""
    if config.context_len is not None and config.context_len > model.max_context_len:
        raise RequestError(
            f"A context of {config.context_len} tokens is more than the {model.max_context_len} "
            "this model was made for; choose a smaller context."
        )


def resolve_kv_type(config: EngineConfig, model: ModelConfig, usual: str) -> str:
    """The KV type: the requested one, else the device's usual one.

    Raises RequestError when head_dim is not a multiple of its block.
    """
    wanted = config.kv_type
    if wanted == "auto":
        return usual
    block_len = layout_of(wanted).block_len
    for attention in model.attention_layers:
        if attention.head_dim % block_len:
            raise RequestError(
                f"Keys and values cannot be {wanted} in this model: its heads have "
                f"{attention.head_dim} elements, which are not whole blocks of {block_len}; choose "
                "the type f16, bf16 or f32."
            )
    return wanted


def check_fits(name: str, needs: MemoryNeeds, context_len: int, free: int) -> None:
    """Raise NotEnoughMemoryError, naming the longest context that fits, if `free` is too little."""
    plan = needs.plan(context_len)
    if plan.total_bytes <= free:
        return
    largest = needs.largest_context_len(free)
    advice = (
        f"a context of {largest} tokens would fit"
        if largest
        else "close other programs or choose a smaller model"
    )
    raise NotEnoughMemoryError(
        f"{name} needs {plan.total_bytes / _GIB:.1f} GiB of {needs.memory} with a context of "
        f"{context_len} tokens ({plan.weights_bytes / _GIB:.1f} GiB of it weights), but "
        f"{free / _GIB:.1f} GiB are free; {advice}."
    )
