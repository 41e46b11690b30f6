"""Whole steps of a model on the CUDA kernels against reference logits: short and prompt steps."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from gguf import GGMLQuantizationType

from engine.kernels import sizes
from engine.kernels.cuda.attention import prefill
from engine.kernels.cuda.experts.decode_launches import CudaExperts
from engine.kernels.operands import KVState
from engine.layers.features import Features
from engine.models import config
from engine.models.feature_drafter import FeatureDrafter
from engine.models.pooling import PooledRows, Pooling
from tests.differential.reference import Reference
from tests.support.assistant_case import make_assistant
from tests.support.cuda_steps import CudaSteps
from tests.support.dflash_case import BLOCK_SIZE, MASK, Kind, make_drafter, read_matrices
from tests.support.eagle_case import make_eagle
from tests.support.embedding_models import exact_embedding
from tests.support.quantized_copy import quantized_copy

DRAFTERS = Path(__file__).parents[3] / "golden" / "drafters"
FLOAT_TOLERANCE = 1e-4  # of the logits' standard deviation: float32 throughout
CODE_TOLERANCE = 0.14  # activations as int8 codes: what llama.cpp's own kernels reach
PROMPT_TOLERANCE = 0.14  # bfloat16 products
ARCHITECTURES = ["granite", "llama", "mistral3", "phi3", "smollm3"]
CAPACITY, PROMPT_WIDTH = 300, 32


def largest_error(logits: torch.Tensor, case: Any, positions: np.ndarray) -> float:
    """In standard deviations of the logits, over the positions of the case within the prompt."""
    rows = {position: row for row, position in enumerate(case["positions"].tolist())}
    expected = torch.from_numpy(
        np.stack([case["exact_logits"][rows[position]] for position in positions.tolist()])
    )
    return float((logits - expected).abs().max() / case["exact_logits"].std())


@pytest.mark.parametrize(
    ("name", "tolerance"),
    [
        ("tiny-llama", FLOAT_TOLERANCE),
        ("tinyq-llama-Q4_K", CODE_TOLERANCE),
    ],
)
def test_logits_of_short_steps(golden_dir: Path, name: str, tolerance: float, device: str) -> None:
    case = np.load(golden_dir / f"{name}.npz")
    ids = case["prompt_ids"].tolist()[:15]
    loaded = CudaSteps(golden_dir / str(case["gguf_file"]), device, CAPACITY, PROMPT_WIDTH)
    logits = torch.cat([loaded.step(ids[:10], 0, 16), loaded.step(ids[10:], 10, 8)])
    positions = case["positions"][case["positions"] < len(ids)]
    assert largest_error(logits[positions], case, positions) < tolerance


def test_a_quantized_mlp_beside_experts_has_the_logits_that_its_own_launches_give(
    golden_dir: Path, tmp_path: Path, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, ids = GGMLQuantizationType.Q8_0, list(range(3, 7))
    path = quantized_copy(golden_dir / "tiny-gemma4-moe.gguf", tmp_path / "model.gguf", kind)
    logits = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH).step(ids, 0, 4)
    alone = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH)
    for first, end in ((0, 1), (1, 3)):
        assert torch.equal(alone.step(ids[first:end], first, end - first), logits[first:end])
    monkeypatch.setattr(CudaExperts, "can_compute", lambda *_: False)
    expected = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH).step(ids, 0, 4)
    assert float((logits - expected).abs().max() / expected.std()) < FLOAT_TOLERANCE


@pytest.mark.parametrize("name", ["tiny-llama", "tiny-gemma4-e4b", "tinyq-llama-Q4_K"])
def test_a_narrow_step_has_the_same_logits_of_the_first_ids(
    golden_dir: Path, name: str, device: str
) -> None:
    width = random.choice([1, 3, 16])
    case = np.load(golden_dir / f"{name}.npz")
    path, ids = golden_dir / str(case["gguf_file"]), case["prompt_ids"].tolist()[:width]
    wide = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH)
    narrow = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH, narrow_vocab_size=64)
    expected, logits = wide.step(ids, 0, width), narrow.step(ids, 0, width)
    assert torch.equal(logits[:, :64], expected[:, :64])
    assert bool((logits[:, 64:] == -torch.inf).all())
    assert expected.shape[1] > 64


def test_a_step_wider_than_a_ring_leaves_what_narrower_ones_do(
    golden_dir: Path, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In layers with a window it comes in blocks, but for a ring that other layers read."""
    slack, widest = 32, 96  # of small rings: the real ones take minutes in the interpreter
    monkeypatch.setattr(sizes, "_RING_MULTIPLE", 64)
    monkeypatch.setattr(config, "WIDEST_STEP", widest)
    for module in (config, prefill):
        monkeypatch.setattr(module, "RING_SLACK", slack)
    ids = np.random.default_rng(3).integers(3, 200, 130).tolist()
    found = []
    for width in (widest, slack):
        loaded = CudaSteps(golden_dir / "tiny-gemma4-e4b.gguf", device, CAPACITY, width)
        layers = [layer.content for layer in loaded.state.layers]
        rings = {kv.num_rows for kv in layers if isinstance(kv, KVState)} - {CAPACITY}
        assert min(rings) < 96 < max(rings)
        for first in range(0, 126, width):
            loaded.step(ids[first : min(first + width, 126)], first, width)
        found.append(loaded.step(ids[126:], 126, 4))
    torch.testing.assert_close(found[0], found[1], atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("is_quantized", [False, True], ids=["floats", "Q6_K"])
def test_a_prompt_step_leaves_the_same_cache(
    golden_dir: Path, is_quantized: bool, device: str
) -> None:
    name = "tinyq-llama-Q6_K" if is_quantized else f"tiny-{random.choice(ARCHITECTURES)}"
    tolerance = PROMPT_TOLERANCE if is_quantized else FLOAT_TOLERANCE
    case = np.load(golden_dir / f"{name}.npz")
    ids = case["prompt_ids"].tolist()
    loaded = CudaSteps(golden_dir / str(case["gguf_file"]), device, CAPACITY, PROMPT_WIDTH)
    last = case["positions"][case["positions"] >= PROMPT_WIDTH][:1]
    at = int(last[0])
    loaded.step(ids[:PROMPT_WIDTH], 0, PROMPT_WIDTH)
    loaded.step(ids[PROMPT_WIDTH:at], PROMPT_WIDTH, PROMPT_WIDTH)
    logits = loaded.step(ids[at : at + 1], at, 1)
    assert largest_error(logits, case, last) < tolerance


def test_logits_of_a_prediction_head(golden_dir: Path, device: str) -> None:
    case = np.load(golden_dir / "tiny-qwen35-mtp-head.npz")
    ids, path = case["mtp_tokens"].tolist()[:2], golden_dir / "tiny-qwen35-mtp.gguf"
    trunk = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH)
    head = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH, trunk)
    assert head.model.taps is not None
    head.model.taps[0, :2] = torch.from_numpy(case["h"][:2])
    logits, expected = head.step(ids, 0, 2), torch.from_numpy(case["exact_mtp_logits"])
    assert float((logits - expected[:2]).abs().max()) < FLOAT_TOLERANCE * float(expected.std())


@pytest.mark.parametrize("name", ["qwen35moe", "qwen3next"])
def test_logits_of_a_prediction_head_with_experts(golden_dir: Path, name: str, device: str) -> None:
    case = np.load(DRAFTERS / f"mtp-{name}.npz")
    position = int(case["positions"][0])
    ids = case["prompt_ids"].tolist()[: position + 1]
    trunk = CudaSteps(golden_dir / f"tiny-{name}.gguf", device, CAPACITY, PROMPT_WIDTH)
    head = CudaSteps(DRAFTERS / f"mtp-{name}.gguf", device, CAPACITY, PROMPT_WIDTH, trunk)
    assert head.model.taps is not None
    head.model.taps[0, :2] = torch.from_numpy(case["hidden"])
    logits = head.step(ids, 0, 2)
    assert_close(logits[position], case["draft_logits"][0])


def test_logits_of_a_drafter_of_blocks(golden_dir: Path, device: str) -> None:
    case = np.load(golden_dir / "tiny-dflash.npz")
    trunk = CudaSteps(golden_dir / "tiny-qwen35.gguf", device, CAPACITY, PROMPT_WIDTH)
    drafter = CudaSteps(golden_dir / "tiny-dflash.gguf", device, CAPACITY, PROMPT_WIDTH, trunk)
    assert isinstance(drafter.model, FeatureDrafter)
    assert drafter.model.kept is not None
    ids, features = case["prompt_ids"].tolist(), torch.from_numpy(case["features1"])
    drafter.model.kept[0, : len(ids)] = features
    drafter.step(ids[:32], 0, 32)  # a step of many rows and one of few
    drafter.step(ids[32:40], 32, 16, is_prompt=True)
    drafter.step(ids[40:], 40, 16, is_prompt=True)
    logits = drafter.step(case["block1"].tolist(), len(ids), 8)
    expected = torch.from_numpy(case["exact_draft_logits1"])
    assert float((logits - expected).abs().max()) < FLOAT_TOLERANCE * float(expected.std())


@pytest.mark.parametrize(
    "kind",
    [
        Kind(markov_rank=24, has_confidence=True),
        Kind(markov_rank=40, has_own_tokens=True, has_confidence=True, from_anchor=False),
        Kind(conv_taps=3, selector_rank=12),
        Kind(conv_taps=2, selector_rank=40, has_own_tokens=True, has_post_norms=True),
    ],
)
def test_logits_of_a_drafter_whose_drafts_depend_on_each_other(
    golden_dir: Path, tmp_path: Path, kind: Kind, device: str
) -> None:
    trunk = CudaSteps(golden_dir / "tiny-llama.gguf", device, CAPACITY, PROMPT_WIDTH)
    generator = np.random.default_rng(3)
    table, output = read_matrices(golden_dir / "tiny-llama.gguf")
    exact = make_drafter(kind, table, output)
    path = exact.write(tmp_path / "drafter.gguf")
    drafter = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH, trunk)
    assert isinstance(drafter.model, FeatureDrafter)
    assert drafter.model.kept is not None
    features = generator.normal(size=(20, 2 * table.shape[1])).astype(np.float32)
    drafter.model.kept[0, :20] = torch.from_numpy(features)
    drafter.step(generator.integers(0, len(table), 20).tolist(), 0, 32)
    logits = drafter.step([11, *[MASK] * (BLOCK_SIZE - 1)], 20, 16)
    expected = exact.logits(features.astype(np.float64), 11)
    assert_close(logits, expected)
    if drafter.buffers.chain is None:
        return
    rated = drafter.buffers.chain.confidences[:BLOCK_SIZE].cpu().numpy()[exact.first_row :]
    known = exact.confidences(features.astype(np.float64), 11)[exact.first_row :]
    assert np.abs(rated - known).max() < FLOAT_TOLERANCE


def test_hidden_rows_are_kept_for_a_drafter(golden_dir: Path, device: str) -> None:
    case = np.load(golden_dir / "tiny-dflash.npz")
    trunk = CudaSteps(golden_dir / "tiny-qwen35.gguf", device, CAPACITY, PROMPT_WIDTH)
    layers, expected = tuple(case["target_layers"].tolist()), torch.from_numpy(case["features1"])
    ring = torch.zeros(1, CAPACITY, expected.shape[1], device=device)
    trunk.model.features = Features(ring, layers)
    ids = case["prompt_ids"].tolist()
    trunk.step(ids[:32], 0, 32)
    trunk.step(ids[32:40], 32, 8)
    error = (ring[0, :40].cpu() - expected[:40]).abs().max()
    assert float(error) < 10 * FLOAT_TOLERANCE * float(expected.std())


def test_logits_of_a_drafter_that_goes_on_from_its_own_rows(
    golden_dir: Path, tmp_path: Path, device: str
) -> None:
    trunk = CudaSteps(golden_dir / "tiny-llama.gguf", device, CAPACITY, PROMPT_WIDTH)
    config = trunk.model.config
    eagle = make_eagle(
        config.hidden_size, config.vocab_size, norms_features=True, norms_residual=True
    )
    path = eagle.write(tmp_path / "eagle.gguf")
    drafter = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH, trunk)
    assert isinstance(drafter.model, FeatureDrafter)
    assert drafter.model.kept is not None
    generator = np.random.default_rng(1)
    tokens = generator.integers(0, config.vocab_size, 38).tolist()
    features = generator.normal(size=(37, 3 * config.hidden_size)).astype(np.float32)
    drafter.model.kept[0, :37] = torch.from_numpy(features)
    drafter.step(tokens[:32], 0, 32)  # a step of many rows and one of few
    drafter.step(tokens[32:37], 32, 16, is_prompt=True)
    first = drafter.step(tokens[36:37], 36, 1)
    second = drafter.step(tokens[37:38], 37, 1)
    g = eagle.fused(features.astype(np.float64))
    expected, following = eagle.logits(g, tokens[:37])
    assert_close(first[0], expected)
    expected, _ = eagle.logits(np.concatenate([g, following[None]]), tokens)
    assert_close(second[0], expected)


def test_logits_of_a_drafter_that_reads_the_targets_keys_and_values(
    golden_dir: Path, tmp_path: Path, device: str
) -> None:
    target = golden_dir / "tiny-gemma4-dense.gguf"
    assistant = make_assistant(target)
    path = assistant.write(tmp_path / "assistant.gguf")
    trunk = CudaSteps(target, device, CAPACITY, PROMPT_WIDTH)
    drafter = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH, trunk)
    tokens = np.random.default_rng(1).integers(0, 300, 42).tolist()
    trunk.step(tokens[:32], 0, 32)
    trunk.step(tokens[32:40], 32, 8)
    assert trunk.model.taps is not None
    hidden = trunk.model.taps[0, 39].double().cpu().numpy()
    layers = trunk.model.config.attention_layers
    read = {
        layer.window is not None: tuple(
            tensor[0, :, :40].double().cpu().numpy() for tensor in state.kv.tensors
        )
        for layer, state in zip(layers, trunk.state.layers, strict=True)
    }
    first = drafter.step(tokens[40:41], 40, 1, cache_row=39)
    second = drafter.step(tokens[41:42], 41, 1, cache_row=39)
    expected, hidden = assistant.logits(hidden, tokens[40], read)
    assert_close(first[0], expected)
    expected, _ = assistant.logits(hidden, tokens[41], read)
    assert_close(second[0], expected)


def assert_close(logits: torch.Tensor, expected: np.ndarray) -> None:
    known = np.isfinite(expected)
    assert np.array_equal(logits.isfinite().numpy(), known)
    error = np.abs(logits.numpy()[known] - expected[known]).max()
    assert error < FLOAT_TOLERANCE * expected[known].std()


@pytest.mark.parametrize("pooling", Pooling)
def test_prompt_steps_leave_the_rows_of_embeddings(
    golden_dir: Path, pooling: Pooling, device: str
) -> None:
    path = golden_dir / "tiny-qwen3.gguf"
    ids = np.load(path.with_suffix(".npz"))["prompt_ids"].tolist()
    loaded = CudaSteps(path, device, CAPACITY, PROMPT_WIDTH)
    rows = PooledRows(pooling, loaded.model.output_norm)
    for begin in range(0, len(ids), PROMPT_WIDTH):
        chunk = ids[begin : begin + PROMPT_WIDTH]
        loaded.step(chunk, begin, PROMPT_WIDTH, is_prompt=True)
        rows.take(loaded.buffers.hidden[: len(chunk)])
    found = rows.embedding().cpu().numpy()
    exact = exact_embedding(Reference(path, CAPACITY), ids, pooling)
    error = np.abs(found / np.linalg.norm(found) - exact).max() / exact.std()
    assert error < FLOAT_TOLERANCE
