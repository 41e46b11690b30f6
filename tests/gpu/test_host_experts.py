"""Experts that the processor computes: exact logits, one text for one load, nothing left behind."""

import itertools
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
import torch

from engine.commands import Configure
from engine.config import SamplingParams, SpeculationConfig, Toggles
from engine.events import Finished, MeterUpdate
from engine.runtime import memory
from engine.runtime.found_device import private_bytes
from engine.runtime.residency import ALL_RESIDENT, HeldExperts, Movable, Residency
from tests.differential.reference import Reference, int8_codes
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
from tests.support.golden_names import EXPERT_TYPES, case_folder
from tests.support.long_context import with_context
from tests.support.side_by_side import answer_together, check_equal, draw

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]

CONTEXT_LEN, NEW_TOKENS, LONG_ANSWER = 512, 60, 10_000
FLOAT_TOLERANCE, CODE_TOLERANCE = 1e-4, 0.14  # of the logits' standard deviation
ARCHITECTURES = ["qwen3moe", "gpt-oss", "qwen35moe", "gemma4-moe", "laguna", "lfm2moe", "qwen3next"]
CASES = [*(f"tiny-{name}" for name in ARCHITECTURES), *(f"tinyq-moe-{t}" for t in EXPERT_TYPES)]
SAMPLED = SamplingParams(temperature=0.8, seed=7, repeat_penalty=1.1)


def planned(movable: Movable, *_: object) -> Residency:
    """A third of each layer's experts in device memory, a third over the bus, a third the host's."""
    if not movable.experts:
        return ALL_RESIDENT
    held = tuple(
        HeldExperts(group, slots := group.num_experts // 3, slots, group.num_experts - 2 * slots)
        for group in movable.experts
    )
    moved = sum(
        each.group.expert_bytes * (each.group.num_experts - each.num_slots) for each in held
    )
    return Residency(experts=held, moved_bytes=moved, host_bytes=moved)


@pytest.fixture(autouse=True)
def _thirds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(memory, "plan_residency", planned)
    num_threads = threading.active_count()
    yield
    assert threading.active_count() <= num_threads + 2  # those of the crew end by themselves


@pytest.mark.parametrize("name", CASES)
def test_golden_logits(name: str, golden_dir: Path) -> None:
    folder = case_folder(golden_dir, name)
    arrays = np.load(folder / f"{name}.npz")
    path = folder / str(arrays["gguf_file"])
    tolerance = FLOAT_TOLERANCE if name.startswith("tiny-") else CODE_TOLERANCE
    prompt, spread = arrays["prompt_ids"].tolist(), arrays["exact_logits"].std()
    ids = [*prompt, *arrays["gen_ids"].tolist()]
    with cuda_session(path, kv_type="f32", context_len=CONTEXT_LEN, host_layers="bus") as session:
        model = session.model
        assert model._host_experts is not None
        logits = session.logits(ids)
        session.forget()
        decoded = decoded_logits(model, ids, 0).cpu()
        assert same_bits(decoded, decoded.new_tensor(logits))
        chosen = {"exact_logits": arrays["positions"]}
        chosen["exact_gen_logits"] = len(prompt) + arrays["gen_steps"]
        for key, rows in chosen.items():
            errors = np.abs(logits[rows] - arrays[key]).max(1)
            if name.startswith("tinyq-"):  # codes may turn a choice among experts nearly equal
                rounded = Reference(path, CONTEXT_LEN, int8_codes).logits(ids)[rows]
                errors = np.minimum(errors, np.abs(logits[rows] - rounded).max(1))
            assert errors.max() / spread < tolerance, key
        position = int(arrays["positions"][-1])
        session.forget()
        prefill(model, prompt[:position])
        row = decoded_logits(model, prompt[position : position + 1], position).cpu().numpy()
        assert np.abs(row - arrays["exact_logits"][-1]).max() / spread < max(tolerance, 1e-3)


@pytest.mark.parametrize(
    "name", ["tiny-qwen3moe", "tiny-gpt-oss", "tiny-qwen35moe", "tinyq-moe-Q4_K"]
)
def test_one_load_has_one_text_with_all_toggles_and_drafts(name: str, golden_dir: Path) -> None:
    path = golden_dir / f"{name}.gguf"
    with cuda_session(path, context_len=CONTEXT_LEN, host_layers="bus") as session:
        ids, hashes = text_ids(session, 200), set()
        for values in itertools.product([True, False], repeat=3):
            toggles = Toggles(*values)
            for kind in ("none", "ngram"):
                set_up(session, toggles, SpeculationConfig(kind=kind))
                first = answer(session, ids, NEW_TOKENS, SAMPLED)
                hashes.add(first.fnv1a64)
                if toggles == Toggles():
                    assert (first.meter.recaptures, first.meter.eager) == (0, 0)
        assert len(hashes) == 1


def test_a_head_drafts_the_same_text(golden_dir: Path) -> None:
    path = golden_dir / "tiny-qwen3moe.gguf"
    with cuda_session(path, context_len=CONTEXT_LEN, host_layers="bus") as session:
        ids = text_ids(session, 40)
        expected = answer(session, ids, NEW_TOKENS, SAMPLED).ids
        set_up(session, Toggles(), SpeculationConfig(kind=str(path)))  # a copy of the model
        finished = answer(session, ids, NEW_TOKENS, SAMPLED)
        assert finished.ids == expected
        assert finished.meter.recaptures == 0


def test_ten_thousand_tokens_capture_nothing_again_and_take_no_memory(
    golden_dir: Path, tmp_path: Path
) -> None:
    context_len = LONG_ANSWER + 300
    path = with_context(golden_dir / "tiny-qwen3moe.gguf", tmp_path / "long.gguf", context_len)
    with cuda_session(path, context_len=context_len, host_layers="bus") as session:
        ids = text_ids(session, 200)
        session.model.runner.capture_planned()
        answer(session, ids, 8)
        session.forget()
        before = torch.cuda.memory_allocated(), torch.cuda.memory_reserved()
        meter = answer(session, ids, LONG_ANSWER, SAMPLED).meter
        assert (meter.recaptures, meter.eager, meter.fallbacks) == (0, 0, 0)
        assert (torch.cuda.memory_allocated(), torch.cuda.memory_reserved()) == before
        assert meter.replays >= num_chunks(session, len(ids) - 1) + LONG_ANSWER


def test_answers_at_once_are_what_each_is_alone(golden_dir: Path) -> None:
    path = golden_dir / "tiny-qwen3moe.gguf"
    with cuda_session(path, context_len=1200, num_sequences=4, host_layers="bus") as session:
        for seed in range(2):
            session.forget()
            asked = draw(Random(seed), 7)
            answer_together(session, asked)
            session.configure(Configure(Toggles(), SpeculationConfig()))
            check_equal(session, asked)


def test_a_cancelled_answer_ends_at_once(golden_dir: Path) -> None:
    path = golden_dir / "tiny-qwen3moe.gguf"
    with cuda_session(path, context_len=2048, host_layers="bus") as session:
        ids = text_ids(session, 200)
        expected = answer(session, ids, NEW_TOKENS).ids
        session.forget()
        before = None
        steps = session.steps(command(ids, None), lambda: before is not None)
        for event in itertools.chain.from_iterable(steps):
            if before is None and isinstance(event, MeterUpdate) and event.meter.new_tokens:
                before = event.meter.new_tokens
            finished = event
        assert isinstance(finished, Finished)
        assert finished.reason == "cancelled"
        assert answer(session, ids, NEW_TOKENS).ids == expected


def test_loading_again_and_again_leaves_nothing(golden_dir: Path) -> None:
    on_gpu, in_main = [], []
    for _ in range(30):
        path = golden_dir / f"tiny-{random.choice(ARCHITECTURES)}.gguf"
        with cuda_session(path, context_len=CONTEXT_LEN, host_layers="bus") as session:
            answer(session, text_ids(session, 40), 8)
        on_gpu.append(torch.cuda.memory_reserved())
        in_main.append(private_bytes())
    assert max(on_gpu[5:]) - min(on_gpu[5:]) < 32 << 20
    assert in_main[-1] - in_main[10] < 64 << 20
