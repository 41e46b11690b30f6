"""Reports a model file's contents and memory needs from its headers alone."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import msgspec

from engine.config import EngineConfig, KVType, SpeculationConfig
from engine.errors import EngineError
from engine.events import MemoryNeeded, ModelInfo, ModelReport, TypeUsage
from engine.gguf.drafter_kind import DrafterKind
from engine.gguf.tensors import TensorInfo
from engine.gguf.types import GGMLType
from engine.kernels.sizes import bits_of
from engine.models.config import ModelConfig
from engine.models.model_file import ModelFile, open_model
from engine.runtime.bandwidth import Bandwidth, known_bandwidth, known_processor_speed
from engine.runtime.cuda_memory import cuda_memory_needs
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.found_device import (
    FoundDevice,
    find_device,
    find_gpu_names,
    main_memory_free,
    num_threads,
    pinnable_bytes,
)
from engine.runtime.kv_choice import choose_kv_type
from engine.runtime.memory import (
    RUNTIME_BYTES,
    MemoryNeeds,
    check_context_len,
    cpu_memory_needs,
    resolve_context_len,
)
from engine.runtime.placement import NeedsOf, Placement, Room, main_type
from engine.runtime.residency import ALL_RESIDENT, Residency
from engine.runtime.speed_estimate import estimated_tok_s
from engine.safe_text import clean_line
from engine.speculation.compatibility import check_vocabularies, own_kv_type
from engine.speculation.kinds import DraftSource, find_source, open_reading_drafter
from engine.speculation.narrow_vocabulary import narrowed
from engine.speculation.requantized_weights import requantized_file
from engine.tokenizer.tokenizer import check_tokenizer_model

_MIB = 1 << 20


def inspect_model(path: Path, config: EngineConfig) -> ModelReport:
    """Describe the GGUF at `path` and its memory needs when loaded with `config`.

    Raises ModelFileError, UnsupportedModelError; RequestError for a context beyond the model's
    maximum or a KV type that the device does not support for it.
    """
    with _inspected(path) as file:
        check_context_len(config, file.config)
        return _report(file, config, 0)


def inspect_for(
    path: Path, configs: Iterable[EngineConfig], loaded: ModelInfo | None
) -> tuple[ModelReport, ...]:
    """As `inspect_model` for each of `configs`, counting the memory of `loaded` as free.

    A context beyond the model's maximum is clamped. Raises ModelFileError, UnsupportedModelError;
    RequestError for a KV type that the device does not support for the model.
    """
    held = _held_bytes(loaded)
    configs = [_without_missing_drafter(config) for config in configs]
    with _inspected(path) as file:
        return tuple(_report(file, _within(config, file.config), held) for config in configs)


def format_report(report: ModelReport) -> str:
    """The report as aligned text."""
    memory = report.memory
    parts = ", ".join(
        f"{name} {_mib(size)}"
        for name, size in (
            ("weights", memory.weights_bytes),
            (_kv_cache(memory), memory.kv_bytes),
            ("scratch", memory.scratch_bytes),
            (memory.drafter_kind, memory.drafter_bytes),
        )
        if size or name != memory.drafter_kind
    )
    types = ", ".join(
        f"{name} ({usage.tensors} tensors, {_mib(usage.bytes)})"
        for name, usage in report.types.items()
    )
    heads = f"{report.num_heads} heads, {report.num_kv_heads} of keys and values"
    lines = {
        "File": report.path,
        "Name": report.name,
        "Architecture": report.architecture,
        "License": report.license or "not named in the file",
        "Format": f"GGUF version {report.gguf_version}, {_mib(report.file_bytes)}",
        "Parameters": f"{report.num_parameters:,}",
        "Weights": f"{_mib(report.weights_bytes)}: {types}",
        "Shape": f"{report.num_layers} layers of {report.hidden_size}, {heads}",
        "Vocabulary": f"{report.vocab_size:,} tokens",
        "Context": f"at most {report.context_len:,} tokens",
        "Memory needed": f"{_mib(memory.total_bytes)} on {memory.device} at a context of "
        f"{memory.context_len:,} tokens in {memory.kv_type}: {parts}",
        "Memory free": _free_memory(memory),
    }
    if memory.drafter_kind or memory.drafter_problem:
        own = memory.drafter_name and f" in {memory.drafter_name}"
        lines["Drafter"] = memory.drafter_problem or f"{memory.drafter_kind}{own}"
    width = max(map(len, lines)) + 1
    return "\n".join(f"{label + ':':{width}} {clean_line(text)}" for label, text in lines.items())


@contextmanager
def _inspected(path: Path) -> Iterator[ModelFile]:
    """Open a file that can be loaded, from its header."""
    with open_model(path, with_data=False) as file:
        check_tokenizer_model(file.metadata.tokenizer_model)
        yield file


def _without_missing_drafter(config: EngineConfig) -> EngineConfig:
    """`config`, which says nothing of a drafter that is not there any more."""
    if not config.speculation.has_model or Path(config.speculation.kind).expanduser().exists():
        return config
    return msgspec.structs.replace(config, speculation=SpeculationConfig())


def _within(config: EngineConfig, model: ModelConfig) -> EngineConfig:
    """`config` with its context clamped to the model's maximum."""
    wanted = config.context_len
    if wanted is None or wanted <= model.max_context_len:
        return config
    return msgspec.structs.replace(config, context_len=model.max_context_len)


def _held_bytes(loaded: ModelInfo | None) -> int:
    """Bytes of this process's main memory that the next model reuses or replaces."""
    if loaded is not None and loaded.device == "cpu":
        return loaded.weights_bytes + loaded.kv_bytes + loaded.scratch_bytes
    return RUNTIME_BYTES


def _report(file: ModelFile, config: EngineConfig, held_bytes: int) -> ModelReport:
    gguf, metadata, model = file.gguf, file.metadata, file.config
    return ModelReport(
        path=str(gguf.path),
        name=metadata.name,
        architecture=metadata.architecture,
        quantization=metadata.quantization,
        license=metadata.license,
        gguf_version=gguf.version,
        file_bytes=gguf.file_bytes,
        num_parameters=gguf.num_parameters,
        weights_bytes=gguf.weights_bytes,
        types=_count_types(gguf.tensors.values()),
        vocab_size=model.vocab_size,
        context_len=model.max_context_len,
        num_layers=model.num_layers,
        hidden_size=model.hidden_size,
        num_heads=max(a.num_heads for a in model.attention_layers),
        num_kv_heads=max(a.num_kv_heads for a in model.attention_layers),
        has_chat_template=metadata.has_chat_template,
        memory=_memory_needed(file, config, held_bytes),
    )


def _count_types(tensors: Iterable[TensorInfo]) -> dict[str, TypeUsage]:
    """Usage by type name, most bytes first."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for tensor in tensors:
        counts[tensor.type.name][0] += 1
        counts[tensor.type.name][1] += tensor.nbytes
    largest_first = sorted(counts.items(), key=lambda item: -item[1][1])
    return {name: TypeUsage(*count) for name, count in largest_first}


def _memory_needed(file: ModelFile, config: EngineConfig, held_bytes: int) -> MemoryNeeded:
    """The memory needs on the device of `config`."""
    device = find_device(config, held_bytes)
    memory_needs = cuda_memory_needs if device.is_cuda else cpu_memory_needs
    needs = memory_needs(file.config, file.gguf.tensors.values(), config)
    free = device.free_bytes
    needs = choose_kv_type(needs, config, free)
    context_len = resolve_context_len(config, needs, free)
    plan = needs.plan(context_len)
    source, drafter_bytes, drafter_problem = None, 0, ""
    try:
        source = find_source(config.speculation.kind, file)
        drafter_bytes = drafter_needs(
            file, source, config, memory_needs, context_len, is_on_cpu=not device.is_cuda
        )
    except EngineError as error:
        drafter_problem = str(error)  # the model is loaded without it
    residency = None
    if free is not None and device.is_cuda:
        room = Room(free, pinnable_bytes(), main_memory_free(0))
        beside = beside_drafter(config, source)
        placement = Placement(file, beside, needs, memory_needs, context_len, room, drafter_bytes)
        residency = placement.choose(lambda kind: _bandwidth(device, kind, config))
        if residency is not None and config.device == "auto":
            # As the load does: the processor is faster than a GPU that reads most over the bus.
            residency = residency if placement.is_worthwhile(residency) else None
    residency = residency or ALL_RESIDENT
    return MemoryNeeded(
        device=device.name,
        context_len=context_len,
        kv_type=needs.kv_type,
        reduced_kv_bits=bits_of(needs.kv_type) if needs.kv_is_reduced else 0,
        weights_bytes=plan.weights_bytes - residency.moved_bytes,
        kv_bytes=plan.kv_bytes - residency.kv_host_bytes,
        scratch_bytes=plan.scratch_bytes - residency.scratch_spared_bytes,
        total_bytes=plan.total_bytes - residency.spared_bytes + drafter_bytes,
        free_bytes=free,
        capacity_bytes=device.capacity_bytes,
        largest_context_len=None
        if free is None
        else needs.largest_context_len(free - drafter_bytes),
        drafter_bytes=drafter_bytes,
        drafter_problem=drafter_problem,
        drafter_kind=source.kind if source else "",
        drafter_name=source.path.name if source and source.path != file.gguf.path else "",
        num_sequences=config.num_sequences,
        host_bytes=residency.main_bytes,
        kv_device_len=residency.kv_device_len,
        expert_share=residency.expert_share,
        layer_share=1 - residency.host_layers / file.config.num_layers,
        tok_s=_estimated_tok_s(file, device, residency, config),
    )


def _estimated_tok_s(
    file: ModelFile, device: FoundDevice, residency: Residency, config: EngineConfig
) -> float | None:
    """The speed with a part in main memory; None if all fits, or it was not measured."""
    if not residency.main_bytes:
        return None
    tensors = file.gguf.tensors.values()
    bandwidth = _bandwidth(device, main_type(tensors), config)
    if bandwidth is None:
        return None
    usage = ExpertUsage.of(file.gguf, residency)
    return estimated_tok_s(file.config, tensors, residency, usage, bandwidth, config.num_sequences)


def _bandwidth(device: FoundDevice, kind: GGMLType, config: EngineConfig) -> Bandwidth | None:
    """What was measured of the GPU, and of the processor with weights of `kind`; None if nothing."""
    number = device.name.partition(":")[2]
    names = find_gpu_names()[int(number or 0) :]
    found = known_bandwidth(names[0]) if names else None
    speed = known_processor_speed(num_threads(config.threads), kind.name)
    return None if found is None else replace(found, processor=speed)


def beside_drafter(config: EngineConfig, source: DraftSource | None) -> EngineConfig:
    """`config`, which leaves the processor no layers if its drafter needs them on the GPU."""
    if config.host_layers != "auto" or source is None or not source.reads_model:
        return config
    return msgspec.structs.replace(config, host_layers="bus")


def drafter_needs(
    file: ModelFile,
    source: DraftSource | None,
    config: EngineConfig,
    needs: NeedsOf,
    context_len: int,
    *,
    is_on_cpu: bool,
) -> int:
    """What the drafter in `source` needs, in bytes. Raises EngineError for one that cannot draft."""
    if source is None or source.kind is DrafterKind.NGRAMS:
        return 0
    kv_type = own_kv_type(config.kv_type)
    if source.kind is DrafterKind.MODEL:
        planned = _draft_model_needs(file, source.path, needs, kv_type, is_on_cpu=is_on_cpu)
    else:
        beside = EngineConfig(num_sequences=config.num_sequences, kv_type=kv_type)
        with open_reading_drafter(source, file) as own:
            planned = needs(narrowed(own.config), own.gguf.tensors.values(), beside)
    plan = planned.plan(min(context_len, planned.model.max_context_len))
    return plan.total_bytes - planned.common_bytes


def _draft_model_needs(
    file: ModelFile, path: Path, needs: NeedsOf, kv_type: KVType, *, is_on_cpu: bool
) -> MemoryNeeds:
    """Those of the draft model at `path`. Raises EngineError for one that cannot draft."""
    with open_model(path, with_data=False) as other:
        words = file.metadata.tokenizer.tokens
        check_vocabularies(path.name, words, other.metadata.tokenizer.tokens)
        small = requantized_file(other, file.gguf.num_parameters, is_on_cpu=is_on_cpu)
        alone = EngineConfig(kv_type=kv_type)
        return needs(narrowed(other.config), small.gguf.tensors.values(), alone)


def _kv_cache(memory: MemoryNeeded) -> str:
    if memory.num_sequences == 1:
        return "KV cache"
    each = _mib(memory.kv_bytes // memory.num_sequences)
    return f"KV cache for {memory.num_sequences} answers at once, {each} each,"


def _free_memory(memory: MemoryNeeded) -> str:
    if memory.free_bytes is None:
        return f"there is no device {memory.device} here"
    if memory.host_bytes:
        part = f"{round(100 * memory.expert_share)} % of its experts fit"
        kept = part if memory.expert_share < 1 else "a part of the model fits"
        if memory.layer_share < 1:
            share = f"{round(100 * memory.layer_share)} % of its layers fit"
            kept = f"{share}, the processor computes the others"
        elif memory.kv_device_len is not None:
            kept = f"the first {memory.kv_device_len:,} tokens of the context fit"
        speed = "" if memory.tok_s is None else f", about {memory.tok_s:.0f} tok/s"
        elsewhere = f"{_mib(memory.host_bytes)} in main memory"
        return f"{_mib(memory.free_bytes)}: {kept}; {elsewhere}{speed}"
    largest = memory.largest_context_len
    fits = f"a context of {largest:,} tokens fits" if largest else "the model does not fit"
    return f"{_mib(memory.free_bytes)}: {fits}"


def _mib(size: int) -> str:
    return f"{size / _MIB:,.1f} MiB"
