"""What a CUDA device would launch for a model stays within its memory: no device and no memory are needed."""

from pathlib import Path

import pytest
import torch

from engine.errors import UnsupportedModelError
from engine.gguf.file import GGUFFile
from engine.kernels.cuda import scratch
from engine.kernels.cuda.residual.branch import normalize
from engine.kernels.operands import Norm
from engine.kernels.step_bounds import OperandError
from engine.runtime.cuda_executor import CudaExecutor
from engine.runtime.step_key import Role, StepKey
from installers.model_variants import MOVING, PLAINLY, Loaded, launch_steps

OWN_CASES = Path(__file__).resolve().parents[2] / "golden/cases"
CONTEXT = 600  # three spans: one split, two, three


def check_steps(path: Path, kv_type: str = "f16", loaded: Loaded = PLAINLY) -> None:
    with GGUFFile.open(path) as file:
        launch_steps(
            file, context_len=CONTEXT, kv_type=kv_type, verify_widths=(2, 3, 7, 16), runs=False,
            loaded=loaded,
        )  # fmt: skip


def test_steps_of_every_architecture_and_type_stay_within_their_memory(golden_dir: Path) -> None:
    num_files = 0
    for number, path in enumerate(sorted([*golden_dir.glob("*.gguf"), *OWN_CASES.glob("*.gguf")])):
        try:
            check_steps(path, ("f16", "f32", "bf16")[number % 3])
        except UnsupportedModelError:
            continue
        except OperandError as error:
            error.add_note(path.name)
            raise
        num_files += 1
    assert num_files > 30


@pytest.mark.parametrize("kv_type", ["q8_0", "q4_0", "tq3_0"])
def test_steps_with_quantized_keys_and_values_stay_within_their_memory(
    golden_dir: Path, kv_type: str
) -> None:
    check_steps(golden_dir / "tiny-gpt-oss.gguf", kv_type)


@pytest.mark.parametrize("kv_type", ["f16", "q8_0", "tq3_0"])
def test_steps_over_keys_and_values_in_two_memories_stay_within_them(
    golden_dir: Path, kv_type: str
) -> None:
    check_steps(golden_dir / "tiny-gpt-oss.gguf", kv_type, Loaded(device_len=256))


@pytest.mark.parametrize("name", ["qwen3moe", "gpt-oss", "qwen35moe", "gemma4-moe", "laguna"])
def test_steps_with_experts_of_the_processor_stay_within_their_memory(
    golden_dir: Path, name: str
) -> None:
    check_steps(golden_dir / f"tiny-{name}.gguf", loaded=MOVING[-1])


@pytest.mark.parametrize("kv_type", ["f16", "q8_0", "tq3_0"])
def test_steps_of_several_sequences_stay_within_their_memory(
    golden_dir: Path, kv_type: str
) -> None:
    check_steps(golden_dir / "tiny-gpt-oss.gguf", kv_type, Loaded(num_sequences=3))


@pytest.mark.parametrize("name", ["gemma4-e4b", "gpt-oss", "llama", "qwen35"])
def test_steps_behind_layers_of_the_processor_stay_within_their_memory(
    golden_dir: Path, name: str
) -> None:
    check_steps(golden_dir / f"tiny-{name}.gguf", loaded=Loaded(first_layer=2))


def test_scratch_that_is_too_small_is_found(
    golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = scratch.attention_scratch_size
    monkeypatch.setattr(scratch, "attention_scratch_size", lambda kind: wanted(kind) // 2)
    with pytest.raises(OperandError, match=r"kernel attend_kernel touches .* of partials"):
        check_steps(golden_dir / "tiny-llama.gguf")


@pytest.mark.parametrize("num_rows", [4, 5])
def test_the_executor_checks_steps_of_a_key_and_runs_no_kernel(num_rows: int) -> None:
    executor = CudaExecutor.__new__(CudaExecutor)  # without a device
    executor._num_ids = 7
    x, count = torch.full((num_rows, 8), 2.0), torch.tensor([1], dtype=torch.int32)

    def launch() -> None:
        kernel = Norm(torch.ones(8), 1e-5)
        wide = torch.zeros(5, 8)
        normalize(wide, kernel, x, count, pdl=False)

    key = StepKey(Role.VERIFY, 5, 256, "f16")
    if num_rows == 5:
        executor.check(key, launch)
    else:
        with pytest.raises(OperandError, match="of onto_ptr"):
            executor.check(key, launch)
    assert (x == 2).all()
