"""What inspecting says of headers alone: files that only look as long as a model, models that will not run."""

from pathlib import Path

import pytest

from engine.config import EngineConfig, SpeculationConfig
from engine.errors import ModelFileError, RequestError, UnsupportedModelError
from engine.gguf.file import GGUFFile
from engine.gguf.header import find_header_bytes
from engine.runtime.bandwidth import Bandwidth
from engine.runtime.found_device import FoundDevice
from engine.runtime.memory import RUNTIME_BYTES
from engine.session import inspect
from engine.session.inspect import format_report, inspect_for, inspect_model
from engine.session.session import Session
from tests.support.drafter_checks import write_model
from tests.support.tiny_gguf import write_gguf
from tests.support.tiny_llama import METADATA, VOCAB, tensors, write_tiny_llama

ROOT = Path(__file__).parents[3]
DRAFTERS = ROOT / "tests" / "golden" / "drafters"
ON_CPU = EngineConfig(device="cpu", context_len=128)
TOKENIZER = {
    "tokenizer.ggml.model": "gpt2",
    "tokenizer.ggml.tokens": ["a", "b"],
    "tokenizer.ggml.merges": ["a b"],
}


def header_only(path: Path, target: Path) -> Path:
    """A file as long as the one at `path`, with zeros after the header."""
    content = path.read_bytes()
    num_bytes = find_header_bytes(content, len(content), path.name)
    with target.open("wb") as file:
        file.write(content[:num_bytes])
        file.truncate(len(content))
    return target


def test_the_header_is_enough(golden_dir: Path, tmp_path: Path) -> None:
    real = golden_dir / "tiny-qwen3.gguf"
    copy = header_only(real, tmp_path / "copy.gguf")
    of_copy, of_real = inspect_model(copy, ON_CPU), inspect_model(real, ON_CPU)
    assert of_copy.file_bytes == of_real.file_bytes == real.stat().st_size
    assert of_copy.types == of_real.types
    assert of_copy.memory.total_bytes == of_real.memory.total_bytes


def test_each_configuration_gets_its_report(golden_dir: Path) -> None:
    path = golden_dir / "tiny-llama.gguf"
    configs = (ON_CPU, EngineConfig(device="cpu", context_len=256, kv_type="f16"))
    first, second = (report.memory for report in inspect_for(path, configs, None))
    assert (first.context_len, first.kv_type) == (128, "f32")
    assert (second.context_len, second.kv_type) == (256, "f16")
    assert first.kv_bytes == second.kv_bytes


@pytest.mark.parametrize("kv_type", ["bf16", "q8_0"])
def test_a_gpu_that_is_not_there_has_the_types_of_the_cpu(golden_dir: Path, kv_type: str) -> None:
    path = golden_dir / "tiny-gpt-oss.gguf"
    configs = [
        EngineConfig(device=device, context_len=128, kv_type=kv_type) for device in ("cuda", "cpu")
    ]
    on_gpu, on_cpu = (report.memory for report in inspect_for(path, configs, None))
    assert (on_gpu.kv_type, on_gpu.kv_bytes) == (on_cpu.kv_type, on_cpu.kv_bytes)


def test_a_context_beyond_the_models_own_is_refused_by_name_or_taken_as_that(
    tmp_path: Path,
) -> None:
    path = write_gguf(tmp_path / "m.gguf", METADATA | TOKENIZER, tensors())
    config = EngineConfig(device="cpu", context_len=1000)
    with pytest.raises(RequestError, match="more than the 512"):
        inspect_model(path, config)
    (report,) = inspect_for(path, [config], None)
    assert report.memory.context_len == report.context_len == 512


@pytest.mark.parametrize("name", ["llama", "gemma3", "qwen35"])
def test_each_answer_at_once_needs_a_context_of_its_own(golden_dir: Path, name: str) -> None:
    path = golden_dir / f"tiny-{name}.gguf"
    one = EngineConfig(device="cpu", context_len=1200)
    four = EngineConfig(device="cpu", context_len=1200, num_sequences=4)
    alone, beside = inspect_model(path, one).memory, inspect_model(path, four)
    assert beside.memory.kv_bytes == 4 * alone.kv_bytes
    assert beside.memory.total_bytes > alone.total_bytes + 3 * alone.kv_bytes
    session = Session.load(path, four)
    assert session.info.kv_bytes == beside.memory.kv_bytes
    assert session.info.num_sequences == 4
    session.close()
    assert "for 4 answers at once" in format_report(beside)
    assert "at once" not in format_report(inspect_model(path, one))


@pytest.mark.parametrize("key", ["tokenizer.chat_template", "tokenizer.chat_template.tool_use"])
def test_a_chat_template_is_noticed(tmp_path: Path, key: str) -> None:
    without = write_gguf(tmp_path / "without.gguf", METADATA | TOKENIZER, tensors())
    with_one = write_gguf(
        tmp_path / "with.gguf", METADATA | TOKENIZER | {key: "{{ x }}"}, tensors()
    )
    assert not inspect_model(without, ON_CPU).has_chat_template
    assert inspect_model(with_one, ON_CPU).has_chat_template


# What loading would refuse is refused before anything is downloaded.
def test_a_model_without_a_tokenizer_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedModelError, match="has no tokenizer"):
        inspect_model(write_tiny_llama(tmp_path / "m.gguf"), ON_CPU)


def test_a_load_tells_beforehand_what_inspect_says(golden_dir: Path) -> None:
    path = golden_dir / "tiny-llama.gguf"
    told: list[int] = []
    Session.load(path, ON_CPU, on_plan=told.append).close()
    assert told == [inspect_model(path, ON_CPU).memory.total_bytes]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"general.architecture": "mamba"}, "architecture 'mamba' are not supported"),
        ({"llama.expert_count": 8, "llama.expert_used_count": 9}, "impossible shape"),
        ({"llama.rope.scaling.type": "elastic"}, "elastic. scaling"),
        ({"tokenizer.ggml.model": "bert"}, "tokenizer of the type 'bert'"),
        (
            {"tokenizer.ggml.tokens": [f"word {i}" for i in range(VOCAB + 1)]},
            f"tokenizer of {VOCAB + 1} words, but embeddings of only {VOCAB};",
        ),
    ],
)
def test_what_cannot_be_run_is_refused_by_name(tmp_path: Path, change: dict, sentence: str) -> None:
    path = write_gguf(tmp_path / "m.gguf", METADATA | TOKENIZER | change, tensors())
    with pytest.raises(UnsupportedModelError, match=sentence):
        inspect_model(path, ON_CPU)
    with pytest.raises(UnsupportedModelError, match=sentence):
        Session.load(path, ON_CPU)


def test_a_file_that_is_too_short_for_its_header_is_refused(
    golden_dir: Path, tmp_path: Path
) -> None:
    copy = header_only(golden_dir / "tiny-llama.gguf", tmp_path / "copy.gguf")
    with GGUFFile.open(copy) as file:
        size = file.file_bytes
    with copy.open("r+b") as file:
        file.truncate(size - 64)
    with pytest.raises(ModelFileError, match="past the end of the file"):
        inspect_model(copy, ON_CPU)


def test_a_drafter_is_counted_if_it_can_draft_and_named_with_the_reason_if_not(
    tmp_path: Path,
) -> None:
    target, same = (write_model(tmp_path / f"{name}.gguf") for name in ("target", "same"))
    words = [f"t{number}" for number in range(VOCAB)]
    other = write_model(tmp_path / "other.gguf", **{"tokenizer.ggml.tokens": words})
    damaged = tmp_path / "damaged.gguf"
    damaged.write_bytes(b"GGUF")
    configs = [
        EngineConfig(device="cpu", speculation=SpeculationConfig(kind=str(path)))
        for path in (same, other, damaged)
    ]
    reports = inspect_for(target, configs, None)
    first, second, third = (report.memory for report in reports)
    # The libraries' memory, the most of what the model needs, is not counted twice.
    assert 0 < first.drafter_bytes < RUNTIME_BYTES < first.total_bytes < 2 * RUNTIME_BYTES
    assert first.drafter_problem == ""
    assert second.drafter_problem.startswith("other.gguf cannot draft for this model")
    assert "damaged.gguf" in third.drafter_problem
    assert (second.drafter_bytes, third.drafter_bytes) == (0, 0)
    assert second.total_bytes == first.total_bytes - first.drafter_bytes
    fits, refused, _ = (format_report(report) for report in reports)
    assert ", draft model " in fits
    assert "Drafter:       draft model in same.gguf" in fits
    assert f"Drafter:       {second.drafter_problem}" in refused


@pytest.mark.parametrize(
    ("model", "kind", "drafts", "name"),
    [
        ("tiny-llama", "none", "", ""),
        ("tiny-llama", "auto", "n-grams", ""),
        ("tiny-qwen35-mtp", "auto", "prediction head", ""),
        ("tiny-qwen35moe", "mtp-qwen35moe", "prediction head", "mtp-qwen35moe.gguf"),
        ("tiny-llama", "dspark", "DSpark", "dspark.gguf"),
        ("tiny-llama", "dflash2", "DFlash 2", "dflash2.gguf"),
        ("tiny-llama", "eagle3", "EAGLE-3", "eagle3.gguf"),
        ("tiny-gemma4-dense", "gemma4-assistant", "Gemma 4 assistant", "gemma4-assistant.gguf"),
    ],
)
def test_a_report_says_of_which_kind_the_drafter_is(
    model: str, kind: str, drafts: str, name: str, golden_dir: Path
) -> None:
    path = DRAFTERS / f"{kind}.gguf"
    speculation = SpeculationConfig(str(path) if path.exists() else kind)
    config = EngineConfig(device="cpu", context_len=128, speculation=speculation)
    report = inspect_model(golden_dir / f"{model}.gguf", config)
    memory = report.memory
    assert (memory.drafter_problem, memory.drafter_kind) == ("", drafts)
    assert memory.drafter_name == name
    assert (memory.drafter_bytes > 0) == (drafts not in ("", "n-grams"))
    text = format_report(report)
    assert ("Drafter:" in text) == bool(drafts)
    assert not drafts or f"Drafter:       {drafts}" in text


def test_a_prediction_head_of_another_model_cannot_draft(golden_dir: Path) -> None:
    head = str(DRAFTERS / "mtp-qwen35moe.gguf")
    config = EngineConfig(device="cpu", speculation=SpeculationConfig(kind=head))
    own, other = (
        inspect_model(golden_dir / f"tiny-{name}.gguf", config).memory
        for name in ("qwen35moe", "qwen3next")
    )
    assert own.drafter_bytes > 0
    assert own.drafter_problem == ""
    assert other.drafter_bytes == 0
    assert "mtp-qwen35moe.gguf belongs to another model" in other.drafter_problem


def test_a_prediction_head_alone_is_no_model() -> None:
    head = DRAFTERS / "mtp-qwen35moe.gguf"
    for load in (inspect_model, Session.load):
        with pytest.raises(UnsupportedModelError, match=r"mtp-qwen35moe\.gguf only drafts tokens"):
            load(head, ON_CPU)


@pytest.mark.parametrize(
    ("processor", "host_layers", "is_divided"),
    [
        (1e11, "auto", True),
        (1e11, "bus", False),
        (1e6, "auto", False),
        (1e6, "cpu", True),
        (None, "auto", False),
    ],
)
def test_a_report_says_which_layers_the_processor_would_compute(
    processor: float | None,
    host_layers: str,
    is_divided: bool,
    starter_model: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = starter_model
    config = EngineConfig(device="cuda", context_len=256, host_layers=host_layers)
    found = FoundDevice("cuda", 1 << 40, 1 << 40)
    monkeypatch.setattr(inspect, "find_device", lambda *_: found)
    monkeypatch.setattr(inspect, "find_gpu_names", lambda: ("A",))
    monkeypatch.setattr(inspect, "known_bandwidth", lambda _: Bandwidth(1e12, 1e9))
    monkeypatch.setattr(inspect, "known_processor_speed", lambda *_: processor)
    whole = inspect_model(path, config).memory
    assert (whole.host_bytes, whole.layer_share, whole.tok_s) == (0, 1.0, None)
    found = FoundDevice("cuda", whole.total_bytes - (20 << 20), 1 << 40)
    report = inspect_model(path, config)
    part = report.memory
    assert part.total_bytes <= (found.free_bytes or 0)
    assert part.host_bytes > 0
    assert (part.layer_share < 1) == is_divided
    text = format_report(report)
    assert ("of its layers fit, the processor computes the others; " in text) == is_divided
    assert part.tok_s is not None
    assert f", about {part.tok_s:.0f} tok/s" in text


def test_a_model_whose_snapshots_alone_move_fits(
    golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = golden_dir / "tiny-qwen35.gguf"
    config = EngineConfig(device="cuda", context_len=512)
    found = FoundDevice("cuda", 1 << 40, 1 << 40)
    monkeypatch.setattr(inspect, "find_device", lambda *_: found)
    whole = inspect_model(path, config).memory
    found = FoundDevice("cuda", whole.total_bytes - 1, 1 << 40)
    report = inspect_model(path, config).memory
    assert report.scratch_bytes < whole.scratch_bytes
    assert report.total_bytes == whole.total_bytes + report.scratch_bytes - whole.scratch_bytes
    assert (report.host_bytes, report.tok_s) == (0, None)
    assert (report.weights_bytes, report.kv_bytes) == (whole.weights_bytes, whole.kv_bytes)
