"""The verdict's sentence, numbers and suggestion, from what the engine reports."""

from typing import Any

import msgspec
import pytest

from app.services.hub.settings import OfflineError
from app.services.verdict import (
    ContextSuggestion,
    VerdictKind,
    estimate,
    judge,
    judge_failure,
    verdict_configs,
)
from engine.config import EngineConfig
from engine.errors import ModelFileError, UnsupportedModelError
from engine.events import Inspected, InspectFailed, MemoryNeeded, ModelReport, TypeUsage

GB = 10**9


def memory(device: str, free: float | None, largest: int = 0, **numbers: Any) -> MemoryNeeded:
    """6 GB in all with a context of 16,384 tokens."""
    needed = MemoryNeeded(
        device=device,
        context_len=16384,
        kv_type="f16",
        weights_bytes=4 * GB,
        kv_bytes=3 * GB // 2,
        scratch_bytes=GB // 2,
        total_bytes=6 * GB,
        free_bytes=None if free is None else int(free * GB),
        capacity_bytes=None if free is None else 5 * GB,
        largest_context_len=None if free is None else largest,
    )
    return msgspec.structs.replace(needed, **numbers)


def report(needed: MemoryNeeded, **fields: Any) -> ModelReport:
    described = ModelReport(
        path="m.gguf",
        name="M",
        architecture="llama",
        quantization="Q4_K_M",
        license=None,
        gguf_version=3,
        file_bytes=4 * GB + 1000,
        num_parameters=8 * GB,
        weights_bytes=4 * GB,
        types={"Q4_K": TypeUsage(1, 4 * GB)},
        vocab_size=1000,
        context_len=131072,
        num_layers=32,
        hidden_size=4096,
        num_heads=32,
        num_kv_heads=8,
        has_chat_template=True,
        memory=needed,
    )
    return msgspec.structs.replace(described, **fields)


def inspected(*needs: MemoryNeeded, **fields: Any) -> Inspected:
    return Inspected("1", tuple(report(needed, **fields) for needed in needs))


def test_what_fits_the_gpu_says_so_with_its_parts() -> None:
    verdict = judge(inspected(memory("cuda", 7.4, 30000), memory("cpu", 1)))
    assert verdict.kind is VerdictKind.FITS_GPU
    assert verdict.sentence == (
        "It fits on the GPU: it needs 6.0 GB of GPU memory with a context of 16,384 tokens, and 7.4 GB "
        "are free."
    )
    parts = verdict.weights_bytes, verdict.kv_bytes, verdict.scratch_bytes
    assert sum(parts) == verdict.total_bytes == 6 * GB
    assert (verdict.device, verdict.free_bytes) == ("cuda", 74 * GB // 10)
    assert (verdict.context_len, verdict.largest_context_len) == (16384, 30000)
    assert verdict.suggestion is None
    assert verdict.notes == ()
    assert [report.memory.device for report in verdict.reports] == ["cuda", "cpu"]
    assert verdict.reports[0].file_bytes == 4 * GB + 1000


def test_what_is_larger_than_the_gpu_says_how_much_of_it_is_there() -> None:
    part = memory("cuda", 6.2, host_bytes=9 * GB, expert_share=0.617)
    verdict = judge(inspected(part, memory("cpu", 20, 131072)))
    assert verdict.kind is VerdictKind.PARTLY_GPU
    assert verdict.sentence.startswith(
        "It runs with 62 % of its experts on the GPU and 9.0 GB in main memory: it needs 6.0 GB of GPU"
    )
    known = judge(inspected(memory("cuda", 6.2, host_bytes=GB, expert_share=0.9, tok_s=91.4)))
    assert "and 1.0 GB in main memory, at about 91 tok/s: it needs" in known.sentence
    dense = judge(inspected(memory("cuda", 6.2, 8000, host_bytes=GB), memory("cpu", 20)))
    assert dense.kind is VerdictKind.PARTLY_GPU
    assert "on the GPU with 1.0 GB of it in main memory, more slowly" in dense.sentence
    assert dense.suggestion == ContextSuggestion(4096, VerdictKind.FITS_GPU, "cuda")
    known = judge(inspected(memory("cuda", 6.2, host_bytes=GB, tok_s=117.4)))
    assert "with 1.0 GB of it in main memory, at about 117 tok/s: it needs" in known.sentence


def test_what_the_processor_helps_with_says_how_many_layers_are_on_the_gpu() -> None:
    part = memory("cuda", 6.2, host_bytes=9 * GB, layer_share=0.617)
    verdict = judge(inspected(part, memory("cpu", 20, 131072)))
    assert verdict.kind is VerdictKind.PARTLY_GPU
    assert verdict.layer_share == 0.617
    assert verdict.sentence.startswith(
        "It runs with 62 % of its layers on the GPU and the others on the processor: it needs 6.0 GB"
    )
    known = judge(inspected(memory("cuda", 6.2, host_bytes=GB, layer_share=0.9, tok_s=12.2)))
    assert (
        "90 % of its layers on the GPU and the others on the processor, at about 12 tok/s: it "
        in (known.sentence)
    )
    larger = estimate(known, 6 * GB)
    assert larger.kind is VerdictKind.PARTLY_GPU
    assert 0 < larger.layer_share < 0.9
    assert estimate(known, 2 * GB).layer_share == 1


def test_another_quantization_takes_more_or_less_of_main_memory() -> None:
    part = memory("cuda", 6.2, host_bytes=4 * GB, expert_share=0.5)
    known = judge(inspected(part))
    larger = estimate(known, 6 * GB)
    assert larger.kind is VerdictKind.PARTLY_GPU
    assert larger.host_bytes > 4 * GB
    assert estimate(known, 2 * GB).kind is VerdictKind.FITS_GPU


def test_without_a_gpu_the_cpu_is_enough() -> None:
    verdict = judge(inspected(memory("cpu", 20, 131072), memory("cpu", 20, 131072)))
    assert verdict.kind is VerdictKind.FITS_CPU
    assert verdict.sentence.startswith("It fits on the CPU: it needs 6.0 GB of memory with")
    assert verdict.suggestion is None


def test_what_is_too_large_for_the_gpu_runs_on_the_cpu_or_with_less_context() -> None:
    verdict = judge(inspected(memory("cuda", 5, 12000), memory("cpu", 20, 131072)))
    assert verdict.kind is VerdictKind.FITS_CPU
    assert verdict.device == "cpu"
    assert "too large for the GPU, but fits on the CPU" in verdict.sentence
    assert verdict.suggestion == ContextSuggestion(8192, VerdictKind.FITS_GPU, "cuda")


@pytest.mark.parametrize(
    ("largest", "suggested"),
    [(16383, 8192), (8192, 8192), (8191, 4096), (1024, 1024), (1023, None), (0, None)],
)
def test_a_smaller_context_is_suggested_where_one_fits(largest: int, suggested: int | None) -> None:
    verdict = judge(inspected(memory("cpu", 5, largest)))
    assert verdict.kind is VerdictKind.TOO_LARGE
    if suggested is None:
        assert verdict.suggestion is None
        assert verdict.sentence.endswith("choose a smaller quantization or a smaller model.")
    else:
        assert verdict.suggestion == ContextSuggestion(suggested, VerdictKind.FITS_CPU, "cpu")
        assert verdict.sentence.endswith(f"a context of {suggested:,} tokens would fit.")


def test_of_two_devices_that_are_too_small_the_one_that_can_be_helped_is_shown() -> None:
    verdict = judge(inspected(memory("cuda", 5.9, 0), memory("cpu", 3, 4096)))
    assert verdict.device == "cpu"
    assert verdict.suggestion == ContextSuggestion(4096, VerdictKind.FITS_CPU, "cpu")
    verdict = judge(inspected(memory("cuda", 2), memory("cpu", 5)))
    assert (verdict.device, verdict.suggestion) == ("cpu", None)


def test_closing_programs_is_advised_only_where_it_can_help() -> None:
    short = judge(inspected(memory("cpu", 4, capacity_bytes=8 * GB)))
    assert short.sentence.endswith(
        "4.0 GB are free; close other programs, or choose a smaller quantization or a smaller model."
    )
    assert "other programs" not in judge(inspected(memory("cpu", 4))).sentence


def test_a_context_beyond_the_models_own_is_told_with_the_one_to_take() -> None:
    answer = inspected(memory("cpu", 20, 8192, context_len=8192), context_len=8192)
    verdict = judge(answer, wanted_context_len=32768)
    assert verdict.kind is VerdictKind.FITS_CPU
    assert verdict.suggestion == ContextSuggestion(8192, VerdictKind.FITS_CPU, "cpu")
    assert verdict.notes == ("It was made for a context of 8,192 tokens at most.",)
    assert judge(answer, wanted_context_len=8192).suggestion is None


def test_it_says_when_context_memory_takes_fewer_bits_to_fit() -> None:
    note = "Its context memory takes 8 bits a value, so that it fits."
    assert note in judge(inspected(memory("cpu", 20, reduced_kv_bits=8))).notes
    assert note not in judge(inspected(memory("cpu", 4, reduced_kv_bits=8))).notes


def test_it_says_which_tokens_of_the_context_are_in_main_memory() -> None:
    answer = inspected(memory("cuda", 20, host_bytes=10**9, kv_device_len=4096))
    verdict = judge(answer)
    assert verdict.kind is VerdictKind.PARTLY_GPU
    assert "with 1.0 GB of it in main memory" in verdict.sentence
    assert any("keeps the first 4096 tokens" in note for note in verdict.notes)


def test_notes_say_what_else_matters() -> None:
    answer = inspected(memory("cpu", 6.1, 16384), has_chat_template=False)
    assert judge(answer).notes == (
        "It has no chat template, so it continues text rather than answers.",
        "That leaves little memory for other programs.",
    )


@pytest.mark.parametrize(
    ("file_gb", "kind", "device", "weights_gb"),
    [
        (2, VerdictKind.FITS_GPU, "cuda", 2.0),
        (8, VerdictKind.FITS_CPU, "cpu", 8.8),
        (30, VerdictKind.TOO_LARGE, "cpu", 33.0),
    ],
)
def test_another_quantization_is_judged_by_its_own_size_on_each_device(
    file_gb: int, kind: VerdictKind, device: str, weights_gb: float
) -> None:
    on_cpu = memory("cpu", 20, 131072, weights_bytes=44 * GB // 10, total_bytes=64 * GB // 10)
    known = judge(inspected(memory("cuda", 5, 12000), on_cpu))
    verdict = estimate(known, file_gb * GB + 1000)
    assert (verdict.kind, verdict.device) == (kind, device)
    assert verdict.weights_bytes == int(weights_gb * GB)
    assert verdict.total_bytes == verdict.weights_bytes + 2 * GB
    assert verdict.suggestion is None


def test_a_device_that_is_not_there_is_passed_over() -> None:
    assert judge(inspected(memory("cuda", None), memory("cpu", 20))).kind is VerdictKind.FITS_CPU
    alone = judge(inspected(memory("cuda:3", None)))
    assert alone.kind is VerdictKind.UNKNOWN
    assert alone.sentence == (
        "Whether it fits is not known: The device chosen is not there; choose the device auto or cpu."
    )


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (InspectFailed("1", "It is damaged.", is_unusable=True), VerdictKind.UNSUPPORTED),
        (InspectFailed("1", "The engine is not running."), VerdictKind.UNKNOWN),
    ],
)
def test_a_failure_keeps_its_sentence(failure: InspectFailed, kind: VerdictKind) -> None:
    verdict = judge(failure)
    assert verdict.kind is kind
    assert verdict.sentence.endswith(failure.message)
    assert (verdict.total_bytes, verdict.reports) == (0, ())


def test_offline_is_unknown_and_a_bad_file_is_not() -> None:
    offline = judge_failure(OfflineError("Looking into m.gguf"))
    assert offline.kind is VerdictKind.UNKNOWN
    assert "Looking into m.gguf needs the network, which is off" in offline.sentence
    for error in (ModelFileError("No GGUF."), UnsupportedModelError("No GGUF.")):
        verdict = judge_failure(error)
        assert (verdict.kind, verdict.sentence) == (VerdictKind.UNSUPPORTED, "No GGUF.")


def test_what_to_ask_the_engine() -> None:
    config = EngineConfig(context_len=512, kv_type="f16")
    on_cpu = EngineConfig(device="cpu", context_len=512, kv_type="f16")
    assert verdict_configs(config) == (config, on_cpu)
    assert verdict_configs(on_cpu) == (on_cpu,)
    on_gpu = EngineConfig(device="cuda:1")
    assert verdict_configs(on_gpu) == (on_gpu,)
