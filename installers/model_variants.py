"""Lists the kernel variants of a model file by running its steps on meta tensors."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from engine.cache.arena import Arena
from engine.cache.state import KVPlacement, ModelState
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.cuda.expert_memory import ExpertMemory, ExpertPlacement
from engine.kernels.cuda.kernels import CudaKernels
from engine.kernels.cuda.launching.checked_kernel import checked_launches
from engine.kernels.cuda.sampling.buffers import RING
from engine.kernels.cuda.sampling.sample import Advance
from engine.kernels.cuda.weights import CudaWeights
from engine.kernels.expert_mailbox import ExpertMailbox
from engine.kernels.sizes import PAGE_ROWS
from engine.kernels.step_bounds import StepBounds
from engine.layers.buffers import StepBuffers, allocate_buffers
from engine.models.config import ModelConfig
from engine.models.registry import find_architecture
from engine.models.weights import WeightReader
from engine.runtime.ladder import CUDA_PREFILL_WIDTHS, CUDA_WIDE_PREFILL_WIDTHS, ladder
from engine.sampling.device_sampler import DeviceSampler
from engine.speculation.narrow_vocabulary import narrowed
from installers.kernel_variants import Variant, recorded_variants


@dataclass(frozen=True)
class Loaded:
    """How a model is loaded, as far as its kernels depend on it.

    `device_len` as in `KVPlacement`. The processor computes the layers before `first_layer`, and,
    if it `has_experts`, the last expert of each layer; so these move.
    """

    moves_experts: bool = False
    has_experts: bool = False
    device_len: int | None = None
    first_layer: int = 0
    num_sequences: int = 1


PLAINLY = Loaded()
MOVING = Loaded(moves_experts=True), Loaded(moves_experts=True, has_experts=True)
IN_PAGES = Loaded(device_len=PAGE_ROWS), Loaded(num_sequences=2)


def model_variants(
    file: GGUFFile,
    capability: int,
    *,
    context_len: int,
    kv_type: str = "f16",
    verify_widths: Sequence[int] = range(1, MAX_ROWS + 1),
) -> list[Variant]:
    """The kernels that a model's decode, verify and prefill steps launch on this capability.

    Also those of a model whose experts move, which count how often each is read, of one of which
    the processor computes experts, of one whose later keys and values are in host memory, of one
    whose first layers the processor computes, and of one with several sequences.
    Needs no device; reads only types and shapes of the matrices in `file`. Raises ModelFileError
    or UnsupportedModelError when the model cannot be loaded, and OperandError.
    """
    with recorded_variants(capability) as variants:
        for loaded in (PLAINLY, *MOVING, Loaded(first_layer=1), *IN_PAGES):
            launch_steps(
                file, context_len=context_len, kv_type=kv_type, verify_widths=verify_widths,
                loaded=loaded,
            )  # fmt: skip
    return variants


def launch_steps(
    file: GGUFFile,
    *,
    context_len: int,
    kv_type: str = "f16",
    verify_widths: Sequence[int] = range(1, MAX_ROWS + 1),
    runs: bool = True,
    loaded: Loaded = PLAINLY,
) -> None:
    """Check the launches of all steps of a model on meta tensors; launch them too if `runs`.

    Nothing is launched where experts move in a model without any, nor where the model cannot be
    divided before the first layer. Raises as `model_variants`.
    """
    meta, first = torch.device("meta"), loaded.first_layer
    metadata = ModelMetadata(file.metadata)
    architecture = find_architecture(metadata.architecture)
    config = narrowed(architecture.read_config(metadata, file.tensors))
    if first >= config.num_layers or not config.can_be_cut(first):
        return
    own = config.part(first, config.num_layers)
    wide = [width for width in CUDA_WIDE_PREFILL_WIDTHS if width <= context_len]
    prompts = (*CUDA_PREFILL_WIDTHS, *wide)
    sizes, max_width = own.step_sizes(context_len), prompts[-1]
    if loaded.moves_experts and sizes.experts is None:
        return
    arena = Arena(meta)
    experts = ExpertMemory(arena, _placements(config, loaded)) if loaded.moves_experts else None
    weights = CudaWeights(arena, experts)
    reader = WeightReader(file, weights, lambda _: None)
    if first:
        architecture.load(config.part(0, first), reader.into(CudaWeights(arena)), context_len)
    model = architecture.load(own, reader, context_len)
    shapes = own.layer_shapes(context_len)
    state = ModelState(
        arena, shapes, context_len, kv_type, num_sequences=loaded.num_sequences,
        placement=KVPlacement(True, loaded.device_len),
    )  # fmt: skip
    kernels = CudaKernels(arena, sizes, max_width, weights)
    buffers = allocate_buffers(arena, kernels, sizes, max_width, MAX_ROWS, loaded.num_sequences)
    if experts is not None and experts.helped is not None:
        assert sizes.experts is not None
        shape = max_width, sizes.hidden_size, sizes.experts.num_used
        mailbox = ExpertMailbox.allocate(_meta_bytes, *shape)
        experts.helped.open(mailbox, lambda _layer, _experts: None)
    sampler = DeviceSampler(
        arena, sizes.vocab_size, context_len, num_sequences=loaded.num_sequences
    )
    steps = [(width, span) for width in (1, *verify_widths) for span in ladder(context_len)]
    for width, span in (*steps, *((width, context_len) for width in prompts)):
        step, is_short = buffers.rows(width), width <= MAX_ROWS
        with checked_launches(StepBounds(width, span, sizes.vocab_size), runs=runs):
            model.forward(kernels, step, state, span, with_logits=is_short)
            if is_short:
                _sample(sampler, step, None)
            if width == 1 and model.narrow is not None:  # where it drafts for another model
                model.forward(kernels, step, state, span, with_logits=True, is_narrow=True)
            if width == 1:
                inputs = step.inputs
                advance = Advance(inputs.token_ids, inputs.positions, inputs.kv_rows)
                _sample(sampler, step, advance)


def _placements(config: ModelConfig, loaded: Loaded) -> dict[int, ExpertPlacement]:
    """All experts in device memory, from where they may move, but for the processor's."""
    counts = {
        number: layer.experts.num_experts
        for number, layer in enumerate(config.layers)
        if layer.experts is not None
    }
    num_host = int(loaded.has_experts)
    return {
        number: ExpertPlacement(
            count, tuple(range(count - num_host)), (), tuple(range(count - num_host, count))
        )
        for number, count in counts.items()
    }


def _meta_bytes(count: int) -> torch.Tensor:
    return torch.empty(count, dtype=torch.uint8, device="meta")


def _sample(sampler: DeviceSampler, step: StepBuffers, advance: Advance | None) -> None:
    picked, ring = (
        torch.empty(*shape, dtype=torch.int32, device="meta")
        for shape in ((MAX_ROWS,), (RING, MAX_ROWS))
    )
    inputs = step.inputs
    sampler.launch(
        step.logits, inputs.positions, inputs.sequences, inputs.num_rows, step.history, advance,
        picked, ring,
    )  # fmt: skip
