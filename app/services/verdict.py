"""Judges from the engine's reports whether a model runs on this computer, in one sentence."""

from dataclasses import dataclass
from enum import StrEnum

from msgspec.structs import replace

from app.domain import size_in_words
from engine.config import EngineConfig
from engine.errors import EngineError, ModelFileError, UnsupportedModelError
from engine.events import Inspected, InspectFailed, MemoryNeeded, ModelReport

_LEAST_CONTEXT_LEN = 1024  # a chat needs at least this
_TIGHT = 0.9
_AUTO, _CPU = "auto", "cpu"


class VerdictKind(StrEnum):
    """The result of a verdict."""

    FITS_GPU = "fits on the GPU"
    PARTLY_GPU = "runs on the GPU, with weights in main memory"
    FITS_CPU = "fits on the CPU"
    TOO_LARGE = "does not fit"
    UNSUPPORTED = "cannot be run"
    UNKNOWN = "is not known"


@dataclass(frozen=True, slots=True)
class ContextSuggestion:
    """A context, in tokens, that would make the verdict `kind` on `device`."""

    context_len: int
    kind: VerdictKind
    device: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a model runs here, and its memory needs on `device` ("cpu", "cuda", "cuda:1").

    Bytes are those of the parts and of the free memory without the loaded model; contexts are in
    tokens. `host_bytes` of weights are read from main memory, `expert_share` of the experts not;
    or the processor computes all but `layer_share` of the layers. Answers come at about `tok_s`,
    None if not known. All are 0 and `reports` is empty if the
    file cannot run or nothing is known. `notes` are further sentences for the user, `reports` the
    engine's reports, one per possible device.
    """

    kind: VerdictKind
    sentence: str
    device: str = ""
    weights_bytes: int = 0
    kv_bytes: int = 0
    scratch_bytes: int = 0
    drafter_bytes: int = 0
    drafter_kind: str = ""
    total_bytes: int = 0
    free_bytes: int = 0
    context_len: int = 0
    largest_context_len: int = 0
    host_bytes: int = 0
    expert_share: float = 1.0
    layer_share: float = 1.0
    tok_s: float | None = None
    suggestion: ContextSuggestion | None = None
    notes: tuple[str, ...] = ()
    reports: tuple[ModelReport, ...] = ()


def verdict_configs(config: EngineConfig) -> tuple[EngineConfig, ...]:
    """The configurations to inspect a file with: one per device that it may be loaded on."""
    if config.device != _AUTO:
        return (config,)
    return config, replace(config, device=_CPU)


def judge(answer: Inspected | InspectFailed, wanted_context_len: int | None = None) -> Verdict:
    """The verdict on `verdict_configs`' reports; `wanted_context_len` as in `EngineConfig`."""
    if isinstance(answer, InspectFailed):
        return _without_report(answer.message, is_unusable=answer.is_unusable)
    reports = [report for report in answer.reports if report.memory.free_bytes is not None]
    if not reports:
        return _without_report("The device chosen is not there; choose the device auto or cpu.")
    fitting = next((report for report in reports if _fits(report.memory)), None)
    suggestion = _suggest(reports, fitting, wanted_context_len or 0)
    shown = fitting or _closest(reports, suggestion)
    memory = shown.memory
    return Verdict(
        kind=_kind(memory),
        sentence=_sentence(reports, shown, suggestion),
        device=memory.device,
        weights_bytes=memory.weights_bytes,
        kv_bytes=memory.kv_bytes,
        scratch_bytes=memory.scratch_bytes,
        drafter_bytes=memory.drafter_bytes,
        drafter_kind=memory.drafter_kind,
        total_bytes=memory.total_bytes,
        free_bytes=memory.free_bytes or 0,
        context_len=memory.context_len,
        largest_context_len=memory.largest_context_len or 0,
        host_bytes=memory.host_bytes,
        expert_share=memory.expert_share,
        layer_share=memory.layer_share,
        tok_s=memory.tok_s,
        suggestion=suggestion,
        notes=_notes(shown, wanted_context_len or 0),
        reports=tuple(reports),
    )


def estimate(known: Verdict, file_bytes: int) -> Verdict:
    """The verdict on another quantization of the model, from the size of its file.

    `known.reports` must not be empty. Only the weights differ; the largest context is unknown.
    """
    reports = tuple(_resized(report, file_bytes) for report in known.reports)
    return judge(Inspected("", reports))


def judge_failure(error: EngineError) -> Verdict:
    """The verdict without a header: the file is invalid, or nothing is known."""
    is_unusable = isinstance(error, ModelFileError | UnsupportedModelError)
    return _without_report(str(error), is_unusable=is_unusable)


def _without_report(message: str, *, is_unusable: bool = False) -> Verdict:
    if is_unusable:
        return Verdict(VerdictKind.UNSUPPORTED, message)
    return Verdict(VerdictKind.UNKNOWN, f"Whether it fits is not known: {message}")


def _resized(report: ModelReport, file_bytes: int) -> ModelReport:
    header_bytes = report.file_bytes - report.weights_bytes
    memory = report.memory
    in_file = max(0, file_bytes - header_bytes)
    # A processor that computes layers has more in its memory than their weights.
    is_divided = memory.layer_share < 1
    before = report.weights_bytes if is_divided else memory.weights_bytes + memory.host_bytes
    weights_bytes = round(before * in_file / report.weights_bytes)
    total_bytes = memory.total_bytes - memory.weights_bytes + weights_bytes
    host_bytes = max(0, total_bytes - _free(memory)) if memory.host_bytes else 0
    resized = replace(
        memory,
        weights_bytes=weights_bytes - host_bytes,
        total_bytes=total_bytes - host_bytes,
        largest_context_len=None,
        host_bytes=host_bytes,
        layer_share=1 - host_bytes / weights_bytes if is_divided else 1.0,
        tok_s=None,
    )
    return replace(report, file_bytes=file_bytes, weights_bytes=in_file, memory=resized)


def _fits(memory: MemoryNeeded) -> bool:
    return memory.free_bytes is not None and memory.total_bytes <= memory.free_bytes


def _kind(memory: MemoryNeeded) -> VerdictKind:
    if not _fits(memory):
        return VerdictKind.TOO_LARGE
    return VerdictKind.PARTLY_GPU if memory.host_bytes else _fitting_kind(memory.device)


def _fitting_kind(device: str) -> VerdictKind:
    return VerdictKind.FITS_CPU if device == _CPU else VerdictKind.FITS_GPU


def _suggest(
    reports: list[ModelReport], fitting: ModelReport | None, wanted_context_len: int
) -> ContextSuggestion | None:
    """A smaller context with which the model fits, or fits on a preferred device."""
    if fitting is not None and wanted_context_len > fitting.context_len:
        device = fitting.memory.device
        return ContextSuggestion(fitting.context_len, _fitting_kind(device), device)
    better = reports if fitting is None else reports[: reports.index(fitting)]
    if fitting is not None and fitting.memory.host_bytes:
        better = [*better, fitting]
    for report in better:
        memory = report.memory
        context_len = _round_down(memory.largest_context_len or 0)
        if _LEAST_CONTEXT_LEN <= context_len < memory.context_len:
            return ContextSuggestion(context_len, _fitting_kind(memory.device), memory.device)
    return None


def _round_down(context_len: int) -> int:
    """The largest power of two that is not larger."""
    return 1 << (context_len.bit_length() - 1) if context_len else 0


def _closest(reports: list[ModelReport], suggestion: ContextSuggestion | None) -> ModelReport:
    """The report to show if none fits: that of the suggestion, or the one that lacks least."""
    if suggestion is not None:
        return next(report for report in reports if report.memory.device == suggestion.device)
    return min(reports, key=lambda report: report.memory.total_bytes - _free(report.memory))


def _free(memory: MemoryNeeded) -> int:
    return memory.free_bytes or 0


def _sentence(
    reports: list[ModelReport], shown: ModelReport, suggestion: ContextSuggestion | None
) -> str:
    memory = shown.memory
    of_what = "memory" if memory.device == _CPU else "GPU memory"
    needs = (
        f"it needs {size_in_words(memory.total_bytes)} of {of_what} with a context of "
        f"{memory.context_len:,} tokens, and {size_in_words(_free(memory))} are free"
    )
    match _kind(memory):
        case VerdictKind.FITS_GPU:
            return f"It fits on the GPU: {needs}."
        case VerdictKind.PARTLY_GPU:
            return _partly(memory, needs)
        case VerdictKind.FITS_CPU if shown is reports[0]:
            return f"It fits on the CPU: {needs}."
        case VerdictKind.FITS_CPU:
            return f"It is too large for the GPU, but fits on the CPU, more slowly: {needs}."
    if suggestion is not None:
        return (
            f"It does not fit: {needs}; a context of {suggestion.context_len:,} tokens would fit."
        )
    advice = "choose a smaller quantization or a smaller model"
    if memory.capacity_bytes is not None and memory.total_bytes <= memory.capacity_bytes:
        advice = f"close other programs, or {advice}"
    return f"It does not fit: {needs}; {advice}."


def _partly(memory: MemoryNeeded, needs: str) -> str:
    """What is said of a model that the GPU has only a part of."""
    elsewhere = size_in_words(memory.host_bytes)
    if memory.layer_share < 1:
        share = round(100 * memory.layer_share)
        if memory.tok_s is None:
            return (
                f"It runs with {share} % of its layers on the GPU and the others on the "
                f"processor: {needs}."
            )
        return (
            f"It runs with {share} % of its layers on the GPU and the others on the processor, "
            f"at about {memory.tok_s:.0f} tok/s: {needs}."
        )
    if memory.expert_share == 1 and memory.tok_s is None:
        return f"It runs on the GPU with {elsewhere} of it in main memory, more slowly: {needs}."
    if memory.expert_share == 1:
        return (
            f"It runs on the GPU with {elsewhere} of it in main memory, at about "
            f"{memory.tok_s:.0f} tok/s: {needs}."
        )
    share = round(100 * memory.expert_share)
    if memory.tok_s is None:
        return (
            f"It runs with {share} % of its experts on the GPU and {elsewhere} in main memory: "
            f"{needs}."
        )
    return (
        f"It runs with {share} % of its experts on the GPU and {elsewhere} in main memory, at "
        f"about {memory.tok_s:.0f} tok/s: {needs}."
    )


def _notes(report: ModelReport, wanted_context_len: int) -> tuple[str, ...]:
    memory = report.memory
    notes = {
        f"It was made for a context of {report.context_len:,} tokens at most.": (
            wanted_context_len > report.context_len
        ),
        f"Its context memory takes {memory.reduced_kv_bits} bits a value, so that it fits.": (
            memory.reduced_kv_bits > 0 and _fits(memory)
        ),
        "It has no chat template, so it continues text rather than answers.": (
            not report.has_chat_template
        ),
        "That leaves little memory for other programs.": (
            memory.device == _CPU and _fits(memory) and memory.total_bytes > _TIGHT * _free(memory)
        ),
    }
    shown = [text for text, applies in notes.items() if applies]
    if memory.kv_device_len is not None and _fits(memory):
        shown.append(
            f"It keeps the first {memory.kv_device_len} tokens of its context in the GPU's memory; "
            "what follows is read from main memory, more slowly."
        )
    return (*shown, memory.drafter_problem) if memory.drafter_problem else tuple(shown)
