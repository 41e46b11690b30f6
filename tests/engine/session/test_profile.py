"""The profile of a step as people read it, and as it is measured on the CPU."""

from pathlib import Path

from engine.commands import Generate, IdsPrompt
from engine.config import EngineConfig, SamplingParams, Toggles
from engine.events import Finished
from engine.gguf.file import GGUFFile
from engine.runtime.profile import StepProfile, kernel_profiles
from engine.session.profile import format_profile, profile_step
from engine.session.session import Session

TIMES = [("pick", 1.0, 10.0), ("project", 4.0, 60.0), ("attend", 2.0, 30.0)]


def profile(*, kernels_overlap: bool) -> StepProfile:
    return StepProfile(
        position=1000,
        repeats=7,
        step_us=80.0,
        num_nodes=7,
        kernels_overlap=kernels_overlap,
        kernels=kernel_profiles(TIMES, {"project": 60_000_000, "attend": 20_000_000}),
    )


def test_the_slowest_kernel_comes_first_and_bytes_are_told_where_known() -> None:
    head, header, *rows, read = format_profile(profile(kernels_overlap=False)).splitlines()
    assert "position 1,000 takes 80.0 µs" in head
    assert "7 launches" in head
    assert [row.split() for row in rows] == [
        ["project", "4", "15.00", "60.0", "60.0%", "60.0", "1,000.0"],
        ["attend", "2", "15.00", "30.0", "30.0%", "20.0", "666.7"],
        ["pick", "1", "10.00", "10.0", "10.0%", "-", "-"],
    ]
    assert len({len(line) for line in (header, *rows)}) == 1
    assert read == "Weights and KV cache read: 80.0 MB, 1,000.0 GB/s over the whole step."


def test_overlapping_kernels_are_told() -> None:
    assert "Kernels overlap" in format_profile(profile(kernels_overlap=True)).splitlines()[-1]


def test_a_profile_on_the_cpu_leaves_answers_as_they_were(golden_dir: Path) -> None:
    config = EngineConfig(device="cpu", context_len=64, toggles=Toggles(graph=False))
    session = Session.load(golden_dir / "tiny-llama.gguf", config)
    greedy = SamplingParams(temperature=0.0)
    ask = Generate("1", IdsPrompt(tuple(range(1, 30))), greedy, max_tokens=8)
    *_, before = session.generate(ask)
    measured = profile_step(session, 20)
    *_, after = session.generate(ask)
    assert isinstance(before, Finished)
    assert isinstance(after, Finished)
    assert after.ids == before.ids

    model = session.model.config
    kernels = {kernel.name: kernel for kernel in measured.kernels}
    assert kernels["attention"].launches == model.num_layers
    per_token = 2 * sum(a.kv_size for a in model.attention_layers) * 4
    assert kernels["attention"].bytes_per_step == 21 * per_token
    with GGUFFile.open(golden_dir / "tiny-llama.gguf") as file:
        read = [tensor for name, tensor in file.tensors.items() if name != "token_embd.weight"]
    matrices = sum(4 * tensor.num_values for tensor in read if len(tensor.shape) == 2)
    assert kernels["multiply"].bytes_per_step == matrices
    session.close()
