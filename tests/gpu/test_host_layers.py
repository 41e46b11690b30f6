"""Models whose first layers the processor computes: exact logits, one text for one load, nothing left."""

import itertools
import random
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.errors import RequestError
from engine.events import Finished, MeterUpdate
from engine.gguf.types import GGMLType
from engine.models.model_file import open_model
from engine.runtime import bandwidth
from engine.runtime.cuda_device import CudaDevice
from engine.runtime.found_device import private_bytes, within_cap
from engine.runtime.loaded_model import LoadedModel
from engine.session.session import Session
from tests.support import sequence_checks
from tests.support.cuda_session import (
    answer,
    command,
    cuda_session,
    decoded_logits,
    num_chunks,
    prefill,
    same_bits,
    set_up,
    text_ids,
)
from tests.support.golden_names import ARCHITECTURES
from tests.support.sequence_checks import NUM_SEQUENCES

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]

CONTEXT_LEN = 512
FLOAT_TOLERANCE = 1e-4  # of the case's standard deviation of logits
SAMPLED = SamplingParams(temperature=0.8, seed=7, repeat_penalty=1.1)
ANSWERING = ["llama", "gemma3", "gemma4-e4b", "qwen35", "lfm2moe"]
LONG_ANSWER = 2000
GIB = 1 << 30


def drawn_cut(path: Path) -> int:
    with open_model(path, with_data=False) as file:
        config = file.config
    return random.choice([cut for cut in range(1, config.num_layers) if config.can_be_cut(cut)])


def check_logits(session: Session, arrays: "np.lib.npyio.NpzFile", cut: int) -> None:
    """Verify, decode and prompt steps give the exact logits; verify and decode steps the same bits."""
    model, spread = session.model, arrays["exact_logits"].std()
    prompt = arrays["prompt_ids"].tolist()
    ids = [*prompt, *arrays["gen_ids"].tolist()]

    def check(found: NDArray[np.float32], exact: NDArray[np.float32]) -> None:
        assert np.abs(found - exact).max() / spread < FLOAT_TOLERANCE, cut

    logits = session.logits(ids)
    check(logits[arrays["positions"]], arrays["exact_logits"])
    check(logits[len(prompt) + arrays["gen_steps"]], arrays["exact_gen_logits"])
    session.forget()
    decoded = decoded_logits(model, ids, 0).cpu()
    assert same_bits(decoded, decoded.new_tensor(logits)), cut
    for position, exact in zip(arrays["positions"].tolist(), arrays["exact_logits"], strict=True):
        session.forget()
        prefill(model, prompt[:position])
        check(decoded_logits(model, prompt[position : position + 1], position).cpu().numpy(), exact)


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_golden_logits_behind_layers_of_the_processor(name: str, golden_dir: Path) -> None:
    arrays = np.load(golden_dir / f"tiny-{name}.npz")
    path = golden_dir / str(arrays["gguf_file"])
    for cut in {1, drawn_cut(path)}:
        with cuda_session(
            path, kv_type="f32", context_len=CONTEXT_LEN, host_layers=str(cut)
        ) as session:
            assert session.model.residency.host_layers == cut
            assert session.info.host_bytes > 0
            check_logits(session, arrays, cut)


# Of the logits' standard deviation: what the type itself changes on the CPU, a little rounded up.
@pytest.mark.parametrize(
    ("kv_type", "most"),
    [("f16", 0.02), ("bf16", 0.1), ("q8_0", 0.3), ("q4_0", 2.0), ("tq3_0", 3.0)],
)
def test_other_types_of_keys_and_values_stay_near(
    kv_type: str, most: float, golden_dir: Path
) -> None:
    path = golden_dir / "tiny-qwen3.gguf"
    found = []
    for host_layers in ("auto", "1"):
        with cuda_session(
            path, kv_type=kv_type, context_len=CONTEXT_LEN, host_layers=host_layers
        ) as session:
            found.append(session.logits(text_ids(session, 60)))
    whole, divided = found
    assert np.abs(divided - whole).max() / whole.std() < most


@pytest.mark.parametrize("name", ANSWERING)
def test_one_load_has_one_text_with_all_toggles_and_drafts(name: str, golden_dir: Path) -> None:
    path = golden_dir / f"tiny-{name}.gguf"
    with cuda_session(path, context_len=CONTEXT_LEN, host_layers=str(drawn_cut(path))) as session:
        ids, hashes, longer = text_ids(session, 200), set(), set()
        for toggles in (
            Toggles(),
            Toggles(graph=False),
            Toggles(kvpad=False),
            Toggles(fixed_verify=False),
            Toggles(graph=False, kvpad=False, fixed_verify=False),
        ):
            for kind in ("none", "ngram"):
                set_up(session, toggles, SpeculationConfig(kind=kind))
                first = answer(session, ids, 60, SAMPLED)
                turn = [*ids, *first.ids, 5, 6]
                longer.add(answer(session, turn, 30, SAMPLED).fnv1a64)
                again = answer(session, ids, 60, SAMPLED)  # both parts go back
                assert again.meter.cached_tokens
                hashes |= {first.fnv1a64, again.fnv1a64}
                if toggles == Toggles():
                    assert (again.meter.recaptures, again.meter.eager) == (0, 0)
        assert len(hashes) == 1
        assert len(longer) == 1


def test_another_load_with_the_same_layers_has_the_same_text(golden_dir: Path) -> None:
    path, hashes = golden_dir / "tiny-qwen35.gguf", set()
    for _ in range(3):
        with cuda_session(path, context_len=CONTEXT_LEN, host_layers="2") as session:
            hashes.add(answer(session, text_ids(session, 200), 60, SAMPLED).fnv1a64)
    assert len(hashes) == 1


def test_a_long_answer_captures_nothing_again_and_takes_no_memory(golden_dir: Path) -> None:
    path = golden_dir / "tiny-gemma3.gguf"
    with cuda_session(path, context_len=LONG_ANSWER + 300, host_layers="3") as session:
        ids = text_ids(session, 200)
        session.model.runner.capture_planned()
        answer(session, ids, 8)
        session.forget()
        before = torch.cuda.memory_allocated(), torch.cuda.memory_reserved()
        meter = answer(session, ids, LONG_ANSWER, SAMPLED).meter
        assert (meter.recaptures, meter.eager, meter.fallbacks) == (0, 0, 0)
        assert (torch.cuda.memory_allocated(), torch.cuda.memory_reserved()) == before
        # None ran ahead.
        assert meter.replays == num_chunks(session, len(ids) - 1) + LONG_ANSWER


def test_rows_of_several_sequences(golden_dir: Path) -> None:
    config = EngineConfig(
        device="cuda", context_len=1200, num_sequences=NUM_SEQUENCES, host_layers="2"
    )
    with open_model(golden_dir / "tiny-qwen35.gguf") as file:
        model = LoadedModel(file, config, CudaDevice("cuda"))
    model.warm_up()
    sequence_checks.check_rows_of_a_batch(model)
    sequence_checks.check_drafts_of_one(model)
    model.close()


def test_what_lies_in_unused_memory_changes_nothing(golden_dir: Path) -> None:
    path = golden_dir / "tiny-gemma4-e4b.gguf"
    with cuda_session(path, context_len=CONTEXT_LEN, host_layers="2") as session:
        ids = text_ids(session, 200)
        expected = answer(session, ids, 60, SAMPLED).ids
        session.forget()
        before = session.model._before
        assert before is not None
        for tensor in (*session.model._arena._tensors, *before._arena._tensors):
            if tensor.is_floating_point():
                tensor.fill_(torch.nan)
        assert answer(session, ids, 60, SAMPLED).ids == expected


def test_a_cancelled_answer_ends_at_once(golden_dir: Path) -> None:
    with cuda_session(golden_dir / "tiny-llama.gguf", context_len=2048, host_layers="2") as session:
        ids = text_ids(session, 200)
        expected = answer(session, ids, 60).ids
        session.forget()
        before = None
        steps = session.steps(command(ids, None), lambda: before is not None)
        for event in itertools.chain.from_iterable(steps):
            if before is None and isinstance(event, MeterUpdate) and event.meter.new_tokens:
                before = event.meter.new_tokens
            finished = event
        assert isinstance(finished, Finished)
        assert finished.reason == "cancelled"
        assert before is not None
        assert before <= len(finished.ids) <= before + 1
        assert answer(session, ids, 60).ids == expected


def test_a_head_is_refused_and_named_layers_of_the_bus_let_it_draft(golden_dir: Path) -> None:
    path, drafts = golden_dir / "tiny-qwen35-mtp.gguf", SpeculationConfig(kind="mtp")
    with cuda_session(path, context_len=CONTEXT_LEN, host_layers="2") as session:
        expected = answer(session, text_ids(session, 40), 20).ids
        with pytest.raises(RequestError, match="the processor computes the first layers"):
            set_up(session, Toggles(), drafts)
        set_up(session, Toggles(), SpeculationConfig(kind=str(path)))  # a model beside it
        assert answer(session, text_ids(session, 40), 20).ids == expected


def test_loading_again_and_again_leaves_nothing(golden_dir: Path) -> None:
    path, on_gpu, in_main = golden_dir / "tiny-gemma3.gguf", [], []
    for _ in range(50):
        with cuda_session(
            path, context_len=CONTEXT_LEN, host_layers=str(drawn_cut(path))
        ) as session:
            answer(session, text_ids(session, 40), 8)
        on_gpu.append(torch.cuda.memory_reserved())
        in_main.append(private_bytes())
    assert max(on_gpu[5:]) - min(on_gpu[5:]) < 32 << 20
    assert in_main[-1] - in_main[10] < 64 << 20


def test_the_processor_and_the_bus_are_measured_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bandwidth, "user_cache_path", lambda _: tmp_path)
    device = CudaDevice("cuda")
    first = device.bandwidth(GGMLType.Q4_K)
    assert first.processor is not None
    assert min(first.device, first.bus, first.processor) > 1e9
    assert device.bandwidth(GGMLType.Q4_K) == first


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("host_layers", ["cpu", "bus"])
def test_a_model_of_full_size_stays_within_its_cap(host_layers: str, large_model: Path) -> None:
    with open_model(large_model, with_data=False) as file:
        size, num_layers = file.gguf.file_bytes, file.config.num_layers
    cap = 1.5 + 0.6 * size / GIB  # GiB
    with cuda_session(
        large_model, context_len=2048, device_memory=cap, host_layers=host_layers
    ) as session:
        count = session.model.residency.host_layers
        assert (0 < count < num_layers) if host_layers == "cpu" else count == 0
        ids = text_ids(session, 600)
        first = answer(session, ids, 32, SAMPLED)
        assert torch.cuda.memory_reserved() <= 1.01 * within_cap(int(cap * GIB))
        session.forget()
        assert answer(session, ids, 32, SAMPLED).ids == first.ids
        assert (first.meter.recaptures, first.meter.eager) == (0, 0)
