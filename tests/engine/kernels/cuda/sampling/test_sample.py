"""Picks on the device are the host sampler's, whatever else is in the step and whichever way is taken."""

import msgspec
import numpy as np
import pytest
import torch

from engine.cache.arena import Arena
from engine.config import SamplingParams
from engine.errors import EngineError
from engine.kernels.cuda.sampling.buffers import (
    MAX_CHUNKS,
    NUM_INTEGERS,
    RING,
    SampleBuffers,
    chunk_len,
)
from engine.kernels.cuda.sampling.sample import sample
from engine.sampling.device_sampler import device_settings
from engine.sampling.sampler import Sampler

CAPACITY = 200
PLAIN = SamplingParams(temperature=1.0, top_k=0, top_p=1.0, min_p=0.0)
PENALTIES = {"repeat_penalty": 1.3, "frequency_penalty": 0.3, "presence_penalty": -0.2}


def params(**changes: object) -> SamplingParams:
    return msgspec.structs.replace(PLAIN, **changes)


def picks_on_device(
    logits: np.ndarray,
    positions: list[int],
    history: np.ndarray,
    settings: SamplingParams,
    device: str,
    seed: int = 5,
    **options: object,
) -> list[int]:
    """One pick for each row, from buffers that hold rubbish at first."""
    width, vocab_size = logits.shape
    buffers = SampleBuffers.allocate(Arena(torch.device(device)), vocab_size, width)
    for tensor in (buffers.chunk_keys, buffers.chunk_masses, buffers.num_candidates):
        tensor.fill_(2**31 - 1)
    packed = device_settings(settings, seed, vocab_size, CAPACITY)
    integers = np.array(packed[:NUM_INTEGERS], dtype=np.int64)
    floats = np.array(packed[NUM_INTEGERS:], dtype=np.float64)
    buffers.settings[0] = torch.from_numpy(np.concatenate([integers, floats.view(np.int64)]))
    picked = torch.full((width,), -7, dtype=torch.int32, device=device)
    sample(
        torch.from_numpy(logits).to(device),
        torch.tensor(positions, dtype=torch.int32, device=device),
        torch.zeros(width, dtype=torch.int32, device=device),
        torch.tensor([width], dtype=torch.int32, device=device),
        torch.from_numpy(history[None].astype(np.int32)).to(device),
        buffers,
        picked,
        torch.zeros((RING, width), dtype=torch.int32, device=device),
        **options,
    )
    return picked.tolist()


def picks_on_host(
    logits: np.ndarray,
    positions: list[int],
    history: np.ndarray,
    settings: SamplingParams,
    seed: int = 5,
) -> list[int]:
    sampler = Sampler(settings, seed)
    return [
        sampler.pick(row, position + 1, history[: position + 1].tolist())
        for row, position in zip(logits, positions, strict=True)
    ]


def random_case(vocab_size: int, width: int = 8) -> tuple[np.ndarray, list[int], np.ndarray]:
    """Logits, positions and a history that repeats itself and the likely tokens."""
    rng = np.random.default_rng(vocab_size + width)
    logits = rng.normal(0, 3, (width, vocab_size)).astype(np.float32)
    positions = sorted(rng.choice(CAPACITY - 1, width, replace=False).tolist())
    likely = np.argsort(logits, axis=1)[:, -6:].ravel()
    return logits, positions, rng.choice(likely, CAPACITY)


SETTINGS = {
    "greedy": {"temperature": 0.0},
    "greedy, penalties": {"temperature": 0.0, **PENALTIES},
    "no filter": {},
    "no filter, cold": {"temperature": 0.3},
    "no filter, hot": {"temperature": 10.0},
    "default": {"temperature": 0.7, "top_k": 40, "top_p": 0.95, "min_p": 0.05},
    "top_k few": {"top_k": 2},
    "top_k one": {"top_k": 1},
    "top_k many": {"top_k": 100, "temperature": 3.0},
    "top_k all": {"top_k": 333},
    "top_k beyond": {"top_k": 100_000, "top_p": 0.9},
    "top_p": {"top_p": 0.9, "temperature": 2.0},
    "top_p tiny": {"top_p": 1e-9},
    "top_p nearly one": {"top_p": 1 - 1e-12, "temperature": 3.0},
    "top_k, top_p": {"top_k": 3, "top_p": 0.8},
    "min_p": {"min_p": 0.1, "temperature": 5.0},
    "min_p one": {"min_p": 1.0},
    "top_p, min_p": {"top_p": 0.8, "min_p": 0.02, "temperature": 3.0},
    "penalties": {"top_k": 20, **PENALTIES},
    "penalties, short range": {"top_p": 0.9, "penalty_last_n": 5, **PENALTIES},
    "penalties, empty range": {"top_p": 0.9, "penalty_last_n": 0, **PENALTIES},
    "penalties, long range": {"min_p": 0.1, "penalty_last_n": 10**9, "repeat_penalty": 0.8},
}


@pytest.mark.parametrize("changes", SETTINGS.values(), ids=SETTINGS.keys())
def test_picks_are_the_hosts(changes: dict[str, float], device: str):
    case = random_case(333)
    settings = params(**changes)
    assert picks_on_device(*case, settings, device) == picks_on_host(*case, settings)


@pytest.mark.parametrize("few", [16, 256])
@pytest.mark.parametrize(
    "changes", [{}, {"top_k": 40}, {"top_k": 40, "top_p": 0.9}, {"top_p": 0.9}, {"min_p": 0.01}]
)
def test_comparing_and_searching_keep_the_same(changes: dict[str, float], few: int, device: str):
    case = random_case(200)
    settings = params(temperature=3.0, **changes)
    assert picks_on_device(*case, settings, device, few=few) == picks_on_host(*case, settings)


@pytest.mark.parametrize("few", [16, 256])
@pytest.mark.parametrize(
    "changes",
    [{}, {"temperature": 0.0}, {"top_k": 7}, {"top_p": 0.5}, {"top_k": 30, "top_p": 0.6}],
)
def test_of_equal_logits_the_lowest_ids_stay(changes: dict[str, float], few: int, device: str):
    rng = np.random.default_rng(3)
    rounded = rng.integers(-2, 3, (5, 200)).astype(np.float32) * rng.choice([1, -0.0], (5, 200))
    rounded[3] = 1.5
    rounded[4, rng.choice(200, 150, replace=False)] = -np.inf
    case = (rounded.astype(np.float32), [0, 3, 4, 70, 71], np.zeros(CAPACITY))
    settings = params(**changes)
    assert picks_on_device(*case, settings, device, few=few) == picks_on_host(*case, settings)


@pytest.mark.parametrize("vocab_size", [1, 31, 128, 129, 1000, 5000])
def test_every_token_of_the_vocabulary_counts(vocab_size: int, device: str):
    logits = np.full((3, vocab_size), -20, dtype=np.float32)
    likely = [0, vocab_size // 2, vocab_size - 1]
    logits[[0, 1, 2], likely] = 20
    settings = params(top_k=40, top_p=0.9)
    assert picks_on_device(logits, [1, 2, 3], np.zeros(CAPACITY), settings, device) == likely


@pytest.mark.parametrize("temperature", [0.0, 0.8])
def test_rows_that_are_not_finite_are_reported(temperature: float, device: str):
    logits, positions, history = random_case(150, 6)
    logits[0, 77], logits[1, 149], logits[2, 3] = np.nan, np.inf, -np.inf
    logits[3] = -np.inf
    logits[4, 5] = -np.float32(np.nan)
    settings = params(temperature=temperature, top_p=0.9)
    picks = picks_on_device(logits, positions, history, settings, device)
    assert [i for i in range(6) if picks[i] == -1] == [0, 1, 3, 4]
    good = ([2, 5], picks_on_host(logits[[2, 5]], [positions[2], positions[5]], history, settings))
    assert [picks[i] for i in good[0]] == good[1]
    with pytest.raises(EngineError):
        Sampler(settings, 5).pick(logits[4], 1, [])


@pytest.mark.parametrize("name", ["default", "penalties"])
def test_a_pick_does_not_depend_on_its_neighbors(name: str, device: str):
    logits, positions, history = random_case(333, 16)
    settings = params(**SETTINGS[name])
    together = picks_on_device(logits, positions, history, settings, device)
    for i in (0, 7, 15):
        alone = picks_on_device(logits[i : i + 1], positions[i : i + 1], history, settings, device)
        assert alone == [together[i]]


@pytest.mark.parametrize("vocab_size", [1, 128, 32_000, 49_152, 128_256, 151_936, 262_144])
def test_chunks_cover_the_vocabulary(vocab_size: int):
    assert -(-vocab_size // chunk_len(vocab_size)) <= MAX_CHUNKS
