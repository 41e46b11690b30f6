"""The engine against reference logits and tokens: architectures, quantized types, the starter model."""

import itertools
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
import torch

from engine.commands import Configure, Generate, IdsPrompt
from engine.config import EngineConfig, KVType, SamplingParams, SpeculationConfig, Toggles
from engine.events import Finished
from engine.session.session import Session
from tests.support.golden_names import ARCHITECTURES, EXPERT_TYPES, TYPES, case_folder

TOLERANCE = 1e-4  # of the case's logit standard deviation: a float32 engine
QUANTISED_TOLERANCE = 2e-3  # where activations are rounded to 15 bits
FLOATS = [f"tiny-{name}" for name in ARCHITECTURES]
FLOATS += [f"tinyq-llama-{name}" for name in ("F16", "BF16")]
QUANTISED = [f"tinyq-llama-{name}" for name in TYPES]
QUANTISED += [f"tinyq-moe-{name}" for name in EXPERT_TYPES]
CASES = FLOATS + QUANTISED


def generate(session: Session, ids: list[int], new_tokens: int) -> tuple[int, ...]:
    command = Generate(
        "g", IdsPrompt(tuple(ids)), SamplingParams(temperature=0), max_tokens=new_tokens
    )
    *_, finished = session.generate(command)
    assert isinstance(finished, Finished)
    return finished.ids


def assert_tokens(
    case: Any, logits: np.ndarray, tolerance: float = TOLERANCE, key: str = "gen_ids"
) -> None:
    """Teacher-forced argmax, wherever the margin is larger than what the tolerance could turn."""
    sure = case["exact_gen_margin"] > 2 * tolerance * case["exact_logits"].std()
    assert sure.mean() > 0.9
    assert (logits.argmax(-1) == case[key])[sure].all()


@pytest.mark.parametrize("graph", [True, False], ids=["replayed", "eager"])
@pytest.mark.parametrize("name", CASES)
def test_logits_and_tokens_equal_the_reference(golden_dir: Path, name: str, graph: bool) -> None:
    folder = case_folder(golden_dir, name)
    case = np.load(folder / f"{name}.npz")
    prompt, answer = case["prompt_ids"].tolist(), case["gen_ids"].tolist()
    config = EngineConfig(toggles=Toggles(graph=graph), context_len=512)
    session = Session.load(folder / str(case["gguf_file"]), config)
    try:
        logits = session.logits(prompt + answer)
        tolerance = QUANTISED_TOLERANCE if name in QUANTISED else TOLERANCE
        bound = tolerance * case["exact_logits"].std()
        assert np.abs(logits[case["positions"]] - case["exact_logits"]).max() < bound
        steps = len(prompt) + case["gen_steps"]
        assert np.abs(logits[steps] - case["exact_gen_logits"]).max() < bound
        assert_tokens(case, logits[len(prompt) - 1 : -1], tolerance)
        assert generate(session, prompt, 8) == tuple(answer[:8])
        if name in QUANTISED:
            at_positions = logits[case["positions"]]
            lost_in_llama_cpp = divergence(case["exact_logits"], case["native_logits"])
            assert divergence(case["exact_logits"], at_positions) < lost_in_llama_cpp / 1000
    finally:
        session.close()


def divergence(exact: np.ndarray, logits: np.ndarray) -> float:
    """Mean Kullback-Leibler divergence of `logits` [n, V] from the exact ones."""
    p, q = (torch.log_softmax(torch.from_numpy(each).double(), dim=-1) for each in (exact, logits))
    return float((p.exp() * (p - q)).sum(-1).mean())


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_every_setting_gives_the_same_tokens(golden_dir: Path, name: str) -> None:
    prompt = np.load(golden_dir / f"tiny-{name}.npz")["prompt_ids"].tolist()
    sampling = SamplingParams(temperature=0.7, seed=3)
    command = Generate("g", IdsPrompt((*prompt, *prompt)), sampling, max_tokens=24)
    session = Session.load(golden_dir / f"tiny-{name}.gguf", EngineConfig(context_len=512))
    answers = set()
    try:
        for values in itertools.product([True, False], repeat=3):
            for kind in ("none", "ngram"):
                session.configure(Configure(Toggles(*values), SpeculationConfig(kind=kind)))
                session.forget()
                *_, finished = session.generate(command)
                assert isinstance(finished, Finished)
                answers.add(finished.ids)
                if values == (True, True, True):
                    assert finished.meter.recaptures == finished.meter.eager == 0
                    assert finished.meter.replays
    finally:
        session.close()
    assert len(answers) == 1


@pytest.mark.parametrize("kind", ["none", "ngram"])
@pytest.mark.parametrize("name", ARCHITECTURES)
def test_what_lies_in_unused_memory_changes_nothing(
    golden_dir: Path, name: str, kind: Literal["none", "ngram"]
) -> None:
    prompt = np.load(golden_dir / f"tiny-{name}.npz")["prompt_ids"].tolist()
    config = EngineConfig(device="cpu", context_len=512, speculation=SpeculationConfig(kind=kind))
    session = Session.load(golden_dir / f"tiny-{name}.gguf", config)
    try:
        expected = generate(session, prompt * 2, 24)
        session.forget()
        # Every buffer and all that is kept of a sequence; integers are counters, which stay.
        for tensor in session.model._arena._tensors:
            if tensor.is_floating_point():
                tensor.fill_(torch.nan)
        assert generate(session, prompt * 2, 24) == expected
    finally:
        session.close()


@pytest.mark.parametrize(
    ("name", "kv_type", "bound"),
    [
        ("tiny-llama", "f16", 1.4e-2),
        ("tiny-qwen3", "bf16", 8e-2),
        ("tiny-qwen3", "q8_0", 16e-2),
    ],
)
def test_a_smaller_cache_stays_within_its_tolerance(
    golden_dir: Path, name: str, kv_type: KVType, bound: float
) -> None:
    case = np.load(golden_dir / f"{name}.npz")
    ids = case["prompt_ids"].tolist()
    config = EngineConfig(device="cpu", kv_type=kv_type, context_len=512)
    session = Session.load(golden_dir / f"{name}.gguf", config)
    try:
        error = np.abs(session.logits(ids)[case["positions"]] - case["exact_logits"]).max()
        assert 0 < error / case["exact_logits"].std() < bound
    finally:
        session.close()


@pytest.mark.parametrize(("kv_type", "bound"), [("f16", 5e-6), ("bf16", 1e-4), ("q8_0", 4e-3)])
def test_a_smaller_cache_hardly_changes_what_the_starter_model_says(
    golden_dir: Path, starter_model: Path, kv_type: KVType, bound: float
) -> None:
    logits: dict[KVType, list[np.ndarray]] = {"f32": [], kv_type: []}
    for each, found in logits.items():
        config = EngineConfig(device="cpu", kv_type=each, context_len=512)
        session = Session.load(starter_model, config)
        for number in (0, 1):
            case = np.load(golden_dir / f"real-smollm2-{number}.npz")
            found.append(session.logits([*case["prompt_ids"].tolist(), *case["gen_ids"].tolist()]))
        session.close()
    exact, smaller = (np.concatenate(found) for found in logits.values())
    assert 0 < divergence(exact, smaller) < bound
    second, first = np.sort(exact, axis=-1)[:, -2:].T
    sure = first - second > 0.05 * exact.std()
    assert sure.mean() > 0.8
    assert (exact.argmax(-1) == smaller.argmax(-1))[sure].all()


@pytest.mark.parametrize("number", [0, 1])
def test_the_starter_model_equals_the_reference(
    golden_dir: Path, starter_model: Path, number: int
) -> None:
    case = np.load(golden_dir / f"real-smollm2-{number}.npz")
    prompt, answer = case["prompt_ids"].tolist(), case["gen_ids"].tolist()
    session = Session.load(starter_model, EngineConfig(context_len=512))
    try:
        logits = session.logits(prompt + answer)
        exact = case["exact_logits"]
        error = np.abs(logits[case["positions"]] - exact).max()
        assert error < 2 * QUANTISED_TOLERANCE * exact.std()
        assert_tokens(case, logits[len(prompt) - 1 : -1], QUANTISED_TOLERANCE)
        eog = [at for at, token in enumerate(answer) if token in session.tokenizer.eog_ids]
        until_end = answer[: eog[0] + 1] if eog else answer
        assert generate(session, prompt, len(answer)) == tuple(until_end)
    finally:
        session.close()
